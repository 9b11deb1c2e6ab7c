// How a message ends: its state, and where it is known now that it went out, the fact of that in the same transaction.
import type { Base } from '../../base/base.ts';
import { recordSent } from './fact.ts';
import { contentOf, type MessageRow, type MessageStatus, sealContent } from './store.ts';
import { noteThread, tidyThreads } from './thread-rows.ts';

export interface MessageEnd {
  status: MessageStatus;
  errorCode?: string | undefined;
  failure?: string | undefined;
  externalId?: string | undefined;
  providerMessageId?: string | null | undefined;
  threadId?: string | undefined;
}

/** It has not gone out yet, as far as is known: its attempt goes on, or has ended without an answer. */
export const isOpen = ({ status }: Pick<MessageRow, 'status'>): boolean => status === 'sending' || status === 'unknown';
const GONE_OUT: ReadonlySet<MessageStatus> = new Set(['accepted', 'sent', 'delivered', 'read']);

export function endMessage(tx: Base, row: MessageRow, end: MessageEnd): void {
  const content = contentOf(tx, row);
  const { message_id, profile_id } = row;
  tx.state.statement('act/messaging/message_end').run({
    message_id,
    status: end.status,
    error_code: end.errorCode ?? null,
    external_id: end.externalId ?? null,
    provider_message_id: end.providerMessageId ?? null,
    thread_id: end.threadId ?? null,
    now: tx.clock.now(),
    sealed: content ? sealContent(tx, profile_id, message_id, { ...content, failure: end.failure ?? null }) : null,
  });
  if (end.threadId !== undefined && end.threadId !== row.thread_id && content) moveToThread(tx, row, end.threadId);
  if (isOpen(row) && GONE_OUT.has(end.status) && content)
    recordSent(tx, { ...row, external_id: end.externalId ?? row.external_id, thread_id: end.threadId ?? row.thread_id }, content);
}

/** The provider has put it in another conversation than was planned. */
function moveToThread(tx: Base, row: MessageRow, threadId: string): void {
  noteThread(tx, {
    profileId: row.profile_id,
    channel: row.message_channel,
    threadId,
    connectionId: row.connection_id,
    at: row.created_at,
    isInbound: row.direction === 'inbound',
    isReport: false,
  });
  tidyThreads(tx, row.profile_id, [row.thread_id]);
}
