// Why a figure differs between two periods: the difference by factor (visits, mix, conversion rate, order value, refunds) and by row of a
// dimension, which add up to the last digit, with the days, and one sentence about them.
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { decimalText, ratio, roundedQuotient } from '../../../base/kit/decimals.ts';
import { prepared, type WarehouseRow } from '../../../base/warehouse/statements.ts';
import type { Version } from '../../../credit/pipeline/index.ts';
import { comparisonOf } from '../figures.ts';
import { asksPlace, filtersOf } from '../filters.ts';
import type { Narrowed } from '../receipts/rows-behind.ts';
import { type About, reportCompared } from '../report.ts';
import { comparedPeriod } from '../traffic/periods.ts';
import { olderRateWarnings, rateWarnings } from '../warnings.ts';
import { incomparable } from './comparable.ts';
import { type DayLine, daysOf, type Range } from './days.ts';
import { whyFigures } from './receipts.ts';
import { sentenceOf } from './sentence.ts';
import type { Step } from './split.ts';
import { type Amounts, type Line, type Measure, type Table, tableOf } from './table.ts';

type Schemas = components['schemas'];
type Params = Omit<Call<'getWhy'>['params'], 'as_of' | 'include' | 'receipts_of'>;
type Printed = Schemas['WhyLine'];
type Row = WarehouseRow<'warehouse/report/analytics/why_get'>;

export interface Periods {
  before: Range;
  after: Range;
}

const periodsOf = (params: Params): Periods => ({
  before: comparedPeriod(params),
  after: { from: params.date_from, to: params.date_to },
});

const earliest = ({ before, after }: Periods): string => (before.from < after.from ? before.from : after.from);
const latest = ({ before, after }: Periods): string => (before.to > after.to ? before.to : after.to);

function planOf({ params, frame: { goal }, moneyOf }: About<Params>) {
  const periods = periodsOf(params);
  const money = moneyOf(earliest(periods), latest(periods));
  const { dimension, measure, ad = null, landing_page = null, model = null } = params;
  const filters = filtersOf(params);
  const isOfPlaces = ['landing_page', 'country', 'device'].includes(dimension);
  const request = {
    ...filters,
    dimension,
    measure,
    ad,
    landing_page,
    model,
    goal,
    date_from: periods.after.from,
    date_to: periods.after.to,
    compared_from: periods.before.from,
    compared_to: periods.before.to,
    money_from: earliest(periods),
    money_to: latest(periods),
    asks_place: isOfPlaces || landing_page !== null || asksPlace(filters),
    keys_of: dimension === 'ad' || ad !== null ? 'ad' : null,
    ...money.params,
  };
  return prepared('warehouse/report/analytics/why_get', request, ['in_range', ...money.labels]);
}

function printedAmounts(amounts: Amounts, measure: Measure): Schemas['WhyAmounts'] {
  const { visits, conversions, revenue, refunded } = amounts;
  const isMoney = measure === 'revenue';
  return {
    visits: Number(visits),
    conversions: decimalText(conversions, 6),
    conversion_percent: visits === 0n ? null : ratio(100n * conversions, visits * MILLION),
    revenue: isMoney ? decimalText(revenue, 6) : null,
    refunded: isMoney ? decimalText(refunded, 6) : null,
    order_value:
      !isMoney || conversions === 0n ? null : decimalText(roundedQuotient((revenue + refunded) * MILLION, conversions), 6),
  };
}

const MILLION = 1_000_000n;

const printedSteps = (steps: Line['steps']): Schemas['WhySteps'] => {
  const text = (step: Step): string => decimalText(steps[step], 6);
  return {
    visits: text('visits'),
    mix: text('mix'),
    conversion_rate: text('conversion_rate'),
    order_value: text('order_value'),
    refunds: text('refunds'),
    without_visits: text('without_visits'),
  };
};

const printed = (line: Line, measure: Measure): Printed => ({
  before: printedAmounts(line.before, measure),
  after: printedAmounts(line.after, measure),
  difference: decimalText(line.difference, 6),
  steps: printedSteps(line.steps),
});

