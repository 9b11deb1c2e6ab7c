// WhatsApp as a channel. It accepts a message and reports its end by webhook; where the connection broke after it had the message, that webhook is waited
// for, as it brings back our id of the message, and nothing is sent again.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { whatsAppBody } from '../../../providers/whatsapp/bodies.ts';
import { whatsAppErrorOf } from '../../../providers/whatsapp/errors.ts';
import { noteWhatsAppAccepted, noteWhatsAppRefusal, openWhatsApp, reconnectUrl } from '../../connections/index.ts';
import type { Channel, OutgoingMessage, SendEnd } from '../channel.ts';
import { planWhatsApp } from './plan.ts';
import { findWhatsAppThread, requireWindow } from './threads.ts';

async function send(base: Base, { row, content }: OutgoingMessage, onHandedOver: () => void): Promise<SendEnd> {
  const { whatsapp } = content;
  if (!whatsapp?.content) throw new Error('a message of WhatsApp has content');
  const opened = openWhatsApp(base, row.connection_id);
  if (!opened) throw new ApiError('connection_not_ready', 'The number was disconnected; nothing was sent.');
  const { connection, client, grant } = opened;
  // The window may have closed since the message was planned.
  if (whatsapp.content.type !== 'template') requireWindow(base, findWhatsAppThread(base, row.profile_id, row.thread_id));
  const body = whatsAppBody(whatsapp.person, whatsapp.content, row.message_id, whatsapp.reply_to);
  try {
    const id = await client.send(grant, whatsapp.number, body, onHandedOver);
    noteWhatsAppAccepted(base, connection);
    return { status: 'accepted', externalId: id, providerMessageId: id };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.outcome === 'unknown') return { status: 'unknown' };
    noteWhatsAppRefusal(base, connection, error);
    throw whatsAppErrorOf(error, reconnectUrl(base, connection.profileId));
  }
}

export const whatsAppChannel: Channel = {
  plan: (tx, { profile, body }) => {
    const { text } = body;
    if (text === undefined) throw new ApiError('validation_error', 'text: is missing.');
    if (text.length > MAX_TEXT) throw new ApiError('validation_error', `text: WhatsApp takes ${MAX_TEXT} characters at most.`);
    const foreign = (['cc', 'subject', 'html', 'list_unsubscribe'] as const).find((name) => body[name] !== undefined);
    if (foreign) throw new ApiError('validation_error', `${foreign}: is of mails, and WhatsApp has none.`);
    const request = {
      connectionId: body.connection_id,
      numberId: body.number_id,
      to: body.to,
      threadId: body.thread_id,
      replyTo: body.reply_to,
    };
    return planWhatsApp(tx, profile, request, { type: 'text', text });
  },
  send,
  // Only its webhook says it.
  verify: async () => ({ status: 'unknown' }),
};

const MAX_TEXT = 4_096;
