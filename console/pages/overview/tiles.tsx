// Eight figures of the period, the most important first: each with its change, its course and, when asked, its interval of chance.

import type { Schemas } from '../../api/client.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { type Change, changeOf, type Withheld } from '../../words/change.ts';
import { count, money, percent, ratio } from '../../words/format.ts';
import { type Metrics, overviewQuery, useCompared, useOverview, useSeries } from './figures.ts';

interface Tile {
  name: string;
  member: keyof Metrics;
  kind: 'money' | 'ratio' | 'count' | 'percent';
  moreIs?: 'better';
  meaning: string;
  tone: string;
  /** Which of the reasons not to compare apply. */
  reasons: readonly ('visits' | 'outcomes' | 'spend')[];
  /** Where it is null. */
  missing?: string;
}

const TILES: readonly Tile[] = [
  {
    name: 'Revenue',
    member: 'revenue',
    kind: 'money',
    moreIs: 'better',
    meaning: 'Outcomes minus refunds, by day of sale',
    tone: 'accent',
    reasons: ['outcomes'],
  },
  {
    name: 'Spend',
    member: 'spend',
    kind: 'money',
    meaning: 'What ads cost',
    tone: 'accent-2',
    reasons: ['spend'],
    missing: 'Not measured',
  },
  {
    name: 'ROAS',
    member: 'roas',
    kind: 'ratio',
    moreIs: 'better',
    meaning: 'Revenue credited to all paid touches ÷ spend',
    tone: 'accent',
    reasons: ['outcomes', 'spend'],
    missing: 'No spend',
  },
  {
    name: 'Conversions',
    member: 'outcomes',
    kind: 'count',
    moreIs: 'better',
    meaning: 'Outcomes of the default goal',
    tone: 'accent',
    reasons: ['outcomes'],
  },
  {
    name: 'Cash revenue',
    member: 'cash_revenue',
    kind: 'money',
    moreIs: 'better',
    meaning: 'Received minus returned, by day it moved',
    tone: 'accent',
    reasons: ['outcomes'],
  },
  {
    name: 'Payments',
    member: 'cash_payments',
    kind: 'count',
    moreIs: 'better',
    meaning: 'Payments and instalments received',
    tone: 'accent',
    reasons: ['outcomes'],
  },
  {
    name: 'Visitors',
    member: 'visitors',
    kind: 'count',
    moreIs: 'better',
    meaning: 'Different people with a visit',
    tone: 'accent',
    reasons: ['visits'],
  },
  {
    name: 'Coverage',
    member: 'coverage_percent',
    kind: 'percent',
    moreIs: 'better',
    meaning: 'Conversions with a known touch',
    tone: 'accent',
    reasons: ['outcomes', 'visits'],
  },
];

/** More characters than a narrow tile has room for in the usual size. */
const LONG = 11;

export function show(kind: Tile['kind'], value: number, currency: string): string {
  if (kind === 'money') return money(value, currency);
  if (kind === 'percent') return percent(value);
  return kind === 'ratio' ? ratio(value) : count(value);
}

/** @param only The figures, in their order; all if left out. */
export function Tiles({ only }: { only?: readonly (keyof Metrics)[] }) {
  const tiles = only ? only.flatMap((member) => TILES.filter((tile) => tile.member === member)) : TILES;
  const asked = useQuestion();
  const overview = useOverview();
  const compared = useCompared();
  const { comparison } = asked.question;
  const series = useSeries(overviewQuery(asked));
  const other = useSeries(asked.compared);
  const courses = { now: series.data?.data ?? [], before: comparison === 'none' ? [] : (other.data?.data ?? []) };
  return (
    <Loaded answer={overview} lines={5}>
      {(answer) => {
        const previous =
          comparison === 'none' ? undefined : comparison === 'previous' ? answer.data.previous : compared.data?.data.current;
        return (
          <ul class="tiles">
            {tiles.map((tile) => (
              <TileOf key={tile.member} tile={tile} answer={answer} previous={previous} courses={courses} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** The buckets of both periods. */
interface Courses {
  now: readonly Metrics[];
  before: readonly Metrics[];
}

interface TileProps {
  courses: Courses;
  tile: Tile;
  answer: Schemas['OverviewAnswer'];
  previous: Metrics | undefined;
}

function TileOf({ tile, answer, previous, courses }: TileProps) {
  const asked = useQuestion();
  const { name, member, kind, meaning, missing = 'No exchange rate' } = tile;
  const { currency } = answer.meta;
  const value = answer.data.current[member];
  const pointer = `/data/current/${member}`;
  const interval = answer.intervals?.find(({ path }) => path === pointer);
  return (
    <li class="tile">
      <h2>{name}</h2>
      <p class={value !== null && show(kind, value, currency).length > LONG ? 'tile-figure long' : 'tile-figure'}>
        {value === null ? (
          <span class="missing">{missing}</span>
        ) : (
          <Figure name={name} source={{ path: '/api/v1/overview', query: { ...overviewQuery(asked) }, pointer }}>
            {show(kind, value, currency)}
          </Figure>
        )}
      </p>
      {previous && <ChangeText change={changeFor(tile, answer, value, previous[member])} />}
      {interval && <IntervalText interval={interval} kind={kind} currency={currency} />}
      <TileLine tile={tile} courses={courses} />
      <p class="note">{meaning}</p>
    </li>
  );
}

function changeFor(tile: Tile, { meta }: Schemas['OverviewAnswer'], current: number | null, previous: number | null): Change {
  const reasons = tile.reasons.map((reason): Withheld | null => meta.comparison?.[reason] ?? null);
  return changeOf({
    current,
    previous,
    show: (value) => show(tile.kind, value, meta.currency),
    ...(tile.moreIs ? { moreIs: tile.moreIs } : {}),
    ...(tile.kind === 'percent' ? { by: 'points' as const } : {}),
    withheld: reasons.find((reason) => reason !== null) ?? null,
  });
}

const ARROWS = { up: '↑', down: '↓', same: '=', unknown: '' } as const;

const ChangeText = ({ change: { direction, verdict, amount, words } }: { change: Change }) => (
  <p class="change">
    <span class={verdict}>
      <span aria-hidden="true">{ARROWS[direction]}</span>
      <span class="only-read">{direction === 'unknown' ? '' : direction}</span> {amount}
    </span>{' '}
    <span class={amount === '' ? 'soft' : 'soft change-from'}>{words}</span>
  </p>
);

interface IntervalProps {
  interval: Schemas['Interval'];
  kind: Tile['kind'];
  currency: string;
}

function IntervalText({ interval: { low, high, reason }, kind, currency }: IntervalProps) {
  const text =
    low === null || high === null
      ? reason === 'too_few'
        ? 'Too few people for an interval'
        : ''
      : `${show(kind, Number(low), currency)} – ${show(kind, Number(high), currency)}`;
  return (
    <p class="change number" title="95 % interval of chance">
      <span class="whisker" aria-hidden="true" /> {text}
    </p>
  );
}

function TileLine({ tile, courses }: { tile: Tile; courses: Courses }) {
  const values = courses.now.map((bucket) => bucket[tile.member]);
  if (values.length < 2) return null;
  return (
    <Sparkline
      values={values}
      ghost={courses.before.map((bucket) => bucket[tile.member])}
      tone={tile.tone}
      width={220}
      height={36}
    />
  );
}
