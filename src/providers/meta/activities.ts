// Meta's log of an ad account. Its words are of an older model: CAMPAIGN is an ad set, ADGROUP an ad, CAMPAIGN_GROUP a campaign. Values are in
// `extra_data`, JSON as text whose form depends on the event; amounts are in Meta's smallest unit. Entries have no id.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ChangeField, LoggedChange } from '../ad-platform.ts';
import { parseJson } from '../http/json.ts';
import { budgetText } from './money.ts';
import { type activity, activityData, activityValue } from './shapes.ts';

type Activity = z.infer<typeof activity>;
type Data = z.infer<typeof activityData>;

const TYPES: Readonly<Record<string, LoggedChange['type']>> = {
  ADGROUP: 'ad',
  AD: 'ad',
  CAMPAIGN: 'adset',
  AD_SET: 'adset',
  ADSET: 'adset',
  CAMPAIGN_GROUP: 'campaign',
};

/** Events that repeat another one, that say what the platform did by itself, or that are about how and not what is changed. */
const NO_CHANGE = new Set([
  'update_ad_run_status_to_be_set_after_review',
  'update_ad_set_learning_stage_status',
  'update_adgroup_stop_delivery',
  'ad_review_approved',
  'ad_review_declined',
  'first_delivery_event',
  'di_ad_set_learning_stage_exit',
  'campaign_ended',
  'campaign_spending_limit_reached',
  'lifetime_budget_spent',
  'update_ad_labels',
]);

/** The first that the name of an event matches; longer names are before the shorter ones in them. */
const FIELDS: readonly [RegExp, ChangeField][] = [
  [/^create_/, 'created'],
  [/run_status/, 'status'],
  [/^delete_/, 'status'],
  [/budget_scheduling|high_demand|schedul|duration/, 'schedule'],
  [/budget|spend_cap|spend_target/, 'budget'],
  [/bid|optimization_goal|conversion_goal|delivery_type/, 'bid'],
  [/target|keywords|audience/, 'targeting'],
  [/creative|images/, 'creative'],
  [/name/, 'name'],
];
/** A new kind of event is a change that has no word here yet. */
const fieldOf = (event: string): ChangeField => FIELDS.find(([pattern]) => pattern.test(event))?.[1] ?? 'other';

const STATUSES: Readonly<Record<string, string>> = {
  active: 'active',
  inactive: 'paused',
  paused: 'paused',
  archived: 'archived',
  deleted: 'removed',
};
/** A change of status is two entries, to this state and from it. */
const IN_PROCESS = 'pending process';

const NO_DATA: Data = {};

/** Undefined for an entry that is no change of a campaign, ad set or ad by somebody. */
export function changeOfActivity(raw: Activity, currency: string, appId: string): LoggedChange | undefined {
  const type = TYPES[raw.object_type ?? ''];
  const at = Date.parse(raw.event_time);
  if (type === undefined || raw.object_id === undefined || !Number.isFinite(at) || NO_CHANGE.has(raw.event_type))
    return undefined;
  const field = fieldOf(raw.event_type);
  const data = activityData.safeParse(parseJson(raw.extra_data ?? '')).data ?? NO_DATA;
  const values = valuesOf(field, data, currency);
  if (!values) return undefined;
  const app = raw.application_id === undefined || raw.application_id === '0' ? undefined : raw.application_id;
  return {
    key: keyOf(raw),
    at,
    type,
    id: raw.object_id,
    name: raw.object_name,
    field,
    ...values,
    word: raw.translated_event_type ?? raw.event_type,
    actor: raw.actor_name,
    via: viaOf(raw, data),
    mayBeOwn: data.rule_info === undefined && (app === undefined || app === appId),
  };
}

/** Entries that are alike in all of these, in the same second, are one change. */
const keyOf = ({ event_time, event_type, object_id, actor_id, extra_data }: Activity): string =>
  createHash('sha256')
    .update(JSON.stringify([event_time, event_type, object_id, actor_id, extra_data]))
    .digest('hex');

function viaOf({ application_name: app, tool }: Activity, { rule_info: rule }: Data): string | undefined {
  if (rule) return `rule ${rule.rule_latest_name ?? rule.rule_name ?? ''}`.trim();
  return app ?? tool;
}

/** Undefined for a status that a review or the start of delivery has set, and for the first entry of two. */
function valuesOf(field: ChangeField, data: Data, currency: string): Pick<LoggedChange, 'before' | 'after'> | undefined {
  const [before, after] = [textOf(data.old_value, currency), textOf(data.new_value, currency)];
  if (field !== 'status') return { before, after };
  const [from, to] = [before?.toLowerCase() ?? '', after?.toLowerCase() ?? ''];
  const status = STATUSES[to];
  if (status === undefined || from === 'pending review') return undefined;
  return { before: from === IN_PROCESS ? undefined : STATUSES[from], after: status };
}

const MAX_DEPTH = 4;

/** An amount is an object with the value of one side, any other value a text, or a list of named texts. */
function textOf(value: unknown, currency: string, depth = 0): string | undefined {
  if (value === null || value === undefined || value === '' || depth > MAX_DEPTH) return undefined;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.flatMap((part) => textOf(part, currency, depth + 1) ?? []).join('; ') || undefined;
  const { type, old_value, new_value, content, children, ...others } = activityValue.parse(value);
  const side = new_value ?? old_value;
  if (type === 'payment_amount') return amountOf(side, currency);
  if (typeof content === 'string') return `${content} ${textOf(children, currency, depth + 1) ?? ''}`.trim();
  return textOf(side ?? Object.values(others), currency, depth + 1);
}

function amountOf(units: unknown, currency: string): string | undefined {
  const text = typeof units === 'number' ? String(units) : units;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? budgetText(text, currency) : undefined;
}
