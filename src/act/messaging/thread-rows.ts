// Conversations in state, in step with their messages: what the inbox lists. Nobody's own: who opens one has read it for all of the profile.
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';

/** More than anybody counts, for a badge that is read often. */
const MAX_COUNTED = 1_000;

export type ThreadRow = RowOf<'act/messaging/thread_get'>;

/** The part of a new message by which its conversation changes. */
export interface NoteOfMessage {
  profileId: string;
  threadId: string;
  connectionId: string;
  channel: ThreadRow['message_channel'];
  isInbound: boolean;
  /** A report of delivery waits for no answer. */
  isReport: boolean;
  at: number;
}

/** In the transaction that stores the message. */
export function noteThread(
  tx: Base,
  { profileId, threadId, connectionId, channel, isInbound, isReport, at }: NoteOfMessage,
): void {
  tx.state.statement('act/messaging/thread_note').run({
    thread_id: threadId,
    profile_id: profileId,
    connection_id: connectionId,
    message_channel: channel,
    at,
    is_waiting: isInbound && !isReport ? 1 : 0,
    unread: isInbound ? 1 : 0,
  });
}

/** Of these, those without any content are listed no more. */
export function tidyThreads(tx: Base, profileId: string, ids: readonly string[]): void {
  if (ids.length > 0) tx.state.statement('act/messaging/threads_tidy').run({ profile_id: profileId, ids: JSON.stringify(ids) });
}

export const findThread = (base: ReadBase, profileId: string, threadId: string): ThreadRow | undefined =>
  base.state.statement('act/messaging/thread_get').get({ profile_id: profileId, thread_id: threadId });

/** Conversations with something that nobody has opened, for the badge of the page. */
export const unreadThreads = (base: ReadBase, profileId: string, since: number): number =>
  base.state.statement('act/messaging/threads_unread_count').get({ profile_id: profileId, since, limit: MAX_COUNTED })?.count ??
  0;
