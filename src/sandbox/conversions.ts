// Conversions that the sandbox was sent: compared by event id, kept as names and values, and never as people.
import { z } from 'zod';
import { SandboxRefusal } from './errors.ts';
import type { AdvertiserPlatform } from './platform.ts';
import type { Advertiser, SandboxGrant } from './state.ts';

/** The newest are kept. */
const MAX_KEPT = 2_000;
const MAX_AGE_MS = 28 * 86_400_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const event = z.strictObject({
  event_id: z.string().min(1).max(128),
  event_name: z.string().min(1).max(64),
  occurred_at: z.iso.datetime(),
  kind: z.enum(['conversion', 'restatement', 'retraction']),
  action_source: z.string().max(32),
  original_event_id: z.string().max(128).optional(),
  value: z.strictObject({ amount: z.string().regex(/^\d+(\.\d+)?$/), currency: z.string().length(3) }).nullable(),
  user: z.strictObject({
    emails: z.array(hash),
    phones: z.array(hash),
    external_id: hash.optional(),
    click_id: z.string().max(512).optional(),
  }),
});
const sent = z.strictObject({ events: z.array(z.unknown()).min(1).max(50) });

type SandboxConversion = Advertiser['conversions'][number];

interface Taken {
  accepted: number;
  rejected: { index: number; reason: string }[];
}

/** Bad events are named, and the others are taken; a repeated id counts once. */
export function takeConversions(platform: AdvertiserPlatform, grant: SandboxGrant, accountId: string, body: unknown): Taken {
  if (!grant.accountIds.includes(accountId)) throw new SandboxRefusal('not_found', 'There is no such account.');
  const parsed = sent.safeParse(body);
  if (!parsed.success) throw new SandboxRefusal('bad_value', z.prettifyError(parsed.error));
  const taken: Taken = { accepted: 0, rejected: [] };
  const now = platform.now();
  platform.change((state) => {
    const existing = new Set(state.conversions.filter((each) => each.accountId === accountId).map(({ eventId }) => eventId));
    for (const [index, one] of parsed.data.events.entries()) {
      const found = event.safeParse(one);
      const reason = found.success ? whyRefused(Date.parse(found.data.occurred_at), now) : 'bad_event';
      if (reason !== undefined || !found.success) {
        taken.rejected.push({ index, reason: reason ?? 'bad_event' });
        continue;
      }
      taken.accepted += 1;
      const { event_id: eventId, event_name: name, kind, occurred_at: occurredAt, value } = found.data;
      if (!existing.has(eventId)) state.conversions.push({ accountId, eventId, name, kind, occurredAt, value });
      existing.add(eventId);
    }
    state.conversions.splice(0, Math.max(0, state.conversions.length - MAX_KEPT));
  });
  return taken;
}

const whyRefused = (occurredAt: number, now: number): string | undefined =>
  now - occurredAt > MAX_AGE_MS ? 'too_old' : undefined;

export function conversionsOf(
  { state }: AdvertiserPlatform,
  grant: SandboxGrant,
  accountId: string,
): { items: SandboxConversion[] } {
  if (!grant.accountIds.includes(accountId)) throw new SandboxRefusal('not_found', 'There is no such account.');
  return { items: state.conversions.filter((each) => each.accountId === accountId) };
}
