// The ads of a profile with what each cost and earned: one statement over the catalogue, the spend and the credit in force. Pictures are
// added afterwards, as they are no figures.

import type { ReadBase } from '../../base/base.ts';
import { type Answer, type Call, reading } from '../../base/contract/operation.ts';
import { decimalText, ratio, roundedQuotient, trimmedDecimal, unitsOf } from '../../base/kit/decimals.ts';
import { prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import {
  asWarnings,
  type Earned,
  type Figures,
  figuresOf,
  figuresRequested,
  frameOf,
  olderRateWarnings,
  rateWarnings,
  withOutages,
} from '../../report/analytics/index.ts';
import { pictureAddresses } from '../connections/index.ts';
import { cursorAfter, readCursor } from './cursor.ts';
import { withoutSale } from './without-sale.ts';
import { writtenSinceRead } from './written.ts';

type Row = WarehouseRow<'warehouse/act/ads/ads_list'>;
type AdRow = Row & { ad_id: string; platform: string; account_id: string };
type Shown = Answer<'listAds'>;
type Ad = Shown['data'][number];
/** `written`: changes that no reading of the accounts has met, as JSON. */
type Params = Omit<Call<'listAds'>['params'], 'as_of'> & { written: string };

const MILLION = 1_000_000n;
const ASCENDING: ReadonlySet<string> = new Set(['name', 'cost_per_outcome']);

export const listAds = reading('listAds', async ({ params, profile: { profileId } }, base) => {
  // An earlier state of knowledge has no changes of now.
  const written = JSON.stringify(params.as_of === undefined ? writtenSinceRead(base, profileId) : []);
  const asked = { ...params, written };
  const report = await figuresRequested(base, profileId, 'listAds', asked, (figures) =>
    adsReport(base, profileId, asked, figures),
  );
  const marked = withOutages(base, profileId, params, report);
  return { ...marked, data: withPictures(base, profileId, report.data) };
});

async function adsReport(base: ReadBase, profileId: string, params: Params, figures: Figures): Promise<Shown> {
  const { date_from, date_to, limit } = params;
  const frame = await frameOf(base, profileId, params.goal, figures);
  const rows = await figures.read(prepared('warehouse/act/ads/ads_list', askedOf(params, frame.goal), ['in_range', 'in_force']));
  const [first] = rows;
  if (!first) throw new Error('ads_list answers a row of totals at least.');
  const ads = rows.filter(isAd);
  const shown = ads.slice(0, limit);
  const last = ads.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map((row) => adOf(row, params.compare_model ?? null)),
    meta: {
      profile_id: profileId,
      date_from,
      date_to,
      goal: frame.goal,
      model: first.model,
      compare_model: params.compare_model ?? null,
      currency: frame.currency,
      timezone: frame.timezone,
      totals: totalsOf(first),
      median_cost_per_outcome: first.median_cost === null ? null : trimmedDecimal(first.median_cost.toFixed(6)),
      version: frame.version,
    },
    pagination: { has_next: last !== undefined, cursor: last ? cursorAfter(last) : null },
    ...asWarnings([...rateWarnings(first.unpriced_currencies ?? []), ...olderRateWarnings(first.older_rates)]),
  };
}

function askedOf(params: Params, goal: string) {
  const { date_from, date_to, sort, order = ASCENDING.has(sort) ? 'asc' : 'desc', limit, cursor } = params;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  return {
    money_from: date_from,
    money_to: date_to,
    goal,
    model: params.model ?? null,
    compared: params.compare_model ?? null,
    statuses: params.status ?? null,
    platform: params.platform === undefined ? null : resolvePlatform(params.platform).platform,
    campaign_id: params.campaign_id ?? null,
    adset_id: params.adset_id ?? null,
    search: params.search?.trim() ?? null,
    sort,
    descending: order === 'desc',
    row_limit: limit + 1,
    written: params.written,
    after_id: after?.id ?? null,
    after_last: after?.isLast ?? null,
    after_number: after?.number ?? null,
    after_text: after?.text ?? null,
    after_platform: after?.platform ?? null,
    after_account: after?.account ?? null,
  };
}

/** The row of totals has no ad where there is none. */
const isAd = (row: Row): row is AdRow => row.ad_id !== null && row.platform !== null && row.account_id !== null;

const earnedOf = (row: Row): Earned => ({
  weight: row.weight ?? 0n,
  value: unitsOf(row.value ?? '0', 6),
  paidWeight: row.paid_weight ?? 0n,
  paidValue: unitsOf(row.paid_value ?? '0', 6),
  unpricedWeight: row.unpriced_weight ?? 0n,
  unpricedPaidWeight: row.unpriced_paid_weight ?? 0n,
  pricedWeight: row.priced_weight ?? 0n,
  pricedPaidWeight: row.priced_paid_weight ?? 0n,
});

