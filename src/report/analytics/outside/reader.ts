// Reads the cells of a question: those that were shown outside before, and of other closed days those that would be shown now. They are computed by
// whole months, so that they do not depend on which days of a month are asked for.
import { findReach } from '../../../account/places/index.ts';
import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { components } from '../../../base/contract/types.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import type { Version } from '../../../credit/pipeline/index.ts';
import { frameOf, live, type ReportFrame } from '../figures.ts';
import type { Filters } from '../filters.ts';
import { cachedByVersion } from '../report.ts';
import {
  addSums,
  type Cell,
  type CellsOfDays,
  cellsOfMonth,
  type Kind,
  MIN_PEOPLE,
  readCells,
  type Sums,
  storedDays,
} from './cells.ts';

export type OutsideNote = components['schemas']['OutsideNote'];
export type Withheld = OutsideNote['withheld'][number];

/** A day leaves once it has been over for this long: what comes late is to be part of it, as it never changes afterwards. */
const CLOSED_AFTER_DAYS = 1;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const monthOf = (day: string): string => day.slice(0, 7);
const monthEnd = (day: string): string => dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The last day whose figures may leave. */
export const closedThrough = (base: ReadBase, profileId: string): string =>
  dayOf(Date.parse(profileDay(base, profileId)) - (CLOSED_AFTER_DAYS + 1) * DAY_MS);

interface Days {
  from: string;
  to: string;
}

/** Whole months, to the last closed day; undefined where none of them is closed. */
function monthsAround({ from, to }: Days, closed: string): Days | undefined {
  const months = { from: `${monthOf(from)}-01`, to: earlier(monthEnd(to), closed) };
  return months.to < months.from ? undefined : months;
}

/** The rows from which cells are made, of the profile's own model; the same for every question about these months. */
const readRows = (base: ReadBase, profileId: string, months: Days | undefined) =>
  cachedByVersion(base, profileId, ['cells outside', months], async () => {
    const figures = live(base, profileId);
    const frame = await frameOf(base, profileId, undefined, figures);
    const plan = prepared(
      'warehouse/report/analytics/outside_cells_list',
      {
        date_from: months?.from ?? null,
        date_to: months?.to ?? null,
        money_from: months?.from ?? null,
        money_to: months?.to ?? null,
        people: MIN_PEOPLE,
        model: null,
        keys_of: 'ad',
        // Of the default definition.
        goal: null,
      },
      ['in_range'],
    );
    return { frame, rows: months === undefined ? [] : await figures.read(plan), meta: { version: frame.version } };
  });

/** The settings that figures of a kind follow from. Days that left under others are not shown again under these: the two would differ by people. */
const basisOf =
  ({ currency, timezone, model, goal }: Pick<ReportFrame, 'currency' | 'timezone' | 'model' | 'goal'>) =>
  (kind: Kind): string =>
    kind === 'visits' ? timezone : [timezone, currency, model, goal].join(' ');

export interface OutsideCells {
  frame: ReportFrame;
  closed: string;
  basisOf: (kind: Kind) => string;
  /** In force: those shown outside before, and those that would be shown now. */
  all: CellsOfDays[];
  /** Of them, those that were not shown outside yet. */
  unpublished: CellsOfDays[];
}

export async function outsideCells(base: ReadBase, profileId: string, days: Days): Promise<OutsideCells> {
  const closed = closedThrough(base, profileId);
  const months = monthsAround(days, closed);
  const { frame, rows } = await readRows(base, profileId, months);
  const of = basisOf(frame);
  if (months === undefined) return { frame, closed, basisOf: of, all: [], unpublished: [] };
  const published = publishedIn(base, profileId, { from: months.from, to: monthEnd(months.to) });
  const unpublished = [...Map.groupBy(rows, ({ day }) => monthOf(day)).values()].flatMap((month) =>
    cellsOfMonth(month, published, of),
  );
  return { frame, closed, basisOf: of, all: [...published, ...unpublished], unpublished };
}

const TRIES = 3;
const RETRY_SECONDS = 5;

export const moved = (): ApiError =>
  new ApiError('service_unavailable', 'The figures of the report are moving right now; try again.', {}, RETRY_SECONDS);

