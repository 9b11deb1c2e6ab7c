// Messages of which it is not known whether they went out: their providers are asked again for a week, where they can say. None is sent again.
import type { Base } from '../../base/base.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { channelOf } from './channels.ts';
import { endMessage } from './end.ts';
import { contentOf, findMessage } from './store.ts';

const ASKED_MS = 7 * 86_400_000;
const AT_ONCE = 100;

export const settleJob = defineSchedule({
  kind: 'settle_messages',
  times: { everySeconds: 600 },
  leaseSeconds: 600,
  retry: { attempts: 3 },
  failureText: 'messages of unknown end could not be looked up; the service retries automatically',
  run: async (base) => {
    const since = base.clock.now() - ASKED_MS;
    for (const { profile_id, message_id } of base.state
      .statement('act/messaging/messages_unknown')
      .all({ since, limit: AT_ONCE }))
      await settle(base, profile_id, message_id);
  },
});

async function settle(base: Base, profileId: string, messageId: string): Promise<void> {
  const row = findMessage(base, profileId, messageId);
  const content = row && contentOf(base, row);
  if (!row || !content) return;
  const end = await channelOf(row.message_channel).verify(base, { row, content });
  if (end.status === 'unknown') return;
  base.state.tx(() => {
    const now = findMessage(base, profileId, messageId);
    if (now?.status === 'unknown') endMessage(base, now, end);
  });
}
