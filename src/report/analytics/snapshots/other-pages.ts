// The blocks of the overview and of the page that says why figures moved.
import type { components } from '../../../base/contract/types.ts';
import { REPORTED_CAUSES, type ReportedCause } from '../../../credit/as-of/index.ts';
import type { Block, Headline } from './document.ts';

type Schemas = components['schemas'];
type Metrics = Schemas['OverviewMetrics'];
type Series = Pick<Schemas['OverviewSeriesAnswer'], 'data'>;
type WithheldReason = Schemas['OutsideNote']['withheld'][number]['reason'];
type Unit = Headline[number]['unit'];

/** As the tiles of the console. */
const TILES = [
  ['Revenue', 'revenue', 'money'],
  ['Spend', 'spend', 'money'],
  ['ROAS', 'roas', 'ratio'],
  ['Conversions', 'outcomes', 'credit'],
  ['Cash revenue', 'cash_revenue', 'money'],
  ['Payments', 'cash_payments', 'credit'],
  ['Visitors', 'visitors', 'count'],
  ['Coverage', 'coverage_percent', 'percent'],
] as const satisfies readonly (readonly [string, keyof Metrics, Unit])[];

export type TileFigure = (typeof TILES)[number][1];

/** Why figures of the period itself are not shown, by their names. */
export const withheldOf = (outside: Schemas['OutsideNote'] | undefined): ReadonlyMap<string, WithheldReason> =>
  new Map(
    outside?.withheld
      .filter(({ at }) => at === '/data/current')
      .flatMap(({ figures, reason }) => figures.map((figure) => [figure, reason])),
  );

/** In the order that is named. */
const tilesOf = (only: readonly TileFigure[] | undefined): readonly (typeof TILES)[number][] =>
  only === undefined ? TILES : [...new Set(only)].flatMap((figure) => TILES.filter(([, member]) => member === figure));

export const figuresOf = (
  current: Metrics,
  compared: Metrics | undefined,
  withheld: ReadonlyMap<string, WithheldReason>,
  only?: readonly TileFigure[],
): Block => ({
  kind: 'figures',
  figures: tilesOf(only).map(([name, member, unit]) => {
    const reason = withheld.get(member);
    return {
      name,
      unit,
      value: current[member],
      ...(compared === undefined ? {} : { before: compared[member] }),
      ...(reason === undefined ? {} : { withheld: reason }),
    };
  }),
});

export const overviewHeadline = (current: Metrics, only?: ReadonlySet<TileFigure>): Headline =>
  TILES.filter(([, member]) => only?.has(member) ?? true).map(([name, member, unit]) => ({
    name,
    unit,
    value: current[member] === null ? null : String(current[member]),
  }));

export function linesOf({ data }: Series, compared: Series | undefined): Block {
  const line = (name: string, member: 'revenue' | 'spend', tone: string) => ({
    name,
    tone,
    values: data.map((bucket) => bucket[member]),
    ...(compared === undefined ? {} : { ghost: compared.data.map((bucket) => bucket[member]) }),
  });
  return {
    kind: 'lines',
    title: 'Revenue and spend',
    days: data.map(({ date_from, date_to }) => ({ from: date_from, to: date_to })),
    series: [line('Revenue', 'revenue', 'accent'), line('Spend', 'spend', 'accent-2')],
  };
}

/** As the console, which is no part of the service, names them too. */
const CAUSE_NAMES: Readonly<Record<ReportedCause, string>> = {
  computed_differently: 'Newer version',
  new_events: 'New events',
  late_events: 'Late events',
  same_sale: 'Sales seen twice',
  identity: 'Identity',
  refunds: 'Refunds',
  currency: 'Exchange rates',
  rules: 'Rules',
  settings: 'Settings',
};

const MEASURES = { revenue: 'Revenue', outcomes: 'Conversions' } as const;

export const stepsOf = ({ from, to, causes }: Schemas['ChangeSplit'], measure: keyof typeof MEASURES): Block => ({
  kind: 'steps',
  title: `${MEASURES[measure]} by cause`,
  unit: measure === 'revenue' ? 'money' : 'credit',
  from: { name: 'Known before', value: Number(from[measure] ?? 0) },
  steps: REPORTED_CAUSES.map((cause) => ({ name: CAUSE_NAMES[cause], value: Number(causes[cause][measure] ?? 0) })).filter(
    ({ value }) => value !== 0,
  ),
  to: { name: 'Known then', value: Number(to[measure] ?? 0) },
});

export const changesTable = ({ channels }: Schemas['AttributionChangesAnswer']['data']): Block => ({
  kind: 'table',
  title: 'Credited revenue by channel',
  columns: [
    { name: 'Channel', unit: null },
    { name: 'Before', unit: 'money' },
    ...REPORTED_CAUSES.map((cause) => ({ name: CAUSE_NAMES[cause], unit: 'money' as const })),
    { name: 'After', unit: 'money' },
  ],
  rows: channels.map(({ channel, from, to, causes }) => [
    channel,
    from.credited_revenue,
    ...REPORTED_CAUSES.map((cause) => causes[cause].credited_revenue),
    to.credited_revenue,
  ]),
  rows_left_out: 0,
});
