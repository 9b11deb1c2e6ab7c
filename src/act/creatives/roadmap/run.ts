// One test through the door: its plan, the ads that came of it, and how probable it is that one sells better than its parent.
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { type Answer, reading } from '../../../base/contract/operation.ts';
import { localDay } from '../../../base/kit/time/zone-shifts.ts';
import { cachedByVersion } from '../../../report/analytics/index.ts';
import { adKey, chanceOfMore, money, overviewOf, readFigures } from '../../recommendations/index.ts';
import type { KnownAd } from '../analysis/by-rule.ts';
import { knownAds } from '../analysis/inputs.ts';
import { openedProfiles } from '../patterns/opened-profiles.ts';
import { findRun, type Run } from './runs.ts';
import { storedPlan } from './stored.ts';

type Shown = Answer<'getReplicateRun'>['data'];
type Estimates = Awaited<ReturnType<typeof estimatesOf>>;

function estimatesOf(base: ReadBase, profileId: string) {
  const today = localDay(base.clock.now(), profileSettings(base, profileId).timezone);
  return cachedByVersion(base, profileId, ['creatives', 'estimates', today], async () => {
    const found = await readFigures(base, profileId);
    if (!found) return { estimated: new Map<string, never>() };
    const { estimated } = overviewOf(found.ads);
    const { version, currency, window } = found;
    return { estimated: new Map(estimated.map((each) => [adKey(each.ad), each])), meta: { version, currency, window } };
  });
}

const isOfAccount = (run: Run, ad: KnownAd): boolean => ad.platform === run.platform && ad.account_id === run.account_id;

const nameOf = (ad: KnownAd) => adKey({ platform: ad.platform, accountId: ad.account_id, adId: ad.ad_id });

function childOf(ad: KnownAd, parent: KnownAd | undefined, { estimated, meta }: Estimates): Shown['children'][number] {
  const own = estimated.get(nameOf(ad));
  const before = parent && estimated.get(nameOf(parent));
  const isBeside = parent !== undefined && parent.adset_id !== null && parent.adset_id === ad.adset_id;
  const better = own && before && isBeside ? chanceOfMore(own.posterior, 1, before.posterior) : null;
  const why = !parent ? 'parent_gone' : !isBeside ? 'other_ad_set' : own && before ? null : 'no_spend_yet';
  return {
    ad_id: ad.ad_id,
    ad_name: ad.ad_name,
    adset_id: ad.adset_id,
    status: ad.effective_status,
    replicates_ad_id: parent?.ad_id ?? null,
    spend: own ? money(own.spend, meta?.currency ?? '') : null,
    sales: own ? String(Number(own.ad.sales.toFixed(3))) : null,
    p_better: better === null ? null : Number(better.toFixed(4)),
    unknown_because: why,
  };
}

export function shownRun(run: Run, ads: readonly KnownAd[], estimates: Estimates): Shown {
  const plan = storedPlan.read(run.plan);
  const own = ads.filter((ad) => isOfAccount(run, ad));
  const parent = own.find((ad) => ad.ad_id === run.ad_id);
  const compared = parent?.effective_status === 'removed' ? undefined : parent;
  const children = own.filter((ad) => ad.ad_id !== run.ad_id && (ad.ad_name ?? '').toLowerCase().includes(run.code));
  return {
    run_id: run.run_id,
    gap_id: run.gap,
    profile_id: run.profile_id,
    status: run.status,
    session: run.session,
    code: run.code,
    parent: {
      platform: run.platform,
      account_id: run.account_id,
      ad_id: run.ad_id,
      ad_name: parent?.ad_name ?? plan.parent_name,
      status: parent?.effective_status ?? 'removed',
    },
    kind: plan.kind,
    dimension: plan.dimension,
    from: plan.from,
    to: plan.to,
    locked: plan.locked,
    hypothesis: plan.hypothesis,
    size: { measure: plan.measure, needed: plan.needed, days: plan.days },
    children: children.map((ad) => childOf(ad, compared, estimates)),
    created_at: new Date(run.created_at).toISOString(),
    bound_at: run.bound_at === null ? null : new Date(run.bound_at).toISOString(),
  };
}

export const getReplicateRun = reading('getReplicateRun', async ({ principal, workspaceId, params }, base) => {
  const run = findRun(base, workspaceId, params.runId);
  openedProfiles(base, { principal, workspaceId }, run.profile_id);
  const estimates = await estimatesOf(base, run.profile_id);
  const { meta } = estimates;
  return {
    data: shownRun(run, await knownAds(base, run.profile_id), estimates),
    meta: {
      workspace_id: workspaceId,
      profile_id: run.profile_id,
      currency: meta?.currency ?? null,
      version: meta?.version ?? null,
      window_from: meta?.window.from ?? null,
      window_to: meta?.window.to ?? null,
    },
  };
});
