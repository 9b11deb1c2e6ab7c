// Receipts of the table of credit.
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import {
  type AttributionData,
  type Column,
  type CreditRow,
  columnOf,
  type Earned,
  isPaidUnknown,
  isUnknown,
  type KeyRow,
  MILLION,
  NOTHING,
  restOf,
  type Table,
  type Value,
} from '../attribution-table.ts';
import { exactTerm, type Figure, pointer, type Rows, type Term, term, whole } from './receipt.ts';
import { type Covered, conversionsBehind, type Narrowed, spendBehind } from './rows-behind.ts';

type Printed = AttributionData['totals']['models'][string];

export interface About {
  found: CreditRow;
  table: Table;
  data: AttributionData;
  covered: Covered;
  goal: string;
  currency: string;
  dimension: string;
  /** The filters that a list of conversions takes; undefined where it cannot list those of the figures. */
  filters: Narrowed | undefined;
}

/** The conversions behind a row, or a model's figures in it. */
function rowsOf({ covered, goal, dimension, filters }: About, key: string, model?: string): Rows {
  if (filters === undefined || !LISTED.has(dimension)) return conversionsBehind(covered, goal);
  // The row's key is compared by `is`.
  const modes = filters.filter_modes?.split(',').filter((mode) => !mode.startsWith(`${dimension}:`));
  return conversionsBehind(covered, goal, {
    ...filters,
    filter_modes: modes && modes.length > 0 ? modes.join(',') : undefined,
    [dimension]: key,
    ...(model === undefined ? {} : { model }),
  });
}

/** The dimensions that a list of conversions can be narrowed by. */
const LISTED: ReadonlySet<string> = new Set(['channel', 'source', 'campaign']);

const REMAINDER = 'Rounded down, plus what rounding left over for this row: rows add up to the total as printed.';

/** Null where all of it lacks an exchange rate. */
const amountOf = (credit: Value): bigint | null => (isUnknown(credit) ? null : credit.value);

export function* attributionFigures(about: About): Generator<Figure> {
  const { table, data, found } = about;
  const byKey = new Map(table.rows.map((row) => [row.key, row]));
  for (const [i, printed] of data.rows.entries()) {
    const row = byKey.get(printed.key);
    if (row) yield* rowFigures(pointer('data', 'rows', i), printed, row, about);
  }
  for (const model of table.models) yield* restFigures(model, columnOf(table, model), about);
  yield* totalFigures(about);
  yield* fitFigures(found);
}

const touchFigures = (at: string, of: { touches: number; conversions_touched: number }, rows: Rows[]): Figure[] => [
  whole(
    `${at}/touches`,
    'Distinct touches on the paths of the conversions.',
    term('touches', String(of.touches), 'touches'),
    rows,
  ),
  whole(
    `${at}/conversions_touched`,
    'Distinct conversions with such a touch.',
    term('conversions_touched', String(of.conversions_touched), 'conversions'),
    rows,
  ),
];

function* rowFigures(at: string, printed: AttributionData['rows'][number], row: KeyRow, about: About): Generator<Figure> {
  const { covered, goal, currency, table } = about;
  const rows = [conversionsBehind(covered, goal)];
  yield* touchFigures(at, printed, rows);
  const spend = exactTerm('spend', row.spend, 6, currency);
  yield whole(`${at}/spend`, 'What ads with this key cost.', spend, [spendBehind(covered)]);
  for (const model of table.models) {
    const earned = row.earned.get(model) ?? NOTHING;
    const figures = printed.models[model] as Printed;
    const place = at + pointer('models', model);
    const rows = [rowsOf(about, row.key, model)];
    yield {
      path: `${place}/conversions`,
      text: 'Conversions credited to touches with this key.',
      formula: 'credited_millionths ÷ 1000000',
      terms: [exactTerm('credited_millionths', earned.weight, 0, 'millionths of a conversion')],
      rows,
    };
    yield partOfTotal(`${place}/revenue`, figures.revenue, [exactTerm('credited_value', amountOf(earned), 12, currency)], rows);
    yield* ratios(place, earned, { ...spend, path: `${at}/spend` }, about, rows);
  }
  yield disagreement(at, row, about);
}

/** A row's money: its exact value rounded down, and its share of what rounding leaves over. */
function partOfTotal(path: string, printed: string | null, terms: Term[], rows: Rows[]): Figure {
  const exact = terms.reduce<bigint | null>((sum, { value }, i) => {
    if (sum === null || value === null) return null;
    return i === 0 ? unitsOf(value, 12) : sum - unitsOf(value, 12);
  }, 0n);
  const floor = exact === null ? 0n : (exact - (((exact % MILLION) + MILLION) % MILLION)) / MILLION;
  const remainder = printed === null || exact === null ? 0n : unitsOf(printed, 6) - floor;
  return {
    path,
    text: REMAINDER,
    formula: `floor(${terms.map(({ name }) => name).join(' − ')}, 6) + remainder`,
    terms: [...terms, exactTerm('remainder', remainder, 6, terms[0]?.unit ?? '')],
    rows,
  };
}

