// Meta's objects in the vocabulary of all ad platforms.

import type { z } from 'zod';
import type {
  Ad,
  AdAccount,
  AdSet,
  AdSpend,
  Campaign,
  Creative,
  DeliveryStatus,
  LiveAd,
  LiveAdSet,
  LiveBudget,
  UrlTagsObstacle,
} from '../ad-platform.ts';
import { chatOf } from './chat.ts';
import { budgetText } from './money.ts';
import type * as shapes from './shapes.ts';

const ACTIVE = 1;
const IN_GRACE_PERIOD = 9;
const PAYMENT_MISSING = [3, 8];
const STATUS_WORDS: Readonly<Record<number, string>> = {
  2: 'disabled',
  3: 'unsettled',
  7: 'pending risk review',
  8: 'pending settlement',
  9: 'in grace period',
  100: 'pending closure',
  101: 'closed',
};
const WRITING_TASKS = ['ADVERTISE', 'MANAGE'];

export const canWrite = (tasks: readonly string[] | undefined): boolean | undefined =>
  tasks?.some((task) => WRITING_TASKS.includes(task));

export function accountOf(raw: z.infer<typeof shapes.account>): AdAccount {
  const { account_status: code, disable_reason: reason = 0, user_tasks: tasks } = raw;
  const status =
    code === ACTIVE || code === IN_GRACE_PERIOD ? 'active' : PAYMENT_MISSING.includes(code) ? 'payment_missing' : 'disabled';
  const words = `${STATUS_WORDS[code] ?? `status ${code}`}${reason === 0 ? '' : `, reason ${reason}`}`;
  return {
    id: raw.account_id,
    name: raw.name,
    currency: raw.currency,
    timezone: raw.timezone_name,
    status,
    statusReason: status === 'active' ? undefined : words,
    hasWriteAccess: canWrite(tasks),
  };
}

const STATUSES: Readonly<Record<string, DeliveryStatus>> = {
  ACTIVE: 'active',
  IN_PROCESS: 'active',
  WITH_ISSUES: 'active',
  PREAPPROVED: 'active',
  PAUSED: 'paused',
  ADSET_PAUSED: 'paused',
  CAMPAIGN_PAUSED: 'paused',
  ARCHIVED: 'archived',
  DELETED: 'archived',
};
const statusOf = (word: string): DeliveryStatus => STATUSES[word] ?? 'other';

/** The budget that is not used comes as "0". */
const budgetOf = (amount: string | undefined, currency: string): string | undefined =>
  amount === undefined || /^0*$/.test(amount) ? undefined : budgetText(amount, currency);
const budgetsOf = (raw: { daily_budget?: string | undefined; lifetime_budget?: string | undefined }, currency: string) => ({
  dailyBudget: budgetOf(raw.daily_budget, currency),
  lifetimeBudget: budgetOf(raw.lifetime_budget, currency),
});

export const campaignOf = (raw: z.infer<typeof shapes.campaign>, currency: string): Campaign => ({
  id: raw.id,
  name: raw.name,
  status: statusOf(raw.effective_status),
  objective: raw.objective,
  ...budgetsOf(raw, currency),
});

const LEARNING = { LEARNING: 'learning', SUCCESS: 'done', FAIL: 'limited' } as const;

export function adSetOf(raw: z.infer<typeof shapes.adSet>, currency: string): AdSet {
  const word = raw.learning_stage_info?.status;
  const learning = word === 'LEARNING' || word === 'SUCCESS' || word === 'FAIL' ? LEARNING[word] : undefined;
  return {
    id: raw.id,
    campaignId: raw.campaign_id,
    name: raw.name,
    status: statusOf(raw.effective_status),
    ...budgetsOf(raw, currency),
    learning,
  };
}

export const adOf = (raw: z.infer<typeof shapes.ad>): Ad => ({
  id: raw.id,
  adSetId: raw.adset_id,
  campaignId: raw.campaign_id,
  name: raw.name,
  configuredStatus: statusOf(raw.configured_status ?? raw.status),
  effectiveStatus: statusOf(raw.effective_status),
  platformStatus: raw.effective_status,
  creative: raw.creative && creativeOf(raw.creative),
  createdAt: raw.created_time,
  chat: chatOf(raw),
});

/** Destinations that open a chat instead of a page. */
const CHATS = new Set(['WHATSAPP_MESSAGE', 'MESSAGE_PAGE', 'INSTAGRAM_MESSAGE', 'MESSENGER_MESSAGE']);

function obstacleOf(raw: shapes.MetaCreative | undefined): UrlTagsObstacle | undefined {
  if (!raw) return 'unchangeable';
  const { object_story_spec: story, asset_feed_spec: feed } = raw;
  if (raw.product_set_id !== undefined || raw.template_url_spec != null) return 'catalogue';
  if (feed && feed.optimization_type !== 'DEGREES_OF_FREEDOM') return 'asset_feed';
  const actions = [raw.call_to_action_type, story?.link_data?.call_to_action?.type, story?.video_data?.call_to_action?.type];
  if (actions.some((type) => CHATS.has(type ?? ''))) return 'click_to_message';
  return raw.effective_object_story_id === undefined && !story ? 'unchangeable' : undefined;
}

