// What comes in from WhatsApp. A webhook is answered once everything of it is in state; it comes again until then, and in any order, so a message is stored
// once by WhatsApp's id, a state never goes back, and numbers that nobody has connected are dropped.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import { announceEvent } from '../../../base/contract/announce-event.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { refusalOfCode } from '../../../providers/whatsapp/errors.ts';
import {
  challengeOf,
  type EchoOfPhone,
  type InboundWhatsApp,
  isSignedByWhatsApp,
  type PreferenceOfPerson,
  readWhatsAppHook,
  type StatusOfWhatsApp,
  type WhatsAppEvent,
  type WhatsAppPerson,
} from '../../../providers/whatsapp/hooks.ts';
import { noteAccountNotice, placesOfNumber, whatsAppHooks } from '../../connections/index.ts';
import { blockAddress } from '../blocked.ts';
import { endMessage } from '../end.ts';
import { type MessageFact, recordFact, recordSent } from '../fact.ts';
import { expectFile, newAttachment } from '../media/fetch.ts';
import { addMessage, addressToken, contentOf, findMessage, type MessageStatus } from '../store.ts';
import { noteHeard, openThread } from './threads.ts';

const refusal = (): ApiError =>
  new ApiError('unauthorized', 'There is no such address for webhooks, or the signature does not match.');

/** The text to answer Meta with when it checks the address. @throws ApiError `forbidden` */
export function checkWhatsAppAddress(base: Base, query: URLSearchParams): string {
  const hooks = whatsAppHooks(base);
  const challenge = hooks && challengeOf(query, hooks.verifyToken);
  if (challenge === undefined) throw new ApiError('forbidden', 'The verify token is not that of this installation.');
  return challenge;
}

/** @throws ApiError `unauthorized` for what WhatsApp has not signed. */
export function receiveWhatsApp(base: Base, signature: string | undefined, body: Buffer): void {
  const hooks = whatsAppHooks(base);
  if (!hooks || !isSignedByWhatsApp(signature, body, hooks.secret)) throw refusal();
  const events = readWhatsAppHook(body);
  if (events.length > 0) base.signals.hold(() => base.state.tx(() => events.forEach((event) => void take(base, event))));
}

interface Place {
  connectionId: string;
  profileId: string;
  name: string;
}

function take(tx: Base, event: WhatsAppEvent): void {
  if (event.kind === 'account') {
    noteAccountNotice(tx, event);
    return;
  }
  for (const place of placesOfNumber(tx, event)) {
    if (event.kind === 'message') takeMessage(tx, place, event);
    // Somebody of the firm wrote on the phone: it opens no window, and is no word of the person.
    else if (event.kind === 'echo') takeEcho(tx, place, event);
    else if (event.kind === 'status') takeStatus(tx, place, event);
    else if (event.kind === 'preference') takePreference(tx, place, event);
    // The person keeps their conversation under the new number.
    else openThread(tx, place.profileId, event.numberId, event.to);
  }
}

const addressOf = ({ userId, phone }: WhatsAppPerson): string => (phone === null ? (userId ?? '') : `+${phone}`);

interface Stored {
  threadId: string;
  messageId: string;
  at: number;
}

/** Undefined for one that was stored before. */
function store(tx: Base, { connectionId, profileId, name }: Place, message: InboundWhatsApp | EchoOfPhone): Stored | undefined {
  const { numberId, id, person, media, text } = message;
  const isInbound = message.kind === 'message';
  const replyTo = isInbound ? message.replyTo : null;
  // A clock that is ahead opens no longer window.
  const at = Math.min(message.at, tx.clock.now());
  const threadId = openThread(tx, profileId, numberId, person);
  const messageId = randomUUID();
  const address = addressOf(person);
  const attachment = media && newAttachment(media);
  const isNew = addMessage(tx, {
    messageId,
    profileId,
    connectionId,
    channel: 'whatsapp',
    threadId,
    address,
    createdAt: at,
    direction: isInbound ? 'inbound' : 'outbound',
    status: isInbound ? 'received' : 'sent',
    externalId: id,
    providerMessageId: id,
    content: {
      from: isInbound ? address : name,
      to: [isInbound ? name : address],
      cc: [],
      subject: null,
      text,
      html: null,
      in_reply_to: replyTo,
      references: [],
      list_unsubscribe: null,
      failure: null,
      attachments: attachment ? [attachment] : [],
      whatsapp: {
        number: numberId,
        person: { userId: person.userId, phone: person.phone },
        reply_to: replyTo,
        content: null,
        media: media && { id: media.id, type: media.type, mimeType: media.mimeType, filename: media.filename },
      },
    },
  });
  if (!isNew) return undefined;
  if (media && attachment) expectFile(tx, { connectionId, profileId, numberId }, attachment, media);
  return { threadId, messageId, at };
}

