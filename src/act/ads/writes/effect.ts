// Operations that change ads. `adWriteEffect` makes one of what a call wants: the changes are prepared on what the platform has, planned in one
// transaction, and then carried out, or wait for a person's approval where the caller is no owner or admin or requests it. Each ends with
// the same answer, at once or as the result of the handoff.
import { actorOf } from '../../../account/audit/index.ts';
import { endHandoff, handoffAddress } from '../../../account/handoffs/index.ts';
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, type OperationId, type OutsideEffect, outsideEffect } from '../../../base/contract/operation.ts';
import type { SkippedAd } from '../stored.ts';
import { applyPlan } from './apply.ts';
import { appliedBy, needsApproval, raiseApproval } from './approvals.ts';
import type { PreparedWrite, RaisedHandoff, WantedWrite } from './kinds.ts';
import { hasValue } from './live.ts';
import { type LiveReader, liveReader } from './live-reader.ts';
import { addPlan, endPlan, failureOf, handoffFailure, type StoredPlan, storedPlan } from './plans.ts';
import { headOf } from './shown.ts';
import { checkTurn, IdOfSeveral, prepareWrite, SkippedHere, targetOf } from './wanted.ts';

export interface WantedWrites {
  /** Carried out in this order; where one fails for good, those before it are taken back. */
  writes: WantedWrite[];
  /** Each change is independent of the others, and one that cannot be planned is skipped. */
  isIndependent?: boolean | undefined;
  /** Also of an owner or admin. */
  requireApproval?: boolean | undefined;
  /** The member of the workspace, by id or e-mail address, whom a program acts for. */
  appliedBy?: string | undefined;
  /** The subject of the plan; it comes back in the hook `adWritesEnded`. */
  source?: { kind: string; id: string } | undefined;
  /** Shown to the approver; the texts may be those of strangers. */
  evidence?: { name: string; value: string }[] | undefined;
}

export interface AdWriteOptions<Id extends OperationId> {
  /** The changes that the call requests. It reads state, and the platform by `live`. @throws ApiError to refuse. */
  wanted: (call: Call<Id>, base: Base, live: LiveReader) => Promise<WantedWrites> | WantedWrites;
  /** The answer of a call that needs no change any more, such as of a recommendation that was applied before. Asked first and in the transaction. */
  settled?: (call: Call<Id>, tx: Base) => Answer<Id> | undefined;
  /** The answer of a call that changes no ads, which is recorded in the transaction; undefined where it changes some. */
  unwritten?: (call: Call<Id>, base: Base) => Promise<((tx: Base) => Answer<Id>) | undefined>;
  /** In the transaction that stores the plan. */
  planned?: (call: Call<Id>, tx: Base, plan: StoredPlan) => void;
  /** In the transaction that ends the plan, at once or long after the call: what the call, or the handoff, answers. */
  answer: (tx: Base, plan: StoredPlan) => Answer<Id>;
  /** The answer while a person decides. */
  awaiting: (tx: Base, plan: StoredPlan, handoff: RaisedHandoff) => Answer<Id>;
}

interface Prepared<Id extends OperationId> {
  settled?: Answer<Id> | undefined;
  record?: ((tx: Base) => Answer<Id>) | undefined;
  wants: WantedWrites;
  writes: PreparedWrite[];
  skipped: SkippedAd[];
}

export const adWriteEffect = <Id extends OperationId>(id: Id, options: AdWriteOptions<Id>): OutsideEffect<Id> =>
  outsideEffect(id, {
    prepare: (call, base) => prepare(call, base, options),
    plan: (call, tx, prepared: Prepared<Id>) => planWrites(id, call, tx, { prepared, options }),
    apply: async ({ intent }: { intent: { planId: string } }, base) => applyPlan(base, intent.planId),
    verify: async ({ intent }, base) => ({ applied: await applyPlan(base, intent.planId) }),
    finish: (tx, { intent }) => {
      const plan = endPlan(tx, intent.planId, { status: 'applied' });
      if (!plan) throw new Error('a plan that was carried out is there');
      const answer = options.answer(tx, plan);
      if (plan.handoff_id !== null) endHandoff(tx, plan.handoff_id, { outcome: 'approved', result: resultOf(answer) });
      return answer;
    },
    failed: (tx, { intent, error }) => {
      const plan = endPlan(tx, intent.planId, { status: 'failed', error: failureOf(error) });
      if (plan?.handoff_id) endHandoff(tx, plan.handoff_id, handoffFailure(error));
    },
  });

