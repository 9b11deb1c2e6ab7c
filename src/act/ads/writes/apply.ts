// Carries out a plan at the platforms, one change after the other, each compared first with what it was planned on and read back after it.
// A row says before each request that it may have been done, so that an attempt after a time-out or a crash reads first and repeats
// nothing blindly. Where one change fails for good, those before it are taken back, and the refusal says what is left.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isErrorCode } from '../../../base/contract/error-catalogue.ts';
import { type AdAccess, queueSyncs, requireAdWriteAccess } from '../../connections/index.ts';
import { type LiveState, storedFailure } from '../stored.ts';
import { driftOf, hasValue, type ReadTarget } from './live.ts';
import { auditWrite, endWrite, failureOf, markUndone, type StoredPlan, type StoredWrite, storedPlan } from './plans.ts';
import { isUncertain, openBegun, readNow, send, uncertain } from './sending.ts';
import { swapAds } from './swap.ts';
import { asking, requireLiveProfile } from './wanted.ts';

/** Continues where an earlier attempt ended. @throws ApiError; with a cause of the outcome `unknown` where it may have been done. */
export async function applyPlan(base: Base, planId: string): Promise<void> {
  const plan = storedPlan(base, planId);
  if (!plan) throw new ApiError('not_found', 'The profile is archived: nothing is written.');
  base.state.statement('act/ads/plan_apply').run({ plan_id: planId });
  const isIndependent = plan.is_independent === 1;
  const failed = plan.writes.find(({ status }) => status === 'failed');
  if (failed?.error && !isIndependent) return takeBack(base, plan, failed.error);
  for (const write of plan.writes) {
    try {
      await inTurn(base, write, () => applyWrite(base, plan, write));
    } catch (error) {
      if (!(error instanceof ApiError) || isUncertain(error)) throw error;
      const failure = failureOf(error);
      noteFailed(base, plan, write, failure);
      if (isIndependent) continue;
      if (plan.writes.length === 1) throw error;
      return takeBack(base, plan, failure);
    }
  }
}

/** One change of a target at a time in this process; the index of the table sees to those of others. */
const inTurn = <T>(base: Base, { platform, target_type, target_id }: StoredWrite, work: () => Promise<T>): Promise<T> =>
  base.mutex('act/ads writes', `${platform} ${target_type} ${target_id}`, work);

function noteFailed(base: Base, plan: StoredPlan, write: StoredWrite, failure: Parameters<typeof storedFailure.write>[0]): void {
  base.state.tx(() => {
    const row = { write_id: write.write_id, error: storedFailure.write(failure), now: base.clock.now() };
    base.state.statement('act/ads/write_failed').run(row);
    auditWrite(base, plan, write, 'failed', failure);
  });
}

async function applyWrite(base: Base, plan: StoredPlan, write: StoredWrite): Promise<void> {
  if (write.status === 'applied' || write.status === 'failed') return;
  const isBegun = write.status === 'applying';
  if (write.kind === 'duplicate_and_swap' && isBegun) return continueSwap(base, write);
  const { access, now } = await readNow(base, write, isBegun);
  if (write.kind === 'duplicate_and_swap') {
    requireNoDrift(write, now, isBegun);
    requireLiveProfile(base, plan.profile_id);
    return applied(base, access, write, await swapAds(base, access, write));
  }
  if (hasValue(now.state, write.after) && (isBegun || hasValue(write.plannedOn, write.after)))
    return applied(base, access, write, { result: now.state });
  requireNoDrift(write, now, isBegun);
  await asking(base, access, () => requireAdWriteAccess(base, access));
  requireLiveProfile(base, plan.profile_id);
  const receipt = await send(base, access, write, write.after);
  applied(base, access, write, receipt);
}

/** While a swap is in progress both ads may deliver: nothing keeps it from being completed, and its original may be gone by now. */
async function continueSwap(base: Base, write: StoredWrite): Promise<void> {
  const access = await openBegun(base, write);
  return applied(base, access, write, await swapAds(base, access, write));
}

/** The catalogue is read again soon, so that lists of ads show the change. */
function applied(
  base: Base,
  { connection }: AdAccess,
  write: StoredWrite,
  { result, requestId }: { result: LiveState; requestId?: string | undefined },
): void {
  const requestIds = requestId === undefined ? write.requestIds : [...write.requestIds, requestId];
  base.state.tx(() => {
    endWrite(base, write, { result, requestIds });
    queueSyncs(base, connection.connectionId, { kinds: ['catalogue'] });
  });
}

function requireNoDrift(write: StoredWrite, now: ReadTarget, isBegun: boolean): void {
  const drift = [...driftOf(write.plannedOn, now.state), ...(now.budgetObstacle === undefined ? [] : ['where the budget is'])];
  if (drift.length === 0) return;
  const message = `The platform has changed since this was planned: ${drift.join('; ')}.`;
  const nothing = isBegun
    ? 'Check the ad at the platform before you request it again.'
    : 'Nothing was written. Request it again.';
  throw new ApiError('invalid_state', `${message} ${nothing}`, { changed: drift });
}

/** Undoes the changes made before one failed, the last first. @throws ApiError: the failure, with the outcome of each change. */
async function takeBack(base: Base, plan: StoredPlan, failure: { code: string; message: string }): Promise<never> {
  for (const write of (storedPlan(base, plan.plan_id)?.writes ?? []).toReversed())
    if (write.status === 'applied' || write.status === 'undoing') await inTurn(base, write, () => takeBackOne(base, plan, write));
  const writes = storedPlan(base, plan.plan_id)?.writes ?? [];
  const isLeft = writes.some(({ status }) => status === 'applied');
  const end = isLeft ? 'A change before it could not be taken back: writes lists each.' : 'Nothing of it is left in force.';
  const shown = writes.map(({ write_id, kind, target_id, status }) => ({ write_id, kind, target_id, status: endOf(status) }));
  const code = isErrorCode(failure.code) ? failure.code : 'invalid_state';
  throw new ApiError(code, `${failure.message} ${end}`, { failed: { code: failure.code }, writes: shown });
}

const endOf = (status: StoredWrite['status']): string => (status === 'planned' ? 'not_begun' : status);

async function takeBackOne(base: Base, plan: StoredPlan, write: StoredWrite): Promise<void> {
  base.state.statement('act/ads/write_undoing').run({ write_id: write.write_id });
  try {
    const { access, now } = await readNow(base, write, true);
    if (!hasValue(now.state, write.before)) {
      if (!hasValue(now.state, write.after)) throw new ApiError('invalid_state', 'The platform has another value by now.');
      await send(base, access, write, write.before);
    }
    base.state.tx(() => markUndone(base, write));
  } catch (error) {
    if (!(error instanceof ApiError) || isUncertain(error)) throw error;
    // A refusal for a while is no end of what is half in force.
    if (error.retryAfterSeconds !== undefined) throw uncertain(error.message, write.platform);
    const failure = failureOf(error);
    base.state.tx(() => {
      base.state.statement('act/ads/write_left').run({ write_id: write.write_id, error: storedFailure.write(failure) });
      auditWrite(base, plan, write, 'left', failure);
    });
  }
}
