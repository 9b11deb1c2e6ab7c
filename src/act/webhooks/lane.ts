// The lane of a subscription: what is sent to its endpoint and what an answer means. Each attempt is on disk in the ledger before the next of the same
// delivery; a crash in between repeats an attempt under the same webhook-id.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineLanes, type LaneId, type RunMemory } from '../../base/deliver/lane.ts';
import { dueRows } from '../../base/deliver/rows.ts';
import { type Attempted, attemptDelivery } from './attempt.ts';
import { type Attempt, changeOf, deliveries, type Next } from './delivery.ts';
import { disableSubscription, noteOutcome } from './endpoint.ts';
import { announceAgain, endDeliveries, takeQueue } from './outbox/outbox.ts';
import { pauseAfter } from './schedule.ts';
import { findSubscription, type Subscription, secretsOf, TAIL_URL } from './subscription.ts';

/** Attempts of a lane at the same time. */
const PARALLEL = 8;
/** Failures of a run without a success in between, after which the endpoint gets a pause. */
const MAX_FAILURES = 16;
const FAILURE_PAUSE_MS = 60_000;
/** The ledger's limit of attempts for a delivery that is repeatedly sent again by hand. */
const MAX_ATTEMPTS = 50;

export const lanes = defineLanes({
  kind: 'webhook_lane',
  payload: z.object({ subscription_id: z.string() }),
  payloadOf: (lane) => ({ subscription_id: lane }),
  laneOf: ({ subscription_id }) => subscription_id,
  concurrency: 32,
  failureText: 'webhooks of a subscription could not be sent; the service retries automatically',
  deliveries,
  find: (base, subscriptionId) => {
    const subscription = findSubscription(base, subscriptionId);
    // An archived profile is purged with all that waits; a tail takes its deliveries itself.
    return subscription?.statusReason === 'archived' || subscription?.url === TAIL_URL ? undefined : subscription;
  },
  takeQueue,
  endReason: ({ removedAt, status, statusReason }) =>
    removedAt !== null ? 'removed' : status === 'disabled' && statusReason !== null ? statusReason : undefined,
  end: { state: 'cancelled' },
  forgetLane: ({ state }, subscription_id) => state.statement('act/webhooks/outbox_end_all').run({ subscription_id }),
  send: sendDue,
  lanesQueued: ({ state }) => state.statement('act/webhooks/outbox_waiting').all().map(laneIdOf),
  lanesOpen: ({ state }) => state.statement('act/webhooks/subscriptions_sending').all().map(laneIdOf),
  queueAgain: announceAgain,
});

export const laneJob = lanes.job;

const laneIdOf = ({ subscription_id, profile_id }: { subscription_id: string; profile_id: string }): LaneId => ({
  lane: subscription_id,
  profileId: profile_id,
});

export const wakeLane = (base: Base, { subscriptionId, profileId }: Pick<Subscription, 'subscriptionId' | 'profileId'>): void =>
  lanes.wake(base, { lane: subscriptionId, profileId });

async function sendDue(base: Base, subscription: Subscription, now: number, memory: RunMemory): Promise<void> {
  const { subscriptionId, url } = subscription;
  const secrets = secretsOf(base, subscription);
  const due = await dueRows(base, deliveries, subscriptionId, { now, limit: PARALLEL });
  if (due.length === 0) return;
  const attempts = await Promise.all(due.map((delivery) => attemptDelivery(base, { url, secrets }, delivery)));
  memory.failures = attempts.some(({ isAccepted }) => isAccepted) ? 0 : memory.failures + attempts.length;
  await settle(base, subscription, attempts, memory.failures >= MAX_FAILURES ? FAILURE_PAUSE_MS : undefined);
}

async function settle(
  base: Base,
  subscription: Subscription,
  attempted: readonly Attempted[],
  breakMs: number | undefined,
): Promise<void> {
  const isGone = attempted.some((each) => each.isGone);
  const at = base.clock.now();
  await endDeliveries(
    base,
    attempted.map((each) => changeOf(each.delivery, at, nextAfter(each, at))),
  );
  const asked = attempted.flatMap(({ askedPauseMs }) => askedPauseMs ?? []);
  const pauseMs = Math.max(breakMs ?? 0, ...asked);
  const isDisabled = noteOutcome(base, subscription, {
    isAccepted: attempted.some(({ isAccepted }) => isAccepted),
    pauseMs,
  });
  if (isGone || isDisabled) disableSubscription(base, subscription, isGone ? 'gone' : 'failures');
}

function nextAfter({ delivery, attempt, isAccepted, isGone, askedPauseMs, answer }: Attempted, at: number): Next {
  const tries = delivery.content.tries + 1;
  const content = {
    ...delivery.content,
    attempts: withAttempt(delivery.content.attempts, attempt),
    tries,
    answer: answer ?? delivery.content.answer,
  };
  if (isAccepted) return { state: 'delivered', content };
  if (isGone) return { state: 'cancelled', content: { ...content, reason: 'gone' } };
  const pause = pauseAfter(tries);
  if (pause === undefined) return { state: 'exhausted', content };
  return { state: 'pending', dueAt: at + Math.max(pause, askedPauseMs ?? 0), content };
}

function withAttempt(attempts: readonly Attempt[], attempt: Attempt): [Attempt, ...Attempt[]] {
  const [first = attempt, ...others] = [...attempts, attempt].slice(-MAX_ATTEMPTS);
  return [first, ...others];
}
