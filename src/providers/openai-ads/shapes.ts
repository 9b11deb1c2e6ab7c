// The answers of OpenAI's advertising API v1 that are read, as far as they are read: by its public description 2.3.0 and a connector (2026-11-27).
// Spend is in whole units of the account's currency, as a number; budgets are whole numbers of millionths.
import { z } from 'zod';
import { decimal, idText, optional, timezone, wholeNumber } from '../shapes.ts';

const word = optional(z.string());
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

export const account = z.object({ id: idText, name, status: word, timezone, currency_code: z.string().length(3) });

/** A page of a list. The id of its last row is there on the last page, too. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), last_id: word, has_more: z.boolean().default(false) });

const budget = optional(
  z.object({ daily_spend_limit_micros: optional(wholeNumber), lifetime_spend_limit_micros: optional(wholeNumber) }),
);
export const campaign = z.object({ id: idText, name, status: word, budget });
export type Campaign = z.infer<typeof campaign>;

/** It does not name its campaign. */
export const adGroup = z.object({ id: idText, name, status: word });
export type AdGroup = z.infer<typeof adGroup>;

/** It names neither its ad group nor its campaign. */
export const ad = z.object({
  id: idText,
  name,
  status: word,
  review_status: word,
  created_at: optional(wholeNumber),
  creative: optional(z.object({ type: word, title: word, target_url: word })),
});
export type Ad = z.infer<typeof ad>;

export const insight = z.object({
  /** Seconds since 1970: the beginning of the day in the zone of the request. */
  start_time: wholeNumber,
  ad_id: idText,
  ad_name: word,
  ad_group_id: optional(idText),
  campaign_id: optional(idText),
  impressions: optional(wholeNumber),
  clicks: optional(wholeNumber),
  spend: optional(decimal),
});
export type Insight = z.infer<typeof insight>;
