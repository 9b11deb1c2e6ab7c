// Receipts of cohorts: each cell is its part of the cash ledger, rounded down, with its share of what rounding leaves over.
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import type { Cell, CohortRow, CohortsData, Parts } from '../cohorts.ts';
import { exactTerm, type Figure, pointer, type Rows, type Term, term, whole } from './receipt.ts';
import { type CoveredTime, paymentsBehind, spendBehind } from './rows-behind.ts';

const MILLION = 1_000_000n;

export interface CohortsAbout {
  rows: readonly CohortRow[];
  parts: readonly Parts[];
  data: CohortsData;
  covered: CoveredTime;
  currency: string;
}

/** The days of a month. */
const monthOf = (covered: CoveredTime, month: string): CoveredTime => ({
  ...covered,
  date_from: `${month}-01`,
  date_to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10),
});

const placeOf = (row: number): string => pointer('data', 'rows', row);

export function* cohortFigures(about: CohortsAbout): Generator<Figure> {
  for (const [i, row] of about.rows.entries()) {
    const [cell, part] = [about.data.rows[i], about.parts[i]];
    if (cell && part)
      yield* cellFigures({ at: placeOf(i), previous: placeOf(i - 1), row, cell, part, before: about.data.rows[i - 1] }, about);
  }
  yield* remainderFigures(about);
}

/** A cell in the answer, and what it was made of. */
interface Placed {
  at: string;
  row: CohortRow;
  cell: Cell;
  part: Parts;
  /** The one before it in the answer, and its place. */
  before: Cell | undefined;
  previous: string;
}

function* cellFigures(placed: Placed, about: CohortsAbout): Generator<Figure> {
  const { covered, currency } = about;
  const { at, row, cell } = placed;
  const [bought, paid] = [
    cell.cohort === 'earlier' ? covered : monthOf(covered, cell.cohort),
    cell.month === null ? covered : monthOf(covered, cell.month),
  ];
  const payments = [paymentsBehind(paid)];
  const people = exactTerm('people', row.people_millionths, 6, 'people');
  yield whole(`${at}/people`, 'People acquired in this month, by the credit of the conversion that acquired them.', people, [
    paymentsBehind(bought),
  ]);
  yield whole(`${at}/spend`, 'What ads cost in the month of acquisition.', term('spend', cell.spend, currency), [
    spendBehind(bought),
  ]);
  yield perPerson(placed, 'spend', cell.spend, [spendBehind(bought)], currency);
  yield perPerson(placed, 'cumulative_cash', cell.cumulative_cash, payments, currency);
  yield* cashFigures(placed, currency, payments);
  yield* cumulativeFigures(placed, currency, payments);
}

const PER_PERSON = {
  spend: 'What ads cost in the month of acquisition, for each person acquired in it.',
  cumulative_cash: 'Cash until this month, for each person of the cohort.',
} as const;

/** Null without people. */
function perPerson(
  { at, row }: Placed,
  name: keyof typeof PER_PERSON,
  amount: string | null,
  rows: Rows[],
  currency: string,
): Figure {
  const people = exactTerm('people', row.people_millionths, 6, 'people');
  return {
    path: `${at}/${name}_per_person`,
    text: PER_PERSON[name],
    formula: `round(${name} ÷ people, 6)`,
    terms: [term(name, amount, currency, `${at}/${name}`), { ...people, path: `${at}/people` }],
    rows,
  };
}

/** A part in millionths of the smallest unit, rounded down, and what is added to it. */
function rounded(name: string, exact: string, part: bigint, isKnown: boolean, currency: string): Term[] {
  const units = unitsOf(exact, 6);
  const floor = (units - (((units % MILLION) + MILLION) % MILLION)) / MILLION;
  return [exactTerm(name, isKnown ? units : null, 12, currency), exactTerm(`${name}_remainder`, part - floor, 6, currency)];
}

const sumOf = (name: string): string => `floor(${name}, 6) + ${name}_remainder`;

function* cashFigures({ at, row, part, cell }: Placed, currency: string, behind: Rows[]): Generator<Figure> {
  const isKnown = (printed: string | null): boolean => printed !== null;
  const paid = rounded('paid_cash', row.paid_millionths, part.paid, isKnown(cell.cash), currency);
  const unpaid = rounded('other_cash', row.unpaid_millionths, part.unpaid, isKnown(cell.cash), currency);
  yield {
    path: `${at}/cash`,
    text: 'Cash of the month, net of refunds, credited to paid channels and to others. Rounded so that all parts add up to the ledger.',
    formula: `${sumOf('paid_cash')} + ${sumOf('other_cash')}`,
    terms: [...paid, ...unpaid],
    rows: behind,
  };
  yield {
    path: `${at}/paid_cash`,
    text: 'Cash of the month that is credited to paid channels.',
    formula: sumOf('paid_cash'),
    terms: rounded('paid_cash', row.paid_millionths, part.paid, isKnown(cell.paid_cash), currency),
    rows: behind,
  };
  yield {
    path: `${at}/unattributed_cash`,
    text: 'Cash of the month that no touch is credited with.',
    formula: sumOf('cash'),
    terms: rounded('cash', row.unattributed_millionths, part.unattributed, isKnown(cell.unattributed_cash), currency),
    rows: behind,
  };
}

