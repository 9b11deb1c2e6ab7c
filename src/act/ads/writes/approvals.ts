// Approvals of ad changes: the rule for when a person must approve, and the handoff on which they do. It shows the evidence, the values to write and
// the platform's values at planning. An approved plan is carried out by the job of its intent, and only if the platform has not changed since.
import { endHandoff, type HandoffAddress, raiseHandoff } from '../../../account/handoffs/index.ts';
import { isProvisionedBy, workspaceMembers, workspaceRole } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Handoff, HandoffKind, HandoffWords } from '../../../base/contract/handoff.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import type { Principal, ProfileRef } from '../../../base/contract/operation.ts';
import { addIntent, runIntent } from '../../../base/work/intents.ts';
import type { StoredBudget } from '../stored.ts';
import { endPlan, failureOf, handoffFailure, type StoredPlan, type StoredWrite, storedPlan } from './plans.ts';
import { checkTurn, requireLiveProfile } from './wanted.ts';

export const APPROVAL = 'approval';

/** True where every change by a user token waits for a person, of any user. */
const needsApprovalForTokens = (base: ReadBase, workspaceId: string): boolean =>
  hooksOf(base).some((hooks) => hooks.agentRules?.(base, workspaceId).needsApproval);

/**
 * Changes by anybody but an owner or admin of the workspace are approved by one, and those of agents where the workspace says so. The key of the app that
 * provisioned the profile counts as the workspace's owner, as long as it has one.
 */
export function needsApproval(base: Base, principal: Principal, { profileId, workspaceId }: ProfileRef): boolean {
  const { personId, appId, kind } = principal;
  if (kind === 'user' && needsApprovalForTokens(base, workspaceId)) return true;
  if (personId !== undefined) {
    const role = workspaceRole(base, personId, workspaceId);
    return role !== 'owner' && role !== 'admin';
  }
  const isOfMaker = kind === 'key' && appId !== undefined && isProvisionedBy(base, profileId, appId);
  return !(isOfMaker && ownerOf(base, workspaceId) !== undefined);
}

const ownerOf = (base: Base, workspaceId: string): string | undefined =>
  workspaceMembers(base, workspaceId).find(({ role }) => role === 'owner')?.personId;

/** The person to whom a change is attributed: the member that a program names, or the owner where the app that provisioned the profile names none. */
export function appliedBy(
  base: Base,
  principal: Principal,
  { profileId, workspaceId }: ProfileRef,
  named: string | undefined,
): string | null {
  if (named === undefined) {
    const isOfMaker = principal.appId !== undefined && isProvisionedBy(base, profileId, principal.appId);
    const owner = isOfMaker ? ownerOf(base, workspaceId) : undefined;
    return owner === undefined ? null : `person:${owner}`;
  }
  const member = findMember(base, workspaceId, named);
  if (!member)
    throw new ApiError('validation_error', 'applied_by: must be the id or the e-mail address of a member of the workspace.');
  return member;
}

/** The actor of a member of the workspace, by id or e-mail address. */
export function findMember(base: ReadBase, workspaceId: string, named: string): string | undefined {
  const wanted = named.trim().toLowerCase();
  const member = workspaceMembers(base, workspaceId).find(
    ({ personId, email }) => personId === wanted || email.toLowerCase() === wanted,
  );
  return member && `person:${member.personId}`;
}

/** In the transaction of the call, before its plan is stored. */
export const raiseApproval = (
  tx: Base,
  at: HandoffAddress,
  { principal, profile, operation }: { principal: Principal; profile: ProfileRef; operation: string },
) => raiseHandoff(tx, at, { kind: APPROVAL, ...profile, payload: { operation }, principal });

function planOf(base: Base, { handoffId }: Handoff): StoredPlan | undefined {
  const found = base.state.statement('act/ads/plan_of_handoff').get({ handoff_id: handoffId });
  return found && storedPlan(base, found.plan_id);
}

export const approvalKind: HandoffKind = {
  role: 'admin',
  describe: (base, handoff) => wordsOf(base, handoff, planOf(base, handoff)),
  approved: (tx, handoff) => {
    const plan = planOf(tx, handoff);
    const refusal = plan ? refusalOf(tx, plan) : new ApiError('not_found', 'There is nothing to carry out any more.');
    if (plan && refusal) endPlan(tx, plan.plan_id, { status: 'failed', error: failureOf(refusal) });
    if (refusal) endHandoff(tx, handoff.handoffId, handoffFailure(refusal));
    else if (plan) begin(tx, plan);
    return undefined;
  },
  carriedOut: async (base, handoff) => {
    const intentId = planOf(base, handoff)?.intent_id;
    // The result of the handoff has the reason of the failure.
    if (intentId)
      await runIntent(base, intentId).catch((error: unknown) => base.log.debug({ err: error }, 'an approved change failed'));
  },
  rejected: (tx, handoff) => endUndecided(tx, handoff, 'rejected'),
  expired: (tx, handoff) => endUndecided(tx, handoff, 'expired'),
};

