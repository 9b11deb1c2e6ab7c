// Queries in Google's query language. Removed objects stay in Google's lists for ever and are left out of the catalogue; their
// spend is not.
import type { AdAddress, AdSetAddress } from '../ad-platform.ts';
import type { DayRange } from '../day-ranges.ts';
import { ProviderFailure } from '../http/failure.ts';

export const CUSTOMER_CLIENTS =
  'SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, ' +
  'customer_client.manager, customer_client.status FROM customer_client';

export const CAMPAIGNS =
  'SELECT campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type, campaign_budget.amount_micros, ' +
  "campaign_budget.total_amount_micros, campaign_budget.period FROM campaign WHERE campaign.status != 'REMOVED'";

export const AD_GROUPS =
  'SELECT campaign.id, campaign.status, ad_group.id, ad_group.name, ad_group.status FROM ad_group ' +
  "WHERE ad_group.status != 'REMOVED' AND campaign.status != 'REMOVED'";

const AD_FIELDS =
  'SELECT campaign.id, campaign.status, ad_group.id, ad_group.status, ad_group_ad.status, ad_group_ad.primary_status, ' +
  'ad_group_ad.policy_summary.approval_status, ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type, ad_group_ad.ad.final_urls, ' +
  'ad_group_ad.ad.final_url_suffix, ad_group_ad.ad.image_ad.image_url FROM ad_group_ad';

export const ADS =
  `${AD_FIELDS} ` + "WHERE ad_group_ad.status != 'REMOVED' AND ad_group.status != 'REMOVED' AND campaign.status != 'REMOVED'";

/** Every id in a query is of digits alone. */
export const liveAd = ({ id, adSetId }: AdAddress): string =>
  `${AD_FIELDS} WHERE ad_group_ad.ad.id = ${digits(id)} AND ad_group.id = ${digits(adSetId)}`;

export const liveAdGroup = ({ id }: AdSetAddress): string =>
  `SELECT campaign.id, campaign.status, ad_group.id, ad_group.name, ad_group.status FROM ad_group WHERE ad_group.id = ${digits(id)}`;

export const liveBudget = (campaignId: string): string =>
  'SELECT campaign.id, campaign.status, campaign_budget.amount_micros, campaign_budget.total_amount_micros FROM campaign ' +
  `WHERE campaign.id = ${digits(campaignId)}`;

export const ANY_CAMPAIGN = "SELECT campaign.id, campaign.status FROM campaign WHERE campaign.status != 'REMOVED' LIMIT 1";

function digits(id: string): string {
  if (!/^\d{1,20}$/.test(id)) throw new ProviderFailure('google_ads', 'not_found', 'google_ads: an id is no number');
  return id;
}

/** The most that one request may ask for. */
export const MAX_CHANGE_EVENTS = 10_000;

/** @param from A day or a moment as Google writes it, the last one read. */
export const changeEvents = (from: string, to: string): string =>
  'SELECT change_event.resource_name, change_event.change_date_time, change_event.change_resource_type, ' +
  'change_event.change_resource_name, change_event.resource_change_operation, change_event.changed_fields, ' +
  'change_event.old_resource, change_event.new_resource, change_event.user_email, change_event.client_type, ' +
  'change_event.campaign, change_event.ad_group FROM change_event ' +
  `WHERE change_event.change_date_time >= '${moment(from)}' AND change_event.change_date_time <= '${moment(to)}' ` +
  `ORDER BY change_event.change_date_time ASC LIMIT ${MAX_CHANGE_EVENTS}`;

export const BUDGET_OWNERS =
  "SELECT campaign.id, campaign.name, campaign.campaign_budget FROM campaign WHERE campaign.status != 'REMOVED'";

function moment(text: string): string {
  if (!/^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?)?$/.test(text))
    throw new ProviderFailure('google_ads', 'unusable', 'google_ads: the time of a change is none');
  return text;
}

const METRICS = 'metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions, metrics.conversions_value';

const between = ({ from, to }: DayRange): string => `WHERE segments.date BETWEEN '${from}' AND '${to}'`;

export const campaignSpend = (range: DayRange): string =>
  `SELECT segments.date, campaign.id, campaign.name, ${METRICS} FROM campaign ${between(range)}`;

export const adSpend = (range: DayRange): string =>
  'SELECT segments.date, campaign.id, campaign.name, ad_group.id, ad_group.name, ad_group_ad.ad.id, ad_group_ad.ad.name, ' +
  `${METRICS} FROM ad_group_ad ${between(range)}`;
