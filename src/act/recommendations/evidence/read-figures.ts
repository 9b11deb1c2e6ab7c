// Reads what is known of each ad: one statement over spend and credit of the window, one over how tired people are of an ad. The window is
// 28 days that end yesterday, without the last days whose sales have not come yet.
import { Temporal } from 'temporal-polyfill';
import { profileDay, profileDayStart, profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import type { AnyStatement } from '../../../base/warehouse/port.ts';
import { prepared, statement, type WarehouseRow } from '../../../base/warehouse/statements.ts';
import { definitionsOf } from '../../../credit/definitions/index.ts';
import { ask, type Version } from '../../../credit/pipeline/index.ts';
import { frameOf } from '../../../report/analytics/index.ts';
import { audienceOf, shopNames } from './audience.ts';
import type { AdFigures, FatigueFigures } from './figures.ts';

export const WINDOW_DAYS = 28;
const MOST_UNRIPE_DAYS = 7;
const RIPENING_DAYS = 90;
const LAST_DAYS = 7;

/** By what ads of a profile are judged, and in which window. */
export interface Frame {
  goal: string;
  currency: string;
  model: EvidenceRow['model'];
  version: Version;
  today: string;
  window: { from: string; to: string; days: number };
  /** Days after which four fifths of sales have followed their visit. */
  ripeDays: number;
}

export interface Reading extends Frame {
  ads: AdFigures[];
  /** The statements that the ads are from, for receipts. */
  plan: readonly AnyStatement[];
}

const minus = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString();
const startOf = (base: ReadBase, profileId: string, day: string): string =>
  new Date(profileDayStart(base, profileId, day)).toISOString().slice(0, -1);

/** The definition whose sales count: the default one where that is of payments. Undefined where none is. */
function goalOf(base: ReadBase, profileId: string, standard: string): string | undefined {
  const cash = definitionsOf(base, profileId).filter((each) => each.is_active && each.revenue_type === 'cash');
  return (cash.find(({ conversion_key: key }) => key === standard) ?? cash[0])?.conversion_key;
}

/** What a reading has beside its ads. Undefined where no payment counts as a conversion. */
export async function readFrame(base: ReadBase, profileId: string): Promise<Frame | undefined> {
  const { goal: standard, currency, model, version } = await frameOf(base, profileId, undefined);
  const goal = goalOf(base, profileId, standard);
  if (goal === undefined) return undefined;
  const today = profileDay(base, profileId);
  const since = minus(today, RIPENING_DAYS);
  const [ripening] = await ask(base, profileId, statement('warehouse/act/recommendations/ripening_get', { goal, since }));
  const ripeDays = Math.min(MOST_UNRIPE_DAYS, Math.ceil(ripening?.days ?? 0));
  const window = { from: minus(today, WINDOW_DAYS), to: minus(today, 1 + ripeDays), days: WINDOW_DAYS - ripeDays };
  return { goal, currency, model, version, today, window, ripeDays };
}

/** Undefined where no payment counts as a conversion. */
export async function readFigures(base: ReadBase, profileId: string): Promise<Reading | undefined> {
  const frame = await readFrame(base, profileId);
  if (!frame) return undefined;
  const { goal, today, window, ripeDays } = frame;
  const asked = {
    goal,
    money_from: window.from,
    money_to: window.to,
    from_at: startOf(base, profileId, window.from),
    to_at: startOf(base, profileId, minus(today, ripeDays)),
    last_from: minus(today, LAST_DAYS),
    last_to: minus(today, 1),
    ripe_days: ripeDays,
  };
  const question = prepared('warehouse/act/recommendations/ads_evidence', asked, ['in_range', 'in_force']);
  const rows = await ask(base, profileId, question);
  const tired = await ask(
    base,
    profileId,
    // Rates of exchange of all days that may be compared.
    prepared('warehouse/act/recommendations/ads_fatigue', { ...asked, money_from: minus(today, 400) }, ['in_range', 'in_force']),
  );
  const shop = shopNames(profileSettings(base, profileId).domains);
  const fatigue = new Map(tired.map((row) => [keyOf(row), fatigueFigures(row)]));
  return { ...frame, ads: rows.map((row) => figuresOf(row, fatigue.get(keyOf(row)) ?? null, shop)), plan: question };
}

const keyOf = ({ platform, account_id, ad_id }: EvidenceRow | FatigueRow): string =>
  JSON.stringify([platform, account_id, ad_id]);

type EvidenceRow = WarehouseRow<'warehouse/act/recommendations/ads_evidence'>;
type FatigueRow = WarehouseRow<'warehouse/act/recommendations/ads_fatigue'>;

function figuresOf(row: EvidenceRow, fatigue: FatigueFigures | null, shop: readonly string[]): AdFigures {
  const { last_non_direct, linear, position_based, data_driven } = row;
  return {
    adId: row.ad_id,
    platform: row.platform,
    accountId: row.account_id,
    name: row.ad_name,
    audience: audienceOf({ platform: row.platform, names: [row.ad_name, row.adset_name, row.campaign_name] }, shop),
    adsetId: row.adset_id,
    campaignId: row.campaign_id,
    status: row.effective_status,
    learning: row.learning,
    objective: row.objective,
    creativeId: row.creative_id,
    budgetLevel: row.budget_level,
    accountCurrency: row.currency,
    dailyBudget: row.daily_budget === null ? null : Number(row.daily_budget),
    spend: row.spend === null || row.has_unpriced ? null : Number(row.spend),
    sales: row.sales,
    squares: row.squares,
    ripe: { sales: row.ripe_sales, squares: row.ripe_squares },
    byModel: { last_non_direct, linear, position_based, data_driven },
    days: row.days,
    firstDay: row.first_day,
    adsetDailySpend: row.adset_daily_spend,
    liveInAdset: row.live_in_adset,
    changedAt: row.changed_at === null ? null : Date.parse(`${row.changed_at.replace(/Z$/, '')}Z`),
    incompleteFrom: row.incomplete_from,
    idShare: row.id_share,
    fatigue,
  };
}

const fatigueFigures = (row: FatigueRow): FatigueFigures => ({
  base: { clicks: row.base_clicks, impressions: row.base_impressions, reach: row.base_reach },
  now: { clicks: row.now_clicks, impressions: row.now_impressions, reach: row.now_reach },
  othersBase: { clicks: row.others_base_clicks, impressions: row.others_base_impressions, reach: null },
  othersNow: { clicks: row.others_now_clicks, impressions: row.others_now_impressions, reach: null },
  baseSold: { sales: row.base_sales, squares: row.base_squares, spend: row.base_spend ?? 0 },
});
