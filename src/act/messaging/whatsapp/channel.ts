// WhatsApp as a channel. It accepts a message and reports its end by webhook; where the connection broke after it had the message, that webhook is waited
// for, as it brings back our id of the message, and nothing is sent again.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { type WhatsAppContent, whatsAppBody } from '../../../providers/whatsapp/bodies.ts';
import { whatsAppErrorOf } from '../../../providers/whatsapp/errors.ts';
import {
  noteWhatsAppAccepted,
  noteWhatsAppRefusal,
  type OpenWhatsApp,
  openWhatsApp,
  reconnectUrl,
} from '../../connections/index.ts';
import type { Channel, OutgoingMessage, SendCall, SendEnd } from '../channel.ts';
import { readFilePieces } from '../media/files.ts';
import { attachmentOf } from '../media/media.ts';
import { whatsAppFile } from '../media/to-send.ts';
import type { MessageContent } from '../stored.ts';
import { planWhatsApp } from './plan.ts';
import { requireApproved } from './template-status.ts';
import { findWhatsAppThread, requireWindow } from './threads.ts';

async function send(base: Base, { row, content }: OutgoingMessage, onHandedOver: () => void): Promise<SendEnd> {
  const { whatsapp } = content;
  if (!whatsapp?.content) throw new Error('a message of WhatsApp has content');
  const opened = openWhatsApp(base, row.connection_id);
  if (!opened) throw new ApiError('connection_not_ready', 'The number was disconnected; nothing was sent.');
  const { connection, client, grant } = opened;
  let isHandedOver = false;
  // The window may have closed since the message was planned.
  if (whatsapp.content.type !== 'template') requireWindow(base, findWhatsAppThread(base, row.profile_id, row.thread_id));
  try {
    if (whatsapp.content.type === 'template') await requireApproved(base, opened, whatsapp.content.template);
    const fileId = await fileIdOf(base, opened, row.profile_id, whatsapp.number, whatsapp.content);
    const options = { marker: row.message_id, replyTo: whatsapp.reply_to, fileId };
    const body = whatsAppBody(whatsapp.person, whatsapp.content, options);
    const id = await client.send(grant, whatsapp.number, body, () => {
      onHandedOver();
      isHandedOver = true;
    });
    noteWhatsAppAccepted(base, connection);
    return { status: 'accepted', externalId: id, providerMessageId: id };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.outcome === 'unknown' && isHandedOver) return { status: 'unknown' };
    noteWhatsAppRefusal(base, connection, error);
    throw whatsAppErrorOf(error, reconnectUrl(base, connection.profileId));
  }
}

/** WhatsApp has the file before the message that names it. */
async function fileIdOf(
  base: Base,
  { client, grant }: OpenWhatsApp,
  profileId: string,
  number: string,
  content: WhatsAppContent,
): Promise<string | undefined> {
  if (content.type !== 'media') return undefined;
  const { row } = whatsAppFile(base, profileId, content.mediaId);
  return client.upload(grant, number, {
    name: content.filename ?? 'file',
    mimeType: row.mime_type,
    bytes: row.bytes ?? 0,
    open: () => readFilePieces(base, { profileId, mediaId: row.media_id }),
  });
}

type Planned = { content: WhatsAppContent; attachments: MessageContent['attachments'] };

function contentOf(tx: Base, profileId: string, { text, media }: SendCall['body']): Planned {
  if (!media) {
    if (text === undefined) throw new ApiError('validation_error', 'text: is missing.');
    if (text.length > MAX_TEXT) throw new ApiError('validation_error', `text: WhatsApp takes ${MAX_TEXT} characters at most.`);
    return { content: { type: 'text', text }, attachments: [] };
  }
  if (text !== undefined) throw new ApiError('validation_error', 'text: is left out where media is sent; it has a caption.');
  const { row, kind } = whatsAppFile(tx, profileId, media.media_id);
  if (kind === 'audio' && media.caption !== undefined)
    throw new ApiError('validation_error', 'media.caption: WhatsApp shows none below a recording.');
  const attachment = attachmentOf(tx, row);
  const { filename } = attachment;
  const named = filename === null ? {} : { filename };
  const said = media.caption === undefined ? {} : { caption: media.caption };
  return { content: { type: 'media', kind, mediaId: row.media_id, ...said, ...named }, attachments: [attachment] };
}

export const whatsAppChannel: Channel = {
  plan: (tx, { profile, body }) => {
    const foreign = (['cc', 'subject', 'html', 'list_unsubscribe', 'attachments'] as const).find(
      (name) => body[name] !== undefined,
    );
    if (foreign) throw new ApiError('validation_error', `${foreign}: is of mails, and WhatsApp has none.`);
    const request = {
      connectionId: body.connection_id,
      numberId: body.number_id,
      to: body.to,
      threadId: body.thread_id,
      replyTo: body.reply_to,
    };
    const { content, attachments } = contentOf(tx, profile.profileId, body);
    return planWhatsApp(tx, profile, request, content, attachments);
  },
  send,
  // Only its webhook says it.
  verify: async () => ({ status: 'unknown' }),
};

const MAX_TEXT = 4_096;
