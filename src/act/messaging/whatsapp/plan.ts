// The plan of a WhatsApp message: the number, the person, the conversation, the window and blocked addresses, all checked before anything is stored.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { ProfileRef } from '../../../base/contract/operation.ts';
import { normaliseIdentifier } from '../../../collect/identity/index.ts';
import { isWhatsAppUserId, type WhatsAppContent } from '../../../providers/whatsapp/bodies.ts';
import { reconnectUrl, type WhatsAppNumber, whatsAppNumbers } from '../../connections/index.ts';
import { requireUnblocked } from '../blocked.ts';
import type { PlannedMessage } from '../channel.ts';
import { contentOf } from '../store.ts';
import type { MessageContent } from '../stored.ts';
import { findWhatsAppThread, openThread, type PersonNames, requireWindow } from './threads.ts';

export interface WhatsAppRequest {
  connectionId: string | undefined;
  numberId: string | undefined;
  to: string | undefined;
  threadId: string | undefined;
  replyTo: string | undefined;
}

const refuse = (message: string): never => {
  throw new ApiError('validation_error', message);
};

function personOf(to: string): PersonNames {
  const text = to.trim();
  if (isWhatsAppUserId(text)) return { userId: text, phone: null };
  const phone = normaliseIdentifier('phone', text).value;
  if (phone === undefined || !phone.startsWith('+'))
    return refuse('to: is no phone number with + and its country code, and no id of a person in WhatsApp.');
  return { userId: null, phone: phone.slice(1) };
}

interface KnownThread {
  threadId: string;
  numberId: string;
  person: PersonNames;
}

function threadOf(tx: ReadBase, profileId: string, threadId: string): KnownThread {
  const thread = findWhatsAppThread(tx, profileId, threadId);
  const last = thread && tx.state.statement('act/messaging/thread_last').get({ profile_id: profileId, thread_id: threadId });
  const content = last && contentOf(tx, { profile_id: profileId, ...last });
  const person = content?.whatsapp?.person;
  if (!thread || !person) throw new ApiError('not_found', 'thread_id: there is no such conversation.');
  return { threadId, numberId: thread.number, person };
}

/** Of several numbers the caller names one. @throws ApiError */
function numberOf(
  tx: ReadBase,
  profileId: string,
  { connectionId, numberId }: WhatsAppRequest,
  thread: KnownThread | undefined,
): WhatsAppNumber {
  const wanted = numberId ?? thread?.numberId;
  const found = whatsAppNumbers(tx, profileId).filter(
    (each) =>
      (connectionId === undefined || each.connection.connectionId === connectionId.toLowerCase()) &&
      (wanted === undefined || each.numberId === wanted),
  );
  const [only, ...more] = found;
  if (!only) {
    if (connectionId !== undefined || numberId !== undefined)
      throw new ApiError('not_found', 'connection_id and number_id: there is no such connected number.');
    throw new ApiError('connection_not_ready', 'No WhatsApp number is connected: connect one, then send again.');
  }
  if (more.length > 0) return refuse('number_id: several numbers are connected; name one.');
  if (only.connection.status === 'reconnect_required')
    throw new ApiError('connection_not_ready', 'WhatsApp does not accept the connection any more; connect it again.', {
      provider: 'whatsapp',
      reconnect_required: true,
      reconnect_url: reconnectUrl(tx, profileId),
    });
  return only;
}

/** What is shown of a message that is not text. */
function textOf(content: WhatsAppContent): string | null {
  if (content.type === 'text') return content.text;
  if (content.type === 'media') return content.caption ?? null;
  return content.type === 'interactive' ? content.interactive.body : null;
}

export function planWhatsApp(
  tx: Base,
  { profileId }: ProfileRef,
  request: WhatsAppRequest,
  content: WhatsAppContent,
  attachments: MessageContent['attachments'] = [],
): PlannedMessage {
  const thread = request.threadId === undefined ? undefined : threadOf(tx, profileId, request.threadId);
  const person =
    thread?.person ?? personOf(request.to ?? refuse('to: is missing; only a message in a conversation may leave it out.'));
  if (thread && request.to !== undefined) return refuse('to: is left out where thread_id names the conversation.');
  const { connection, numberId, name } = numberOf(tx, profileId, request, thread);
  const address = person.phone === null ? (person.userId ?? '') : `+${person.phone}`;
  // Who has opted out of marketing and writes again gets an answer.
  requireUnblocked(tx, profileId, 'whatsapp', [address], content.type === 'template' ? [] : ['opt_out']);
  const threadId = thread?.threadId ?? openThread(tx, profileId, numberId, person);
  if (content.type !== 'template') requireWindow(tx, findWhatsAppThread(tx, profileId, threadId));
  return {
    connectionId: connection.connectionId,
    threadId,
    externalId: null,
    address,
    content: {
      from: name,
      to: [address],
      cc: [],
      subject: null,
      text: textOf(content),
      html: null,
      in_reply_to: null,
      references: [],
      list_unsubscribe: null,
      failure: null,
      attachments,
      whatsapp: { number: numberId, person, reply_to: request.replyTo ?? null, content },
    },
  };
}
