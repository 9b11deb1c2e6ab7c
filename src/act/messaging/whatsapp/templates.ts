// Approved templates of a connected account, read from WhatsApp when somebody asks, with the places that a send has to fill.
import { keeperOf, type ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, reading } from '../../../base/contract/operation.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { WhatsAppTemplate } from '../../../providers/whatsapp/client.ts';
import { whatsAppErrorOf } from '../../../providers/whatsapp/errors.ts';
import { noteWhatsAppRefusal, openWhatsApp, reconnectUrl, whatsAppNumbers } from '../../connections/index.ts';
import { findWhatsAppThread } from './threads.ts';

type Shown = Answer<'listMessageTemplates'>['data'][number];

const PLACE = /\{\{\s*(\w{1,100})\s*\}\}/g;

/** Each once: WhatsApp takes one value for a place that is named twice. */
const placesIn = (text: string | undefined): string[] => [
  ...new Set([...(text ?? '').matchAll(PLACE)].flatMap(([, name]) => name ?? [])),
];

const STATUSES: Readonly<Record<string, Shown['status']>> = {
  APPROVED: 'approved',
  PAUSED: 'paused',
  REJECTED: 'rejected',
  DISABLED: 'disabled',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
};

function shown({ name, language, status, category, components }: WhatsAppTemplate): Shown {
  const partOf = (type: string) => components.find((each) => each.type === type);
  const [header, body, footer] = [partOf('HEADER'), partOf('BODY')?.text ?? '', partOf('FOOTER')?.text ?? null];
  const isFile = header?.format !== undefined && header.format !== 'TEXT';
  const isLink = components.some(({ buttons = [] }) => buttons.some(({ url }) => placesIn(url).length > 0));
  return {
    status: STATUSES[status] ?? 'other',
    name,
    language,
    category,
    body,
    footer,
    header: header?.text ?? null,
    header_places: placesIn(header?.text),
    body_places: placesIn(body),
    needs: [...(isFile ? ['file' as const] : []), ...(isLink ? ['link' as const] : [])],
  };
}

/** The connection of a conversation, or the one that there is. @throws ApiError */
function connectionIdOf(base: ReadBase, profileId: string, threadId: string | undefined): string {
  const thread = threadId === undefined ? undefined : findWhatsAppThread(base, profileId, threadId);
  if (threadId !== undefined && !thread) throw new ApiError('not_found', 'thread_id: there is no such conversation.');
  const numbers = whatsAppNumbers(base, profileId).filter(({ numberId }) => !thread || numberId === thread.number);
  const [first, ...more] = new Set(numbers.map(({ connection }) => connection.connectionId));
  if (first === undefined)
    throw new ApiError('connection_not_ready', 'No WhatsApp number is connected: connect one, then send again.');
  if (more.length > 0) throw new ApiError('invalid_parameter', 'thread_id: several accounts are connected; name a conversation.');
  return first;
}

export const listMessageTemplates = reading('listMessageTemplates', async ({ profile: { profileId }, params }, read) => {
  const base = keeperOf(read);
  const opened = openWhatsApp(base, connectionIdOf(base, profileId, params.thread_id));
  if (!opened)
    throw new ApiError('connection_not_ready', 'WhatsApp does not accept the connection any more; connect it again.', {
      provider: 'whatsapp',
      reconnect_required: true,
      reconnect_url: reconnectUrl(base, profileId),
    });
  const { client, grant, connection } = opened;
  try {
    const templates = (await client.listTemplates(grant, params.status === 'any' ? 'all' : 'approved')).map(shown);
    templates.sort((a, b) => (`${a.name} ${a.language}` < `${b.name} ${b.language}` ? -1 : 1));
    return { data: templates, meta: { profile_id: profileId } };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    noteWhatsAppRefusal(base, connection, error);
    throw whatsAppErrorOf(error, reconnectUrl(base, profileId));
  }
});