function* cumulativeFigures({ at, previous, cell, before: last }: Placed, currency: string, behind: Rows[]): Generator<Figure> {
  const isFirst = (cell.months_since ?? 0) === 0;
  for (const name of ['cash', 'paid_cash'] as const) {
    const printed = cell[`cumulative_${name}`];
    const before = isFirst ? undefined : last?.[`cumulative_${name}`];
    const month = printed === null ? null : (cell[name] ?? '0');
    yield {
      path: `${at}/cumulative_${name}`,
      text: 'Cash of the months before, and of this one.',
      formula: 'before + month',
      terms: [
        term('before', before ?? '0', currency, typeof before === 'string' ? `${previous}/cumulative_${name}` : undefined),
        term('month', month, currency, cell[name] === month ? `${at}/${name}` : undefined),
      ],
      rows: behind,
    };
  }
  yield {
    path: `${at}/payback`,
    text: 'Cash credited to paid channels until this month, for each unit of money spent in the month of acquisition.',
    formula: 'round(paid_cash ÷ spend, 6)',
    terms: [
      {
        ...term('paid_cash', cell.cumulative_paid_cash, currency),
        path: `${at}/cumulative_paid_cash`,
      },
      { ...term('spend', cell.spend, currency), path: `${at}/spend` },
    ],
    rows: behind,
  };
}

/** For the cohorts of the range together: the rest of the total without the other parts. */
function cohortsFigures(
  { rows, cohorts, totals, unattributed, elsewhere }: CohortsData,
  behind: Rows[],
  currency: string,
): Figure[] {
  const earlier = rows.find(({ cohort }) => cohort === 'earlier');
  const left = (of: 'people' | 'cash', unit: string, text: string): Figure => {
    type Part = { people: number; cash: string | null } | undefined;
    const value = (part: Part): string => String(part?.[of] ?? 0);
    const placeIn = (part: Part, at: string): string | undefined => (part?.[of] === null ? undefined : `/data/${at}/${of}`);
    return {
      path: `/data/cohorts/${of}`,
      text,
      formula: 'all − earlier − unattributed − elsewhere',
      terms: [
        term('all', cohorts[of] === null ? null : value(totals), unit, placeIn(totals, 'totals')),
        term('earlier', value(earlier), unit, placeIn(earlier, 'rows/0')),
        term('unattributed', value(unattributed), unit, placeIn(unattributed, 'unattributed')),
        term('elsewhere', value(elsewhere), unit, placeIn(elsewhere, 'elsewhere')),
      ],
      rows: behind,
    };
  };
  return [
    left('people', 'people', 'People acquired in the months of the range, by credit.'),
    left('cash', currency, 'Cash of people acquired in the months of the range.'),
  ];
}

function* remainderFigures({ rows, data, covered, currency }: CohortsAbout): Generator<Figure> {
  const behind = [paymentsBehind(covered)];
  const { totals, unattributed, elsewhere } = data;
  const credited = rows.reduce(
    (sum, row) => (row.months_since === null || row.months_since === 0n ? sum + row.people_millionths : sum),
    0n,
  );
  const people = (name: string, value: number, path: string): Term => term(name, String(value), 'people', path);
  yield whole(
    '/data/totals/people',
    'Everybody with cash in the range.',
    people('people', totals.people, '/data/totals/people'),
    behind,
  );
  yield whole('/data/totals/cash', 'All cash of the range, net of refunds.', term('cash', totals.cash, currency), behind);
  yield whole('/data/totals/spend', 'What ads cost in the range.', term('spend', totals.spend, currency), [spendBehind(covered)]);
  yield* cohortsFigures(data, behind, currency);
  yield whole(
    '/data/unattributed/people',
    'People whose acquiring conversion no touch is credited with.',
    people('people', unattributed.people, '/data/unattributed/people'),
    behind,
  );
  yield whole(
    '/data/unattributed/cash',
    'Cash that no touch is credited with: of all rows together.',
    term('cash', unattributed.cash, currency),
    behind,
  );
  yield {
    path: '/data/elsewhere/people',
    text: 'Everybody, less the people of the rows and the people that no touch is credited with.',
    formula: 'everybody − credited − unattributed',
    terms: [
      people('everybody', totals.people, '/data/totals/people'),
      term('credited', decimalText(credited, 6), 'people'),
      people('unattributed', unattributed.people, '/data/unattributed/people'),
    ],
    rows: behind,
  };
  yield whole(
    '/data/elsewhere/cash',
    'Cash credited to origins that the filters exclude.',
    term('cash', elsewhere.cash, currency),
    behind,
  );
}
