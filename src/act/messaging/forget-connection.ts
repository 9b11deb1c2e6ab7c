// Deletes the messages of a mailbox or number that was disconnected, where its person asked for that: content, addresses and files. Ids and states stay, as
// after an erasure, and blocked addresses stay blocked.
import { setImmediate as otherTurns } from 'node:timers/promises';
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { dropMedia } from './forget.ts';
import { sweepMedia } from './media/files.ts';
import { tidyThreads } from './thread-rows.ts';

/** Rows of a profile that are looked at in one transaction. */
const ROWS = 1_000;

export const forgetConnectionJob = defineJob({
  kind: 'forget_messages',
  payload: z.object({ connection_id: z.string() }),
  concurrencyKey: ({ profileId }) => `forget_messages ${profileId}`,
  leaseSeconds: 600,
  retry: { attempts: 20 },
  failureText: 'the messages of a connection that ended could not be deleted; the service retries automatically',
  run: async (base, { profileId, payload: { connection_id } }) => {
    await forgetContent(base, profileId, connection_id);
    await inChunks((limit) => base.state.statement('act/messaging/copies_age_out').run({ limit }).changes);
    await tidyConversations(base, profileId, connection_id);
    base.state.tx(() => dropMedia(base));
    await sweepMedia(base, profileId);
  },
});

async function forgetContent(base: Base, profileId: string, connectionId: string): Promise<void> {
  const page = base.state.statement('act/messaging/messages_page_end');
  const forget = base.state.statement('act/messaging/messages_forget_of_connection');
  for (let after = 0; ; ) {
    const end = page.get({ profile_id: profileId, after, limit: ROWS })?.message_no;
    if (end == null) return;
    forget.run({ profile_id: profileId, connection_id: connectionId, after, up_to: end });
    after = end;
    await otherTurns();
  }
}

async function tidyConversations(base: Base, profileId: string, connectionId: string): Promise<void> {
  const rows = base.state
    .statement('act/messaging/threads_of_connection')
    .all({ profile_id: profileId, connection_id: connectionId });
  for (let at = 0; at < rows.length; at += ROWS) {
    const ids = rows.slice(at, at + ROWS).map(({ thread_id }) => thread_id);
    base.state.tx(() => tidyThreads(base, profileId, ids));
    await otherTurns();
  }
}

/** In the transaction that ends the connection, or after it. */
export const forgetConnection = (tx: Base, profileId: string, connectionId: string): void =>
  void addJob(tx, forgetConnectionJob, { profileId, payload: { connection_id: connectionId }, dedupeKey: connectionId });
