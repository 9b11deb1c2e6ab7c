// Snap's ad accounts, campaigns, ad squads and ads in the vocabulary of all ad platforms. Money is in millionths of the account's currency, and what
// is a click elsewhere is a swipe.
import type { z } from 'zod';
import type { Ad, AdAccount, AdSet, AdSpend, Campaign, DeliveryStatus } from '../ad-platform.ts';
import { fromMicros } from '../money.ts';
import type * as shapes from './shapes.ts';

/** Reading only: nothing is changed at Snap from here. */
export const accountOf = ({ id, name, status, currency, timezone }: z.infer<typeof shapes.account>): AdAccount => ({
  id,
  name: name || id,
  currency,
  timezone,
  hasWriteAccess: false,
  status: status === undefined || status === 'ACTIVE' ? 'active' : 'disabled',
  ...(status === undefined || status === 'ACTIVE' ? {} : { statusReason: status }),
});

const STATUSES: Readonly<Record<string, DeliveryStatus>> = { ACTIVE: 'active', PAUSED: 'paused', DELETED: 'archived' };
const statusOf = (word: string | undefined): DeliveryStatus => STATUSES[word ?? ''] ?? 'other';

const amountOf = (micros: number | undefined): string | undefined =>
  micros === undefined || micros === 0 ? undefined : fromMicros(micros);

function budgets(daily: number | undefined, lifetime: number | undefined) {
  const [dailyBudget, lifetimeBudget] = [amountOf(daily), amountOf(lifetime)];
  return {
    ...(dailyBudget === undefined ? {} : { dailyBudget }),
    ...(lifetimeBudget === undefined ? {} : { lifetimeBudget }),
  };
}

export const campaignOf = (raw: shapes.Campaign): Campaign => ({
  id: raw.id,
  name: raw.name,
  status: statusOf(raw.status),
  ...(raw.objective === undefined ? {} : { objective: raw.objective }),
  ...budgets(raw.daily_budget_micro, raw.lifetime_spend_cap_micro),
});

export const adSetOf = (raw: shapes.AdSquad): AdSet => ({
  id: raw.id,
  campaignId: raw.campaign_id,
  name: raw.name,
  status: statusOf(raw.status),
  ...budgets(raw.daily_budget_micro, raw.lifetime_budget_micro),
});

export interface CatalogueObjects {
  campaigns: Map<string, DeliveryStatus>;
  adSets: Map<string, AdSet>;
  creatives: Map<string, shapes.Creative>;
}

/** None for an ad of an ad squad that is younger than the list of ad squads; the next reading has both. */
export function adOf(raw: shapes.Ad, { campaigns, adSets, creatives }: CatalogueObjects): Ad[] {
  const adSet = adSets.get(raw.ad_squad_id);
  if (!adSet) return [];
  const configuredStatus = statusOf(raw.status);
  const states = [configuredStatus, adSet.status, campaigns.get(adSet.campaignId)];
  const stopped = states.find((status) => status !== undefined && status !== 'active');
  const isReviewed = raw.review_status === undefined || raw.review_status === 'APPROVED';
  const shown = creatives.get(raw.creative_id ?? '');
  const link = shown?.web_view_properties?.url;
  const ad: Ad = {
    id: raw.id,
    adSetId: adSet.id,
    campaignId: adSet.campaignId,
    name: raw.name || raw.id,
    configuredStatus,
    effectiveStatus: stopped ?? (isReviewed ? 'active' : 'other'),
    platformStatus: (isReviewed ? raw.status : raw.review_status) ?? '',
    creative: {
      id: raw.creative_id ?? raw.id,
      type: shown?.type === 'COLLECTION' ? 'carousel' : 'other',
      ...(shown?.name ? { name: shown.name } : {}),
      ...(link === undefined ? {} : { landingPageUrl: link }),
    },
    ...(raw.created_at === undefined ? {} : { createdAt: raw.created_at }),
  };
  return [ad];
}

/** The day is that of the account's zone, whose offset is in the time. */
export const spendOf = ({ breakdown_stats }: shapes.TimeseriesStat): AdSpend[] =>
  (breakdown_stats.ad ?? []).flatMap(({ id: adId, timeseries }) =>
    timeseries.map(({ start_time, stats: { spend = 0, impressions = 0, swipes = 0 } }) => ({
      day: start_time.slice(0, 10),
      adId,
      spend: fromMicros(spend),
      impressions,
      clicks: swipes,
    })),
  );
