// A recommendation as callers see it. The name of the ad is a text of others; no sentence contains it.
import type { ReadBase } from '../../base/base.ts';
import type { Answer } from '../../base/contract/operation.ts';
import { changedSince } from './changed-since.ts';
import { REASONS } from './evidence/judge.ts';
import { fixedMoney } from './evidence/rounding.ts';
import { type Recommendation, round } from './recommendation.ts';
import { type StoredAd, type StoredEvidence, storedFindings } from './stored.ts';
import { actionText, rationaleText, reasonText } from './words.ts';

type Shown = Answer<'listRecommendations'>['data'][number];

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const targetOf = (platform: string, account: string, ad: StoredAd) => ({
  platform,
  account_id: account,
  ad_id: ad.ad_id,
  adset_id: ad.adset_id,
  campaign_id: ad.campaign_id,
});

function shownEvidence({ window, ad, median, currency, model, goal, ads_compared, shrunk_median }: StoredEvidence) {
  return {
    window_days: window.days,
    window_from: window.from,
    window_to: window.to,
    attributed_cash_outcomes: String(ad.sales),
    cost_per_cash_outcome: ad.cost,
    profile_median_cost_per_cash_outcome: median,
    cost_delta_pct: ad.delta_pct,
    spend: ad.spend,
    currency,
    goal,
    model,
    ads_compared,
    shrunk_median,
    shrunk_cost: ad.shrunk_cost,
    interval: ad.interval,
    p_cheaper: ad.cheaper,
    p_dearer: ad.dearer,
  };
}

export function reasonOf({ reason, findings: stored }: Pick<Recommendation, 'reason' | 'findings'>) {
  const code = REASONS.find((each) => each === reason);
  if (!code) return null;
  const findings = stored === null ? [] : storedFindings.read(stored);
  return { code, text: reasonText(code, findings), ...(findings.length === 0 ? {} : { findings }) };
}

export function shownOf(base: ReadBase, recommendation: Recommendation): Shown {
  const { recommendation_id: id, profile_id, kind, status, platform, account_id, ad_name, evidence } = recommendation;
  const { ad, from, change } = evidence;
  return {
    audience: ad.audience,
    id,
    profile_id,
    kind,
    status,
    ad_name,
    target: targetOf(platform, account_id, ad),
    from: from ? targetOf(platform, account_id, from) : null,
    action: {
      text: actionText(kind, evidence),
      daily_budget_change: change.daily === null ? null : fixedMoney(change.daily, ad.account_currency ?? ''),
      currency: change.daily === null ? null : ad.account_currency,
    },
    rationale: { evidence: shownEvidence(evidence), text: rationaleText(kind, evidence) },
    probability: round(1 - recommendation.wrong),
    expected_impact_dollars: change.saved,
    impact_days: 7,
    withheld: status === 'withheld' ? reasonOf(recommendation) : null,
    changed_since: changedSince(base, recommendation),
    created_at: instant(recommendation.created_at) ?? '',
    evaluated_at: instant(recommendation.evaluated_at) ?? '',
    closed_at: instant(recommendation.closed_at),
    handoff_id: status === 'awaiting_approval' ? recommendation.handoff_id : null,
    closed_reason: recommendation.closed_reason,
    superseded_by: recommendation.superseded_by,
    version: { through_seq: Number(recommendation.through_seq), through_decision: Number(recommendation.through_decision) },
  };
}
