// Receipts of the economics of ads.
import { exactTerm, type Figure, pointer, type Rows, whole } from '../receipts/receipt.ts';
import { type Covered, conversionsBehind, type Narrowed, spendBehind } from '../receipts/rows-behind.ts';
import { MILLION, type Rounded, roundedOf } from './figures.ts';
import { type Part, QUOTIENTS, type Quotient, quotientsOf } from './quotients.ts';
import type { Earned, Line, Table } from './table.ts';

export interface About {
  table: Table;
  covered: Covered;
  goal: string;
  currency: string;
  model: string;
  dimension: string;
  filters: Narrowed | undefined;
}

type Sums = Pick<Earned, 'weight' | 'value' | 'newWeight' | 'newValue'>;

/** The dimensions that a list of conversions can be narrowed by. */
const LISTED: ReadonlySet<string> = new Set(['channel', 'source', 'campaign']);

function conversionsOf({ covered, goal, model, dimension, filters }: About, key: string | null): Rows {
  if (filters === undefined || key === null || !LISTED.has(dimension)) return conversionsBehind(covered, goal, filters ?? {});
  const modes = filters.filter_modes?.split(',').filter((mode) => !mode.startsWith(`${dimension}:`));
  return conversionsBehind(covered, goal, { ...filters, filter_modes: modes?.join(',') || undefined, [dimension]: key, model });
}

export function* economicsFigures(about: About): Generator<Figure> {
  const { table } = about;
  const rounded = { revenue: roundedOf(table, ({ value }) => value), new_customer_revenue: roundedOf(table, (e) => e.newValue) };
  for (const [i, line] of table.rows.entries()) {
    const at = pointer('data', 'rows', i);
    const behind = conversionsOf(about, line.key);
    yield* earnedFigures(at, line.earned, about, behind, (name) => rounded[name].rows[i] ?? 0n);
    yield* figuresOf(at, line, about, behind);
  }
  yield* earnedFigures(
    pointer('data', 'unattributed'),
    table.rest,
    about,
    conversionsOf(about, null),
    (name) => rounded[name].rest,
  );
  yield* totalFigures(rounded, about);
}

const WHAT = {
  revenue: 'Value of these conversions after reversals. ',
  new_customer_revenue: 'Value of the first conversions of new customers after reversals. ',
};
type Money = keyof typeof WHAT;
const REMAINDER = 'Rounded down, plus what rounding left over for this row: rows add up to the total as printed.';

const countsOf = (at: string, of: Sums, behind: Rows): Figure[] => [
  whole(`${at}/conversions`, 'Conversions credited here.', exactTerm('conversions', of.weight, 6, 'conversions'), [behind]),
  whole(
    `${at}/new_customers`,
    'People whose first counted conversion of the goal is in the period, as far as it is credited here.',
    exactTerm('new_customers', of.newWeight, 6, 'people'),
    [behind],
  ),
];

const amounts = (of: Sums): Record<Money, bigint | null> => ({ revenue: of.value, new_customer_revenue: of.newValue });

/** Money of a row: its exact value rounded down, and its share of what rounding leaves over. */
function* earnedFigures(
  at: string,
  of: Sums,
  { currency }: About,
  behind: Rows,
  printed: (name: Money) => bigint,
): Generator<Figure> {
  yield* countsOf(at, of, behind);
  for (const [name, exact] of Object.entries(amounts(of)) as [Money, bigint | null][]) {
    const floor = exact === null ? 0n : (exact - (((exact % MILLION) + MILLION) % MILLION)) / MILLION;
    yield {
      path: `${at}/${name}`,
      text: WHAT[name] + REMAINDER,
      formula: 'floor(credited_value, 6) + remainder',
      terms: [
        exactTerm('credited_value', exact, 12, currency),
        exactTerm('remainder', exact === null ? 0n : printed(name) - floor, 6, currency),
      ],
      rows: [behind],
    };
  }
}

function* totalFigures(rounded: Record<Money, Rounded>, about: About): Generator<Figure> {
  const { table, currency } = about;
  const at = pointer('data', 'totals');
  const behind = conversionsOf(about, null);
  yield* countsOf(at, table.totals.earned, behind);
  for (const name of Object.keys(rounded) as Money[])
    yield {
      path: `${at}/${name}`,
      text: WHAT[name].trim(),
      formula: 'round(value, 6)',
      terms: [exactTerm('value', amounts(table.totals.earned)[name], 12, currency)],
      rows: [behind],
    };
  yield* figuresOf(at, table.totals, about, behind);
}

/** What a row has and the unattributed rest has not. */
function* figuresOf(
  at: string,
  line: Pick<Line, 'earned' | 'paid' | 'delivered'>,
  about: About,
  behind: Rows,
): Generator<Figure> {
  const { earned, delivered } = line;
  const spent = [spendBehind(about.covered)];
  yield whole(`${at}/spend`, 'What these ads cost.', exactTerm('spend', delivered.spend, 6, about.currency), spent);
  yield whole(
    `${at}/impressions`,
    'Times shown, as platforms report.',
    exactTerm('impressions', delivered.impressions, 0, 'impressions'),
    spent,
  );
  yield whole(`${at}/clicks`, 'Clicks, as platforms report.', exactTerm('clicks', delivered.clicks, 0, 'clicks'), spent);
  yield whole(`${at}/customers`, 'Distinct people with such a conversion.', exactTerm('customers', earned.people, 0, 'people'), [
    behind,
  ]);
  yield whole(
    `${at}/returning_customers`,
    'Those of them whose first counted conversion of the goal was before the period.',
    exactTerm('returning_customers', earned.returningPeople, 0, 'people'),
    [behind],
  );
  const quotients = quotientsOf(line);
  for (const name of QUOTIENTS) yield quotientFigure(`${at}/${name}`, quotients[name], about, [...spent, behind]);
}

function quotientFigure(
  path: string,
  { text, times, dividend, divisor, reason }: Quotient,
  { currency }: About,
  rows: Rows[],
): Figure {
  const termOf = ({ name, units, scale, unit }: Part) => exactTerm(name, units, scale, unit === 'currency' ? currency : unit);
  return {
    path,
    text: reason === null ? text : `${text} ${WHY[reason]}`,
    formula: `round(${times === 1n ? '' : `${times} × `}${dividend.name} ÷ ${divisor.name}, 6)`,
    terms: [termOf(dividend), termOf(divisor)],
    rows,
  };
}

const WHY: Record<NonNullable<Quotient['reason']>, string> = {
  spend_not_known: 'Not known: no spend was reported that can be joined, or it has no exchange rate.',
  no_spend: 'Not defined: nothing was spent.',
  not_reported: 'Not known: no spend reports both parts.',
  no_impressions: 'Not defined: there is no impression.',
  no_clicks: 'Not defined: there is no click.',
  no_new_customers: 'Not defined: paid touches won no new customer.',
  no_customers: 'Not defined: there is no customer.',
  no_revenue: 'Not defined: there is no revenue.',
  no_exchange_rate: 'Not known: the money has no exchange rate.',
};
