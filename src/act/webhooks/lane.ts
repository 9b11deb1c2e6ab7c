// The lane of a subscription: one job takes its deliveries from the outbox into the ledger and sends what is due, so that a slow receiver
// keeps no other waiting. Each attempt is on disk in the ledger before the next of the same delivery; a crash in between repeats an attempt
// under the same webhook-id.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob, type JobKind, type JobRun } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { type Attempted, attemptDelivery } from './attempt.ts';
import { changeOf, deliveryOf, laneOf } from './delivery.ts';
import { disableSubscription, noteOutcome } from './endpoint.ts';
import { announceAgain, cancelOpen, endDeliveries, moveQueued, moveRedeliveries } from './outbox/outbox.ts';
import { pauseAfter } from './schedule.ts';
import { findSubscription, type Subscription, secretsOf, TAIL_URL } from './subscription.ts';

/** Attempts of a lane at the same time. */
const PARALLEL = 8;
/** Failures of a run without a success in between, after which the endpoint gets a pause. */
const MAX_FAILURES = 16;
const FAILURE_PAUSE_MS = 60_000;
/** A run ends after so long, so that lanes beyond the number that run at once get their turn. */
const RUN_MS = 20_000;
/** The ledger's limit of attempts for a delivery that is repeatedly sent again by hand. */
const MAX_ATTEMPTS = 50;

const payload = z.object({ subscription_id: z.string() });
type LanePayload = z.infer<typeof payload>;

export const laneJob: JobKind<LanePayload> = defineJob<LanePayload>({
  kind: 'webhook_lane',
  payload,
  concurrencyKey: ({ payload: { subscription_id } }) => `webhook_lane ${subscription_id}`,
  concurrency: 32,
  leaseSeconds: 60,
  retry: { attempts: 20, maxPauseMs: 600_000 },
  stopSeconds: 2,
  failureText: 'webhooks of a subscription could not be sent; the service retries automatically',
  run: runLane,
});

/** Has the lane look at once; inside the caller's transaction where there is one. */
export function wakeLane(base: Base, { subscriptionId, profileId }: Pick<Subscription, 'subscriptionId' | 'profileId'>): void {
  const { jobId, created } = addLaneJob(base, { subscriptionId, profileId }, undefined);
  if (!created) base.state.jobs.revive(jobId);
}

/** For a profile that arrives: waiting deliveries are in the ledger and in the outbox. */
export function wakeLanesOf(tx: Base, profileId: string): void {
  for (const { subscription_id, profile_id } of tx.state.statement('act/webhooks/subscriptions_sending').all())
    if (profile_id === profileId) wakeLane(tx, { subscriptionId: subscription_id, profileId });
}

/** After the ledger was lost: everything that has not ended is pending again. Answers how much that is. */
export function sendAgain(tx: Base): number {
  const announced = announceAgain(tx);
  for (const { subscription_id, profile_id } of tx.state.statement('act/webhooks/outbox_waiting').all())
    wakeLane(tx, { subscriptionId: subscription_id, profileId: profile_id });
  return announced;
}

const addLaneJob = (
  base: Base,
  { subscriptionId, profileId }: Pick<Subscription, 'subscriptionId' | 'profileId'>,
  runAt: number | undefined,
) =>
  addJob(base, laneJob, {
    profileId,
    payload: { subscription_id: subscriptionId },
    dedupeKey: subscriptionId,
    ...(runAt === undefined ? {} : { runAt }),
  });

async function runLane(base: Base, job: JobRun<LanePayload>): Promise<void> {
  const subscriptionId = job.payload.subscription_id;
  const end = performance.now() + RUN_MS;
  let failures = 0;
  for (;;) {
    const subscription = findSubscription(base, subscriptionId);
    // An archived profile is purged with all that waits.
    if (!subscription || subscription.statusReason === 'archived' || subscription.url === TAIL_URL) return;
    const now = base.clock.now();
    if (job.signal.aborted) return void finish(base, job, subscription, now);
    await moveQueued(base, subscription);
    await moveRedeliveries(base, subscription);
    const ended = subscription.removedAt !== null ? 'removed' : subscription.status === 'disabled' && subscription.statusReason;
    if (ended) return void (await cancelOpen(base, subscriptionId, ended));
    if (subscription.status === 'paused') return;
    const next = Math.max(
      subscription.throttledUntil ?? 0,
      base.ledger.nextDue(laneOf(subscriptionId)) ?? Number.POSITIVE_INFINITY,
    );
    if (next > now || performance.now() > end) return void finish(base, job, subscription, next);
    const attempted = await sendDue(base, subscription, now);
    failures = attempted.some(({ isAccepted }) => isAccepted) ? 0 : failures + attempted.length;
    await settle(base, subscription, attempted, failures >= MAX_FAILURES ? FAILURE_PAUSE_MS : undefined);
  }
}

/** Ends the job with the next one, where there is something to wait for. */
function finish(base: Base, job: JobRun<LanePayload>, subscription: Subscription, next: number): void {
  job.finish(() => {
    if (Number.isFinite(next)) addLaneJob(base, subscription, next);
  });
}

async function sendDue(base: Base, subscription: Subscription, now: number): Promise<Attempted[]> {
  const { subscriptionId, url } = subscription;
  const secrets = secretsOf(base, subscription);
  const due = base.ledger.due(laneOf(subscriptionId), { now, limit: PARALLEL }).map(deliveryOf);
  return Promise.all(due.map((delivery) => attemptDelivery(base, { url, secrets }, delivery)));
}

async function settle(
  base: Base,
  subscription: Subscription,
  attempted: readonly Attempted[],
  breakMs: number | undefined,
): Promise<void> {
  const isGone = attempted.some((each) => each.isGone);
  await endDeliveries(
    base,
    attempted.map((each) => changeAfter(base, each)),
  );
  const asked = attempted.flatMap(({ askedPauseMs }) => askedPauseMs ?? []);
  const pauseMs = Math.max(breakMs ?? 0, ...asked);
  const isDisabled = noteOutcome(base, subscription, {
    isAccepted: attempted.some(({ isAccepted }) => isAccepted),
    pauseMs,
  });
  if (isGone || isDisabled) disableSubscription(base, subscription, isGone ? 'gone' : 'failures');
}

/** The ledger's row of a delivery after an attempt. */
function changeAfter(base: Base, { delivery, attempt, isAccepted, isGone, askedPauseMs, answer }: Attempted) {
  const { content } = delivery;
  const tries = content.tries + 1;
  const next = {
    ...content,
    attempts: [...content.attempts, attempt].slice(-MAX_ATTEMPTS),
    tries,
    answer: answer ?? content.answer,
  };
  const at = base.clock.now();
  if (isAccepted) return changeOf(delivery, { state: 'delivered', at, content: next });
  if (isGone) return changeOf(delivery, { state: 'cancelled', at, content: { ...next, reason: 'gone' } });
  const pause = pauseAfter(tries, Math.random());
  if (pause === undefined) return changeOf(delivery, { state: 'exhausted', at, content: next });
  return changeOf(delivery, { state: 'pending', at, dueAt: at + Math.max(pause, askedPauseMs ?? 0), content: next });
}