/** A report and the cells of its days, of one version. */
export async function withCells<Report extends { meta: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  days: Days,
  report: () => Promise<Report>,
): Promise<Report & { cells: OutsideCells }> {
  for (let tried = 0; tried < TRIES; tried++) {
    const found = await report();
    const cells = await outsideCells(base, profileId, days);
    const [a, b] = [found.meta.version, cells.frame.version];
    if (a.through_seq === b.through_seq && a.through_decision === b.through_decision) return { ...found, cells };
  }
  throw moved();
}

const publishedIn = (base: ReadBase, profileId: string, { from, to }: Days): CellsOfDays[] =>
  base.state
    .statement('report/analytics/outside_days_list')
    .all({ profile_id: profileId, date_from: from, date_to: to })
    .map(({ kind, days, basis, cells }) => ({ kind, days: storedDays.read(days), basis, cells: readCells(cells) }));

const NAMES = ['channel', 'source', 'medium', 'campaign'] as const;

/** As the macro `passes`; what a cell does not name passes no filter. */
function passes(value: string | null, filter: string | null): boolean {
  if (filter === null) return true;
  if (value === null || value === '') return false;
  const [mode, text] = [filter[0], filter.slice(1)];
  if (mode === '=') return value === text;
  if (mode === '!') return value !== text;
  return mode === '~' ? value.toLowerCase().includes(text.toLowerCase()) : value === '(none)' || value === '(unknown)';
}

/** The cells of a kind that are wholly within days and wholly pass the filters. */
export const cellsWithin = ({ all, basisOf: of }: OutsideCells, kind: Kind, { from, to }: Days, filters: Filters): Cell[] =>
  all
    .filter((each) => each.kind === kind && each.basis === of(kind) && each.days.every((day) => day >= from && day <= to))
    .flatMap(({ cells }) => cells.filter((cell) => NAMES.every((name) => passes(cell[name], filters[name]))));

/** Of each kind the sums; undefined where no cell is shown. */
export function sumsWithin(cells: OutsideCells, days: Days, filters: Filters): Record<Kind, Sums | undefined> {
  const sumOf = (kind: Kind): Sums | undefined => {
    const found = cellsWithin(cells, kind, days, filters);
    return found.length === 0 ? undefined : addSums(found.map(({ sums }) => sums));
  };
  return { visits: sumOf('visits'), outcomes: sumOf('outcomes'), cash: sumOf('cash') };
}

/** Why figures of a kind are not shown. */
export function reasonOf({ all, basisOf: of, closed }: OutsideCells, kind: Kind, { from, to }: Days): Withheld['reason'] {
  if (from > closed) return 'days_open';
  const isOther = (each: CellsOfDays): boolean =>
    each.kind === kind && each.basis !== of(kind) && each.days.every((day) => day >= from && day <= to);
  return all.some(isOther) ? 'settings_changed' : 'few_people';
}

/** Refuses what no reader outside can ask: it would divide people otherwise than the cells do. */
export function checkOutside(
  base: ReadBase,
  profileId: string,
  query: Readonly<Record<string, unknown>>,
  frame?: ReportFrame,
): void {
  if (findReach(base, profileId)?.isHealthcare)
    throw new ApiError('forbidden', 'Figures of a profile of the healthcare family do not leave sign-in.');
  const other = notForOutside(query);
  if (other !== undefined) throw new ApiError('invalid_parameter', `${other}: is not available with audience=outside.`);
  if (!frame) return;
  if (query['model'] !== undefined && query['model'] !== frame.model)
    throw new ApiError('invalid_parameter', `model: with audience=outside it is the profile's own, ${frame.model}.`);
}

/** The first parameter that divides people otherwise than the cells that leave sign-in. */
export function notForOutside(query: Readonly<Record<string, unknown>>): string | undefined {
  const mode = [query['filter_modes']].flat().find((each) => /^(?:device|country):/.test(String(each)));
  return (
    Object.keys(query).find((name) => query[name] !== undefined && NEVER_OUTSIDE.has(name)) ??
    (mode === undefined ? undefined : 'filter_modes')
  );
}

const NEVER_OUTSIDE: ReadonlySet<string> = new Set([
  'as_of',
  'currency',
  'include',
  'receipts_of',
  'device',
  'country',
  'beside',
  'compared_from',
  'compared_to',
  'click_window_days',
  'first_touch_window_days',
  'cash_window_days',
  'view_through_window_days',
]);

export const noteOf = ({ closed }: OutsideCells, withheld: Withheld[]): OutsideNote => ({
  people_at_least: MIN_PEOPLE,
  closed_through: closed,
  withheld,
});