/** Ratios use the credit of paid touches only. */
function ratios(at: string, earned: Earned, spend: Term, { covered, currency }: About, behind: Rows[]): Figure[] {
  const rows = [...behind, spendBehind(covered)];
  const paid = isPaidUnknown(earned) ? null : earned.paidValue;
  return [
    {
      path: `${at}/roas`,
      text: 'Revenue credited to paid touches for each unit of spend.',
      formula: 'round(paid_revenue ÷ spend, 6)',
      terms: [exactTerm('paid_revenue', paid, 12, currency), spend],
      rows,
    },
    {
      path: `${at}/cost_per_conversion`,
      text: 'Spend for each conversion credited to paid touches.',
      formula: 'round(spend ÷ paid_conversions, 6)',
      terms: [spend, exactTerm('paid_conversions', earned.paidWeight, 6, 'conversions')],
      rows,
    },
  ];
}

function disagreement(at: string, row: KeyRow, { table, covered, goal }: About): Figure {
  const weights = table.models.map((model) => ({ model, weight: row.earned.get(model)?.weight ?? 0n }));
  const sorted = [...weights].sort((a, b) => (a.weight < b.weight ? -1 : a.weight > b.weight ? 1 : 0));
  const termOf = (name: string, of: { model: string; weight: bigint } | undefined): Term =>
    term(name, decimalText(of?.weight ?? 0n, 6), 'conversions', `${at}${pointer('models', of?.model ?? '')}/conversions`);
  const hasNone = table.everything.weight === 0n;
  return {
    path: `${at}/disagreement`,
    text: hasNone ? 'There are no conversions.' : 'How far the models are apart, in percent of all conversions.',
    formula: hasNone ? '0' : 'round(100 × (highest − lowest) ÷ conversions, 6)',
    terms: [
      termOf('highest', sorted.at(-1)),
      termOf('lowest', sorted[0]),
      exactTerm('conversions', table.everything.weight, 6, 'conversions'),
    ],
    rows: [conversionsBehind(covered, goal)],
  };
}

function* restFigures(model: string, column: Column, { data, covered, goal, currency }: About): Generator<Figure> {
  const at = pointer('data', 'unattributed', 'models', model);
  const rows = [conversionsBehind(covered, goal)];
  const rest = restOf(column);
  yield {
    path: `${at}/conversions`,
    text: 'Conversions without a touch that the model can credit.',
    formula: 'counted − credited',
    terms: [
      exactTerm('counted', column.whole.weight, 6, 'conversions'),
      exactTerm('credited', column.credited.weight, 6, 'conversions'),
    ],
    rows,
  };
  const isKnown = amountOf(rest) !== null;
  const terms = [
    exactTerm('counted_value', isKnown ? column.whole.value : null, 12, currency),
    exactTerm('credited_value', column.credited.value, 12, currency),
  ];
  yield partOfTotal(`${at}/revenue`, data.unattributed.models[model]?.revenue ?? null, terms, rows);
}

function* totalFigures(about: About): Generator<Figure> {
  const { data, table, covered, goal, currency } = about;
  const at = '/data/totals';
  const rows = [conversionsBehind(covered, goal)];
  yield* touchFigures(at, data.totals, rows);
  const spend = exactTerm('spend', table.spend, 6, currency);
  yield whole(`${at}/spend`, 'All spend of the range that matches the filters.', spend, [spendBehind(covered)]);
  for (const model of table.models) {
    const place = at + pointer('models', model);
    const { credited, whole: all } = columnOf(table, model);
    const conversions = exactTerm('counted', all.weight, 6, 'conversions');
    yield whole(`${place}/conversions`, 'Counted conversions, credited or not; with filters, those credited.', conversions, rows);
    yield {
      path: `${place}/revenue`,
      text: 'Value of these conversions after reversals.',
      formula: 'round(value, 6)',
      terms: [exactTerm('value', amountOf(all), 12, currency)],
      rows,
    };
    yield* ratios(place, credited, { ...spend, path: `${at}/spend` }, about, rows);
  }
}

/** The fit behind the data-driven model, as `meta` has it. */
function* fitFigures({ base_probability, fitted_conversions, fitted_channels }: CreditRow): Generator<Figure> {
  if (base_probability === null || fitted_conversions === null || fitted_channels === null) return;
  const at = '/meta/data_driven';
  const effects = fitted_channels.map(({ channel, removal_effect }) => ({ channel, effect: unitsOf(removal_effect, 9) }));
  const all = effects.reduce((sum, { effect }) => sum + effect, 0n);
  const probability = term('base_probability', decimalText(unitsOf(base_probability, 9), 9), 'probability');
  yield whole(`${at}/base_probability`, 'The probability that a path converts.', probability);
  for (const { channel, effect } of effects) {
    const share = exactTerm('removal_effect', effect, 9, 'share of conversions');
    yield whole(at + pointer('removal_effects', channel), 'The share of conversions lost without the channel.', share);
    yield {
      path: at + pointer('channel_conversions', channel),
      text: all === 0n ? 'No channel has an effect.' : 'All fitted conversions, divided by removal effect.',
      formula: all === 0n ? '0' : 'round(removal_effect × conversions ÷ all_effects, 6)',
      terms: [
        { ...share, path: at + pointer('removal_effects', channel) },
        exactTerm('conversions', fitted_conversions, 0, 'conversions'),
        exactTerm('all_effects', all, 9, 'sum of shares'),
      ],
      rows: [],
    };
  }
}