/** A row without visits and conversions in a period is new in the other, or gone. */
function stateOf({ before, after }: Line): Schemas['WhyRow']['state'] {
  const isThere = ({ visits, conversions }: Amounts): boolean => visits > 0n || conversions > 0n;
  if (!isThere(before)) return 'new';
  return isThere(after) ? 'in_both' : 'gone';
}

function printedDay({ before, after }: DayLine): Schemas['WhyDay'] {
  return {
    day: after?.day ?? null,
    compared_day: before?.day ?? null,
    visits_before: before === null ? null : Number(before.visits),
    visits_after: after === null ? null : Number(after.visits),
    before: before === null ? null : decimalText(before.amount, 6),
    after: after === null ? null : decimalText(after.amount, 6),
    difference: decimalText((after?.amount ?? 0n) - (before?.amount ?? 0n), 6),
  };
}

function coverageOf({ totals, attributed }: Table): Schemas['WhyCoverage'] {
  const percent = (of: 'before' | 'after'): number | null =>
    totals[of].conversions === 0n ? null : ratio(100n * attributed[of], totals[of].conversions);
  return { before: percent('before'), after: percent('after') };
}

const dataOf = (table: Table, days: readonly DayLine[], currency: string): Schemas['WhyData'] => ({
  sentence: sentenceOf(table, currency),
  totals: printed(table.totals, table.measure),
  coverage: coverageOf(table),
  rows: table.rows.map((row) => ({
    key: row.key,
    label: row.label,
    platform: row.platform,
    account_id: row.accountId,
    state: stateOf(row),
    ...printed(row, table.measure),
  })),
  others: table.others && { count: table.others.count, ...printed(table.others, table.measure) },
  unattributed: table.unattributed && printed(table.unattributed, table.measure),
  days: days.map(printedDay),
});

/** The filters that a list of conversions takes; undefined with others. */
function narrowedBy(params: Params): Narrowed | undefined {
  const { channel, source, campaign, model, filter_modes } = params;
  const others = [params.medium, params.device, params.country, params.ad, params.landing_page];
  const hasOthers =
    others.some((value) => value !== undefined) || filter_modes?.some((mode) => /^(medium|device|country):/.test(mode));
  return hasOthers ? undefined : { channel, source, campaign, model, filter_modes: filter_modes?.join(',') };
}

async function shapeOf([found]: Row[], { profileId, params, frame, figures }: About<Params>) {
  if (!found) throw new Error('why_get answers one row.');
  const { dimension, measure } = params;
  const periods = periodsOf(params);
  const { goal, currency, timezone } = frame;
  const comparison = await comparisonOf(figures, periods.before);
  const table = tableOf(found, measure, params.limit);
  const days = daysOf(found, periods, measure);
  const covered = (range: Range) => ({ profileId, date_from: range.from, date_to: range.to });
  const about = {
    table,
    days,
    dimension,
    goal,
    currency,
    filters: narrowedBy(params),
    covered: { before: covered(periods.before), after: covered(periods.after) },
  };
  return {
    data: dataOf(table, days, currency),
    meta: {
      date_from: params.date_from,
      date_to: params.date_to,
      profile_id: profileId,
      dimension,
      measure,
      goal,
      model: params.model ?? frame.model,
      comparison,
      currency,
      timezone,
    },
    warnings: [...rateWarnings(found.unpriced_currencies ?? []), ...olderRateWarnings(found.older_rates)],
    receipts: () => whyFigures(about),
  };
}

async function whyAnswer(base: ReadBase, profileId: string, params: Call<'getWhy'>['params']) {
  const answer = await reportCompared({ base, profileId, operation: 'getWhy', params, shown: params }, planOf, shapeOf);
  return incomparable(base, profileId, params, answer);
}

export const getWhy = reading('getWhy', (call, base) => whyAnswer(base, call.profile.profileId, call.params));

/** What happened and why, and of which version; null where visits of the periods cannot be compared, so that parts by visits are no causes. */
export async function whySentence(
  base: ReadBase,
  profileId: string,
  params: Params,
): Promise<{ text: string; version: Version } | null> {
  const answer = await whyAnswer(base, profileId, params);
  if (answer.warnings?.some(({ code }) => code === 'visits_not_comparable')) return null;
  return { text: answer.data.sentence.text, version: answer.meta.version };
}
