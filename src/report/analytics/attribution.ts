// Credit by dimension and by path: what each key of a dimension, or each path of channels, brought under the models asked.

import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { apportion, decimalText, ratio, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import { prepared } from '../../base/warehouse/plan.ts';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';
import { figuresRequested } from './as-of-reports.ts';
import { asksPlace, filtersOf } from './filters.ts';
import { type Figures, frameOf } from './frame.ts';
import { asWarnings, convertedMoney, olderRateWarnings, rateWarnings, spendWarnings } from './money.ts';

type CreditRow = WarehouseRow<'warehouse/report/analytics/attribution_get'>;
type PathRow = WarehouseRow<'warehouse/report/analytics/attribution_paths_list'>;
type Credited = components['schemas']['CreditFigures'];
type AttributionData = components['schemas']['AttributionData'];
type DataDriven = NonNullable<components['schemas']['AttributionMeta']['data_driven']>;

const MILLION = 1_000_000n;
/** Dimensions that the touch knows and its origin does not. */
const PLACES: ReadonlySet<string> = new Set(['landing_page', 'country', 'device']);

/** What one key earned under one model: millionths of conversions, and money in units of 10^-12. */
interface Earned {
  weight: bigint;
  value: bigint;
  paidWeight: bigint;
  paidValue: bigint;
  /** Of `weight` and `paidWeight`, what is of conversions whose money has no rate: their value is 0 here. */
  unpricedWeight: bigint;
  unpricedPaidWeight: bigint;
}
const NOTHING: Earned = { weight: 0n, value: 0n, paidWeight: 0n, paidValue: 0n, unpricedWeight: 0n, unpricedPaidWeight: 0n };

interface KeyRow {
  key: string;
  label: string;
  touches: number;
  conversionsTouched: number;
  /** Millionths; null where it cannot be known. */
  spend: bigint | null;
  earned: Map<string, Earned>;
}

const spendOf = (value: string | null): bigint | null => (value === null ? null : unitsOf(value, 6));
const spendText = (spend: bigint | null): string | null => (spend === null ? null : decimalText(spend, 6));

function keyRowOf(row: NonNullable<CreditRow['rows']>[number]): KeyRow {
  const models = row.models;
  return {
    key: row.key,
    label: row.label,
    touches: Number(row.touches),
    conversionsTouched: Number(row.conversions_touched),
    spend: spendOf(row.spend),
    earned: new Map(
      models.map((m) => [
        m.model,
        {
          weight: m.weight,
          value: unitsOf(m.value, 6),
          paidWeight: m.paid_weight,
          paidValue: unitsOf(m.paid_value, 6),
          unpricedWeight: m.unpriced_weight,
          unpricedPaidWeight: m.unpriced_paid_weight,
        },
      ]),
    ),
  };
}

/** `revenue` in units of 10^-6, as printed; null where all that earned it lacks a rate. */
const revenueText = (revenue: bigint, { value, unpricedWeight }: Pick<Earned, 'value' | 'unpricedWeight'>): string | null =>
  value === 0n && unpricedWeight > 0n ? null : decimalText(revenue, 6);

/** Ratios look at the credit of paid touches only. */
function figuresOf(earned: Earned, revenue: bigint, spend: bigint | null): Credited {
  const isUnpriced = earned.paidValue === 0n && earned.unpricedPaidWeight > 0n;
  return {
    conversions: decimalText(earned.weight, 6),
    revenue: revenueText(revenue, earned),
    roas: spend === null || spend === 0n || isUnpriced ? null : ratio(earned.paidValue, spend * MILLION),
    cost_per_conversion:
      spend === null || earned.paidWeight === 0n ? null : decimalText(roundedQuotient(spend * MILLION, earned.paidWeight), 6),
  };
}

const sum = (list: Earned[], of: (earned: Earned) => bigint): bigint => list.reduce((total, earned) => total + of(earned), 0n);

/** Highest minus lowest share of all conversions over the models, in points. */
function disagreementOf(row: KeyRow, models: string[], conversions: bigint): number {
  if (conversions === 0n) return 0;
  const weights = models.map((model) => Number(row.earned.get(model)?.weight ?? 0n));
  return ratio(100n * BigInt(Math.max(...weights) - Math.min(...weights)), conversions);
}

/** Rows and the unattributed rest, so that what is printed sums to the totals for every model. */
function tabulate(answer: CreditRow): AttributionData {
  const rows = (answer.rows ?? []).map(keyRowOf);
  const models = answer.models;
  const isFiltered = answer.is_filtered;
  const totalSpend = spendOf(answer.spend);
  const rowFigures: Record<string, Credited>[] = rows.map(() => ({}));
  const unattributed: AttributionData['unattributed']['models'] = {};
  const totals: Record<string, Credited> = {};
  const everything = {
    weight: answer.conversions * MILLION,
    value: unitsOf(answer.amount, 6) * MILLION,
    unpricedWeight: answer.unpriced_conversions * MILLION,
  };

  for (const model of models) {
    const earned = rows.map((row) => row.earned.get(model) ?? NOTHING);
    const credited = {
      weight: sum(earned, (e) => e.weight),
      value: sum(earned, (e) => e.value),
      unpricedWeight: sum(earned, (e) => e.unpricedWeight),
    };
    const whole = isFiltered ? credited : everything; // a filter asks about touches: what no touch earned is outside of it
    const revenue = roundedQuotient(whole.value, MILLION);
    const parts = apportion([...earned.map((e) => e.value), whole.value - credited.value], MILLION, revenue);
    for (const [i, row] of rows.entries()) {
      (rowFigures[i] as Record<string, Credited>)[model] = figuresOf(earned[i] as Earned, parts[i] as bigint, row.spend);
    }
    unattributed[model] = {
      conversions: decimalText(whole.weight - credited.weight, 6),
      revenue: revenueText(parts[rows.length] as bigint, {
        value: whole.value - credited.value,
        unpricedWeight: whole.unpricedWeight - credited.unpricedWeight,
      }),
    };
    const paid = {
      paidWeight: sum(earned, (e) => e.paidWeight),
      paidValue: sum(earned, (e) => e.paidValue),
      unpricedPaidWeight: sum(earned, (e) => e.unpricedPaidWeight),
    };
    totals[model] = figuresOf({ ...whole, ...paid }, revenue, totalSpend);
  }

  const compared = (row: KeyRow): bigint => row.earned.get(models[0] as string)?.weight ?? 0n;
  const printed = rows.map((row, i) => ({
    row,
    printed: {
      key: row.key,
      label: row.label,
      touches: row.touches,
      conversions_touched: row.conversionsTouched,
      spend: spendText(row.spend),
      models: rowFigures[i] as Record<string, Credited>,
      disagreement: disagreementOf(row, models, everything.weight),
    },
  }));
  printed.sort(
    (a, b) =>
      (compared(b.row) > compared(a.row) ? 1 : compared(b.row) < compared(a.row) ? -1 : 0) || (a.row.key < b.row.key ? -1 : 1),
  );
  return {
    rows: printed.map((entry) => entry.printed),
    unattributed: { models: unattributed },
    totals: {
      touches: Number(answer.touches),
      conversions_touched: Number(answer.conversions_touched),
      spend: spendText(totalSpend),
      models: totals,
    },
  };
}

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

/** The report from given figures. */
export async function attributionReport(base: ReadBase, profileId: string, params: AttributionParams, figures: Figures) {
  const { date_from, date_to, dimension } = params;
  const models = params.models === undefined ? null : [...new Set(params.models)];
  const frame = await frameOf(base, profileId, params.goal, figures);
  const filters = filtersOf(params);
  const windows = windowsOf(params);
  const hasWindows = Object.values(windows).some((days) => days !== null);
  const asked = {
    ...filters,
    ...windows,
    ...{ date_from, date_to, money_from: date_from, money_to: date_to, dimension, models, goal: frame.goal },
    asks_place: asksPlace(filters) || PLACES.has(dimension),
  };
  const labels = ['in_range', 'of_places', ...(hasWindows ? ['under_windows', 'full', 'weighed'] : ['in_force'])];
  const [found] = await figures.read(prepared('warehouse/report/analytics/attribution_get', asked, labels));
  if (!found) throw new Error('attribution_get answers one row.');
  return {
    data: tabulate(found),
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
  };
}

export const getAttribution = reading('getAttribution', ({ params, profile: { profileId } }, base) =>
  figuresRequested(base, profileId, 'getAttribution', params, (figures) => attributionReport(base, profileId, params, figures)),
);

export const listAttributionPaths = reading('listAttributionPaths', ({ params, profile: { profileId } }, base) =>
  figuresRequested(base, profileId, 'listAttributionPaths', params, async (figures) => {
    const { date_from, date_to, goal, limit, transform } = params;
    const frame = await frameOf(base, profileId, goal, figures);
    const rows = await askPaths(figures, frame.goal, params);
    const [first] = rows;
    if (!first) throw new Error('attribution_paths_list answers a row of totals at least.');
    return {
      data: rows.flatMap(pathOf),
      meta: {
        date_from,
        date_to,
        profile_id: profileId,
        goal: frame.goal,
        transform,
        limit,
        currency: frame.currency,
        timezone: frame.timezone,
        totals: {
          paths: Number(first.paths),
          conversions: Number(first.path_conversions),
          revenue: convertedMoney(first.path_revenue),
        },
        version: frame.version,
      },
      ...asWarnings([...rateWarnings(first.unpriced_currencies ?? []), ...olderRateWarnings(first.older_rates)]),
    };
  }),
);

function askPaths({ read }: Figures, goal: string, params: Call<'listAttributionPaths'>['params']): Promise<PathRow[]> {
  const { date_from, date_to, limit, transform } = params;
  const asked = { goal, date_from, date_to, limit, transform, money_from: date_from, money_to: date_to };
  return read(prepared('warehouse/report/analytics/attribution_paths_list', asked, ['in_range']));
}

/** The row of totals has no path where there is none. */
function pathOf({
  path,
  conversions,
  revenue,
  touches,
  duration_micros: micros,
}: PathRow): components['schemas']['ConversionPath'][] {
  if (path === null || conversions === null || touches === null || micros === null) return [];
  const shown = {
    path,
    conversions: Number(conversions),
    revenue: convertedMoney(revenue),
    avg_touches: ratio(touches, conversions),
    avg_time_to_complete_seconds: ratio(micros, conversions * MILLION, 3),
  };
  return [shown];
}
