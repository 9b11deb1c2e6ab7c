// Deliveries that a destination rejected, to be sent again at a user's request: rows of state, which the lane of the destination moves into the
// ledger (`open-items.ts`), as nothing else writes its deliveries.
import { actorOf } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, stateChange } from '../../base/contract/operation.ts';
import { latestRows } from '../../base/deliver/list.ts';
import type { DestinationKind } from '../../providers/conversions/destination.ts';
import { type Delivery, deliveries, findDelivery } from './delivery.ts';
import { auditDestination, type Destination } from './destination.ts';
import { ownDestination } from './destinations.ts';
import { kindsOf } from './kinds.ts';
import { wakeLane } from './lane.ts';

/** Deliveries of one call without a list. */
const MAX_RESENT = 1_000;

type Body = Call<'resendConversionDeliveries'>['body'];

/** @throws ApiError `not_found` for one that is of no such destination. */
function named(base: ReadBase, { destinationId, profileId }: Destination, ids: readonly string[]): Delivery[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => {
    const found = findDelivery(base, profileId, id);
    if (found?.lane !== destinationId) throw new ApiError('not_found', `delivery_ids: this destination has no delivery ${id}.`);
    return found;
  });
}

/** The newest first; one more than a call sends, where there is one. */
const rejectedOf = (base: ReadBase, { destinationId }: Destination): Delivery[] =>
  latestRows(base, deliveries, destinationId, { states: ['rejected'], limit: MAX_RESENT + 1 });

/** The destination would refuse it for its age. */
function isTooOld({ limits }: DestinationKind, { content }: Delivery, now: number): boolean {
  const maxAgeMs = (content.action_source && limits.maxAgeMsOf?.[content.action_source]) ?? limits.maxAgeMs;
  return now - content.occurred_at > maxAgeMs;
}

/** @throws ApiError */
function usableKind(base: ReadBase, { kind, status, statusReason }: Destination): DestinationKind {
  if (status === 'disabled' || statusReason === 'archived')
    throw new ApiError('invalid_state', `The destination is ${statusReason === 'archived' ? 'archived' : status}.`);
  const found = kindsOf(base).get(kind);
  if (!found) throw new ApiError('not_implemented', `Conversions cannot be sent to ${kind} on this installation.`);
  return found;
}

function chosen(base: ReadBase, destination: Destination, { delivery_ids: ids }: Body) {
  const kind = usableKind(base, destination);
  const all = ids === undefined ? rejectedOf(base, destination) : named(base, destination, ids);
  const rejected = all.filter(({ state }) => state === 'rejected').slice(0, MAX_RESENT);
  const now = base.clock.now();
  const young = rejected.filter((each) => !isTooOld(kind, each, now));
  return {
    repeats: young,
    counts: {
      queued: young.length,
      too_old: rejected.length - young.length,
      not_rejected: all.filter(({ state }) => state !== 'rejected').length,
      has_more: ids === undefined && all.length > MAX_RESENT,
    },
  };
}

export const resendConversionDeliveries = stateChange('resendConversionDeliveries', ({ principal, profile, body }, tx) => {
  const destination = ownDestination(tx, profile.profileId, body.destination_id);
  const { destinationId, profileId } = destination;
  const { repeats, counts } = chosen(tx, destination, body);
  for (const { key } of repeats)
    tx.state.statement('act/sync/resend_add').run({ delivery_id: key, destination_id: destinationId, profile_id: profileId });
  if (repeats.length > 0) {
    auditDestination(tx, destination, { actor: actorOf(principal), action: 'resent', detail: { deliveries: counts.queued } });
    wakeLane(tx, destination);
  }
  return { data: counts, meta: { profile_id: profileId }, outcome: 'accepted' };
});