/** The result of the handoff beside its outcome: the data of the direct answer, and its warnings. */
function resultOf(answer: object): Record<string, unknown> {
  const { data, warnings }: { data?: unknown; warnings?: unknown } = answer;
  return { ...Object(data), ...(Array.isArray(warnings) && warnings.length > 0 ? { warnings } : {}) };
}

async function prepare<Id extends OperationId>(call: Call<Id>, base: Base, options: AdWriteOptions<Id>): Promise<Prepared<Id>> {
  const settled = options.settled?.(call, base);
  const record = settled ? undefined : await options.unwritten?.(call, base);
  if (settled || record) return { settled, record, wants: { writes: [] }, writes: [], skipped: [] };
  const { profileId } = call.profile;
  const wants = await options.wanted(call, base, liveReader(base, profileId));
  const writes: PreparedWrite[] = [];
  const skipped: SkippedAd[] = [];
  for (const wanted of wants.writes) {
    try {
      writes.push(await prepareWrite(base, profileId, wanted));
    } catch (error) {
      const skip = wants.isIndependent ? skipOf(wanted, error) : undefined;
      if (!skip) throw error;
      skipped.push(skip);
    }
  }
  return { wants, writes, skipped };
}

/** A fault of one ad stops none of the others; a fault of the connection stops all. */
function skipOf(wanted: WantedWrite, error: unknown): SkippedAd | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { id: ad_id } = targetOf(wanted);
  if (error instanceof IdOfSeveral) {
    const message = `Ads at ${error.owners} have this id, so it does not say which is meant.`;
    return { ad_id, reason: 'id_at_several_platforms', message };
  }
  const isOwn = error instanceof SkippedHere || error.code === 'not_found' || error.code === 'invalid_state';
  if (!isOwn) return undefined;
  return { ad_id, reason: error instanceof SkippedHere ? error.reason : error.code, message: error.message };
}

interface Planning<Id extends OperationId> {
  prepared: Prepared<Id>;
  options: AdWriteOptions<Id>;
}

function planWrites<Id extends OperationId>(operation: Id, call: Call<Id>, tx: Base, { prepared, options }: Planning<Id>) {
  const settled = options.settled?.(call, tx) ?? prepared.settled ?? prepared.record?.(tx);
  if (settled) return { settled };
  const { principal, profile } = call;
  const { wants, writes, skipped } = prepared;
  // There is nothing to approve where the platform has all the values already.
  const isChange = writes.some(({ plannedOn, after }) => !hasValue(plannedOn, after));
  const isWaiting = isChange && (wants.requireApproval === true || needsApproval(tx, principal, profile));
  const at = isWaiting ? handoffAddress(tx) : undefined;
  if (!at) for (const write of writes) checkTurn(tx, write);
  const handoff = at && raiseApproval(tx, at, { principal, profile, operation });
  const planId = addPlan(tx, {
    ...profile,
    operation,
    actor: actorOf(principal),
    credential: principal.credentialId,
    writes,
    appliedBy: appliedBy(tx, principal, profile, wants.appliedBy),
    source: wants.source ?? null,
    evidence: wants.evidence ?? [],
    handoffId: at?.handoffId ?? null,
    isIndependent: wants.isIndependent === true,
    skipped,
  });
  const plan = storedPlan(tx, planId);
  if (!plan) throw new Error('a plan that was stored is there');
  options.planned?.(call, tx, plan);
  const shown = { status: plan.status, writes: plan.writes.map(headOf) };
  if (handoff) return { settled: options.awaiting(tx, plan, handoff), shown };
  return { intent: { planId }, live: writes.map(({ plannedOn }) => plannedOn), shown };
}
