// The port of a channel: what sending by mail and by other ways have in common. A channel plans in state alone, sends outside of any transaction, and says
// what it knows of a message whose end is unknown.
import type { Base } from '../../base/base.ts';
import type { ApiError } from '../../base/contract/api-error.ts';
import type { Call } from '../../base/contract/operation.ts';
import type { MessageRow } from './store.ts';
import type { MessageContent } from './stored.ts';

export type SendCall = Call<'sendMessage'>;

/** A message as it is going to be sent. */
export interface PlannedMessage {
  connectionId: string;
  threadId: string;
  /** By which the other side will know it, where that is known before; the key of its one row. */
  externalId: string | null;
  /** The address on the other side. */
  address: string;
  content: MessageContent;
}

/** A message as an attempt finds it. */
export interface OutgoingMessage {
  row: MessageRow;
  content: MessageContent;
}

/** `unknown`: the provider may have sent it, and nobody can say. */
export interface SendEnd {
  status: 'accepted' | 'sent' | 'unknown';
  externalId?: string | undefined;
  providerMessageId?: string | null | undefined;
  threadId?: string | undefined;
  warnings?: { code: string; message: string }[] | undefined;
}

export interface Channel {
  /** @throws ApiError for what is refused before any call. Pure state, inside a transaction. */
  plan(tx: Base, call: SendCall, messageId: string): PlannedMessage;
  /** @param onHandedOver Called before the provider may have the message. @throws ApiError where it was not sent */
  send(base: Base, message: OutgoingMessage, onHandedOver: () => void): Promise<SendEnd>;
  /** What is known of a message that the provider may have; `unknown` where nothing is. */
  verify(base: Base, message: OutgoingMessage): Promise<SendEnd>;
  /** In the transaction that ends it. */
  ended?: (tx: Base, row: MessageRow, error: ApiError | undefined) => void;
}
