// Writes one message in a chat. That it is being sent is on disk before the first byte leaves, so an attempt that a crash cut off is not repeated: its end is
// unknown, unless the service drops what is sent again.
import type { Base } from '../../base/base.ts';
import { JobDelayed, type JobRun } from '../../base/work/job.ts';
import { type ChatMessage, chatBody } from '../../providers/chat-webhooks/message.ts';
import { postToChat } from '../../providers/chat-webhooks/post.ts';
import { webhookTarget } from '../../providers/http/webhook-target.ts';
import { findReach } from '../places/index.ts';
import { addressOfChat, type ChatRow, findChat } from './chats.ts';

export type ChatState = 'queued' | 'sending' | 'sent' | 'unknown' | 'failed';

/** About a day and a half. */
const CHAT_ATTEMPTS = 40;
export const CHAT_RETRY = { attempts: CHAT_ATTEMPTS, firstPauseMs: 60_000, maxPauseMs: 3_600_000 };

interface Writing {
  chatId: string;
  /** As the row of what is sent has it. */
  state: ChatState;
  set: (state: ChatState, reason: string | null) => void;
  message: () => ChatMessage;
}

const CUT_OFF = 'The service was stopped while it sent this; it is not sent again automatically.';

/** Ends the job, or delays it. */
export async function writeInChat(base: Base, job: JobRun<unknown>, { chatId, state, set, message }: Writing): Promise<void> {
  const chat = findChat(base, job.profileId, chatId);
  const refusal = refusalOf(base, job.profileId, chat);
  if (!chat || refusal !== undefined) return job.finish(() => set('failed', refusal ?? null));
  const { service } = chat;
  if (state === 'sending' && service !== 'google_chat') return job.finish(() => set('unknown', CUT_OFF));
  base.state.tx(() => set('sending', null));
  const post = { service, address: addressOfChat(base, chat), body: chatBody(service, message()), requestId: job.jobId };
  const result = await postToChat(webhookTarget(base).send, post);
  if (result.end === 'later' && job.attempt < CHAT_ATTEMPTS) {
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

/** A chat whose address was replaced meanwhile is another one. */
function noteChat(
  base: Base,
  { profile_id, chat_id, address }: ChatRow,
  status: ChatRow['status'],
  problem: string | null,
): void {
  const present = findChat(base, profile_id, chat_id);
  if (!present || !Buffer.from(present.address).equals(Buffer.from(address))) return;
  base.state.statement('account/chats/alert_chat_noted').run({ chat_id, status, problem });
}
