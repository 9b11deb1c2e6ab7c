// Traffic as readers outside see it: by origin, as sums of cells. Different people are counted for nobody outside.

import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Call } from '../../../base/contract/operation.ts';
import { comparisonNow, comparisonOf, frameOf, live } from '../figures.ts';
import { filtersOf } from '../filters.ts';
import { pointer } from '../receipts/receipt.ts';
import { cachedByVersion } from '../report.ts';
import { comparedPeriod } from '../traffic/periods.ts';
import { countText, type TrafficFigures, visitFigures } from '../traffic/traffic-figures.ts';
import { addSums, type Cell, type Kind } from './cells.ts';
import { cellsWithin, checkOutside, noteOf, type OutsideCells, reasonOf, type Withheld, withCells } from './reader.ts';

const DIMENSIONS = ['channel', 'source', 'medium', 'campaign'] as const;
type Dimension = (typeof DIMENSIONS)[number];
const SORTS = ['visits', 'views', 'conversions'] as const;
type Sort = (typeof SORTS)[number];
const SIDES = ['current', 'previous'] as const;
const OTHERS = '(others)';
const VISITS = ['visits', 'views', 'bounce_rate', 'avg_engaged_seconds'] as const;

function oneOf<Value extends string>(name: string, values: readonly Value[], value: string): Value {
  const found = values.find((each) => each === value);
  if (found === undefined)
    throw new ApiError('invalid_parameter', `${name}: with audience=outside it is one of ${values.join(', ')}.`);
  return found;
}

interface Days {
  from: string;
  to: string;
}

/** The cells of both kinds in one period. */
type Period = Record<Exclude<Kind, 'cash'>, readonly Cell[]> & { days: Days };

interface Shown {
  figures: TrafficFigures;
  withheld: Withheld[];
}

/** The figures of some cells, which are none where no cell is shown. */
function figuresOf(at: string, { visits, outcomes, days }: Period, cells: OutsideCells): Shown {
  const seen = addSums(visits.map(({ sums }) => sums));
  const { weight } = addSums(outcomes.map(({ sums }) => sums));
  const withheld: Withheld[] = [{ at, figures: ['people'], reason: 'different_people' }];
  if (visits.length === 0) withheld.push({ at, figures: [...VISITS], reason: reasonOf(cells, 'visits', days) });
  if (outcomes.length === 0) withheld.push({ at, figures: ['conversions'], reason: reasonOf(cells, 'outcomes', days) });
  const { sessions, pageviews, bounces, engaged_ms } = seen;
  const cellFigures = visitFigures({ visits: sessions, views: pageviews, bounces, engaged_ms });
  const nothing = { visits: null, views: null, bounce_rate: null, avg_engaged_seconds: null };
  const figures: TrafficFigures = {
    ...(visits.length === 0 ? nothing : cellFigures),
    people: null,
    conversions: outcomes.length === 0 ? null : countText(weight),
  };
  return { figures, withheld };
}

const ofKey = (period: Period, dimension: Dimension, key: string): Period => {
  const isOf = (cell: Cell): boolean => cell.channel !== '' && (cell[dimension] ?? OTHERS) === key;
  return { days: period.days, visits: period.visits.filter(isOf), outcomes: period.outcomes.filter(isOf) };
};

interface Sides {
  current: Period;
  previous: Period;
}

const keysOf = ({ current, previous }: Sides, dimension: Dimension): string[] => {
  const cells = [...current.visits, ...current.outcomes, ...previous.visits, ...previous.outcomes];
  return [...new Set(cells.filter(({ channel }) => channel !== '').map((cell) => cell[dimension] ?? OTHERS))];
};

/** In the order of the figure; the largest first. */
const sorted = (keys: readonly string[], sizeOf: (key: string) => number): string[] =>
  keys.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));

function tableOf(
  sides: Sides,
  { dimension, sort, limit }: { dimension: Dimension; sort: Sort; limit: number },
  cells: OutsideCells,
) {
  const withheld: Withheld[] = [];
  const shown = (at: string, of: (side: Period) => Period) => {
    const [current, previous] = SIDES.map((side) => figuresOf(`${at}/${side}`, of(sides[side]), cells));
    if (!current || !previous) throw new Error('Both periods have figures.');
    withheld.push(...current.withheld, ...previous.withheld);
    return { current: current.figures, previous: previous.figures };
  };
  const sizeOf = (key: string): number => Number(figuresOf('', ofKey(sides.current, dimension, key), cells).figures[sort] ?? 0);
  const keys = sorted(keysOf(sides, dimension), sizeOf).slice(0, limit);
  const rows = keys.map((key, i) => ({
    key,
    ...shown(pointer('data', 'rows', i), (period) => ofKey(period, dimension, key)),
  }));
  const totals = shown(pointer('data', 'totals'), (period) => period);
  const unattributed = { current: restOf(sides.current), previous: restOf(sides.previous) };
  return { data: { rows, unattributed, totals }, withheld };
}

/** Null where no cell of the period is shown. */
function restOf({ outcomes }: Period) {
  const rest = outcomes.filter(({ channel }) => channel === '');
  return { conversions: outcomes.length === 0 ? null : countText(addSums(rest.map(({ sums }) => sums)).weight) };
}

export async function outsideTraffic(call: Call<'getTraffic'>, base: ReadBase) {
  const { profileId } = call.profile;
  const { audience: _, model, goal, ...query } = call.params;
  const { date_from, date_to, limit } = query;
  checkOutside(base, profileId, query);
  const dimension = oneOf('dimension', DIMENSIONS, query.dimension);
  const sort = oneOf('sort', SORTS, query.sort);
  const filters = filtersOf(query);
  const compared = comparedPeriod({ date_from, date_to });
  const { cells, meta, frame } = await withCells(base, profileId, { from: compared.from, to: date_to }, () =>
    cachedByVersion(base, profileId, ['traffic outside', compared], async () => {
      const figures = live(base, profileId);
      const about = await frameOf(base, profileId, undefined, figures);
      const comparison = await comparisonOf(figures, compared);
      return { frame: about, meta: { version: about.version, comparison } };
    }),
  );
  checkOutside(base, profileId, { model }, cells.frame);
  if (goal !== undefined && goal !== frame.goal)
    throw new ApiError('invalid_parameter', `goal: with audience=outside it is the default one, ${frame.goal}.`);
  const periodOf = (days: Days): Period => ({
    days,
    visits: cellsWithin(cells, 'visits', days, filters),
    outcomes: cellsWithin(cells, 'outcomes', days, filters),
  });
  const sides = { current: periodOf({ from: date_from, to: date_to }), previous: periodOf(compared) };
  const { data, withheld } = tableOf(sides, { dimension, sort, limit }, cells);
  const comparison = comparisonNow(meta.comparison, { to: date_to, today: profileDay(base, profileId) });
  return {
    data,
    meta: {
      date_from,
      date_to,
      profile_id: profileId,
      dimension,
      sort,
      limit,
      keys: null,
      goal: frame.goal,
      model: frame.model,
      timezone: frame.timezone,
      version: meta.version,
      comparison,
    },
    outside: noteOf(cells, withheld),
  };
}
