// Intents: what an operation is going to do at an outside service. The plan is stored in the transaction of the call and applied by a
// job, never in a transaction. A job that finds its intent begun asks the provider what happened before anything is tried again.
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AfterBase, Base, ReadBase } from '../base.ts';
import { ApiError } from '../contract/api-error.ts';
import { contractShape } from '../contract/contract-shape.ts';
import { isErrorCode } from '../contract/error-catalogue.ts';
import { slicesOf } from '../contract/hooks.ts';
import type { EffectSteps, Intended, IntentPayload, Planned, Settled } from '../contract/operation.ts';
import { canonicalJson } from '../kit/canonical.ts';
import { defineJob, type JobRun } from './job.ts';
import { addJob, type Ended, isRunning, runInTurn } from './runner.ts';
import { defineSchedule } from './schedule.ts';

const LEASE_SECONDS = 120;
/** With the pauses between them, more than an hour. */
const ATTEMPTS = 12;
/** As long as the answers of other calls under an idempotency key. */
const KEPT_MS = 24 * 60 * 60_000;

// biome-ignore lint/suspicious/noExplicitAny: intent and outcome are checked where the effect is defined
type AnySteps = EffectSteps<any, any, any, any>;

/** The call that an intent is of, where it came under an idempotency key. */
export interface CallKey {
  callKey: Buffer;
  requestHash: Buffer;
}

/** The values an approval binds to: the intent and the live state that it was planned on. */
export const bindingOf = ({ intent, live }: Planned<IntentPayload>): string =>
  createHash('sha256')
    .update(canonicalJson({ intent, live: live ?? null }))
    .digest('base64url');

/** @throws ApiError when the plan of now is not the one that was approved. */
export function requireBinding(bound: unknown, planned: Planned<IntentPayload>): void {
  if (bound !== bindingOf(planned))
    throw new ApiError('invalid_state', 'What was approved has changed since the request. Request it again.');
}

export interface NewIntent {
  operation: string;
  workspaceId: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the answer is checked where the effect is defined
  planned: Planned<IntentPayload> | Settled<any>;
  key: CallKey | undefined;
}

/** The intent of a call under a key, if there is one already. @throws ApiError when the key came with another request. */
export function findIntent(base: Base, { callKey, requestHash }: CallKey): string | undefined {
  const found = base.state.statement('base/intent_of_call').get({ call_key: callKey });
  if (found?.request_hash && !requestHash.equals(found.request_hash))
    throw new ApiError('idempotency_key_conflict', 'This Idempotency-Key came with another request before.');
  return found?.intent_id;
}

/** In the transaction of the call: the intent, and the job that applies it; of a settled plan, its answer. */
export function addIntent(base: Base, { operation, workspaceId, planned, key }: NewIntent): string {
  const intentId = randomUUID();
  const now = base.clock.now();
  base.state.statement('base/intents_forget').run({ before: now - KEPT_MS });
  base.state.statement('base/intent_add').run({
    intent_id: intentId,
    operation,
    workspace_id: workspaceId ?? null,
    created_at: now,
    call_key: key?.callKey ?? null,
    request_hash: key?.requestHash ?? null,
    intent: base.state.vault.seal(intentId, JSON.stringify('settled' in planned ? {} : planned.intent)),
  });
  if ('settled' in planned) end(base, intentId, 'done', planned.settled);
  else addJob(base, intentJob, { payload: { intentId }, dedupeKey: intentId });
  return intentId;
}

const jobOf = (intentId: string) => ({ profileId: '', dedupeKey: intentId });

const inFlight = (): ApiError =>
  new ApiError('idempotency_key_in_flight', 'It is not known yet whether the provider has done this.', {}, 1);

/** @throws ApiError while another caller applies the intent. */
export function requireEnded(base: AfterBase, intentId: string): void {
  if (!isEnded(base, intentId) && isRunning(base, intentJob, jobOf(intentId))) throw inFlight();
}

/** Applies an intent, or waits while another caller does; the answer of its operation. @throws the intent's failure. */
export async function runIntent(base: AfterBase, intentId: string): Promise<unknown> {
  const ended = isEnded(base, intentId) ? undefined : await runInTurn(base, intentJob, jobOf(intentId));
  return answerOf(base, intentId, ended);
}

const isEnded = (base: ReadBase, intentId: string): boolean =>
  base.state.statement('base/intent_get').get({ intent_id: intentId })?.outcome != null;

const failure = z.object({
  code: z.string().refine(isErrorCode),
  message: z.string(),
  extra: contractShape('ErrorDetails'),
  retryAfterSeconds: z.number().optional(),
  status: z.number(),
});

