// Messages in state, sealed with the profile's key. One whose person was erased keeps its id, so that no later reading brings it back.
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { normaliseIdentifier, tokenise } from '../../collect/identity/index.ts';
import { isWhatsAppUserId } from '../../providers/whatsapp/bodies.ts';
import { type MessageContent, readContent } from './stored.ts';
import { noteThread } from './thread-rows.ts';

export type MessageRow = RowOf<'act/messaging/message_get'>;
export type MessageChannel = MessageRow['message_channel'];
export type MessageStatus = MessageRow['status'];

const contextOf = (messageId: string): string => `message ${messageId}`;

export const sealContent = (base: ReadBase, profileId: string, messageId: string, content: MessageContent): Buffer =>
  base.state.keys.encrypt(profileId, contextOf(messageId), JSON.stringify(content));

/** Undefined for a message whose content is not kept any more. */
export const contentOf = (
  base: ReadBase,
  { profile_id, message_id, sealed }: Pick<MessageRow, 'profile_id' | 'message_id' | 'sealed'>,
): MessageContent | undefined =>
  sealed === null ? undefined : readContent(base.state.keys.decrypt(profile_id, contextOf(message_id), sealed));

/** Of an address that is none: null. */
export function addressToken(base: ReadBase, profileId: string, channel: MessageChannel, address: string): string | null {
  if (channel === 'whatsapp' && isWhatsAppUserId(address)) return tokenise(base, profileId, 'external_id', `whatsapp:${address}`);
  const type = channel === 'email' ? 'email' : 'phone';
  const spelling = normaliseIdentifier(type, address).value;
  return spelling === undefined ? null : tokenise(base, profileId, type, spelling);
}

export interface NewMessage {
  messageId: string;
  profileId: string;
  connectionId: string;
  channel: MessageChannel;
  direction: MessageRow['direction'];
  status: MessageStatus;
  threadId: string;
  externalId: string | null;
  providerMessageId: string | null;
  /** The address on the other side. */
  address: string;
  content: MessageContent;
  createdAt: number;
}

/** Answers whether it is new: the same message of the other side is stored once. */
export function addMessage(tx: Base, { address, content, ...message }: NewMessage): boolean {
  const { messageId, profileId, channel } = message;
  const { changes } = tx.state.statement('act/messaging/message_add').run({
    message_id: messageId,
    profile_id: profileId,
    connection_id: message.connectionId,
    message_channel: channel,
    direction: message.direction,
    status: message.status,
    thread_id: message.threadId,
    external_id: message.externalId,
    provider_message_id: message.providerMessageId,
    created_at: message.createdAt,
    address_token: addressToken(tx, profileId, channel, address),
    sealed: sealContent(tx, profileId, messageId, content),
  });
  if (changes === 0) return false;
  noteThread(tx, {
    profileId,
    channel,
    threadId: message.threadId,
    connectionId: message.connectionId,
    at: message.createdAt,
    isInbound: message.direction === 'inbound',
    isReport: Boolean(content.delivery_failure),
  });
  noteCopies(tx, message, address, content);
  content.attachments?.forEach(({ media_id }, place) => {
    const row = { message_id: messageId, place, media_id, profile_id: profileId };
    tx.state.statement('act/messaging/attachment_add').run(row);
  });
  return true;
}

/** The addresses of a mail beside that of its other side, by which an erasure finds it. */
function noteCopies(
  tx: Base,
  { messageId, profileId, channel, direction }: Pick<NewMessage, 'messageId' | 'profileId' | 'channel' | 'direction'>,
  address: string,
  { from, to, cc }: MessageContent,
): void {
  if (channel !== 'email') return;
  const tokenOf = (each: string): string | null => addressToken(tx, profileId, channel, each);
  const own = tokenOf(address);
  // What is sent comes from the profile's own mailbox.
  const tokens = new Set([...(direction === 'inbound' ? [from] : []), ...to, ...cc].map(tokenOf));
  for (const token of tokens)
    if (token !== null && token !== own)
      tx.state.statement('act/messaging/copy_add').run({ message_id: messageId, address_token: token, profile_id: profileId });
}

export const findMessage = (base: ReadBase, profileId: string, messageId: string): MessageRow | undefined =>
  base.state.statement('act/messaging/message_get').get({ profile_id: profileId, message_id: messageId });
