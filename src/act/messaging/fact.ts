// A message that came in as a fact: the event `message_received` of its person, with the ad that began the conversation as its touch. It has no text.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob, type JobKind } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { acceptEvents, patiently } from '../../collect/events/index.ts';
import { customerByEmail } from '../../collect/identity/index.ts';
import { findMessage } from './store.ts';

const payload = z.object({
  channel: z.enum(['email', 'whatsapp']),
  provider: z.string(),
  /** Names the message for ever, so that a repeat is no second fact. */
  key: z.string(),
  at: z.number(),
  messageId: z.string(),
  threadId: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  clickId: z.string().nullable(),
  adId: z.string().nullable(),
});
type FactPayload = z.infer<typeof payload>;

const ACTION_SOURCES = { email: 'email', whatsapp: 'business_messaging' } as const;

/** A mail names somebody only if a customer has the address, and makes nobody a customer. */
const traitsOf = (base: Base, profileId: string, { phone, email }: FactPayload) => {
  if (phone !== null) return { user_traits: { phone: `+${phone}` } };
  return email !== null && customerByEmail(base, profileId, email) !== undefined ? { user_traits: { email } } : {};
};

export const factJob: JobKind<FactPayload> = defineJob<FactPayload>({
  kind: 'message_fact',
  payload,
  isSealed: true,
  concurrency: 4,
  leaseSeconds: 60,
  retry: { attempts: 20 },
  failureText: 'a message that came in could not be recorded as a fact; the service retries automatically',
  run: async (base, { profileId, payload: fact }) => {
    const { channel, provider, key, at, messageId, threadId, clickId, adId } = fact;
    const sealed = findMessage(base, profileId, messageId)?.sealed ?? null;
    if (sealed === null) return { skipped: 'the person was erased meanwhile' };
    const input = {
      ...{ event_type: 'message_received', idempotency_key: `${channel}:${key}`, occurred_at: new Date(at).toISOString() },
      action_source: ACTION_SOURCES[channel],
      properties: { channel, message_id: messageId, thread_id: threadId },
      ...traitsOf(base, profileId, fact),
      ...(clickId === null ? {} : { click_ids: { ctwa_clid: clickId } }),
      ...(adId === null ? {} : { ad: { platform: 'meta', ad_id: adId } }),
    };
    const [taken] = await patiently(() =>
      acceptEvents(base, profileId, [{ input }], 'server', { kind: 'connection', credential: provider }),
    );
    return taken?.status === 'rejected' ? { refused: taken.error.code } : {};
  },
});

export type MessageFact = Omit<FactPayload, 'key'> & {
  /** What the other side names the message by. */
  names: readonly string[];
};

/** In the transaction that stores the message. */
export function recordFact(tx: Base, profileId: string, { names, ...fact }: MessageFact): void {
  const key = createHash('sha256')
    .update(JSON.stringify([fact.channel, ...names]))
    .digest('hex');
  addJob(tx, factJob, { profileId, payload: { ...fact, key } });
}
