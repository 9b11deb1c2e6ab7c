// What Google is asked, in its query language. Removed objects stay in Google's lists for ever and are left out of the catalogue; their
// spend is not.
import type { DayRange } from '../day-ranges.ts';

export const CUSTOMER_CLIENTS =
  'SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, ' +
  'customer_client.manager, customer_client.status FROM customer_client';

export const CAMPAIGNS =
  'SELECT campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type, campaign_budget.amount_micros, ' +
  "campaign_budget.total_amount_micros, campaign_budget.period FROM campaign WHERE campaign.status != 'REMOVED'";

export const AD_GROUPS =
  'SELECT campaign.id, campaign.status, ad_group.id, ad_group.name, ad_group.status FROM ad_group ' +
  "WHERE ad_group.status != 'REMOVED' AND campaign.status != 'REMOVED'";

export const ADS =
  'SELECT campaign.id, campaign.status, ad_group.id, ad_group.status, ad_group_ad.status, ad_group_ad.primary_status, ' +
  'ad_group_ad.policy_summary.approval_status, ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type, ad_group_ad.ad.final_urls, ' +
  'ad_group_ad.ad.final_url_suffix, ad_group_ad.ad.image_ad.image_url FROM ad_group_ad ' +
  "WHERE ad_group_ad.status != 'REMOVED' AND ad_group.status != 'REMOVED' AND campaign.status != 'REMOVED'";

const METRICS = 'metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions, metrics.conversions_value';

const between = ({ from, to }: DayRange): string => `WHERE segments.date BETWEEN '${from}' AND '${to}'`;

export const campaignSpend = (range: DayRange): string =>
  `SELECT segments.date, campaign.id, campaign.name, ${METRICS} FROM campaign ${between(range)}`;

export const adSpend = (range: DayRange): string =>
  'SELECT segments.date, campaign.id, campaign.name, ad_group.id, ad_group.name, ad_group_ad.ad.id, ad_group_ad.ad.name, ' +
  `${METRICS} FROM ad_group_ad ${between(range)}`;