function answerOf(base: ReadBase, intentId: string, ended: Ended | undefined): unknown {
  const row = base.state.statement('base/intent_get').get({ intent_id: intentId });
  if (!row?.outcome) {
    if (ended?.error !== undefined) throw ended.error;
    throw inFlight();
  }
  const outcome: unknown = JSON.parse(base.state.vault.open(intentId, row.outcome));
  if (row.status === 'done') return outcome;
  const { code, message, extra, retryAfterSeconds, status } = failure.parse(outcome);
  throw new ApiError(code, message, extra, retryAfterSeconds, status);
}

export const intentJob = defineJob({
  kind: 'intent',
  payload: z.object({ intentId: z.string() }),
  concurrencyKey: ({ payload }) => `intent ${payload.intentId}`,
  concurrency: 4,
  leaseSeconds: LEASE_SECONDS,
  retry: { attempts: ATTEMPTS, firstPauseMs: 10_000 },
  failureText:
    'an intent could not be applied, or it is not known whether it was; the provider is asked before it is tried again',
  run: applyIntent,
});

async function applyIntent(base: Base, job: JobRun<{ intentId: string }>): Promise<void> {
  const { intentId } = job.payload;
  const row = base.state.statement('base/intent_get').get({ intent_id: intentId });
  if (!row || row.outcome) return;
  const steps = stepsOf(base, row.operation);
  const intended: Intended<IntentPayload> = { intentId, intent: JSON.parse(base.state.vault.open(intentId, row.intent)) };
  try {
    const outcome = await outcomeOf(base, steps, intended, row.status === 'applying');
    job.finish(() => {
      end(base, intentId, 'done', steps.finish(base, { ...intended, outcome }));
    });
  } catch (error) {
    if (error instanceof ApiError && !isUncertain(error)) return job.finish(() => fail(base, steps, intended, error));
    if (job.attempt >= ATTEMPTS) base.state.tx(() => fail(base, steps, intended, unknownEnd(), 'unknown'));
    throw error;
  }
}

const unknownEnd = (): ApiError =>
  new ApiError(
    'provider_error',
    'It could not be found out whether the provider has done this. Check there before it is repeated.',
  );

function fail(
  tx: Base,
  steps: AnySteps,
  intended: Intended<IntentPayload>,
  error: ApiError,
  effect: 'none' | 'unknown' = 'none',
): void {
  const { code, message, extra, retryAfterSeconds, status } = error;
  end(tx, intended.intentId, 'failed', { code, message, extra, retryAfterSeconds, status });
  // Nothing was done, and the same key may try it again.
  const isFree = retryAfterSeconds !== undefined || (steps.retriesRefused === true && effect === 'none');
  if (isFree) tx.state.statement('base/intent_key_free').run({ intent_id: intended.intentId });
  steps.failed?.(tx, { ...intended, error });
}

/** Ends intents whose job has ended without them, as when a process was lost at the last attempt. */
export const endIntents = defineSchedule({
  kind: 'end_intents',
  times: { everySeconds: 3_600 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'intents without a job could not be ended; the service retries automatically',
  run: (base) => {
    for (const { intent_id: intentId, operation, intent } of base.state.statement('base/intents_abandoned').all()) {
      const intended = { intentId, intent: JSON.parse(base.state.vault.open(intentId, intent)) };
      base.state.tx(() => fail(base, stepsOf(base, operation), intended, unknownEnd(), 'unknown'));
    }
  },
});

async function outcomeOf(base: Base, steps: AnySteps, intended: Intended<IntentPayload>, isBegun: boolean): Promise<unknown> {
  if (isBegun) {
    const verified = await steps.verify(intended, base);
    if (verified !== 'not applied') return verified.applied;
  }
  base.state.statement('base/intent_apply').run({ intent_id: intended.intentId });
  return steps.apply(intended, base);
}

/** The provider may have done it: what it fails with says so, or nothing said anything. */
const isUncertain = ({ cause }: ApiError): boolean =>
  cause !== null && typeof cause === 'object' && 'outcome' in cause && cause.outcome === 'unknown';

function stepsOf(base: Base, operation: string): AnySteps {
  for (const { handlers } of slicesOf(base)) {
    const found = Object.hasOwn(handlers, operation) ? handlers[operation] : undefined;
    if (found?.effect === 'outside') return found.steps;
  }
  throw new Error(`no slice has an outside effect ${operation}`);
}

function end(base: Base, intentId: string, status: 'done' | 'failed', outcome: unknown): void {
  const sealed = base.state.vault.seal(intentId, JSON.stringify(outcome));
  base.state.statement('base/intent_end').run({ intent_id: intentId, status, outcome: sealed, now: base.clock.now() });
}