function takeMessage(tx: Base, place: Place, message: InboundWhatsApp): void {
  const stored = store(tx, place, message);
  if (!stored) return;
  const { threadId, messageId, at } = stored;
  const { connectionId, profileId } = place;
  const { id, person, text } = message;
  noteHeard(tx, threadId, at);
  recordFact(tx, profileId, factOf(message, stored));
  announceEvent(tx, {
    type: 'message.received',
    key: `${connectionId} ${id}`,
    profileId,
    occurredAt: at,
    data: { thread_id: threadId, message_id: messageId, channel: 'whatsapp', delivery_failure: null },
    personal: { sender: addressOf(person), text },
  });
}

function takeEcho(tx: Base, place: Place, message: EchoOfPhone): void {
  const stored = store(tx, place, message);
  const row = stored && findMessage(tx, place.profileId, stored.messageId);
  const content = row && contentOf(tx, row);
  if (row && content) recordSent(tx, row, content);
}

const factOf = ({ numberId, id, person, referral }: InboundWhatsApp, stored: Stored): MessageFact => ({
  ...stored,
  channel: 'whatsapp',
  provider: 'whatsapp',
  names: [numberId, id],
  phone: person.phone,
  email: null,
  clickId: referral?.clickId ?? null,
  adId: referral?.sourceType === 'ad' ? referral.sourceId : null,
});

/** How far a message has come; a later word of less is of an earlier moment. */
const RANKS: Partial<Record<MessageStatus, number>> = { sending: 0, unknown: 0, accepted: 1, sent: 2, delivered: 3, read: 4 };

function takeStatus(tx: Base, { connectionId, profileId }: Place, { id, status, callbackData, error }: StatusOfWhatsApp): void {
  const row = tx.state.statement('act/messaging/whatsapp_message_of_status').get({
    profile_id: profileId,
    connection_id: connectionId,
    external_id: id,
    message_id: callbackData,
  });
  if (!row) return;
  const isAhead = status === 'failed' ? (RANKS[row.status] ?? 9) < 3 : (RANKS[status] ?? 0) > (RANKS[row.status] ?? 9);
  if (!isAhead) return;
  const refused = error ? codeOfRefusal(error.code) : undefined;
  endMessage(tx, row, { status, externalId: id, providerMessageId: id, errorCode: refused, failure: error?.message });
  if (error && refusalOfCode(error.code) === 'opt_out') optOut(tx, profileId, contentOf(tx, row)?.to[0] ?? '');
}

const CODES: Partial<Record<ReturnType<typeof refusalOfCode>, string>> = {
  window_expired: 'messaging_service_window_expired',
  payment_required: 'messaging_payment_required',
  invalid: 'validation_error',
  invalid_content: 'invalid_content',
  media_gone: 'media_expired',
  grant_ended: 'connection_not_ready',
};
const codeOfRefusal = (code: string): string => CODES[refusalOfCode(code)] ?? 'provider_error';

const optOut = (tx: Base, profileId: string, address: string): void =>
  void blockAddress(tx, { profileId, channel: 'whatsapp', address, reason: 'opt_out', actor: 'system' });

/** The later word counts, in whatever order they come. */
function takePreference(tx: Base, { profileId }: Place, { numberId, person, value, at }: PreferenceOfPerson): void {
  const threadId = openThread(tx, profileId, numberId, person);
  if (tx.state.statement('act/messaging/whatsapp_thread_prefers').run({ thread_id: threadId, at }).changes === 0) return;
  const address = addressOf(person);
  if (value === 'stop') {
    optOut(tx, profileId, address);
    return;
  }
  const token = addressToken(tx, profileId, 'whatsapp', address);
  if (token !== null)
    tx.state
      .statement('act/messaging/opt_out_end')
      .run({ profile_id: profileId, message_channel: 'whatsapp', address_token: token });
}
