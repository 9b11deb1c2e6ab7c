// The answers of Meta that are read, as far as they are read. Numbers come as texts; a key that is absent means 0.
import { z } from 'zod';
import { decimal, idText, optional, wholeNumber } from '../shapes.ts';

const word = optional(z.string());

export const errorBody = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: optional(z.int()),
    message: word,
    error_user_msg: word,
    is_transient: optional(z.boolean()),
    fbtrace_id: word,
  }),
});

export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: optional(wholeNumber) });
export const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

/** A page of a list; the last one has no `next`. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), paging: z.object({ next: word }).optional() });

export const account = z.object({
  account_id: idText,
  name: z.string().default(''),
  currency: z.string().length(3),
  timezone_name: z.string().min(1),
  account_status: z.int(),
  disable_reason: optional(z.int()),
  user_tasks: optional(z.array(z.string())),
});

const budget = optional(z.string().regex(/^\d+$/));
const budgets = { daily_budget: budget, lifetime_budget: budget };

export const campaign = z.object({ id: idText, name: z.string(), effective_status: z.string(), objective: word, ...budgets });

export const adSet = z.object({
  id: idText,
  campaign_id: idText,
  name: z.string(),
  effective_status: z.string(),
  ...budgets,
  learning_stage_info: optional(z.object({ status: word })),
});

const action = optional(z.object({ type: word, value: optional(z.object({ link: word, whatsapp_number: word })) }));
/** A text, mostly of JSON; another form counts as an unknown text. */
const greeting = optional(z.union([z.string(), z.unknown().transform((value) => JSON.stringify(value))]));
const assetTexts = optional(z.array(z.object({ text: word })));
const creative = z.object({
  id: idText,
  name: word,
  title: word,
  body: word,
  object_type: word,
  url_tags: word,
  thumbnail_url: word,
  link_url: word,
  video_id: optional(idText),
  image_hash: word,
  effective_object_story_id: word,
  product_set_id: optional(idText),
  call_to_action_type: word,
  template_url_spec: z.unknown().optional(),
  page_welcome_message: greeting,
  object_story_spec: optional(
    z.object({
      page_id: optional(idText),
      link_data: optional(
        z.object({
          link: word,
          message: word,
          name: word,
          child_attachments: optional(z.array(z.unknown())),
          call_to_action: action,
          page_welcome_message: greeting,
        }),
      ),
      video_data: optional(z.object({ message: word, title: word, call_to_action: action, page_welcome_message: greeting })),
    }),
  ),
  asset_feed_spec: optional(
    z.object({
      optimization_type: word,
      link_urls: optional(z.array(z.object({ website_url: word }))),
      titles: assetTexts,
      bodies: assetTexts,
    }),
  ),
});
export type MetaCreative = z.infer<typeof creative>;

export const ad = z.object({
  id: idText,
  adset_id: idText,
  campaign_id: idText,
  name: z.string(),
  created_time: word,
  status: z.string(),
  configured_status: word,
  effective_status: z.string(),
  creative: optional(creative),
  adset: optional(
    z.object({
      destination_type: word,
      promoted_object: optional(z.object({ page_id: optional(idText), whatsapp_phone_number: word })),
    }),
  ),
});

/** An entry of the log of an account; who made it has an id that apps see differently. */
export const activity = z.object({
  event_time: z.string(),
  event_type: z.string(),
  translated_event_type: word,
  extra_data: word,
  object_id: optional(idText),
  object_name: word,
  object_type: word,
  actor_id: optional(idText),
  actor_name: word,
  application_id: optional(idText),
  application_name: word,
  tool: word,
});
export const activityData = z.object({
  old_value: z.unknown().optional(),
  new_value: z.unknown().optional(),
  rule_info: optional(z.object({ rule_name: word, rule_latest_name: word })),
});
/** One side of a change that is more than a text. */
const anything = z.unknown().optional();
export const activityValue = z.looseObject({
  type: anything,
  old_value: anything,
  new_value: anything,
  content: anything,
  children: anything,
});

const configured = z.object({ configured_status: z.string() });
/** As an ad is read before and after it is changed. */
export const liveAd = ad.extend({ adset: configured, campaign: configured.extend({ objective: word }) });
export const liveAdSet = adSet.extend({
  configured_status: z.string(),
  campaign: z.object({ daily_budget: budget, lifetime_budget: budget }),
});
export const tasks = z.object({ user_tasks: optional(z.array(z.string())) });
export const success = z.object({ success: z.literal(true) });
export const created = z.object({ id: idText });
export const copied = z.object({ copied_ad_id: idText });
export const named = z.object({ id: idText, name: word });
/** The parts of a creative that a copy is made of. */
export const creativeParts = z.object({
  creative: z.object({
    name: word,
    effective_object_story_id: word,
    object_story_spec: optional(z.record(z.string(), z.unknown())),
  }),
});

const actions = optional(z.array(z.object({ action_type: z.string(), value: optional(decimal) })));
export type Actions = z.infer<typeof actions>;

export const insight = z.object({
  date_start: z.iso.date(),
  spend: optional(decimal),
  impressions: optional(wholeNumber),
  clicks: optional(wholeNumber),
  campaign_id: optional(idText),
  campaign_name: word,
  adset_id: optional(idText),
  adset_name: word,
  ad_id: optional(idText),
  ad_name: word,
  reach: optional(wholeNumber),
  frequency: optional(decimal),
  inline_link_clicks: optional(wholeNumber),
  actions,
  action_values: actions,
  video_thruplay_watched_actions: actions,
});
export type Insight = z.infer<typeof insight>;

export const reportStart = z.object({ report_run_id: idText });
export const reportState = z.object({
  async_status: z.string(),
  async_percent_completion: wholeNumber,
  error_code: optional(z.int()),
  error_subcode: optional(z.int()),
  error_message: word,
});
