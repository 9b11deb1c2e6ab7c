// Applies a recommendation by changes of ads, which the slice of ads plans, has approved, carries out and takes back. One that was applied
// before answers with what was done then; evidence of yesterday is never applied.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { Answer, Call } from '../../base/contract/operation.ts';
import type { EndedAdWrites } from '../../base/contract/slice-hooks.ts';
import { adWriteEffect, type LiveReader, type OfAccount, type StoredPlan, shownWrite, type WantedWrite } from '../ads/index.ts';
import { freeze } from './freeze.ts';
import { announce, close, findRecommendation, type Recommendation, typedActor } from './recommendation.ts';
import { type StoredAd, storedResult } from './stored.ts';
import { actionText, rationaleText } from './words.ts';

const SOURCE = 'recommendation';
const MORE_PERCENT = 20;
const [MORE, LESS] = [0.2, 0.5];
/** The difference allowed between the platform's budget and the stored one. */
const SAME_BUDGET = 0.01;

type Applied = Answer<'applyRecommendation'>;

/** @throws ApiError for one that cannot be applied any more. */
function requireOpen({ status, superseded_by, closed_reason, plan_id }: Recommendation): void {
  if (status === 'open' && plan_id === null) return;
  const state = status === 'open' ? 'being applied' : status.replaceAll('_', ' ');
  const newer = superseded_by === null ? '' : ` GET /api/v1/recommendations has its successor ${superseded_by}.`;
  const why = closed_reason === null ? '' : ` ${closed_reason}`;
  throw new ApiError('invalid_state', `The recommendation is ${state}; nothing was written.${why}${newer}`, {
    recommendation_status: status,
    superseded_by,
  });
}

const isApplied = ({ status }: Recommendation): boolean => status === 'applied' || status === 'approved';

function appliedBefore(base: ReadBase, profileId: string, id: string): Applied | undefined {
  const found = findRecommendation(base, profileId, id);
  if (isApplied(found)) return { data: { ...resultOf(found), replayed: true } };
  requireOpen(found);
  return undefined;
}

const resultOf = ({ recommendation_id: id, kind, result }: Recommendation) => ({
  status: 'applied' as const,
  recommendation_id: id,
  kind,
  writes: storedResult.readOrNull(result)?.writes ?? [],
  draft: storedResult.readOrNull(result)?.draft ?? null,
});

/** The budget that an ad set has now. @throws ApiError where it is not what the evidence was about. */
async function budgetNow(live: LiveReader, of: OfAccount, ad: StoredAd): Promise<number> {
  const now = ad.adset_id === null ? undefined : (await live.adSet(ad.adset_id, of)).budget;
  const amount = now?.amount == null ? null : Number(now.amount);
  const before = ad.daily_budget;
  if (!now || before === null)
    throw new ApiError('invalid_state', 'The ad set has no daily budget of its own any more; nothing was written.');
  if (amount !== null && Math.abs(amount - before) > SAME_BUDGET * before)
    throw new ApiError(
      'invalid_state',
      `The daily budget is ${amount} now and was ${before} when this was recommended; nothing was written.`,
    );
  return now.minorUnits;
}

async function writesOf(
  { kind, platform, account_id: accountId, evidence }: Recommendation,
  live: LiveReader,
): Promise<WantedWrite[]> {
  const { ad, from } = evidence;
  const of = { platform, accountId };
  if (kind === 'pause') return [{ kind: 'pause', adId: ad.ad_id, ...of }];
  const budget = await budgetNow(live, of, ad);
  if (kind === 'scale') return [{ kind: 'budget', adSetId: ad.adset_id ?? '', ...of, to: { changePercent: MORE_PERCENT } }];
  if (!from) throw new Error('money is moved from one ad to another');
  const giving = await budgetNow(live, of, from);
  const moved = Math.floor(Math.min(MORE * budget, LESS * giving));
  // Less is spent first: nothing is ever spent twice.
  return [
    { kind: 'budget', adSetId: from.adset_id ?? '', ...of, to: { minorUnits: giving - moved } },
    { kind: 'budget', adSetId: ad.adset_id ?? '', ...of, to: { minorUnits: budget + moved } },
  ];
}

const evidenceLines = (recommendation: Recommendation) => [
  { name: 'Recommendation', value: actionText(recommendation.kind, recommendation.evidence) },
  { name: 'Evidence', value: rationaleText(recommendation.kind, recommendation.evidence) },
  { name: 'Probability', value: `${Math.round((1 - recommendation.wrong) * 100)} %` },
  ...(recommendation.ad_name === null ? [] : [{ name: 'Ad', value: recommendation.ad_name }]),
];

function recommendationOfPlan(tx: Base, plan: Pick<StoredPlan, 'profile_id' | 'source'>): Recommendation {
  if (plan.source?.kind !== SOURCE) throw new Error('the plan is of a recommendation');
  return findRecommendation(tx, plan.profile_id, plan.source.id);
}

interface Outcome {
  status: 'applied' | 'approved';
  /** As the audit names it. */
  actor: string;
  workspaceId: string;
  closedBy: string | null;
  result: Omit<Parameters<typeof storedResult.write>[0], 'applied_at'>;
}

function recordOutcome(tx: Base, found: Recommendation, { status, actor, workspaceId, closedBy, result }: Outcome): Applied {
  const { recommendation_id: id, profile_id: profileId, kind, ad_id, platform } = found;
  close(tx, id, { status, from: ['open', 'awaiting_approval'], ...(closedBy === null ? {} : { by: closedBy }) });
  tx.state.statement('act/recommendations/recommendation_result_set').run({
    recommendation_id: id,
    result: storedResult.write({ ...result, applied_at: new Date(tx.clock.now()).toISOString() }),
  });
  const applied = findRecommendation(tx, profileId, id);
  freeze(tx, applied, 'applied', closedBy);
  announce(tx, 'applied', applied);
  const made = result.draft ? { run_id: result.draft.run_id } : { plan_id: result.plan_id };
  const detail = { kind, ad_id, platform, ...made };
  writeAudit(tx, { actor, action: 'recommendation.applied', workspaceId, profileId, subject: id, detail });
  return { data: { ...resultOf(applied), replayed: false } };
}

