// The roadmap of tests through the door, and what is decided on its gaps: a dismissed gap is not shown, a drafted one has its test.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../../base/contract/operation.ts';
import type { AnyStatement } from '../../../base/warehouse/port.ts';
import { money, refreshWithdrawn } from '../../recommendations/index.ts';
import { leadersOf } from '../leaders.ts';
import { changeableProfile, type OpenedProfile, openedProfiles } from '../patterns/opened-profiles.ts';
import { patternsOf } from '../patterns/profile-patterns.ts';
import { gapFigures, type Receipted, receiptsOf } from '../receipts.ts';
import { type Gap, gapsOf } from './gaps.ts';
import { createRun, withdrawRun } from './runs.ts';
import { equalText, hypothesisOf, sizeText } from './words.ts';

type Shown = Answer<'getTestRoadmap'>['data'][number];
type Decided = Answer<'decideCreativeTest'>['data'];

const WINDOW_MS = 86_400_000;

interface Roadmap {
  gaps: Gap[];
  currency: string | null;
  meta: Answer<'getTestRoadmap'>['meta']['profiles'];
  plan: readonly AnyStatement[];
}

export async function roadmapOf(
  base: ReadBase,
  workspaceId: string,
  { profileId, profileName }: OpenedProfile,
): Promise<Roadmap> {
  const { data: leaders, meta } = await leadersOf(base, profileId);
  if (!meta) return { gaps: [], currency: null, meta: [], plan: [] };
  const patterns = await patternsOf(base, workspaceId, profileId);
  const days = Math.round((Date.parse(meta.window.to) - Date.parse(meta.window.from)) / WINDOW_MS) + 1;
  const gaps = gapsOf({ profileId, leaders, days, patterns });
  const { goal, model, currency, version, plan } = meta;
  return {
    gaps,
    plan,
    currency,
    meta: [
      {
        profile_id: profileId,
        profile_name: profileName,
        goal,
        model,
        currency,
        version,
        window_from: meta.window.from,
        window_to: meta.window.to,
        gaps: gaps.length,
        winners: leaders.filter(({ isWinner }) => isWinner).length,
      },
    ],
  };
}

const rounded = (value: number): number => Number(value.toFixed(4));

const decisionsOf = (base: ReadBase, profileId: string) =>
  new Map(
    base.state
      .statement('act/creatives/decisions_list')
      .all({ profile_id: profileId })
      .map((row) => [row.gap_id, row]),
  );

function shownGap(
  gap: Gap,
  { profileId, profileName }: OpenedProfile,
  currency: string,
  decided: { run_id: string | null } | undefined,
): Shown {
  const { parent, size } = gap;
  return {
    gap_id: gap.gapId,
    kind: gap.kind,
    profile_id: profileId,
    profile_name: profileName,
    parent: {
      platform: parent.platform,
      account_id: parent.accountId,
      ad_id: parent.adId,
      ad_name: parent.name,
      adset_id: parent.adsetId,
    },
    dimension: gap.dimension,
    from: gap.from,
    to: gap.to,
    locked: gap.locked,
    hypothesis: hypothesisOf(gap),
    stays_equal: equalText(gap.locked),
    currency,
    monthly_spend: money(gap.spend, currency),
    expected_gain: rounded(gap.gain),
    worth: money(gap.gain * gap.spend, currency),
    p_better: rounded(gap.better),
    size: { measure: size.measure, needed: size.needed, days: size.days, text: sizeText(size) },
    run_id: decided?.run_id ?? null,
  };
}

