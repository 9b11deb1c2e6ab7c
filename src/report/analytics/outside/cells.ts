// Figures for readers outside of sign-in: sums over cells of at least five people. A cell is of a closed day and of an origin, of outcomes
// to the ad, as far as five people came from it; cells share no row. Every answer is a sum of whole cells, so the difference of two answers is one too, whatever was asked.
import { z } from 'zod';
import { unitsOf } from '../../../base/kit/decimals.ts';
import { storedJson } from '../../../base/kit/stored-json.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';

/** Fewer people are not shown. */
export const MIN_PEOPLE = 5;

export type CellRow = WarehouseRow<'warehouse/report/analytics/outside_cells_list'>;
export const KINDS = ['visits', 'outcomes', 'cash'] as const;
export type Kind = (typeof KINDS)[number];

const COUNTS = [
  'sessions',
  'pageviews',
  'bounces',
  'engaged_ms',
  'touches',
  'conversions_touched',
  'weight',
  'attributed_weight',
] as const;
const CREDITS = ['paid_weight', 'unpriced_weight', 'unpriced_paid_weight', 'priced_weight', 'priced_paid_weight'] as const;
const MONEY = ['value', 'paid_value'] as const;
const SUMS = [...COUNTS, ...CREDITS, ...MONEY] as const;
/** Money is in units of 10^-12, weights in millionths. */
export type Sums = Record<(typeof SUMS)[number], bigint>;

/** Null where too few people came from one of them; empty for what no touch earned. */
const place = {
  channel: z.string().nullable(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  /** Of outcomes alone. What left before cells had ads has none. */
  ad: z.string().nullable().default(null),
};
const storedCell = z.object({ ...place, sums: z.array(z.string()).length(SUMS.length) });

export interface Cell extends z.infer<z.ZodObject<typeof place>> {
  sums: Sums;
}

/** Of one day, or of several that have enough people only together. */
export interface CellsOfDays {
  kind: Kind;
  days: string[];
  /** The settings that they were computed by. */
  basis: string;
  cells: Cell[];
}

export const storedDays = storedJson('outside_days.days', z.array(z.string()));
const storedCells = storedJson('outside_days.cells', z.array(storedCell));

const sumsFrom = (of: (name: (typeof SUMS)[number], at: number) => bigint): Sums => {
  const sums: Partial<Sums> = {};
  SUMS.forEach((name, at) => {
    sums[name] = of(name, at);
  });
  return { ...NO_SUMS, ...sums };
};

const NO_SUMS: Sums = {
  sessions: 0n,
  pageviews: 0n,
  bounces: 0n,
  engaged_ms: 0n,
  touches: 0n,
  conversions_touched: 0n,
  weight: 0n,
  attributed_weight: 0n,
  paid_weight: 0n,
  unpriced_weight: 0n,
  unpriced_paid_weight: 0n,
  priced_weight: 0n,
  priced_paid_weight: 0n,
  value: 0n,
  paid_value: 0n,
};

export const addSums = (all: readonly Sums[]): Sums => sumsFrom((name) => all.reduce((sum, each) => sum + each[name], 0n));

export const writeCells = (cells: readonly Cell[]): string =>
  storedCells.write(cells.map(({ sums, ...at }) => ({ ...at, sums: SUMS.map((name) => String(sums[name])) })));

export const readCells = (text: string): Cell[] =>
  storedCells.read(text).map(({ sums, ...at }) => ({ ...at, sums: sumsFrom((_, i) => BigInt(sums[i] ?? 0)) }));

function cellOf(row: CellRow): Cell {
  const { channel, source, medium, campaign, ad } = row;
  const sums = sumsFrom((name) => (name === 'value' || name === 'paid_value' ? unitsOf(row[name], 6) : row[name]));
  return { channel, source, medium, campaign, ad, sums };
}

const FOLDED = { channel: null, source: null, medium: null, campaign: null, ad: null };

/** Days with too few people, until they have enough together; what is left over at the end stays inside. */
function groupDays(kind: Kind, basis: string, rows: readonly CellRow[]): CellsOfDays[] {
  const groups: CellsOfDays[] = [];
  let [waiting, people]: [CellRow[], Set<bigint>] = [[], new Set()];
  for (const row of rows) {
    waiting.push(row);
    people = new Set([...people, ...row.people_of]);
    if (people.size < MIN_PEOPLE) continue;
    const sums = addSums(waiting.map((each) => cellOf(each).sums));
    groups.push({ kind, basis, days: waiting.map(({ day }) => day), cells: [{ ...FOLDED, sums }] });
    [waiting, people] = [[], new Set()];
  }
  return groups;
}

/** The cells of the days of one month, without those that were shown outside before. */
export function cellsOfMonth(
  rows: readonly CellRow[],
  published: readonly CellsOfDays[],
  basisOf: (kind: Kind) => string,
): CellsOfDays[] {
  return KINDS.flatMap((kind) => {
    const before = new Set(published.filter((each) => each.kind === kind).flatMap(({ days }) => days));
    const own = rows.filter((row) => row.kind === kind && !before.has(row.day));
    const few = own.filter(({ people_of }) => people_of.length > 0);
    const days = Map.groupBy(
      own.filter(({ people_of }) => people_of.length === 0),
      ({ day }) => day,
    );
    const basis = basisOf(kind);
    const whole = [...days].map(([day, cells]) => ({ kind, basis, days: [day], cells: cells.map(cellOf) }));
    return [...whole, ...groupDays(kind, basis, few)];
  });
}
