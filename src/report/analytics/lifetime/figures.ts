// Lifetime values as they are printed: of people by the origin of their first touch, what they had paid after so many days.
import type { components } from '../../../base/contract/types.ts';
import { decimalText, roundedQuotient, unitsOf } from '../../../base/kit/decimals.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { type Interval, meanInterval, type Variation } from '../intervals/intervals.ts';
import { dayBefore } from '../overview-figures.ts';
import { exactTerm, type Figure, pointer, type Rows, whole } from '../receipts/receipt.ts';

type Schemas = components['schemas'];
export type LifetimeRow = WarehouseRow<'warehouse/report/analytics/lifetime_value_get'>;
type Value = Schemas['LifetimeValue'];
type Values = Schemas['LifetimeValues'];
const WINDOWS = [30, 60, 90, 180, 365] as const;
type Days = (typeof WINDOWS)[number];

/** The rows of one key, one for each number of days. */
export interface Line {
  /** The JSON pointer of the line in the answer. */
  at: string;
  key: string;
  acquired: bigint;
  windows: Record<Days, LifetimeRow>;
}

export interface Lines {
  rows: Line[];
  unattributed: Line;
  totals: Line;
}

function lineOf(at: string, rows: readonly LifetimeRow[]): Line {
  const [first] = rows;
  const of = (days: Days): LifetimeRow => {
    const found = rows.find((row) => row.days === days);
    if (!found) throw new Error(`lifetime_value_get answers no row of ${days} days.`);
    return found;
  };
  const windows = { 30: of(30), 60: of(60), 90: of(90), 180: of(180), 365: of(365) };
  return { at, key: first?.key ?? '', acquired: first?.acquired ?? 0n, windows };
}

/** Nobody is without a first touch where no row says so. */
const nobody = (totals: readonly LifetimeRow[]): LifetimeRow[] =>
  totals.map((row) => ({ ...row, acquired: 0n, people: 0n, cash: '0', squares: 0n }));

/** The rows are in the order of their place; all people together are the first. */
export function linesOf(found: readonly LifetimeRow[]): Lines {
  const [totals = [], ...others] = [...Map.groupBy(found, ({ place }) => place).values()];
  const named = others.filter(([row]) => row?.key !== null);
  return {
    rows: named.map((rows, i) => lineOf(pointer('data', 'rows', i), rows)),
    unattributed: lineOf('/data/unattributed', others.find(([row]) => row?.key === null) ?? nobody(totals)),
    totals: lineOf('/data/totals', totals),
  };
}

function reasonOf({ acquired, people, cash }: LifetimeRow): Value['reason'] {
  if (acquired === 0n) return 'no_people';
  if (people === 0n) return 'too_young';
  return cash === null ? 'no_exchange_rate' : null;
}

function printedValue(row: LifetimeRow): Value {
  const { people, cash } = row;
  const reason = reasonOf(row);
  return {
    people: Number(people),
    cash: cash === null ? null : decimalText(unitsOf(cash, 6), 6),
    lifetime_value: reason !== null || cash === null ? null : decimalText(roundedQuotient(unitsOf(cash, 6), people), 6),
    reason,
  };
}

function valuesOf({ windows }: Line): Values {
  return {
    30: printedValue(windows[30]),
    60: printedValue(windows[60]),
    90: printedValue(windows[90]),
    180: printedValue(windows[180]),
    365: printedValue(windows[365]),
  };
}

const printed = (line: Line) => ({ acquired: Number(line.acquired), values: valuesOf(line) });

export const lifetimeData = ({ rows, unattributed, totals }: Lines): Schemas['LifetimeData'] => ({
  rows: rows.map((line) => ({ key: line.key, ...printed(line) })),
  unattributed: printed(unattributed),
  totals: printed(totals),
});

interface Period {
  from: string;
  to: string;
  /** Of the figures. */
  today: string;
}

/** Whose values are known: people acquired up to a day; all of the period from another day on. */
export const knownOf = ({ from, to, today }: Period): Schemas['LifetimeWindow'][] =>
  WINDOWS.map((days) => {
    const oldEnough = dayBefore(today, days);
    return { days, acquired_to: oldEnough < from ? null : oldEnough < to ? oldEnough : to, complete_on: dayBefore(to, -days) };
  });

const all = ({ rows, unattributed, totals }: Lines): Line[] => [...rows, unattributed, totals];

/** Squares of money are in units of 10^-4. */
const moneyUnits = (cash: string): number => Number(unitsOf(cash, 6)) / 100;

export const lifetimeIntervals = (lines: Lines, { cash }: Variation): Interval[] =>
  all(lines).flatMap(({ at, windows }) =>
    WINDOWS.flatMap((days): Interval[] => {
      const row = windows[days];
      const { lifetime_value } = printedValue(row);
      if (lifetime_value === null || row.cash === null) return [];
      const spread = { sum: moneyUnits(row.cash), squares: Number(row.squares) };
      const people = Number(row.people);
      const chances = { people, most: people / Math.max(1, cash) };
      return [meanInterval(`${at}/values/${days}/lifetime_value`, Number(lifetime_value), spread, chances)];
    }),
  );

const WHY: Record<NonNullable<Value['reason']>, string> = {
  no_people: 'Nobody was acquired here.',
  too_young: 'Not known: nobody who was acquired here is so old.',
  no_exchange_rate: 'Not known: the money has no exchange rate.',
};

export function* lifetimeFigures(lines: Lines, { rows, currency }: { rows: Rows[]; currency: string }): Generator<Figure> {
  for (const { at, acquired, windows } of all(lines)) {
    const people = exactTerm('acquired', acquired, 0, 'people');
    yield whole(`${at}/acquired`, 'People whose first payment is in the period.', people, rows);
    for (const days of WINDOWS) yield* valueFigures(`${at}/values/${days}`, windows[days], { rows, currency });
  }
}

function* valueFigures(at: string, row: LifetimeRow, { rows, currency }: { rows: Rows[]; currency: string }): Generator<Figure> {
  const people = exactTerm('people', row.people, 0, 'people');
  const cash = exactTerm('cash', row.cash === null ? null : unitsOf(row.cash, 6), 6, currency);
  const reason = reasonOf(row);
  yield whole(`${at}/people`, `Those of them who were acquired at least ${row.days} days ago.`, people, rows);
  yield whole(`${at}/cash`, `What they paid in their first ${row.days} days, net of refunds in these days.`, cash, rows);
  yield {
    path: `${at}/lifetime_value`,
    text: reason === null ? 'Cash for each of these people.' : WHY[reason],
    formula: 'round(cash ÷ people, 6)',
    terms: [
      { ...cash, path: `${at}/cash` },
      { ...people, path: `${at}/people` },
    ],
    rows,
  };
}
