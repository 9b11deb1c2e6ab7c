// URL parameters of ads: set on many ads at once, with a result for each, undone by the change, and whether that is possible.
import { authorize, needOf } from '../../account/access/index.ts';
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { operationOf } from '../../base/contract/document.ts';
import { type Answer, type Principal, reading } from '../../base/contract/operation.ts';
import { openAdAccesses, refreshWriteAccess } from '../connections/index.ts';
import { adWriteEffect } from './writes/effect.ts';
import { type StoredPlan, type StoredWrite, storedPlan } from './writes/plans.ts';
import { awaitingOf } from './writes/shown.ts';
import { canSetUrlTags } from './writes/wanted.ts';

const OPERATIONS = ['applyUrlTags', 'undoUrlTags'];
const RECENT = 20;

type Outcome = Answer<'getUrlTags'>['data']['changes'][number];

const RESULTS = { applied: 'applied', undone: 'undone', undoing: 'undone' } as const;

function resultOf({ target_id, status, error, before, after }: StoredWrite): Outcome['results'][number] {
  const isEnded = status === 'applied' || status === 'undone' || status === 'undoing';
  const isOpen = status === 'awaiting_approval' || status === 'planned' || status === 'applying';
  return {
    ad_id: target_id,
    result: isEnded ? RESULTS[status] : isOpen ? 'waiting' : 'failed',
    reason: error?.code ?? null,
    message: error?.message ?? null,
    before: 'url_tags' in before ? before.url_tags : null,
    after: 'url_tags' in after ? after.url_tags : null,
  };
}

const MADE: readonly StoredWrite['status'][] = ['applied', 'undone', 'undoing'];

/** Of a plan that was carried out: what came of all its ads. An ad that has the parameters already is as good as set. */
function statusOf({ status, writes, skipped }: StoredPlan): Outcome['status'] {
  if (status !== 'applied' && status !== 'failed') return status;
  if (writes.length === 0) return 'nothing_to_do';
  const made = writes.filter((write) => MADE.includes(write.status)).length;
  if (made === 0) return 'failed';
  return made === writes.length && skipped.every(({ reason }) => reason === 'already_set') ? 'applied' : 'partly';
}

const outcomeOf = (plan: StoredPlan): Outcome => ({
  change_id: plan.plan_id,
  status: statusOf(plan),
  created_at: new Date(plan.created_at).toISOString(),
  results: [
    ...plan.writes.map(resultOf),
    ...plan.skipped.map((skip) => ({ ...skip, result: 'skipped' as const, before: null, after: null })),
  ],
});

const answers = {
  answer: (_tx: Base, plan: StoredPlan) => ({ data: outcomeOf(plan) }),
  awaiting: (_tx: Base, plan: StoredPlan, handoff: Parameters<typeof awaitingOf>[1]) => awaitingOf(plan, handoff),
};

export const applyUrlTags = adWriteEffect('applyUrlTags', {
  wanted: ({ body }) => ({
    writes: body.ad_ids.map((adId) => ({ kind: 'url_tags', adId, platform: body.platform, accountId: body.account_id })),
    isIndependent: true,
    requireApproval: body.require_approval,
    appliedBy: body.applied_by,
  }),
  ...answers,
});

export const undoUrlTags = adWriteEffect('undoUrlTags', {
  wanted: ({ body, profile }, base) => ({
    writes: changeOf(base, profile.profileId, body.change_id)
      .writes.filter(({ status }) => status === 'applied')
      .map(({ write_id, target_id, platform, account_id }) => ({
        kind: 'url_tags' as const,
        adId: target_id,
        platform,
        accountId: account_id,
        undoOf: write_id,
      })),
    isIndependent: true,
    requireApproval: body.require_approval,
    appliedBy: body.applied_by,
  }),
  ...answers,
});

function changeOf(base: ReadBase, profileId: string, planId: string): StoredPlan {
  const plan = storedPlan(base, planId.toLowerCase());
  if (plan?.profile_id !== profileId || !OPERATIONS.includes(plan.operation))
    throw new ApiError('not_found', 'change_id: the profile has no such change of URL parameters.');
  // A change that failed in the end, such as for want of an answer about one ad, may have made others.
  const isMade = plan.writes.some(({ status }) => status === 'applied');
  if (plan.status !== 'applied' && !(plan.status === 'failed' && isMade))
    throw new ApiError('invalid_state', `change_id: that change is ${plan.status}.`);
  return plan;
}

type MissingThing = Answer<'getUrlTags'>['data']['reasons'][number];

/** The first check that a call of `applyUrlTags` would meet. */
function missingOfCaller(base: ReadBase, principal: Principal, profileId: string): MissingThing | undefined {
  const { granted = principal.scopes } = principal;
  try {
    authorize(base, { ...principal, scopes: granted }, needOf(operationOf(applyUrlTags.id), { profileId }));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'entitlement_required' ? 'entitlement_missing' : 'scope_missing';
  }
}

/** As a change asks for it; the platform's answer is kept for both. */
async function missingOfAccounts(base: ReadBase, profileId: string): Promise<MissingThing | undefined> {
  const keeper = keeperOf(base);
  const accounts = await openAdAccesses(keeper, profileId);
  if (accounts.length === 0) return 'not_connected';
  const able = accounts.filter(canSetUrlTags);
  if (able.length === 0) return 'not_supported';
  await Promise.all(able.map((each) => refreshWriteAccess(keeper, each)));
  const known = (await openAdAccesses(keeper, profileId)).filter(canSetUrlTags);
  return known.some(({ row }) => row.has_write_access === 1) ? undefined : 'write_permission_missing';
}

export const getUrlTags = reading('getUrlTags', async ({ principal, profile: { profileId } }, base) => {
  const missing = [missingOfCaller(base, principal, profileId), await missingOfAccounts(base, profileId)];
  const reasons = missing.filter((each) => each !== undefined);
  const recent = { profile_id: profileId, operations: JSON.stringify(OPERATIONS), row_limit: RECENT };
  const plans = base.state.statement('act/ads/plans_recent').all(recent);
  const changes = plans.flatMap(({ plan_id }) => storedPlan(base, plan_id) ?? []).map(outcomeOf);
  return { data: { can_apply: reasons.length === 0, reasons, changes } };
});
