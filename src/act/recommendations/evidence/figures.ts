// The figures of an ad when it is judged: plain numbers of the window, and the account's on the same days.
import type { Audience } from './audience.ts';
import type { Observed } from './gamma-poisson.ts';

/** Models that must agree beside the profile's own. */
export const OTHER_MODELS = ['last_non_direct', 'linear', 'position_based', 'data_driven'] as const;
export type OtherModel = (typeof OTHER_MODELS)[number];

export interface AdFigures {
  adId: string;
  platform: string;
  accountId: string;
  /** A text of another author: it is shown, and part of no sentence. */
  name: string | null;
  audience: Audience | null;
  adsetId: string | null;
  campaignId: string | null;
  status: 'active' | 'paused' | 'archived' | 'other' | 'removed' | null;
  learning: 'learning' | 'limited' | 'done' | null;
  objective: string | null;
  creativeId: string | null;
  budgetLevel: 'adset' | 'campaign' | null;
  /** In the account's currency. */
  dailyBudget: number | null;
  accountCurrency: string | null;
  /** In the profile's currency; null where a day has no exchange rate. */
  spend: number | null;
  /** Sums of weights, and of their squares. */
  sales: number;
  squares: number;
  /** As `sales` and `squares`, of sales that followed their visit within the days that sales take. */
  ripe: { sales: number; squares: number };
  byModel: Readonly<Record<OtherModel, number>>;
  /** Days of the window on which it cost something. */
  days: number;
  /** On which it first cost something, ever. */
  firstDay: string | null;
  /** The ad set's mean daily spend in the last seven days, in the account's currency. */
  adsetDailySpend: number;
  /** Ads of its ad set that are shown, itself among them. */
  liveInAdset: number;
  /** Milliseconds since 1970; null where no reading saw a change. */
  changedAt: number | null;
  /** Days of the window that its account has not reported: the first. */
  incompleteFrom: string | null;
  /** The share of visits with the id of their ad, among visits that name a campaign of its platform. */
  idShare: number | null;
  fatigue: FatigueFigures | null;
}

/** Clicks and times shown after it learned (`base`) and on the last days (`now`), with those of the account's other ads. */
export interface FatigueFigures {
  base: Shown;
  now: Shown;
  othersBase: Shown;
  othersNow: Shown;
  /** The ad's spend and sales on the days of `base`. */
  baseSold: Observed & { squares: number };
}

export interface Shown {
  clicks: number;
  impressions: number;
  reach: number | null;
}

/** The figures that all ads of the profile share. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  now: number;
  currency: string;
  model: string;
  window: { from: string; to: string; days: number };
  isBehind: boolean;
  /** Findings of data quality that are a problem for what is credited to ads. */
  problems: readonly string[];
  /** When a recommendation about an ad was last applied, by `adKey`; changes that readings have not seen yet. */
  appliedAt: ReadonlyMap<string, number>;
}

export const adKey = ({ platform, accountId, adId }: Pick<AdFigures, 'platform' | 'accountId' | 'adId'>): string =>
  JSON.stringify([platform, accountId, adId]);

const TIRED_BELOW = 0.8;
const [FREQUENT, MORE_FREQUENT] = [2.5, 1.3];
const Z_90 = 1.2816;

export interface Fatigue {
  /** `unknown` where the platform does not report how many people it reached. */
  state: 'tired' | 'fresh' | 'unknown';
  /** Share of its click rate that is left, against the account's other ads. */
  ratio: number;
  upper: number;
  frequency: number | null;
  baseFrequency: number | null;
  /** P(at least 0.8 of its click rate is left). */
  chanceFresh: number;
}

const rateOf = ({ clicks, impressions }: Shown): number => clicks / impressions;
const frequencyOf = ({ impressions, reach }: Shown): number | null => (reach === null || reach <= 0 ? null : impressions / reach);

/** Undefined where too little was shown to say anything. */
export function fatigueOf(figures: FatigueFigures | null): Fatigue | undefined {
  if (!figures) return undefined;
  const { base, now, othersBase, othersNow } = figures;
  const all = [base, now, othersBase, othersNow];
  if (all.some(({ clicks, impressions }) => clicks < 1 || impressions < 1)) return undefined;
  const ratio = rateOf(now) / rateOf(base) / (rateOf(othersNow) / rateOf(othersBase));
  const deviation = Math.sqrt(all.reduce((sum, { clicks }) => sum + 1 / clicks, 0));
  const upper = ratio * Math.exp(Z_90 * deviation);
  const [frequency, baseFrequency] = [frequencyOf(now), frequencyOf(base)];
  const isOften =
    frequency !== null && (frequency >= FREQUENT || (baseFrequency !== null && frequency >= MORE_FREQUENT * baseFrequency));
  const state = frequency === null ? 'unknown' : upper < TIRED_BELOW && isOften ? 'tired' : 'fresh';
  const chanceFresh = 1 - normalShare(Math.log(TIRED_BELOW / ratio) / deviation);
  return { state, ratio, upper, frequency, baseFrequency, chanceFresh };
}

/** P(X ≤ x) of a standard normal X, to 1e-7 (Abramowitz and Stegun 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return x >= 0 ? 1 - tail : tail;
}
