// The answers of Pinterest's API v5 that are read, as far as they are read: by its published description 5.23. The content of a prepared report's file
// is not described there; both forms that are known from memory are read.
import { z } from 'zod';
import { idText, optional, wholeNumber } from '../shapes.ts';

const word = optional(z.string());
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A page of a list. The last one has no bookmark. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ items: z.array(row), bookmark: word });

export const account = z.object({ id: idText, name, currency: z.string().length(3) });

/** Sums are in millionths of the account's currency. */
export const campaign = z.object({
  id: idText,
  name,
  status: word,
  objective_type: word,
  daily_spend_cap: optional(wholeNumber),
  lifetime_spend_cap: optional(wholeNumber),
});
export const adGroup = z.object({
  id: idText,
  campaign_id: idText,
  name,
  status: word,
  budget_type: word,
  budget_in_micro_currency: optional(wholeNumber),
});
export const ad = z.object({
  id: idText,
  ad_group_id: idText,
  campaign_id: idText,
  name,
  status: word,
  review_status: word,
  creative_type: word,
  destination_url: word,
  pin_id: optional(idText),
  created_time: optional(wholeNumber),
});

export const row = z.object({
  AD_ID: optional(idText),
  PIN_PROMOTION_ID: optional(idText),
  DATE: z.string().regex(/^\d{4}-\d\d-\d\d/),
  SPEND_IN_MICRO_DOLLAR: optional(wholeNumber),
  PAID_IMPRESSION: optional(wholeNumber),
  TOTAL_CLICKTHROUGH: optional(wholeNumber),
});
export type Row = z.infer<typeof row>;

/** An array without an envelope. */
export const rows = z.array(row);

export const ordered = z.object({ token: z.string().min(1) });
export const prepared = z.object({ report_status: z.string(), url: word });

/** Rows, or lists of rows under the id of each ad. */
export const file = z.union([
  rows,
  z
    .record(z.string(), rows)
    .transform((byAd) =>
      Object.entries(byAd).flatMap(([id, found]) =>
        found.map((each) => ({ ...each, AD_ID: each.AD_ID ?? each.PIN_PROMOTION_ID ?? id })),
      ),
    ),
]);
