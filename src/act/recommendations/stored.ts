// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

/** Amounts are decimal strings; shares and probabilities are numbers. */
const ad = z.object({
  ad_id: z.string(),
  adset_id: z.string().nullable(),
  campaign_id: z.string().nullable(),
  creative_id: z.string().nullable(),
  /** In the account's currency. */
  daily_budget: z.number().nullable(),
  account_currency: z.string().nullable(),
  spend: z.string(),
  sales: z.number(),
  effective_sales: z.number(),
  cost: z.string(),
  delta_pct: z.number(),
  shrunk_cost: z.string(),
  interval: z.object({ low: z.string(), high: z.string() }),
  cheaper: z.number(),
  dearer: z.number(),
  days: z.number(),
  ads_in_adset: z.number(),
  models: z.array(
    z.object({ model: z.string(), sales: z.number(), cost: z.string().nullable(), delta_pct: z.number().nullable() }),
  ),
  fatigue: z
    .object({
      state: z.enum(['tired', 'fresh', 'unknown']),
      ratio: z.number(),
      upper: z.number(),
      frequency: z.number().nullable(),
    })
    .nullable(),
});

const MODELS = [
  ...(['first_touch', 'last_touch', 'last_non_direct', 'first_paid', 'last_paid'] as const),
  ...(['linear', 'position_based', 'time_decay', 'data_driven'] as const),
] as const;

const evidence = z.object({
  window: z.object({ from: z.string(), to: z.string(), days: z.number() }),
  ripe_days: z.number(),
  goal: z.string(),
  model: z.enum(MODELS),
  currency: z.string(),
  median: z.string(),
  shrunk_median: z.string(),
  ads_compared: z.number(),
  /** The cost of a sale in the ad's account; null without sales. */
  account_cost: z.string().nullable(),
  ad,
  from: ad.nullable(),
  /** The size of the change: in the account's currency a day, and over 7 days in the profile's. */
  change: z.object({ daily: z.number().nullable(), week: z.string(), sales: z.number(), saved: z.string() }),
});
export type StoredEvidence = z.infer<typeof evidence>;
export type StoredAd = z.infer<typeof ad>;

export const storedEvidence = storedJson('recommendations.evidence', evidence);

export const storedResult = storedJson(
  'recommendations.result',
  z.object({ plan_id: z.string(), writes: z.array(z.record(z.string(), z.unknown())), applied_at: z.string() }),
);

const frozen = z.object({
  platform: z.string(),
  account_id: z.string(),
  ad_id: z.string(),
  from_ad_id: z.string().nullable(),
  goal: z.string(),
  currency: z.string(),
  /** Days that are compared, and after how many more their sales are in. */
  from: z.string(),
  to: z.string(),
  ripe_days: z.number(),
  median: z.string(),
  /** The cost of a sale in the window: in the account, and with these ads. */
  account_cost: z.string().nullable(),
  cost: z.string(),
  /** The sales that the "if" sentence stated for the next seven days. */
  if_sales: z.number(),
  probability: z.number(),
});
export type Frozen = z.infer<typeof frozen>;
export const storedFrozen = storedJson('recommendation_scores.frozen', frozen);

const observed = z.object({
  spend: z.string(),
  sales: z.number(),
  cost: z.string().nullable(),
  account_spend: z.string(),
  account_sales: z.number(),
  account_cost: z.string().nullable(),
  /** Observed sales of the ad divided by what "if" said. */
  ratio: z.number().nullable(),
});
export type Observed = z.infer<typeof observed>;
export const storedObserved = storedJson('recommendation_scores.observed', observed);
