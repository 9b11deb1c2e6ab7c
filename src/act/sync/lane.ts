// The lane of a destination: what is sent to it in batches and what an answer means. Before a request, its deliveries are on disk as sent; after a crash
// they may have been accepted, and are sent again as long as the destination compares event ids.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineLanes, type LaneId } from '../../base/deliver/lane.ts';
import { dueRows } from '../../base/deliver/rows.ts';
import { deliverBatch, type ItemResult, UNREADABLE } from '../../providers/conversions/deliver.ts';
import type { DestinationKind } from '../../providers/conversions/destination.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { renewingOnce } from '../connections/index.ts';
import { CONFIRM_PAUSE_MS, confirmRequests, isUnconfirmed } from './confirm.ts';
import { type DeliveryContent, deliveries, type Next } from './delivery.ts';
import { type Destination, findDestination } from './destination.ts';
import { endSignals } from './event/signals.ts';
import { needsPerson, noteFailure, noteSuccess, pauseAfter } from './health.ts';
import { grantOf, kindsOf } from './kinds.ts';
import { withMessagingDataset } from './messaging-dataset.ts';
import { queueAgain, recordAttempts, recordChanges, takeQueue } from './open-items.ts';
import { aimed } from './platform-safe/platform-target.ts';
import { type Prepared, prepareDeliveries } from './prepare.ts';

/** Batches of one read of what is due. */
const BATCHES = 2;

export const lanes = defineLanes({
  kind: 'conversion_lane',
  payload: z.object({ destination_id: z.string() }),
  payloadOf: (lane) => ({ destination_id: lane }),
  laneOf: ({ destination_id }) => destination_id,
  concurrency: 16,
  failureText: 'conversions could not be sent to a destination; the service retries automatically',
  deliveries,
  find: (base, destinationId) => {
    const destination = findDestination(base, destinationId);
    // An archived profile is purged with all that waits.
    return destination?.statusReason === 'archived' ? undefined : destination;
  },
  takeQueue,
  endReason: ({ removedAt, status }) =>
    removedAt !== null ? 'destination_removed' : status === 'disabled' ? 'destination_gone' : undefined,
  // One that may have been accepted stays so: later revisions are changes of it.
  end: { state: 'skipped', kept: 'sent' },
  forgetLane: ({ state }, destination_id) => state.statement('act/sync/items_ended').run({ destination_id }),
  send: sendDue,
  lanesQueued: ({ state }) => state.statement('act/sync/items_waiting').all().map(laneIdOf),
  lanesOpen: ({ state }) => state.statement('act/sync/destinations_sending').all().map(laneIdOf),
  queueAgain,
});

export const laneJob = lanes.job;

const laneIdOf = ({ destination_id, profile_id }: { destination_id: string; profile_id: string }): LaneId => ({
  lane: destination_id,
  profileId: profile_id,
});

export const wakeLane = (base: Base, { destinationId, profileId }: Pick<Destination, 'destinationId' | 'profileId'>): void =>
  lanes.wake(base, { lane: destinationId, profileId });

async function sendDue(base: Base, stored: Destination, now: number): Promise<void> {
  try {
    await sendTo(base, aimed(base, await withMessagingDataset(base, stored)), now);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    noteFailure(base, stored, error);
  }
}

async function sendTo(base: Base, destination: Destination, now: number): Promise<void> {
  const kind = kindsOf(base).get(destination.kind);
  if (!kind)
    return noteFailure(base, destination, new ProviderFailure(destination.kind, 'misconfigured', 'it is not set up here'));
  const limit = kind.limits.batch * BATCHES;
  const due = await dueRows(base, deliveries, destination.destinationId, { now, limit });
  if (due.length === 0) return;
  const unconfirmed = due.filter(isUnconfirmed);
  if (await confirmRequests(base, destination, kind, unconfirmed)) return;
  const unsent = due.filter((each) => !unconfirmed.includes(each));
  const { ready, others, outcomes } = await prepareDeliveries(base, destination, kind, unsent);
  await recordChanges(base, now, others);
  if (ready.length > 0) await sendReady(base, destination, kind, ready);
  if (kind.signals('standard').length > 0) await endSignals(base, destination.profileId, outcomes);
}

