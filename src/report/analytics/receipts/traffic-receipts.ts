// Receipts of the figures of visits.
import { type Pair, pairsOf, SIDES, type TrafficRow } from '../traffic/traffic-figures.ts';
import { exactTerm, type Figure, pointer, type Rows, whole } from './receipt.ts';
import { type CoveredTime, conversionsBehind, eventsBehind, type Narrowed } from './rows-behind.ts';

export interface TrafficAbout {
  covered: Record<'current' | 'previous', CoveredTime>;
  goal: string;
  dimension: string;
  /** The filters that a list of conversions takes; undefined where it cannot list those of the figures. */
  filters: Narrowed | undefined;
}

/** The dimensions that a list of conversions can be narrowed by. */
const LISTED: ReadonlySet<string> = new Set(['channel', 'source', 'campaign']);
type Side = (typeof SIDES)[number];

function conversionsOf({ covered, goal, dimension, filters }: TrafficAbout, side: Side, key: string | null): Rows {
  if (filters === undefined) return conversionsBehind(covered[side], goal);
  if (key === null || !LISTED.has(dimension)) return conversionsBehind(covered[side], goal, filters);
  const modes = filters.filter_modes?.split(',').filter((mode) => !mode.startsWith(`${dimension}:`));
  return conversionsBehind(covered[side], goal, { ...filters, filter_modes: modes?.join(',') || undefined, [dimension]: key });
}

export function* trafficFigures(rows: readonly TrafficRow[], about: TrafficAbout): Generator<Figure> {
  const { totals, keys } = pairsOf(rows);
  for (const [i, pair] of keys.entries()) yield* figuresOfPair(pointer('data', 'rows', i), pair, about);
  for (const side of SIDES) yield remainder(totals[side], side, about);
  yield* figuresOfPair(pointer('data', 'totals'), totals, about);
}

function* figuresOfPair(at: string, pair: Pair<TrafficRow>, about: TrafficAbout): Generator<Figure> {
  for (const side of SIDES) {
    const events = [eventsBehind(about.covered[side])];
    yield* visitReceipts(`${at}/${side}`, pair[side], events);
    const millionths = pair[side].key === null ? pair[side].counted_millionths : pair[side].credited_millionths;
    const text = pair[side].key === null ? 'Counted conversions of the goal.' : 'Conversions credited to touches of this row.';
    const only = exactTerm('conversions', millionths, 6, 'conversions');
    yield whole(`${at}/${side}/conversions`, text, only, [conversionsOf(about, side, pair[side].key)]);
  }
}

function remainder(row: TrafficRow, side: Side, about: TrafficAbout): Figure {
  return {
    path: `/data/unattributed/${side}/conversions`,
    text: 'Conversions that the model credits to no touch.',
    formula: 'counted − credited',
    terms: [
      exactTerm('counted', row.counted_millionths, 6, 'conversions'),
      exactTerm('credited', row.credited_millionths, 6, 'conversions'),
    ],
    rows: [conversionsOf(about, side, null)],
  };
}

interface Visited {
  visits: bigint;
  people: bigint;
  views: bigint;
  bounces: bigint;
  engaged_ms: bigint;
}

const DIVIDED = 'Not known: no visit has it.';

/** Of visits in one period. */
export function visitReceipts(at: string, row: Visited, rows: Rows[]): Figure[] {
  const visits = { ...exactTerm('visits', row.visits, 0, 'visits'), path: `${at}/visits` };
  const hasTime = row.engaged_ms > 0n;
  return [
    whole(`${at}/visits`, 'Sessions that started in the period.', exactTerm('visits', row.visits, 0, 'visits'), rows),
    whole(`${at}/people`, 'Distinct people with such a visit.', exactTerm('people', row.people, 0, 'people'), rows),
    whole(`${at}/views`, 'Page views in these visits.', exactTerm('views', row.views, 0, 'page views'), rows),
    {
      path: `${at}/bounce_rate`,
      text: row.visits === 0n ? DIVIDED : 'The share of visits with one page view and less than 10 engaged seconds.',
      formula: 'round(bounces ÷ visits, 6)',
      terms: [exactTerm('bounces', row.bounces, 0, 'visits'), visits],
      rows,
    },
    {
      path: `${at}/avg_engaged_seconds`,
      text: hasTime ? 'Engaged seconds for each visit.' : 'Not measured: no visit reported engaged time.',
      formula: 'round(engaged_seconds ÷ visits, 3)',
      terms: [exactTerm('engaged_seconds', hasTime ? row.engaged_ms : null, 3, 'seconds'), visits],
      rows,
    },
  ];
}
