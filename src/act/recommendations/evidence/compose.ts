// The evidence of a candidate as it is stored: numbers rounded for readers, so that the same figures are the same text and the same id.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import type { StoredAd, StoredEvidence } from '../stored.ts';
import { expectationOf, type Sold } from './expectation.ts';
import { type AdFigures, OTHER_MODELS } from './figures.ts';
import { costInterval } from './gamma-poisson.ts';
import type { Candidate, Judged, Kind, Overview } from './judge.ts';
import type { Reading } from './read-figures.ts';
import { count, money } from './rounding.ts';

/** The share of the platform's daily spend that changes. */
export const MORE_BUDGET = 0.2;
const LESS_BUDGET = 0.5;
const WEEK = 7;

const share = (value: number): number => Math.round(value * 10_000) / 10_000;
const percent = (value: number): number => Math.round(value * 1_000) / 10;

function storedAd({ ad, ...judged }: Judged, currency: string): StoredAd {
  const amount = (value: number): string => money(value, currency);
  const { fatigue, models } = judged;
  const [low, high] = costInterval(judged.posterior);
  return {
    ad_id: ad.adId,
    adset_id: ad.adsetId,
    campaign_id: ad.campaignId,
    creative_id: ad.creativeId,
    audience: ad.audience,
    daily_budget: ad.dailyBudget,
    account_currency: ad.accountCurrency,
    spend: amount(judged.spend),
    sales: count(ad.sales),
    effective_sales: count(judged.effective),
    cost: amount(judged.cost),
    delta_pct: percent(judged.delta),
    shrunk_cost: amount(judged.shrunk),
    interval: { low: amount(low), high: amount(high) },
    cheaper: share(judged.cheaper),
    dearer: share(judged.dearer),
    days: ad.days,
    ads_in_adset: ad.liveInAdset,
    models: OTHER_MODELS.map((model) => {
      const { sales, cost, delta } = models[model];
      return {
        model,
        sales: count(sales),
        cost: cost === null ? null : amount(cost),
        delta_pct: delta === null ? null : percent(delta),
      };
    }),
    fatigue: fatigue
      ? {
          state: fatigue.state,
          ratio: share(fatigue.ratio),
          upper: share(fatigue.upper),
          frequency: fatigue.frequency === null ? null : count(fatigue.frequency),
        }
      : null,
  };
}

/** The size of the change. `saved`: the cost of the same sales beyond the median, or beyond the cost at the ad that the money is taken from. */
function changeOf({ kind, judged, from }: Candidate, median: number, currency: string): StoredEvidence['change'] {
  const amount = (value: number): string => money(value, currency);
  const { ad, spend, cost } = judged;
  const week = (spend / Math.max(1, ad.days)) * WEEK;
  if (kind === 'scale') {
    const more = week * MORE_BUDGET;
    const daily = ad.dailyBudget === null ? null : ad.dailyBudget * MORE_BUDGET;
    return { daily, week: amount(more), sales: count(more / cost), saved: amount(more * (median / cost - 1)) };
  }
  if (kind === 'reallocate' && from) {
    const daily = changedDaily(judged, from);
    // Budgets are in the account's currency: the spend of the ad set tells what that is in the profile's.
    const moved = (spend / Math.max(1, ad.days)) * WEEK * shareOf(daily, ad);
    return { daily, week: amount(moved), sales: count(moved / cost), saved: amount(moved * (from.cost / cost - 1)) };
  }
  return { daily: null, week: amount(week), sales: count(week / cost), saved: amount(Math.max(0, week * (1 - median / cost))) };
}

/** What an ad is beside, by the figures of all ads. */
export interface Surroundings {
  /** By account, in the profile's currency; null without a sale. */
  costs: ReadonlyMap<string, string | null>;
  /** By ad set. */
  adsets: ReadonlyMap<string, readonly AdFigures[]>;
}

/** Of all candidates of an evaluation. */
export interface Known {
  reading: Reading;
  surroundings: Surroundings;
}

