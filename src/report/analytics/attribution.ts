// Credit by dimension: what each key of a dimension earned under the models asked.

import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, ratio, unitsOf } from '../../base/kit/decimals.ts';
import { type Prepared, prepared } from '../../base/warehouse/statements.ts';
import { type CreditRow, tableOf, tabulate } from './attribution-table.ts';
import type { Figures } from './figures.ts';
import { asksPlace, filtersOf, isFiltered } from './filters.ts';
import { attributionIntervals } from './intervals/attribution-intervals.ts';
import type { Variation } from './intervals/intervals.ts';
import { outsideAttribution } from './outside/attribution.ts';
import { attributionFigures } from './receipts/attribution-receipts.ts';
import { narrowedBy } from './receipts/rows-behind.ts';
import { type About, computeReport, report, withSpread } from './report.ts';
import { olderRateWarnings, rateWarnings, spendWarnings } from './warnings.ts';

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

type AttributionParams = Omit<Call<'getAttribution'>['params'], 'as_of'>;
type Params = AttributionParams & { asks_spread: boolean };

/** The windows of a request; all null where it has none of its own. */
const windowsOf = (params: AttributionParams) => ({
  click_window_days: params.click_window_days ?? null,
  first_touch_window_days: params.first_touch_window_days ?? null,
  cash_window_days: params.cash_window_days ?? null,
  view_through_window_days: params.view_through_window_days ?? null,
});

const hasWindows = (params: AttributionParams): boolean => Object.values(windowsOf(params)).some((days) => days !== null);

function planOf({ params, frame, moneyOf }: About<Params>): Prepared<CreditRow> {
  const { date_from, date_to, dimension, asks_spread } = params;
  const filters = filtersOf(params);
  const money = moneyOf(date_from, date_to);
  const request = {
    ...filters,
    ...money.params,
    ...windowsOf(params),
    is_filtered: isFiltered(filters),
    date_from,
    date_to,
    money_from: date_from,
    money_to: date_to,
    dimension,
    goal: frame.goal,
    models: params.models === undefined ? null : [...new Set(params.models)],
    keys_of: dimension === 'ad' || dimension === 'adset' ? dimension : null,
    asks_place: asksPlace(filters) || PLACES.has(dimension),
    asks_spread,
  };
  const labels = [
    'in_range',
    'of_places',
    ...money.labels,
    ...(hasWindows(params) ? ['under_windows', 'full', 'weighed'] : ['in_force']),
  ];
  return prepared('warehouse/report/analytics/attribution_get', request, labels);
}

function shapeOf([found]: CreditRow[], { profileId, params, frame }: About<Params>) {
  if (!found) throw new Error('attribution_get answers one row.');
  const { date_from, date_to, dimension } = params;
  const table = tableOf(found);
  const data = tabulate(table, found, dimension);
  const about = {
    found,
    table,
    data,
    dimension,
    filters: hasWindows(params) ? undefined : narrowedBy(params),
    covered: { profileId, date_from, date_to },
    goal: frame.goal,
    currency: frame.currency,
  };
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
    },
    warnings: [
      ...spendWarnings(found.is_spend_incomplete, date_from, date_to),
      ...rateWarnings(found.unpriced_currencies ?? []),
      ...olderRateWarnings(found.older_rates),
    ],
    receipts: () => attributionFigures(about),
    intervals: (variation: Variation) => attributionIntervals({ data, table, found }, variation),
  };
}

/** The report from computed figures, with the data of its receipts. */
export const attributionReport = (base: ReadBase, profileId: string, params: AttributionParams, figures: Figures) =>
  computeReport({ base, profileId, params: { ...params, asks_spread: false }, figures }, planOf, shapeOf);

export function attributionAnswer(call: Call<'getAttribution'>, base: ReadBase) {
  const { params } = call;
  const { profileId } = call.profile;
  if (params.audience === 'outside') return outsideAttribution(call, base, attributionReport);
  return report({ base, profileId, operation: 'getAttribution', params: withSpread(params), shown: params }, planOf, shapeOf);
}

export const getAttribution = reading('getAttribution', attributionAnswer);
