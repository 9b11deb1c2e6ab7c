// Writes one notice in a chat, once.
import { z } from 'zod';
import { CHAT_RETRY, type ChatState, writeInChat } from '../../account/chats/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { defineJob, type JobRun } from '../../base/work/job.ts';
import { storedContents } from './stored.ts';
import { alertMessage, linkOf } from './words.ts';

const payload = z.object({ alert_id: z.string(), event: z.enum(['raised', 'reminded', 'cleared']), chat_id: z.string() });
type Payload = z.infer<typeof payload>;

export const chatJob = defineJob({
  kind: 'alert_chat',
  payload,
  concurrencyKey: ({ payload: { chat_id } }) => `alert_chat ${chat_id}`,
  concurrency: 4,
  isOrdered: true,
  leaseSeconds: 60,
  retry: CHAT_RETRY,
  failureText: 'an alert could not be written in a chat; the service retries automatically',
  stopSeconds: 5,
  run: writeNotice,
});

async function writeNotice(base: Base, job: JobRun<Payload>): Promise<void> {
  const { alert_id, event, chat_id } = job.payload;
  const key = { profile_id: job.profileId, alert_id, event, target: `chat ${chat_id}` };
  const notice = base.state.statement('act/alerts/alert_notice_get').get(key);
  const alert = base.state.statement('act/alerts/alert_get').get({ alert_id, profile_id: job.profileId });
  if (!notice || !alert || !isWaiting(notice.status)) return;
  await writeInChat(base, job, {
    chatId: chat_id,
    state: notice.status,
    set: (status, reason) => void base.state.statement('act/alerts/alert_notice_set').run({ ...key, status, reason }),
    message: () =>
      alertMessage({
        alert,
        event,
        profile: profileSettings(base, job.profileId).name,
        link: linkOf(base, job.profileId, storedContents.read(alert.contents)),
      }),
  });
}

const isWaiting = (status: string): status is Extract<ChatState, 'queued' | 'sending'> =>
  status === 'queued' || status === 'sending';
