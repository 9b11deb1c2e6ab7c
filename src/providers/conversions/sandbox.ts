// The sandbox as a destination of conversions: it names bad events, takes the others, and has restatements and retractions.
import { z } from 'zod';
import type { SandboxApi } from '../sandbox/api.ts';
import { judgeNamed } from './answer-entries.ts';
import type { Built, DestinationKind } from './destination.ts';
import { EVENT_NAMES } from './event-names.ts';
import { digest, digests } from './hashing/digest.ts';
import { MICROSOFT, SNAP } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, withoutEmpty } from './kind.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NAMES = { usual: Object.fromEntries(EVENT_NAMES.map((name) => [name, name])) };
const receipt = z.object({ accepted: z.int(), rejected: z.array(z.unknown()) });
const rejection = z.object({ index: z.int().nonnegative(), reason: z.string() });

/** @param apiOf The sandbox listens on another port after each start. */
export const sandboxConversions = (apiOf: () => Promise<SandboxApi>): DestinationKind =>
  destinationKind({
    id: 'sandbox',
    limits: {
      batch: 50,
      maxAgeMs: 28 * DAY_MS,
      dedupWindowMs: 47 * HOUR_MS,
      namesIndex: true,
      canRestate: true,
      canRetract: true,
    },
    names: NAMES,
    safeFields: { platform_safe: ['emails', 'phones', 'externalId', 'gclid'], hipaa: ['gclid'] },
    build,
    send: async (grant, { targetId }, payloads) => {
      const path = `accounts/${encodeURIComponent(targetId)}/conversions`;
      const json = { events: payloads.map(({ body }) => body) };
      const { rejected } = await (await apiOf()).write(grant, { method: 'POST', path, account: targetId, json }, receipt);
      return { ...judgeNamed(payloads.length, rejected, (each) => rejection.safeParse(each).data), acceptedOthers: true };
    },
  });

function build(event: NamedEvent): Built {
  const { person, value, original, actionSource } = event;
  const user = {
    emails: digests(MICROSOFT.em, person.emails),
    phones: digests(MICROSOFT.ph, person.phones),
    external_id: digest(SNAP.external_id, person.externalId),
    click_id: person.clickIds.gclid,
  };
  const body = {
    event_id: event.eventId,
    kind: event.kind,
    event_name: event.at.name,
    action_source: actionSource,
    occurred_at: new Date(event.occurredAt).toISOString(),
    value: value ?? null,
    ...(original ? { original_event_id: original.eventId } : {}),
    user: {
      emails: user.emails,
      phones: user.phones,
      ...withoutEmpty({ external_id: user.external_id, click_id: user.click_id }),
    },
  };
  return { payload: { lane: 'events', body }, matchKeys: keysOf(user), actionSource };
}
