// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { readJson, storedJson } from '../../base/kit/stored-json.ts';
import { accountForm, resolvePlatform } from '../../collect/events/index.ts';

/** Amounts are decimal strings; shares and probabilities are numbers. */
const ad = z.object({
  ad_id: z.string(),
  adset_id: z.string().nullable(),
  campaign_id: z.string().nullable(),
  creative_id: z.string().nullable(),
  /** Evidence of before has none. */
  audience: z.enum(['brand', 'retargeting']).nullable().default(null),
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

/** Sales of seven days; `effective` are whole sales of the same chance. */
const expected = z.object({ spend: z.string(), sales: z.number(), effective: z.number() });
export type Expected = z.infer<typeof expected>;

/** The total that is compared: of the ads, or of the ad set of a paused one. */
const expectation = z.object({ of: z.enum(['ads', 'adset']), without: expected, with: expected });
export type StoredExpectation = z.infer<typeof expectation>;

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
  /** Missing in what was evaluated before there were such totals. */
  expected: expectation.nullish(),
});
export type StoredEvidence = z.infer<typeof evidence>;
export type StoredAd = z.infer<typeof ad>;

export const storedEvidence = storedJson('recommendations.evidence', evidence);

const draft = z.object({
  run_id: z.string(),
  gap_id: z.string(),
  dimension: z.string(),
  from: z.string(),
  to: z.string(),
  hypothesis: z.string(),
});

export const storedResult = storedJson(
  'recommendations.result',
  z.object({
    /** Null where nothing was to be written at a platform. */
    plan_id: z.string().nullable(),
    writes: z.array(z.record(z.string(), z.unknown())),
    /** The test that a recommendation to refresh an ad became. */
    draft: draft.optional(),
    applied_at: z.string(),
  }),
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
  /** Missing where it was frozen before there were such totals: the first comparison computes it. */
  expected: expectation.nullish(),
  adset_id: z.string().nullish(),
  probability: z.number(),
});

/** One made before platforms had one name, and accounts one form, may have others. */
const frozenNow = frozen.transform((stored) => {
  const { platform } = resolvePlatform(stored.platform);
  return { ...stored, platform, account_id: accountForm(platform, stored.account_id) };
});
export type Frozen = z.infer<typeof frozen>;

const target = z.tuple([z.string(), z.string()], z.string());

/** The target of a recommendation as it is named now: one made before may have another name of the platform, and no account. */
export function currentTarget(stored: { target_key: string; platform: string; account_id: string }): string {
  const [kind, , ...ids] = readJson('recommendations.target_key', target, stored.target_key);
  const { platform } = resolvePlatform(stored.platform);
  const ads = kind === 'reallocate' ? ids.slice(-2) : ids.slice(-1);
  return JSON.stringify([kind, platform, accountForm(platform, stored.account_id), ...ads]);
}

/** Names of findings of data quality. */
export const storedFindings = storedJson('recommendations.findings', z.array(z.string()));
export const storedFrozen = storedJson('recommendation_scores.frozen', frozenNow);

const observed = z.object({
  spend: z.string(),
  sales: z.number(),
  cost: z.string().nullable(),
  account_spend: z.string(),
  account_sales: z.number(),
  account_cost: z.string().nullable(),
  /** Changes of these ads by others, from when it was frozen to the last of these days: what came is then no result of ours. */
  changed_by_others: z.object({ changes: z.int(), last_at: z.int(), by: z.string().nullable() }).nullish(),
  /** The total that was expected, as it came. Missing in what was compared before there were such totals. */
  total: z
    .object({
      ...expected.shape,
      /** The side of the expectation that it is compared with: a change that was not made is none. */
      as: z.enum(['with', 'without']),
      /** Observed divided by expected; null where nothing was expected. */
      ratio: z.number().nullable(),
      /** Observed less expected, with a 95 % interval of chance. */
      difference: z.object({ sales: z.number(), low: z.number(), high: z.number() }),
    })
    .nullish(),
});
export type Observed = z.infer<typeof observed>;
export const storedObserved = storedJson('recommendation_scores.observed', observed);