const accountOf = ({ platform, accountId }: AdFigures): string => JSON.stringify([platform, accountId]);
const adsetOf = ({ platform, accountId, adsetId }: AdFigures): string => JSON.stringify([platform, accountId, adsetId]);

/** Once for all candidates: each account has thousands of ads. */
export function surroundingsOf({ ads, currency }: Pick<Reading, 'ads' | 'currency'>): Surroundings {
  const costs = [...Map.groupBy(ads, accountOf)].map(([account, own]): [string, string | null] => [
    account,
    costOf(own, currency),
  ]);
  const inSets = ads.filter(({ adsetId }) => adsetId !== null);
  return { costs: new Map(costs), adsets: Map.groupBy(inSets, adsetOf) };
}

function costOf(ads: readonly AdFigures[], currency: string): string | null {
  const [spend, sales] = ads.reduce(([sum, n], ad) => [sum + (ad.spend ?? 0), n + ad.sales], [0, 0]);
  return sales > 0 ? money(spend / sales, currency) : null;
}

/** The ads that share the money of this one if it is paused, and itself. */
const besideOf = (ad: AdFigures, { adsets }: Surroundings): readonly AdFigures[] =>
  adsets.get(adsetOf(ad))?.filter(({ status, adId }) => status === 'active' || adId === ad.adId) ?? [ad];

const soldOf = ({ spend, ripe, days }: AdFigures): Sold => ({ spend: spend ?? 0, ...ripe, days });

/** Null of a test of a new creative, which changes nothing that could be compared. */
function expectationOfChange(
  { kind, judged, from }: Candidate,
  median: number,
  { reading: { currency }, surroundings }: Known,
): StoredEvidence['expected'] {
  if (kind === 'refresh_creative') return null;
  const { ad } = judged;
  const daily = changedDaily(judged, from);
  return expectationOf({
    kind,
    currency,
    ad: soldOf(ad),
    from: from && soldOf(from.ad),
    adset: besideOf(ad, surroundings).map(soldOf),
    median,
    more: from ? shareOf(daily, ad) : MORE_BUDGET,
    less: from ? shareOf(daily, from.ad) : 0,
  });
}

const shareOf = (daily: number, { dailyBudget }: AdFigures): number => daily / Math.max(dailyBudget ?? 1, 1e-9);

/** The daily budget that moves from one ad to the other. */
const changedDaily = ({ ad }: Judged, from: Judged | undefined): number =>
  Math.min((ad.dailyBudget ?? 0) * MORE_BUDGET, (from?.ad.dailyBudget ?? 0) * LESS_BUDGET);

export function evidenceOf(candidate: Candidate, overview: Overview, known: Known): StoredEvidence {
  const { judged, from } = candidate;
  const { reading, surroundings } = known;
  const { currency } = reading;
  const median = overview.median ?? judged.cost;
  return {
    window: reading.window,
    ripe_days: reading.ripeDays,
    goal: reading.goal,
    model: reading.model,
    currency,
    median: money(median, currency),
    shrunk_median: money(overview.shrunkMedian ?? median, currency),
    ads_compared: overview.adsCompared,
    account_cost: surroundings.costs.get(accountOf(judged.ad)) ?? null,
    ad: storedAd(judged, currency),
    from: from ? storedAd(from, currency) : null,
    change: changeOf(candidate, median, currency),
    expected: expectationOfChange(candidate, median, known),
  };
}

/** What one open recommendation of a kind is about: an ad is one of its platform and account. */
export const targetKey = ({ kind, judged: { ad }, from }: Candidate): string =>
  JSON.stringify([kind, ad.platform, ad.accountId, ad.adId, ...(from ? [from.ad.adId] : [])]);

/** UUIDv8 of a hash. */
export function recommendationId(profileId: string, kind: Kind, evidence: StoredEvidence): string {
  const hex = createHash('sha256')
    .update(canonicalJson(['recommendation', profileId, kind, evidence]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
