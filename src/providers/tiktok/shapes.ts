// The answers of TikTok's API for Business that are read, as far as they are read. Ids come as texts and as numbers.
import { z } from 'zod';
import { decimal, idText, optional, wholeNumber } from '../shapes.ts';

const word = optional(z.string());

export const envelope = z.object({ code: z.int(), message: word, request_id: word });
const withData = z.object({ data: z.unknown() });
/** The fields of an answer beside its code. */
export const answerOf = <Data extends z.ZodType>(data: Data) =>
  z.preprocess((answer) => withData.safeParse(answer).data?.data, data);

/** The answer to a write, with the id of the request. */
export const receiptOf = <Data extends z.ZodType>(data: Data) =>
  z.preprocess((answer) => ({ ...Object(withData.safeParse(answer).data?.data), ...envelope.safeParse(answer).data }), data);

export const changed = z.object({ request_id: word });
/** An ad that failed is left out. */
export const changedAds = changed.extend({ ad_ids: optional(z.array(idText)) });

export const tokenData = z.object({ access_token: z.string().min(1), scope: z.array(idText).default([]) });

export const advertisers = z.object({ list: z.array(z.object({ advertiser_id: idText })) });
export const advertiser = z.object({
  advertiser_id: idText,
  name: z.string().default(''),
  currency: z.string().length(3),
  timezone: word,
  display_timezone: word,
  status: z.string(),
});
export const advertiserList = z.object({ list: z.array(advertiser) });

/** A page of a list, with how many rows all pages have. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), page_info: z.object({ total_number: wholeNumber, total_page: wholeNumber }) });

const statuses = { operation_status: word, secondary_status: word };
const budgets = { budget: optional(decimal), budget_mode: word };

export const campaign = z.object({
  campaign_id: idText,
  campaign_name: z.string().default(''),
  objective_type: word,
  ...statuses,
  ...budgets,
});
export const adGroup = z.object({
  adgroup_id: idText,
  campaign_id: idText,
  adgroup_name: z.string().default(''),
  ...statuses,
  ...budgets,
});
export const ad = z.object({
  ad_id: idText,
  adgroup_id: idText,
  campaign_id: idText,
  ad_name: z.string().default(''),
  ...statuses,
  ad_text: word,
  call_to_action: word,
  landing_page_url: word,
  video_id: word,
  image_ids: optional(z.array(z.string())),
  create_time: word,
});

export const reportRow = z.object({
  dimensions: z.object({ ad_id: idText, stat_time_day: z.string().regex(/^\d{4}-\d\d-\d\d/) }),
  metrics: z.object({
    spend: optional(decimal),
    impressions: optional(wholeNumber),
    clicks: optional(wholeNumber),
    reach: optional(wholeNumber),
    frequency: optional(decimal),
    conversion: optional(decimal),
    ad_name: word,
    campaign_id: optional(idText),
    campaign_name: word,
    adgroup_id: optional(idText),
    adgroup_name: word,
  }),
});
export type ReportRow = z.infer<typeof reportRow>;