/** In the transaction that ends the plan. */
function recordApplied(tx: Base, plan: StoredPlan): Applied {
  const found = recommendationOfPlan(tx, plan);
  const writes = plan.writes.map((write) => shownWrite(plan.operation, write));
  return recordOutcome(tx, found, {
    status: plan.handoff_id === null ? 'applied' : 'approved',
    actor: plan.actor,
    workspaceId: plan.workspace_id,
    closedBy: found.closed_by,
    result: { plan_id: plan.plan_id, writes },
  });
}

/** A new creative is made by people, so its recommendation becomes the draft of a test: nothing is written at the platform. */
async function draftRefresh(
  base: Base,
  { profile, principal }: Pick<Call<'applyRecommendation'>, 'profile' | 'principal'>,
  found: Recommendation,
): Promise<(tx: Base) => Applied> {
  const find = hooksOf(base).find(({ refreshTest }) => refreshTest)?.refreshTest;
  const ad = { platform: found.platform, accountId: found.account_id, adId: found.ad_id };
  const drafted = await find?.(base, { ...profile, ad });
  if (!drafted)
    throw new ApiError('invalid_state', 'By the present figures people are not tired of the ad any more; nothing was drafted.');
  const actor = actorOf(principal);
  return (tx) =>
    recordOutcome(tx, found, {
      status: 'applied',
      actor,
      workspaceId: profile.workspaceId,
      closedBy: typedActor(principal),
      result: { plan_id: null, writes: [], draft: { run_id: drafted.draft(tx, actor), ...drafted.test } },
    });
}

export const applyRecommendation = adWriteEffect('applyRecommendation', {
  settled: ({ params, profile }, tx) => appliedBefore(tx, profile.profileId, params.id),
  unwritten: async (call, base) => {
    const found = findRecommendation(base, call.profile.profileId, call.params.id);
    return found.kind === 'refresh_creative' ? draftRefresh(base, call, found) : undefined;
  },
  wanted: async ({ params, profile, body }, base, live) => {
    const found = findRecommendation(base, profile.profileId, params.id);
    return {
      writes: await writesOf(found, live),
      requireApproval: body?.require_approval,
      appliedBy: body?.applied_by,
      source: { kind: SOURCE, id: found.recommendation_id },
      evidence: evidenceLines(found),
    };
  },
  planned: ({ params, profile, principal }, tx, plan) => {
    const { recommendation_id } = findRecommendation(tx, profile.profileId, params.id);
    const status = plan.handoff_id === null ? 'open' : 'awaiting_approval';
    tx.state
      .statement('act/recommendations/recommendation_plan')
      .run({ recommendation_id, plan_id: plan.plan_id, handoff_id: plan.handoff_id, status, closed_by: typedActor(principal) });
  },
  answer: recordApplied,
  awaiting: (tx, plan, handoff) => {
    const { recommendation_id, kind } = recommendationOfPlan(tx, plan);
    return { data: { status: 'awaiting_approval' as const, recommendation_id, kind, handoff }, outcome: 'accepted' };
  },
});

/** Codes of temporary failures, after which the recommendation can be applied again. */
const PASSING: ReadonlySet<string> = new Set(['provider_error', 'rate_limit_exceeded']);

/** Taken back before its days were over, in whole or in part, it can be neither right nor wrong; one that was scored stays so. */
function takenBack(tx: Base, profileId: string, id: string, isLeft: boolean): void {
  const what = isLeft ? 'A part of it' : 'It';
  const reason = `${what} was taken back on ${new Date(tx.clock.now()).toISOString().slice(0, 10)}.`;
  tx.state.statement('act/recommendations/recommendation_undo').run({ recommendation_id: id, reason });
  tx.state.statement('act/recommendations/score_undo').run({ profile_id: profileId, recommendation_id: id });
}

/** When the test that a recommendation became is dismissed; in the transaction that records it. */
export function refreshWithdrawn(tx: Base, profileId: string, runId: string): void {
  const found = tx.state.statement('act/recommendations/recommendation_of_run').get({ profile_id: profileId, run_id: runId });
  if (found) takenBack(tx, profileId, found.recommendation_id, false);
}

/** When the changes that apply a recommendation are not made; in the transaction that records it. */
export function adWritesEnded(tx: Base, { profileId, source, status, error, isLeft }: EndedAdWrites): void {
  if (source?.kind !== SOURCE || status === 'applied') return;
  const found = findRecommendation(tx, profileId, source.id);
  const { recommendation_id: id } = found;
  if (status === 'undone') {
    takenBack(tx, profileId, id, isLeft);
    return;
  }
  if (status === 'failed' && !isLeft && PASSING.has(error?.code ?? '')) {
    tx.state.statement('act/recommendations/recommendation_reopen').run({ recommendation_id: id });
    return;
  }
  const reasons = {
    failed: error?.message ?? 'The changes failed.',
    rejected: 'The approval was rejected.',
    expired: 'The approval has expired.',
  };
  close(tx, id, {
    status,
    from: ['open', 'awaiting_approval'],
    reason: reasons[status],
    ...(found.closed_by === null ? {} : { by: found.closed_by }),
  });
  if (status === 'rejected') {
    freeze(tx, found, 'dismissed', found.closed_by);
    announce(tx, 'rejected', found);
  }
}