export const getTestRoadmap = reading('getTestRoadmap', async ({ principal, workspaceId, params }, base) => {
  const data: Shown[] = [];
  const profiles: Answer<'getTestRoadmap'>['meta']['profiles'] = [];
  const receipted: Receipted[] = [];
  for (const profile of openedProfiles(base, { principal, workspaceId }, params.profile_id)) {
    const { gaps, currency, meta, plan } = await roadmapOf(base, workspaceId, profile);
    const decisions = decisionsOf(base, profile.profileId);
    const open = gaps.filter(({ gapId }) => decisions.get(gapId)?.decision !== 'dismiss');
    data.push(...open.slice(0, params.limit).map((gap) => shownGap(gap, profile, currency ?? '', decisions.get(gap.gapId))));
    profiles.push(...meta);
    const { profileId } = profile;
    const byId = new Map(gaps.map((gap) => [gap.gapId, gap]));
    for (const { version } of meta)
      receipted.push({ profileId, version, plan, figures: () => gapFigures(data, byId, profileId) });
  }
  return { data, meta: { workspace_id: workspaceId, profiles }, ...receiptsOf(params, receipted) };
});

interface Found {
  profile: OpenedProfile;
  /** Undefined for one that the roadmap does not have any more. */
  gap: Gap | undefined;
}

type Decision = Pick<Decided, 'gap_id' | 'decision' | 'run_id'> & { reason?: string | undefined };

interface Decider {
  workspaceId: string;
  profileId: string;
  actor: string;
}

function record(tx: Base, { workspaceId, profileId, actor }: Decider, { gap_id, decision, run_id, reason }: Decision): number {
  const now = tx.clock.now();
  tx.state.statement('act/creatives/decision_put').run({
    profile_id: profileId,
    gap_id,
    decision,
    run_id,
    reason: reason ?? null,
    decided_by: actor,
    now,
  });
  const action = decision === 'draft' ? 'creative_test.drafted' : 'creative_test.dismissed';
  writeAudit(tx, { actor, action, workspaceId, profileId, subject: gap_id, detail: { run_id } });
  return now;
}

/** The test of a gap, which it has once: answers its id. In the caller's transaction. */
export function draftTest(tx: Base, decider: Decider, gap: Gap): string {
  const before = decisionsOf(tx, decider.profileId).get(gap.gapId);
  if (before?.decision === 'draft' && before.run_id !== null) return before.run_id;
  const runId = randomUUID();
  createRun(tx, { ...decider, runId, gap, createdBy: decider.actor });
  record(tx, decider, { gap_id: gap.gapId, decision: 'draft', run_id: runId });
  return runId;
}

function dismissTest(tx: Base, decider: Decider, gapId: string, reason: string | undefined): void {
  const before = decisionsOf(tx, decider.profileId).get(gapId);
  if (before?.run_id != null) {
    withdrawRun(tx, decider.workspaceId, before.run_id);
    refreshWithdrawn(tx, decider.profileId, before.run_id);
  }
  record(tx, decider, { gap_id: gapId, decision: 'dismiss', run_id: null, reason });
}

export const decideCreativeTest = stateChange('decideCreativeTest', {
  prepare: async ({ principal, workspaceId, body }, base): Promise<Found> => {
    const profile = changeableProfile(base, { principal, workspaceId }, body.profile_id);
    const { gaps } = await roadmapOf(base, workspaceId, profile);
    return { profile, gap: gaps.find(({ gapId }) => gapId === body.gap_id) };
  },
  change: ({ principal, workspaceId, body }, tx, found) => {
    const { profileId } = found.profile;
    const before = decisionsOf(tx, profileId).get(body.gap_id);
    if (!before && !found.gap) throw new ApiError('not_found', 'The roadmap has no such gap.');
    const meta = { workspace_id: workspaceId, profile_id: profileId };
    const decider = { workspaceId, profileId, actor: actorOf(principal) };
    if (before?.decision !== body.decision) {
      if (body.decision === 'dismiss') dismissTest(tx, decider, body.gap_id, body.reason);
      else if (found.gap) draftTest(tx, decider, found.gap);
      else throw new ApiError('not_found', 'The roadmap has no such gap any more: GET …/test-roadmap has the present ones.');
    }
    const decided = decisionsOf(tx, profileId).get(body.gap_id);
    if (!decided) throw new Error('a decision that was stored is there');
    const { gap_id, decision, run_id, decided_at } = decided;
    return { data: { gap_id, decision, run_id, decided_at: new Date(decided_at).toISOString() }, meta };
  },
});
