// Receipts of the economics of ads.
import { exactTerm, type Figure, pointer, type Rows, type Term, whole } from '../receipts/receipt.ts';
import { type Covered, conversionsBehind, type Narrowed, spendBehind } from '../receipts/rows-behind.ts';
import { AMOUNTS, type AmountName, MILLION, type RoundedAmounts, roundedAmounts } from './figures.ts';
import { type Part, QUOTIENTS, type Quotient, quotientsOf } from './quotients.ts';
import type { Line, Sums, Table } from './table.ts';

export interface About {
  table: Table;
  covered: Covered;
  goal: string;
  currency: string;
  model: string;
  dimension: string;
  filters: Narrowed | undefined;
}

/** The dimensions that a list of conversions can be narrowed by. */
const LISTED: ReadonlySet<string> = new Set(['channel', 'source', 'campaign']);

function conversionsOf({ covered, goal, model, dimension, filters }: About, key: string | null): Rows {
  if (filters === undefined || key === null || !LISTED.has(dimension)) return conversionsBehind(covered, goal, filters ?? {});
  const modes = filters.filter_modes?.split(',').filter((mode) => !mode.startsWith(`${dimension}:`));
  return conversionsBehind(covered, goal, { ...filters, filter_modes: modes?.join(',') || undefined, [dimension]: key, model });
}

export function* economicsFigures(about: About): Generator<Figure> {
  const { table } = about;
  const rounded = roundedAmounts(table);
  for (const [i, line] of table.rows.entries()) {
    const at = pointer('data', 'rows', i);
    const behind = conversionsOf(about, line.key);
    const printed: Printed = (name) => rounded[name].rows[i] ?? 0n;
    yield* earnedFigures(at, line.earned, about, behind, printed);
    yield* figuresOf(at, line, about, behind, printed);
  }
  yield* earnedFigures('/data/unattributed', table.rest, about, conversionsOf(about, null), (name) => rounded[name].rest);
  yield* totalFigures(rounded, about);
}

const WHAT: Record<AmountName, string> = {
  revenue: 'Value of these conversions after reversals.',
  new_customer_revenue: 'Value of the first conversions of new customers after reversals.',
  cost_of_goods: "Percentage of each conversion's value after reversals that goods cost on its day.",
  fees: 'Fees of payment: a percentage of the value before reversals, and an amount for each conversion with a value.',
};
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

const NAMES = ['revenue', 'new_customer_revenue', 'cost_of_goods', 'fees'] as const;

/** Money of a row: its exact value rounded down, and its share of what rounding leaves over. */
function* earnedFigures(at: string, of: Sums, about: About, behind: Rows, printed: Printed): Generator<Figure> {
  const { currency } = about;
  yield* countsOf(at, of, behind);
  for (const name of NAMES) {
    const exact = AMOUNTS[name](of);
    const floor = exact === null ? 0n : (exact - (((exact % MILLION) + MILLION) % MILLION)) / MILLION;
    yield {
      path: `${at}/${name}`,
      text: `${WHAT[name]} ${exact === null ? NOT_KNOWN[name] : REMAINDER}`,
      formula: 'floor(credited_value, 6) + remainder',
      terms: [
        exactTerm('credited_value', exact, 12, currency),
        exactTerm('remainder', exact === null ? 0n : printed(name) - floor, 6, currency),
      ],
      rows: [behind],
    };
  }
  yield marginFigure(at, of, currency, behind, printed);
}

type Printed = (name: AmountName) => bigint;
const NO_RATE = 'Not known: the money has no exchange rate.';
const NO_COSTS = 'Not known: no costs are set for some of the days.';
const NOT_KNOWN: Record<AmountName, string> = {
  revenue: NO_RATE,
  new_customer_revenue: NO_RATE,
  cost_of_goods: NO_COSTS,
  fees: NO_COSTS,
};

function marginTerms(at: string, of: Sums, currency: string, printed: Printed): Term[] {
  return (['revenue', 'cost_of_goods', 'fees'] as const).map((name) => ({
    ...exactTerm(name, AMOUNTS[name](of) === null ? null : printed(name), 6, currency),
    path: `${at}/${name}`,
  }));
}

const marginFigure = (at: string, of: Sums, currency: string, behind: Rows, printed: Printed): Figure => ({
  path: `${at}/margin_before_ads`,
  text: 'Revenue less cost of goods and fees.',
  formula: 'revenue − cost_of_goods − fees',
  terms: marginTerms(at, of, currency, printed),
  rows: [behind],
});

function* totalFigures(rounded: RoundedAmounts, about: About): Generator<Figure> {
  const { table, currency } = about;
  const { earned } = table.totals;
  const at = pointer('data', 'totals');
  const behind = conversionsOf(about, null);
  const printed: Printed = (name) => rounded[name].total;
  yield* countsOf(at, earned, behind);
  for (const name of NAMES) {
    const exact = AMOUNTS[name](earned);
    yield {
      path: `${at}/${name}`,
      text: exact === null ? `${WHAT[name]} ${NOT_KNOWN[name]}` : WHAT[name],
      formula: 'round(value, 6)',
      terms: [exactTerm('value', exact, 12, currency)],
      rows: [behind],
    };
  }
  yield marginFigure(at, earned, currency, behind, printed);
  yield* figuresOf(at, table.totals, about, behind, printed);
}

/** What a row has and the unattributed rest has not. */
function* figuresOf(
  at: string,
  line: Pick<Line, 'earned' | 'paid' | 'delivered'>,
  about: About,
  behind: Rows,
  printed: Printed,
): Generator<Figure> {
  const { earned, delivered } = line;
  const spent = [spendBehind(about.covered)];
  const spend = { ...exactTerm('spend', delivered.spend, 6, about.currency), path: `${at}/spend` };
  yield {
    path: `${at}/margin`,
    text: 'Revenue less cost of goods, fees and spend.',
    formula: 'revenue − cost_of_goods − fees − spend',
    terms: [...marginTerms(at, earned, about.currency, printed), spend],
    rows: [behind, ...spent],
  };
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
  no_costs: NO_COSTS,
  no_exchange_rate: NO_RATE,
};