/** One attempt of each; never more than once without a row that says so. */
async function sendReady(base: Base, destination: Destination, kind: DestinationKind, ready: Prepared['ready']): Promise<void> {
  const at = base.clock.now();
  const begun = ready.map(({ delivery, item, content }) => {
    const sent: DeliveryContent = { ...delivery.content, ...content, attempts: delivery.content.attempts + 1, sent_at: at };
    // No other process sends for this destination: a delivery found as sent later is of a run that was cut off.
    const next: Next = { state: 'sent', dueAt: at, content: { ...sent, first_tried_at: item.firstTriedAt ?? at } };
    return { item, delivery, sent, next };
  });
  await recordAttempts(base, at, begun);
  const send = async (payloads: Parameters<DestinationKind['send']>[2]) => {
    const grant = await grantOf(base, destination);
    return renewingOnce(grant, () => kind.send(grant, destination.settings, payloads));
  };
  const items = begun.map(({ item }) => item);
  const { results, failure } = await deliverBatch(kind.limits, send, items, {
    now: base.clock.now,
  });
  const after = base.clock.now();
  // Tests have no status.
  const isConfirmedLater = kind.readStatus !== undefined && destination.settings.testCode === undefined;
  const ended = {
    now: after,
    isConfirmedLater,
    sizes: requestSizes(results),
    isPaused: failure !== undefined && needsPerson(failure),
  };
  const changes = begun.flatMap(({ delivery, sent }, index) => {
    const result = results[index];
    return result ? [{ delivery, next: nextAfter(sent, result, ended) }] : [];
  });
  await recordChanges(base, after, changes);
  if (failure) noteFailure(base, destination, failure);
  else if (results.some(({ state }) => state === 'accepted')) noteSuccess(base, destination, !isConfirmedLater);
}

/** Accepted events by their request. */
function requestSizes(results: readonly ItemResult[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const result of results)
    if (result.state === 'accepted' && result.requestId !== undefined)
      sizes.set(result.requestId, (sizes.get(result.requestId) ?? 0) + 1);
  return sizes;
}

interface Ended {
  now: number;
  sizes: ReadonlyMap<string, number>;
  /** The destination waits for a person: its deliveries wait for nothing else. */
  isPaused: boolean;
  /** The destination reports the outcome of a request later. */
  isConfirmedLater: boolean;
}

function nextAfter(content: DeliveryContent, result: ItemResult, { now, isConfirmedLater, sizes, isPaused }: Ended): Next {
  const ended = { ...content, first_tried_at: null };
  const pause = isPaused ? 0 : pauseAfter(content.attempts);
  switch (result.state) {
    case 'accepted': {
      const requestId = result.requestId ?? null;
      // It is not sent again: the destination has it.
      if (isConfirmedLater && requestId !== null) {
        const later = { provider_request_id: requestId, is_confirmed_later: true, request_events: sizes.get(requestId) ?? 1 };
        return { state: 'sent', dueAt: now + CONFIRM_PAUSE_MS, content: { ...ended, reason: null, ...later } };
      }
      return { state: 'accepted', content: { ...ended, reason: null, provider_request_id: requestId } };
    }
    case 'rejected':
      return { state: 'rejected', content: { ...ended, reason: result.reason } };
    case 'waiting': {
      const dueAt = now + Math.max(result.retryAfterMs ?? 0, pause);
      return { state: 'pending', dueAt, content: { ...ended, reason: result.reason } };
    }
    case 'unknown': {
      const dueAt = now + pause;
      return { state: 'sent', dueAt, content: { ...content, reason: result.reason, first_tried_at: result.firstTriedAt } };
    }
    case 'expired':
      // It is unknown whether the destination has it.
      if (content.first_tried_at !== null)
        return { state: 'sent', content: { ...content, reason: content.reason === UNREADABLE ? UNREADABLE : result.reason } };
      return { state: 'expired', content: { ...content, reason: result.reason } };
  }
}
