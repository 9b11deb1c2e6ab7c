// URL parameters of ads: set on many ads at once, with a result for each, undone by the change, and whether that is possible.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { connectionsOf, hasWritableAccount } from '../connections/index.ts';
import { adWriteEffect } from './writes/effect.ts';
import { type StoredPlan, type StoredWrite, storedPlan } from './writes/plans.ts';
import { awaitingOf } from './writes/shown.ts';

const OPERATIONS = ['applyUrlTags', 'undoUrlTags'];
const RECENT = 20;

type Outcome = Answer<'getUrlTags'>['data']['changes'][number];

const RESULTS = { applied: 'applied', undone: 'undone', undoing: 'undone' } as const;

function resultOf({ target_id, status, error, before, after }: StoredWrite): Outcome['results'][number] {
  const isEnded = status === 'applied' || status === 'undone' || status === 'undoing';
  const isOpen = status === 'awaiting_approval' || status === 'planned' || status === 'applying';
  return {
    ...{ ad_id: target_id, result: isEnded ? RESULTS[status] : isOpen ? 'waiting' : 'failed' },
    ...{ reason: error?.code ?? null, message: error?.message ?? null },
    ...{ before: 'url_tags' in before ? before.url_tags : null, after: 'url_tags' in after ? after.url_tags : null },
  };
}

const outcomeOf = (plan: StoredPlan): Outcome => ({
  ...{ change_id: plan.plan_id, status: plan.status, created_at: new Date(plan.created_at).toISOString() },
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
    writes: body.ad_ids.map((adId) => ({ kind: 'url_tags', adId })),
    ...{ isIndependent: true, requireApproval: body.require_approval, appliedBy: body.applied_by },
  }),
  ...answers,
});

export const undoUrlTags = adWriteEffect('undoUrlTags', {
  wanted: ({ body, profile }, base) => ({
    writes: changeOf(base, profile.profileId, body.change_id)
      .writes.filter(({ status }) => status === 'applied')
      .map(({ write_id, target_id, platform }) => ({ kind: 'url_tags', adId: target_id, platform, undoOf: write_id })),
    ...{ isIndependent: true, requireApproval: body.require_approval, appliedBy: body.applied_by },
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

export const getUrlTags = reading('getUrlTags', ({ principal, profile: { profileId } }, base) => {
  const connected = connectionsOf(base, profileId).some(
    ({ provider, status }) => provider.kind === 'ad_platform' && (status === 'active' || status === 'needs_action'),
  );
  const reasons: Answer<'getUrlTags'>['data']['reasons'] = [];
  if (!principal.scopes.has('campaigns:apply')) reasons.push('scope_missing');
  if (!connected) reasons.push('not_connected');
  else if (!hasWritableAccount(base, profileId)) reasons.push('write_permission_missing');
  const recent = { profile_id: profileId, operations: JSON.stringify(OPERATIONS), row_limit: RECENT };
  const plans = base.state.statement('act/ads/plans_recent').all(recent);
  const changes = plans.flatMap(({ plan_id }) => storedPlan(base, plan_id) ?? []).map(outcomeOf);
  return { data: { can_apply: reasons.length === 0, reasons, changes } };
});
