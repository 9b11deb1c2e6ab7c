// Writes one notice in a chat. That it is being sent is on disk before the first byte leaves, so an attempt that a crash cut off is not repeated: its end is
// unknown, unless the service drops what is sent again.
import { z } from 'zod';
import { findReach } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { defineJob, JobDelayed, type JobRun } from '../../base/work/job.ts';
import { chatBody } from '../../providers/chat-webhooks/message.ts';
import { type ChatEnd, postToChat } from '../../providers/chat-webhooks/post.ts';
import { webhookTarget } from '../webhooks/index.ts';
import { addressOfChat, type ChatRow, findChat } from './chats.ts';
import type { AlertRow } from './record.ts';
import { storedContents } from './stored.ts';
import { alertMessage, linkOf } from './words.ts';

const payload = z.object({ alert_id: z.string(), event: z.enum(['raised', 'reminded', 'cleared']), chat_id: z.string() });
type Payload = z.infer<typeof payload>;

/** About a day and a half. */
const ATTEMPTS = 40;
const PAUSE_MS = 3_600_000;

export const chatJob = defineJob({
  kind: 'alert_chat',
  payload,
  concurrencyKey: ({ payload: { chat_id } }) => `alert_chat ${chat_id}`,
  concurrency: 4,
  isOrdered: true,
  leaseSeconds: 60,
  retry: { attempts: ATTEMPTS, firstPauseMs: 60_000, maxPauseMs: PAUSE_MS },
  failureText: 'an alert could not be written in a chat; the service retries automatically',
  stopSeconds: 5,
  run: writeNotice,
});

type Status = 'queued' | 'sending' | 'sent' | 'unknown' | 'failed';

async function writeNotice(base: Base, job: JobRun<Payload>): Promise<void> {
  const { alert_id, event, chat_id } = job.payload;
  const key = { profile_id: job.profileId, alert_id, event, target: `chat ${chat_id}` };
  const set = (status: Status, reason: string | null): void =>
    void base.state.statement('act/alerts/alert_notice_set').run({ ...key, status, reason });
  const notice = base.state.statement('act/alerts/alert_notice_get').get(key);
  const alert = base.state.statement('act/alerts/alert_get').get({ alert_id, profile_id: job.profileId });
  const chat = findChat(base, job.profileId, chat_id);
  if (!notice || !alert || !['queued', 'sending'].includes(notice.status)) return;
  const refusal = refusalOf(base, job.profileId, chat);
  if (!chat || refusal !== undefined) return job.finish(() => set('failed', refusal ?? null));
  if (notice.status === 'sending' && chat.service !== 'google_chat')
    return job.finish(() => set('unknown', 'The service was stopped while it sent this; it is not sent again automatically.'));
  base.state.tx(() => set('sending', null));
  const result = await post(base, job, alert, chat);
  if (result.end === 'later' && job.attempt < ATTEMPTS) {
    base.state.tx(() => {
      set('queued', result.reason);
      noteChat(base, chat, 'active', result.reason);
    });
    throw new JobDelayed(result.reason, result.pauseMs);
  }
  job.finish(() => {
    if (result.end === 'sent') {
      set('sent', null);
      return noteChat(base, chat, 'active', null);
    }
    set(result.end === 'unknown' ? 'unknown' : 'failed', result.reason);
    return noteChat(base, chat, result.end === 'revoked' ? 'revoked' : 'active', result.reason);
  });
}

function refusalOf(base: Base, profileId: string, chat: ChatRow | undefined): string | undefined {
  if (!findReach(base, profileId)) return 'The profile is archived.';
  if (!chat) return 'The chat was deleted.';
  return chat.status === 'revoked' ? 'The address of the chat is not valid any more.' : undefined;
}

function post(base: Base, { jobId, payload: { event } }: JobRun<Payload>, alert: AlertRow, chat: ChatRow): Promise<ChatEnd> {
  const message = alertMessage({
    ...{ alert, event, profile: profileSettings(base, chat.profile_id).name },
    link: linkOf(base, chat.profile_id, storedContents.read(alert.contents)),
  });
  const body = chatBody(chat.service, message);
  const address = addressOfChat(base, chat);
  return postToChat(webhookTarget(base).send, { service: chat.service, address, body, requestId: jobId });
}

/** A chat whose address was replaced meanwhile is another one. */
function noteChat(
  base: Base,
  { profile_id, chat_id, address }: ChatRow,
  status: ChatRow['status'],
  problem: string | null,
): void {
  const present = findChat(base, profile_id, chat_id);
  if (!present || !Buffer.from(present.address).equals(Buffer.from(address))) return;
  base.state.statement('act/alerts/alert_chat_noted').run({ chat_id, status, problem });
}