const comparedOf = (row: Row): Earned => ({
  weight: row.compared_weight ?? 0n,
  value: unitsOf(row.compared_value ?? '0', 6),
  paidWeight: row.compared_paid_weight ?? 0n,
  paidValue: unitsOf(row.compared_paid_value ?? '0', 6),
  unpricedWeight: row.compared_unpriced_weight ?? 0n,
  unpricedPaidWeight: row.compared_unpriced_paid_weight ?? 0n,
  pricedWeight: row.compared_priced_weight ?? 0n,
  pricedPaidWeight: row.compared_priced_paid_weight ?? 0n,
});

const spendOf = (spend: string | null): bigint | null => (spend === null ? null : unitsOf(spend, 6));

function shownFigures(earned: Earned, spend: bigint | null) {
  const { conversions, revenue, roas, cost_per_conversion } = figuresOf(earned, roundedQuotient(earned.value, MILLION), spend);
  return { outcomes: conversions, revenue, roas, cost_per_outcome: cost_per_conversion };
}

function totalsOf(row: Row): Shown['meta']['totals'] {
  const spend = spendOf(row.total_spend);
  const earned: Earned = {
    weight: row.total_weight,
    value: unitsOf(row.total_value, 6),
    paidWeight: row.total_paid_weight,
    paidValue: unitsOf(row.total_paid_value, 6),
    unpricedWeight: row.total_unpriced_weight,
    unpricedPaidWeight: row.total_unpriced_paid_weight,
    pricedWeight: row.total_priced_weight,
    pricedPaidWeight: row.total_priced_paid_weight,
  };
  const shownSpend = spend === null ? null : decimalText(spend, 6);
  return { ads: Number(row.total_ads), spend: shownSpend, ...shownFigures(earned, spend) };
}

const numberOrNull = (count: bigint | null): number | null => (count === null ? null : Number(count));
const amountOrNull = (amount: string | null): string | null => (amount === null ? null : trimmedDecimal(amount));

/** How often an ad that was shown was clicked, and what a click and a thousand impressions cost: of what the platform counted. */
function deliveryRates(spend: bigint | null, { impressions, clicks }: AdRow): Pick<Ad, 'ctr' | 'cpc' | 'cpm'> {
  const costOf = (count: bigint | null, each = 1n): string | null =>
    spend === null || !count ? null : decimalText(roundedQuotient(spend * each, count), 6);
  return {
    ctr: clicks === null || !impressions ? null : ratio(clicks, impressions),
    cpc: costOf(clicks),
    cpm: costOf(impressions, 1_000n),
  };
}

function adOf(row: AdRow, compareModel: Params['compare_model'] | null): Ad {
  const spend = spendOf(row.spend);
  return {
    id: row.ad_id,
    platform: row.platform,
    account_id: row.account_id,
    name: row.ad_name,
    status: row.effective_status && {
      configured: row.configured_status,
      effective: row.effective_status,
      platform: row.platform_status,
    },
    adset:
      row.adset_id === null ? null : { id: row.adset_id, name: row.adset_name, status: row.adset_status, learning: row.learning },
    campaign:
      row.campaign_id === null
        ? null
        : { id: row.campaign_id, name: row.campaign_name, status: row.campaign_status, objective: row.objective },
    budget: row.budget_level && {
      level: row.budget_level,
      daily: amountOrNull(row.daily_budget),
      lifetime: amountOrNull(row.lifetime_budget),
      currency: row.currency ?? '',
    },
    creative:
      row.creative_id === null
        ? null
        : {
            id: row.creative_id,
            name: row.creative_name,
            type: row.creative_type,
            thumbnail_url: null,
            landing_page_url: row.landing_page_url,
            url_tags: row.url_tags,
          },
    created_at: row.created_at,
    read_at: row.read_at,
    spend: spend === null ? null : decimalText(spend, 6),
    impressions: numberOrNull(row.impressions),
    clicks: numberOrNull(row.clicks),
    ...deliveryRates(spend, row),
    ...shownFigures(earnedOf(row), spend),
    compared: compareModel ? { model: compareModel, ...shownFigures(comparedOf(row), spend) } : null,
    without_sale: row.weight === 0n ? withoutSale(spend, row.median_cost) : null,
  };
}

function withPictures(base: ReadBase, profileId: string, ads: readonly Ad[]): Ad[] {
  const addressOf = pictureAddresses(
    base,
    profileId,
    ads.flatMap(({ creative }) => (creative ? [creative.id] : [])),
  );
  return ads.map((ad) => ({
    ...ad,
    creative: ad.creative && { ...ad.creative, thumbnail_url: addressOf(ad.platform, ad.creative.id) },
  }));
}
