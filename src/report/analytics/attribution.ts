// Credit by dimension: what each key of a dimension earned under the models asked.

import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, ratio, unitsOf } from '../../base/kit/decimals.ts';
import { type Prepared, prepared } from '../../base/warehouse/plan.ts';
import { figuresRequested } from './as-of-reports.ts';
import { type AttributionData, type CreditRow, type Table, tableOf, tabulate } from './attribution-table.ts';
import { asksPlace, filtersOf } from './filters.ts';
import { type Figures, frameOf, type ReportFrame } from './frame.ts';
import { attributionIntervals } from './intervals/attribution-intervals.ts';
import { asWarnings, olderRateWarnings, rateWarnings, spendWarnings } from './money.ts';
import { outsideAttribution } from './outside/attribution.ts';
import { attributionFigures } from './receipts/attribution-receipts.ts';
import { type Receipts, receiptMembers } from './receipts/receipt.ts';
import { type Covered, type Narrowed, narrowedBy } from './receipts/rows-behind.ts';
import { withTrust } from './trust.ts';

type DataDriven = NonNullable<components['schemas']['AttributionMeta']['data_driven']>;

/** Dimensions that the touch knows and its origin does not. */
const PLACES: ReadonlySet<string> = new Set(['landing_page', 'country', 'device']);

/** The fit in force of the goal; its classical split gives each channel its share of the removal effects. */
function dataDrivenOf(answer: CreditRow): DataDriven | null {
  const { base_probability: probability, fitted_conversions: conversions, fitted_channels: fitted } = answer;
  if (probability === null || conversions === null || fitted === null) return null;
  const channels = fitted.map((row) => ({ channel: row.channel, effect: unitsOf(row.removal_effect, 9) }));
  const effects = channels.reduce((total, { effect }) => total + effect, 0n);
  return {
    base_probability: Number(probability),
    removal_effects: Object.fromEntries(channels.map(({ channel, effect }) => [channel, Number(decimalText(effect, 9))])),
    channel_conversions: Object.fromEntries(
      channels.map(({ channel, effect }) => [channel, effects === 0n ? 0 : ratio(effect * conversions, effects)]),
    ),
  };
}

/** The windows of a request; all null where it has none of its own. */
const windowsOf = (params: AttributionParams) => ({
  click_window_days: params.click_window_days ?? null,
  first_touch_window_days: params.first_touch_window_days ?? null,
  cash_window_days: params.cash_window_days ?? null,
  view_through_window_days: params.view_through_window_days ?? null,
});

type AttributionParams = Omit<Call<'getAttribution'>['params'], 'as_of'>;

/** The report from computed figures, with the data of its receipts. */
export async function attributionReport(base: ReadBase, profileId: string, params: AttributionParams, figures: Figures) {
  const { date_from, date_to, dimension } = params;
  const models = params.models === undefined ? null : [...new Set(params.models)];
  const frame = await frameOf(base, profileId, params.goal, figures);
  const filters = filtersOf(params);
  const windows = windowsOf(params);
  const hasWindows = Object.values(windows).some((days) => days !== null);
  const request = {
    ...filters,
    ...windows,
    ...{ date_from, date_to, money_from: date_from, money_to: date_to, dimension, models, goal: frame.goal },
    asks_place: asksPlace(filters) || PLACES.has(dimension),
    asks_spread: params.include?.includes('interval') === true,
  };
  const labels = ['in_range', 'of_places', ...(hasWindows ? ['under_windows', 'full', 'weighed'] : ['in_force'])];
  const plan = prepared('warehouse/report/analytics/attribution_get', request, labels);
  const [found] = await figures.read(plan);
  if (!found) throw new Error('attribution_get answers one row.');
  const table = tableOf(found);
  const data = tabulate(table, found, dimension);
  return {
    data,
    meta: {
      date_from,
      date_to,
      profile_id: profileId,
      goal: frame.goal,
      dimension,
      models: found.models,
      currency: frame.currency,
      timezone: frame.timezone,
      data_driven: dataDrivenOf(found),
      version: frame.version,
    },
    ...asWarnings([
      ...spendWarnings(found.is_spend_incomplete, date_from, date_to),
      ...rateWarnings(found.unpriced_currencies ?? []),
      ...olderRateWarnings(found.older_rates),
    ]),
    ...(request.asks_spread ? { intervals: attributionIntervals(data, table, found) } : {}),
    receipts: receiptsOf(
      { plan, found, table, data, frame, dimension, filters: hasWindows ? undefined : narrowedBy(params) },
      { profileId, date_from, date_to },
    ),
  };
}

function receiptsOf({ plan, frame, ...parts }: AttributionParts, covered: Covered): Receipts {
  const about = { ...parts, covered, goal: frame.goal, currency: frame.currency };
  return { source: { plan, version: frame.version }, figures: () => attributionFigures(about) };
}

interface AttributionParts {
  plan: Prepared<CreditRow>;
  frame: ReportFrame;
  found: CreditRow;
  table: Table;
  data: AttributionData;
  dimension: string;
  filters: Narrowed | undefined;
}

export async function attributionAnswer(call: Call<'getAttribution'>, base: ReadBase) {
  const { params } = call;
  const { profileId } = call.profile;
  if (params.audience === 'outside') return outsideAttribution(call, base, attributionReport);
  const { include, receipts_of: _, audience: __, ...query } = params;
  const isAsked = include?.includes('interval') === true;
  const withIntervals = isAsked ? { ...query, include: ['interval' as const] } : query;
  const { receipts, ...found } = await figuresRequested(base, profileId, 'getAttribution', withIntervals, (figures) =>
    attributionReport(base, profileId, withIntervals, figures),
  );
  const answer = await withTrust(base, profileId, params, found);
  return { ...answer, ...receiptMembers(params, receipts, answer.warnings) };
}

export const getAttribution = reading('getAttribution', attributionAnswer);
