// Plans of changes as they are stored: written in the transaction of the call, carried out by the job of its intent, and ended once. Every
// step has a row in the audit; the slice that planned them learns of the end in the same transaction.
import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { ApiError } from '../../../base/contract/api-error.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import type { EndedAdWrites } from '../../../base/contract/slice-hooks.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { AD_PLATFORMS, type AdPlatformId } from '../../../providers/ad-platform.ts';
import type { AdPlace } from '../../connections/index.ts';
import {
  type LiveState,
  type SkippedAd,
  storedEvidence,
  storedFailure,
  storedPlannedOn,
  storedRequestIds,
  storedSkipped,
  storedSource,
  storedValue,
  storedWriteResult,
  type WriteFailure,
  type WriteValue,
} from '../stored.ts';
import type { PreparedWrite, Target } from './kinds.ts';

type WriteRow = RowOf<'act/ads/write_get'>;
type PlanRow = RowOf<'act/ads/plan_get'>;

export interface StoredWrite extends Omit<WriteRow, 'planned_on' | 'before' | 'after' | 'result' | 'request_ids' | 'error'> {
  target: Target;
  place: AdPlace;
  plannedOn: LiveState;
  before: WriteValue;
  after: WriteValue;
  result: LiveState | null;
  requestIds: string[];
  error: WriteFailure | null;
}

export interface StoredPlan extends Omit<PlanRow, 'source' | 'evidence' | 'error' | 'skipped'> {
  skipped: SkippedAd[];
  source: { kind: string; id: string } | null;
  evidence: { name: string; value: string }[];
  error: WriteFailure | null;
  writes: StoredWrite[];
}

function platformIdOf(platform: string): AdPlatformId {
  const id = AD_PLATFORMS.find((each) => each === platform);
  if (!id) throw new Error(`there is no platform ${platform}`);
  return id;
}

function writeOf(row: WriteRow): StoredWrite {
  const { planned_on, before, after, result, request_ids, error, ...rest } = row;
  return {
    ...rest,
    target: { type: row.target_type, id: row.target_id },
    plannedOn: storedPlannedOn.read(planned_on),
    place: {
      platform: platformIdOf(row.platform),
      accountId: row.account_id,
      campaignId: row.campaign_id,
      adSetId: row.adset_id,
    },
    before: storedValue.read(before),
    after: storedValue.read(after),
    result: storedWriteResult.readOrNull(result),
    requestIds: storedRequestIds.read(request_ids),
    error: storedFailure.readOrNull(error),
  };
}

export function storedWrite(base: ReadBase, profileId: string, writeId: string): StoredWrite | undefined {
  const row = base.state.statement('act/ads/write_get').get({ write_id: writeId, profile_id: profileId });
  return row && writeOf(row);
}

export function storedPlan(base: ReadBase, planId: string): StoredPlan | undefined {
  const row = base.state.statement('act/ads/plan_get').get({ plan_id: planId });
  if (!row) return undefined;
  return {
    ...row,
    source: storedSource.readOrNull(row.source),
    evidence: storedEvidence.read(row.evidence),
    error: storedFailure.readOrNull(row.error),
    skipped: storedSkipped.read(row.skipped),
    writes: base.state.statement('act/ads/writes_of_plan').all({ plan_id: planId }).map(writeOf),
  };
}

export interface NewPlan {
  profileId: string;
  workspaceId: string;
  operation: string;
  actor: string;
  credential: string;
  appliedBy: string | null;
  source: { kind: string; id: string } | null;
  evidence: readonly { name: string; value: string }[];
  /** Set for a plan that waits for an approval. */
  handoffId: string | null;
  isIndependent: boolean;
  skipped: readonly SkippedAd[];
  writes: readonly PreparedWrite[];
}

/** In the transaction of the call. */
export function addPlan(tx: Base, plan: NewPlan): string {
  const planId = randomUUID();
  const status = plan.handoffId === null ? 'planned' : 'awaiting_approval';
  const now = tx.clock.now();
  tx.state.statement('act/ads/plan_add').run({
    plan_id: planId,
    profile_id: plan.profileId,
    workspace_id: plan.workspaceId,
    operation: plan.operation,
    actor: plan.actor,
    credential: plan.credential,
    applied_by: plan.appliedBy,
    handoff_id: plan.handoffId,
    status,
    source: plan.source && storedSource.write(plan.source),
    evidence: storedEvidence.write([...plan.evidence]),
    is_independent: plan.isIndependent ? 1 : 0,
    skipped: storedSkipped.write([...plan.skipped]),
    created_at: now,
  });
  plan.writes.forEach((write, position) => {
    const { kind, target, place } = write;
    tx.state.statement('act/ads/write_add').run({
      write_id: randomUUID(),
      plan_id: planId,
      position,
      profile_id: plan.profileId,
      kind,
      platform: place.platform,
      account_id: place.accountId,
      currency: write.currency,
      target_type: target.type,
      target_id: target.id,
      target_name: write.name,
      adset_id: place.adSetId,
      campaign_id: place.campaignId,
      planned_on: storedPlannedOn.write(write.plannedOn),
      before: storedValue.write(write.before),
      after: storedValue.write(write.after),
      status,
      undoes: write.undoes,
      copy_id: write.copyId,
      created_at: now,
    });
  });
  const stored = storedPlan(tx, planId);
  for (const write of stored?.writes ?? []) auditWrite(tx, stored, write, 'planned');
  return planId;
}

