// The answers of the sandbox that are read. Money is in the smallest unit of the account's currency.
import { z } from 'zod';

const STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
const status = z.enum(STATUSES);
const budget = z.int().nonnegative().nullable();
const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export const accounts = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      timezone: z.string(),
      status: z.string(),
      can_write: z.boolean(),
    }),
  ),
});

export const campaigns = pageOf(
  z.object({ id: z.string(), name: z.string(), objective: z.string(), status, daily_budget: budget }),
);

export const adSet = z.object({
  id: z.string(),
  campaign_id: z.string(),
  name: z.string(),
  status,
  daily_budget: budget,
  learning: z.enum(['LEARNING', 'DONE']),
  campaign_daily_budget: budget,
});
export const adSets = pageOf(adSet);

export const ad = z.object({
  id: z.string(),
  ad_set_id: z.string(),
  campaign_id: z.string(),
  name: z.string(),
  created_on: z.iso.date(),
  status,
  effective_status: z.enum([...STATUSES, 'AD_SET_PAUSED', 'CAMPAIGN_PAUSED']),
  ad_set_status: status,
  campaign_status: status,
  creative: z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['image', 'carousel', 'video', 'dynamic']),
    landing_page: z.string(),
    url_tags: z.string(),
    picture_url: z.string(),
    texts: z.array(z.string()),
    button: z.string().nullable(),
    video_url: z.string().nullable(),
  }),
});
export const ads = pageOf(ad);

/** The fields of any list. */
export const names = pageOf(z.object({ id: z.string(), name: z.string() }));
export const copy = z.object({ id: z.string() });

const count = z.int().nonnegative();
export const spend = pageOf(
  z.object({
    day: z.iso.date(),
    campaign_id: z.string(),
    campaign_name: z.string(),
    ad_set_id: z.string(),
    ad_set_name: z.string(),
    ad_id: z.string(),
    ad_name: z.string(),
    spend: count,
    impressions: count,
    clicks: count,
    reach: count,
    video_3s_views: count.nullable(),
    video_complete_views: count.nullable(),
  }),
);

const outcome = z.object({ measure: z.string(), ratio: z.number(), low: z.number(), high: z.number() });
export const study = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['LIFT', 'SPLIT_TEST']),
  starts_on: z.iso.date(),
  ends_on: z.iso.date(),
  status: z.enum(['PLANNED', 'RUNNING', 'DONE', 'CANCELLED']),
  arms: z.array(z.object({ id: z.string(), name: z.string(), percent: z.number(), ad_set_ids: z.array(z.string()) })),
  outcome: outcome.nullable(),
});
export const studies = pageOf(study);