export const liveAdOf = (raw: z.infer<typeof shapes.liveAd>): LiveAd => ({
  ...adOf({ ...raw, adset: undefined }),
  parents: { adSet: statusOf(raw.adset.configured_status), campaign: statusOf(raw.campaign.configured_status) },
  objective: raw.campaign.objective,
  urlTagsObstacle: obstacleOf(raw.creative),
});

export function liveAdSetOf(raw: z.infer<typeof shapes.liveAdSet>, currency: string): LiveAdSet {
  const { id, campaignId, name, learning } = adSetOf(raw, currency);
  const budget = liveBudgetOf(raw, 'ad_set', currency) ?? liveBudgetOf(raw.campaign, 'campaign', currency);
  return { id, campaignId, name, status: statusOf(raw.configured_status), budget, learning };
}

function liveBudgetOf(
  { daily_budget: daily = '0', lifetime_budget: lifetime = '0' }: z.infer<typeof shapes.liveAdSet>['campaign'],
  level: LiveBudget['level'],
  currency: string,
): LiveBudget | undefined {
  const [minorUnits, period] = Number(daily) > 0 ? [Number(daily), 'daily' as const] : [Number(lifetime), 'lifetime' as const];
  return minorUnits === 0 ? undefined : { level, period, minorUnits, amount: budgetText(String(minorUnits), currency) };
}

function creativeOf(raw: shapes.MetaCreative): Creative {
  const { link_data: linkData, video_data: videoData } = raw.object_story_spec ?? {};
  const landing =
    linkData?.link ?? videoData?.call_to_action?.value?.link ?? raw.link_url ?? raw.asset_feed_spec?.link_urls?.[0]?.website_url;
  return {
    id: raw.id,
    type: creativeType(raw),
    name: raw.name,
    thumbnailUrl: raw.thumbnail_url,
    landingPageUrl: landing,
    urlTags: raw.url_tags,
    texts: textsOf(raw),
    callToAction: raw.call_to_action_type ?? linkData?.call_to_action?.type ?? videoData?.call_to_action?.type,
  };
}

/** Headlines and texts, of a set of texts all. */
function textsOf({ title, body, object_story_spec: story, asset_feed_spec: feed }: shapes.MetaCreative): string[] {
  const { link_data: linkData, video_data: videoData } = story ?? {};
  const own = [title, body, linkData?.name, linkData?.message, videoData?.title, videoData?.message];
  const assets = [...(feed?.titles ?? []), ...(feed?.bodies ?? [])].map(({ text }) => text);
  return [...new Set([...own, ...assets].filter((text) => text !== undefined))];
}

function creativeType(raw: shapes.MetaCreative): NonNullable<Creative['type']> {
  const { asset_feed_spec: feed, object_story_spec: story } = raw;
  // Plain ads have a feed of this kind too.
  if (feed && feed.optimization_type !== 'DEGREES_OF_FREEDOM') return 'dynamic';
  if ((story?.link_data?.child_attachments ?? []).length > 0) return 'carousel';
  if (raw.video_id !== undefined || story?.video_data || raw.object_type === 'VIDEO') return 'video';
  return raw.image_hash !== undefined || raw.object_type === 'PHOTO' || story?.link_data ? 'image' : 'other';
}

/** The same purchases come under several names; the widest that is there counts. */
const PURCHASES = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase'];

function actionOf(actions: shapes.Actions, ...types: string[]): string {
  for (const type of types) {
    const action = actions?.find((each) => each.action_type === type);
    if (action) return action.value ?? '0';
  }
  return '0';
}

/** Meta leaves out what is 0; of reach and frequency that is said only where ads were shown. */
export const spendOf = (raw: shapes.Insight): AdSpend => ({
  day: raw.date_start,
  spend: raw.spend ?? '0',
  impressions: raw.impressions ?? 0,
  clicks: raw.clicks ?? 0,
  campaignId: raw.campaign_id,
  campaignName: raw.campaign_name,
  adSetId: raw.adset_id,
  adSetName: raw.adset_name,
  adId: raw.ad_id,
  adName: raw.ad_name,
  reach: raw.reach,
  frequency: raw.frequency,
  linkClicks: raw.inline_link_clicks ?? 0,
  video3sViews: Math.round(Number(actionOf(raw.actions, 'video_view'))),
  thruplays: Math.round(Number(actionOf(raw.video_thruplay_watched_actions, 'video_view'))),
  platformConversions: actionOf(raw.actions, ...PURCHASES),
  platformConversionValue: actionOf(raw.action_values, ...PURCHASES),
});