type AuditedStep = 'planned' | 'applied' | 'undone' | 'left' | 'failed' | 'rejected' | 'expired';

/** One row per change and step; names of ads are texts of others and stay out. */
export function auditWrite(
  tx: Base,
  plan: StoredPlan | undefined,
  write: StoredWrite,
  step: AuditedStep,
  error?: WriteFailure,
): void {
  if (!plan) return;
  const { kind, platform, account_id, target_type, before, after, write_id, undoes } = write;
  writeAudit(tx, {
    actor: plan.actor,
    action: `ad_write.${step}`,
    workspaceId: plan.workspace_id,
    profileId: plan.profile_id,
    subject: write.target_id,
    detail: {
      write_id,
      operation: plan.operation,
      kind,
      platform,
      account_id,
      target_type,
      before,
      after,
      credential: plan.credential,
      applied_by: plan.applied_by ?? undefined,
      undoes: undoes ?? undefined,
      ...(write.requestIds.length > 0 ? { provider_request_ids: write.requestIds } : {}),
      ...(error === undefined ? {} : { error: error.code }),
    },
  });
}

export const failureOf = ({ code, message, extra }: Pick<ApiError, 'code' | 'message' | 'extra'>): WriteFailure => ({
  code,
  message,
  extra,
});

/** A failure in the result of a handoff, as the direct call would have been refused. */
export const handoffFailure = ({
  code,
  message,
  status,
  extra,
}: ApiError): { outcome: 'failed'; result: Record<string, unknown> } => ({
  outcome: 'failed',
  result: { error: { ...extra, code, message, status } },
});

/** Ends a plan with all changes that have not had their turn. In one transaction. */
export function endPlan(
  tx: Base,
  planId: string,
  end: { status: 'applied' | 'failed' | 'rejected' | 'expired'; error?: WriteFailure | undefined },
): StoredPlan | undefined {
  const plan = storedPlan(tx, planId);
  if (!plan || plan.ended_at !== null) return plan;
  const now = tx.clock.now();
  const error = end.error === undefined ? null : storedFailure.write(end.error);
  if (end.status !== 'applied') {
    for (const write of plan.writes)
      if (['awaiting_approval', 'planned', 'applying'].includes(write.status)) auditWrite(tx, plan, write, end.status, end.error);
    tx.state.statement('act/ads/writes_end').run({ plan_id: planId, status: end.status, error, now });
    tx.state.statement('act/ads/writes_left').run({ plan_id: planId, error });
  }
  tx.state.statement('act/ads/plan_end').run({ plan_id: planId, status: end.status, error, now });
  announceEnd(tx, plan, end.status, end.error);
  return storedPlan(tx, planId);
}

/** Runs inside the transaction of the event that it announces. */
function announceEnd(tx: Base, plan: StoredPlan, status: EndedAdWrites['status'], error?: WriteFailure): void {
  const isLeft =
    (status === 'failed' || status === 'undone') &&
    plan.writes.some((write) => ['applied', 'applying', 'undoing'].includes(write.status));
  const { plan_id: planId, profile_id: profileId, source } = plan;
  const ended: EndedAdWrites = {
    planId,
    profileId,
    source,
    status,
    error: error ? { code: error.code, message: error.message } : null,
    isLeft,
  };
  for (const { adWritesEnded } of hooksOf(tx)) adWritesEnded?.(tx, ended);
}

/** The platform has carried out a change; what it takes back is undone by it. In one transaction. */
export function endWrite(
  tx: Base,
  write: StoredWrite,
  { result, requestIds }: { result: LiveState; requestIds: readonly string[] },
): void {
  const row = {
    write_id: write.write_id,
    result: storedWriteResult.write(result),
    request_ids: storedRequestIds.write([...requestIds]),
  };
  tx.state.statement('act/ads/write_applied').run({ ...row, now: tx.clock.now() });
  auditWrite(tx, storedPlan(tx, write.plan_id), { ...write, requestIds: [...requestIds] }, 'applied');
  const undone = write.undoes === null ? undefined : storedWrite(tx, write.profile_id, write.undoes);
  if (undone) markUndone(tx, undone);
}

/** In one transaction. */
export function markUndone(tx: Base, write: StoredWrite): void {
  if (tx.state.statement('act/ads/write_undone').run({ write_id: write.write_id }).changes === 0) return;
  const plan = storedPlan(tx, write.plan_id);
  auditWrite(tx, plan, write, 'undone');
  if (!plan) return;
  const isWhole = tx.state.statement('act/ads/plan_undo').run({ plan_id: write.plan_id }).changes > 0;
  // A plan that is being carried out takes back its own changes where one of them fails: that is no end.
  if (isWhole || plan.status === 'applied') announceEnd(tx, storedPlan(tx, plan.plan_id) ?? plan, 'undone');
}
