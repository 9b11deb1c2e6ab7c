// The answers of Reddit's Ads API v3 that are read, as far as they are read. Names of the objects' fields are from a connector's description of the
// API (2026-11-29, PostHog reddit_ads); budgets and the words of effective states are from memory.
import { z } from 'zod';
import { idText, optional, timezone, wholeNumber } from '../shapes.ts';

const word = optional(z.string());
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const pagination = z
  .object({ next_url: z.string().nullish() })
  .nullish()
  .transform((found) => found?.next_url ?? undefined);

/** A page of a list, and the whole address of the next one. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), pagination }).transform(({ data, pagination: next }) => ({ rows: data, next }));

/** The same of a report. */
export const reportPageOf = <Row extends z.ZodType>(row: Row) =>
  z
    .object({ data: z.object({ metrics: z.array(row) }), pagination })
    .transform(({ data, pagination: next }) => ({ rows: data.metrics, next }));

export const business = z.object({ id: idText });

export const account = z.object({
  id: idText,
  name,
  currency: z.string().length(3),
  time_zone_id: timezone,
  suspension_reason: word,
});

const states = { configured_status: word, effective_status: word };
/** Of a daily or lifetime sum in millionths, where `goal_type` says so. */
const goal = { goal_type: word, goal_value: optional(wholeNumber) };

export const campaign = z.object({ id: idText, name, objective: word, ...states, ...goal });
export const adGroup = z.object({ id: idText, campaign_id: idText, name, ...states, ...goal });
export const ad = z.object({
  id: idText,
  ad_group_id: idText,
  campaign_id: optional(idText),
  name,
  ...states,
  type: word,
  click_url: word,
  post_id: optional(idText),
  created_at: word,
});

export const reportRow = z.object({
  ad_id: idText,
  date: z.string().regex(/^\d{4}-\d\d-\d\d/),
  currency: word,
  /** Millionths of the currency. */
  spend: optional(wholeNumber),
  impressions: optional(wholeNumber),
  clicks: optional(wholeNumber),
});
export type ReportRow = z.infer<typeof reportRow>;
