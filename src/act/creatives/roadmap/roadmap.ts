// The roadmap of tests through the door, and what is decided on its gaps: a dismissed gap is not shown, a drafted one has its test.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, reading, stateChange } from '../../../base/contract/operation.ts';
import { leadersOf } from '../leaders.ts';
import { changeableProfile, type OpenedProfile, openedProfiles } from '../patterns/opened-profiles.ts';
import { money } from '../patterns/patterns.ts';
import { patternsOf } from '../patterns/profile-patterns.ts';
import { dailyClicksOf, type Gap, gapsOf } from './gaps.ts';
import { createRun, withdrawRun } from './runs.ts';
import { equalText, hypothesisOf, sizeText } from './words.ts';

type Shown = Answer<'getTestRoadmap'>['data'][number];
type Decided = Answer<'decideCreativeTest'>['data'];

const WINDOW_MS = 86_400_000;

interface Roadmap {
  gaps: Gap[];
  currency: string | null;
  meta: Answer<'getTestRoadmap'>['meta']['profiles'];
}

async function roadmapOf(base: ReadBase, workspaceId: string, { profileId, profileName }: OpenedProfile): Promise<Roadmap> {
  const { data: leaders, meta } = await leadersOf(base, profileId);
  if (!meta) return { gaps: [], currency: null, meta: [] };
  const patterns = await patternsOf(base, workspaceId, profileId);
  const days = Math.round((Date.parse(meta.window.to) - Date.parse(meta.window.from)) / WINDOW_MS) + 1;
  const gaps = gapsOf({ profileId, leaders, days, patterns, dailyClicks: dailyClicksOf(patterns) });
  const { goal, model, currency, version } = meta;
  return {
    gaps,
    currency,
    meta: [
      {
        ...{ profile_id: profileId, profile_name: profileName, goal, model, currency, version },
        ...{ window_from: meta.window.from, window_to: meta.window.to, gaps: gaps.length },
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
    ...{ gap_id: gap.gapId, kind: gap.kind, profile_id: profileId, profile_name: profileName },
    parent: {
      platform: parent.platform,
      account_id: parent.accountId,
      ad_id: parent.adId,
      ad_name: parent.name,
      adset_id: parent.adsetId,
    },
    ...{ dimension: gap.dimension, from: gap.from, to: gap.to, locked: gap.locked },
    ...{ hypothesis: hypothesisOf(gap), stays_equal: equalText(gap.locked), currency },
    ...{
      monthly_spend: money(gap.spend),
      expected_gain: rounded(gap.gain),
      worth: money(gap.gain * gap.spend),
      p_better: rounded(gap.better),
    },
    size: { measure: size.measure, needed: size.needed, days: size.days, text: sizeText(size) },
    run_id: decided?.run_id ?? null,
  };
}

export const getTestRoadmap = reading('getTestRoadmap', async ({ principal, workspaceId, params }, base) => {
  const data: Shown[] = [];
  const profiles: Answer<'getTestRoadmap'>['meta']['profiles'] = [];
  for (const profile of openedProfiles(base, { principal, workspaceId }, params.profile_id)) {
    const { gaps, currency, meta } = await roadmapOf(base, workspaceId, profile);
    const decisions = decisionsOf(base, profile.profileId);
    const open = gaps.filter(({ gapId }) => decisions.get(gapId)?.decision !== 'dismiss');
    data.push(...open.slice(0, params.limit).map((gap) => shownGap(gap, profile, currency ?? '', decisions.get(gap.gapId))));
    profiles.push(...meta);
  }
  return { data, meta: { workspace_id: workspaceId, profiles } };
});

interface Found {
  profile: OpenedProfile;
  /** Undefined for one that the roadmap does not have any more. */
  gap: Gap | undefined;
}

type DecideCall = Call<'decideCreativeTest'>;

function draft(tx: Base, call: DecideCall, { profile: { profileId }, gap }: Found): string {
  if (!gap) throw new ApiError('not_found', 'The roadmap has no such gap any more: GET …/test-roadmap has the present ones.');
  const runId = randomUUID();
  createRun(tx, { runId, workspaceId: call.workspaceId, profileId, gap, createdBy: actorOf(call.principal) });
  return runId;
}

export const decideCreativeTest = stateChange('decideCreativeTest', {
  prepare: async ({ principal, workspaceId, body }, base): Promise<Found> => {
    const profile = changeableProfile(base, { principal, workspaceId }, body.profile_id);
    const { gaps } = await roadmapOf(base, workspaceId, profile);
    return { profile, gap: gaps.find(({ gapId }) => gapId === body.gap_id) };
  },
  change: (call, tx, found) => {
    const { principal, workspaceId, body } = call;
    const { profileId } = found.profile;
    const before = decisionsOf(tx, profileId).get(body.gap_id);
    if (!before && !found.gap) throw new ApiError('not_found', 'The roadmap has no such gap.');
    const meta = { workspace_id: workspaceId, profile_id: profileId };
    if (before?.decision === body.decision) {
      const data: Decided = {
        gap_id: body.gap_id,
        decision: before.decision,
        run_id: before.run_id,
        decided_at: new Date(before.decided_at).toISOString(),
      };
      return { data, meta };
    }
    if (before?.run_id != null) withdrawRun(tx, workspaceId, before.run_id);
    const run_id = body.decision === 'draft' ? draft(tx, call, found) : null;
    const now = tx.clock.now();
    tx.state.statement('act/creatives/decision_put').run({
      ...{ profile_id: profileId, gap_id: body.gap_id, decision: body.decision, run_id, reason: body.reason ?? null },
      ...{ decided_by: actorOf(principal), now },
    });
    const action = body.decision === 'draft' ? 'creative_test.drafted' : 'creative_test.dismissed';
    writeAudit(tx, { actor: actorOf(principal), action, workspaceId, profileId, subject: body.gap_id, detail: { run_id } });
    return { data: { gap_id: body.gap_id, decision: body.decision, run_id, decided_at: new Date(now).toISOString() }, meta };
  },
});