function endUndecided(tx: Base, handoff: Handoff, status: 'rejected' | 'expired'): void {
  const plan = planOf(tx, handoff);
  if (plan) endPlan(tx, plan.plan_id, { status });
}

/** The reasons that keep a plan from being carried out at all; the platform's values are compared when it is carried out. */
function refusalOf(tx: Base, plan: StoredPlan): ApiError | undefined {
  try {
    if (plan.status !== 'awaiting_approval') throw new ApiError('invalid_state', 'It was ended before it was approved.');
    requireLiveProfile(tx, plan.profile_id);
    for (const write of plan.writes) checkTurn(tx, write);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function begin(tx: Base, { plan_id: planId, operation, workspace_id: workspaceId }: StoredPlan): void {
  const intentId = addIntent(tx, { operation, workspaceId, planned: { intent: { planId } }, key: undefined });
  tx.state.statement('act/ads/writes_approve').run({ plan_id: planId });
  tx.state.statement('act/ads/plan_approve').run({ plan_id: planId, intent_id: intentId });
}

const money = ({ minor_units: units, amount }: StoredBudget, currency: string): string =>
  amount === null ? `${units} smallest units of ${currency}` : `${amount} ${currency}`;

const VERBS = { pause: 'Pause', resume: 'Resume' } as const;

function sentenceOf({ kind, target_name: name, before, after, currency }: StoredWrite): string {
  if (kind === 'pause' || kind === 'resume') return `${VERBS[kind]} the ad "${name}"`;
  if ('url_tags' in after) return `Give the ad "${name}" the URL parameters ${after.url_tags}`;
  if (kind === 'duplicate_and_swap') return `Have a copy of the ad "${name}" deliver in its place`;
  if ('daily_budget' in before && 'daily_budget' in after)
    return `Change the daily budget of the ad set "${name}" from ${money(before.daily_budget, currency)} to ${money(after.daily_budget, currency)}`;
  return `Change "${name}"`;
}

/** What came of a change, after the decision. */
function doneOf(write: StoredWrite): string {
  const what = sentenceOf(write);
  if (write.status === 'applied') return `${what}: written.`;
  if (write.status === 'undone') return `${what}: written, and taken back later.`;
  if (write.status === 'failed') return `${what}: not written. ${write.error?.message ?? ''}`.trim();
  if (write.status === 'planned' || write.status === 'applying') return `${what}: being written.`;
  return `${what}: not written.`;
}

function plannedOnRows({ plannedOn, target_name: name, target_id: id, currency, platform, account_id: account }: StoredWrite) {
  const rows = [
    { name: 'At', value: `${platform}, account ${account}` },
    { name: 'Object', value: `${name} (${id})` },
    { name: 'Status', value: plannedOn.status },
  ];
  if ('daily_budget' in plannedOn) return [...rows, { name: 'Daily budget', value: money(plannedOn.daily_budget, currency) }];
  return [
    ...rows,
    { name: 'Delivery', value: plannedOn.platform_status },
    { name: 'Creative', value: plannedOn.creative_id ?? 'none' },
  ];
}

function wordsOf(base: Base, handoff: Handoff, plan: StoredPlan | undefined): HandoffWords {
  const decision = { approve: { label: 'Approve and write it' }, reject: 'Reject' };
  if (!plan || handoff.profileId === null)
    return { title: 'A change of ads', text: ['There is nothing to decide any more.'], ...decision };
  const { name } = profileSettings(base, plan.profile_id);
  const written = plan.writes.map(sentenceOf);
  const isOpen = plan.status === 'awaiting_approval';
  return {
    title: written.length === 1 ? (written[0] ?? '') : `${written.length} changes of ads`,
    text: [`In the profile "${name}".`, ...written.map((sentence) => `${sentence}.`)],
    pending: [
      'Nothing has been written yet. If the platform has another status, creative or budget by the time of approval, nothing is written.',
    ],
    done: plan.writes.map(doneOf),
    tables: [
      ...(plan.evidence.length > 0 ? [{ title: 'Why', rows: plan.evidence }] : []),
      ...plan.writes.map((write) => ({
        title: isOpen ? 'What the platform has now, as it was read for this' : 'What the platform had when this was requested',
        rows: plannedOnRows(write),
      })),
    ],
    ...decision,
  };
}
