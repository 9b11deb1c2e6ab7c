// A message as a fact without its text: the event `message_received` of its person, with the ad that began the conversation as its touch, and `message_sent`
// of the person that it went to, which is no touch.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob, type JobKind } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { acceptEvents, patiently } from '../../collect/events/index.ts';
import { customerByEmail, customerByPhone } from '../../collect/identity/index.ts';
import { findConnection } from '../connections/index.ts';
import { findMessage, type MessageRow } from './store.ts';
import type { MessageContent } from './stored.ts';

const payload = z.object({
  type: z.enum(['message_received', 'message_sent']),
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

/** A mail, or a message of ours, names somebody only if a customer has the address, and makes nobody a customer. */
const traitsOf = (base: Base, profileId: string, { type, phone, email }: FactPayload) => {
  if (phone !== null) {
    const number = `+${phone}`;
    if (type === 'message_sent' && customerByPhone(base, profileId, number) === undefined) return {};
    return { user_traits: { phone: number } };
  }
  return email !== null && customerByEmail(base, profileId, email) !== undefined ? { user_traits: { email } } : {};
};

export const factJob: JobKind<FactPayload> = defineJob<FactPayload>({
  kind: 'message_fact',
  payload,
  isSealed: true,
  concurrency: 4,
  leaseSeconds: 60,
  retry: { attempts: 20 },
  failureText: 'a message could not be recorded as a fact; the service retries automatically',
  run: async (base, { profileId, payload: fact }) => {
    const { type, channel, provider, key, at, messageId, threadId, clickId, adId } = fact;
    const sealed = findMessage(base, profileId, messageId)?.sealed ?? null;
    if (sealed === null) return { skipped: 'the person was erased meanwhile' };
    const input = {
      event_type: type,
      idempotency_key: `${channel}:${key}`,
      occurred_at: new Date(at).toISOString(),
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

const keyOf = (names: readonly string[]): string => createHash('sha256').update(JSON.stringify(names)).digest('hex');

export type MessageFact = Omit<FactPayload, 'key' | 'type'> & {
  /** What the other side names the message by. */
  names: readonly string[];
};

/** In the transaction that stores the message. */
export function recordFact(tx: Base, profileId: string, { names, ...fact }: MessageFact): void {
  addJob(tx, factJob, { profileId, payload: { ...fact, type: 'message_received', key: keyOf([fact.channel, ...names]) } });
}

/** In the transaction in which it becomes known that the message went out. */
export function recordSent(tx: Base, row: Omit<MessageRow, 'status'>, { from, to, whatsapp }: MessageContent): void {
  const { profile_id: profileId, message_channel: channel, message_id: messageId, thread_id: threadId, connection_id } = row;
  const names = [whatsapp?.number ?? from.toLowerCase(), row.external_id ?? messageId];
  const payload: FactPayload = {
    type: 'message_sent',
    channel,
    messageId,
    threadId,
    at: row.handed_over_at ?? row.created_at,
    provider: findConnection(tx, connection_id)?.provider.id ?? channel,
    // Of two mailboxes of a profile one may have sent what the other received.
    key: keyOf([channel, 'sent', ...names]),
    phone: whatsapp?.person.phone ?? null,
    email: channel === 'email' ? (to[0] ?? null) : null,
    clickId: null,
    adId: null,
  };
  addJob(tx, factJob, { profileId, payload });
}
