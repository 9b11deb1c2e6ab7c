// Lines over time: each series with the one that it is compared with as a ghost and its interval as a band, areas where a sum is meant, and
// marks of decisions and notes on the days on which they were made.
import { area, line } from 'd3-shape';
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { extentOf, type Format, nearestPoint, PointAxis, pointScale, type Scale, ValueAxis, valueScale } from './scales.tsx';

type Values = readonly (number | null)[];

export interface Series {
  name: string;
  /** `accent`, `accent-2`, `soft`, or `1` to `12` and `other` for a channel. */
  tone: string;
  values: Values;
  /** Filled down to zero. */
  isArea?: boolean;
  /** The compared values, at the same points. */
  ghost?: { name: string; values: Values } | undefined;
  /** `missing` is said where the band has no bounds. */
  band?: { low: Values; high: Values; missing?: string } | undefined;
}

export interface Mark {
  /** The point. */
  at: number;
  kind: 'decision' | 'note' | 'change';
  text: string;
}

/** Points whose values lack something, from one to another. */
export interface Gap {
  from: number;
  to: number;
  text: string;
}

export interface LineChartProps {
  title: string;
  description: string;
  /** Labels of the points, short, e.g. `3 Mar`. */
  labels: readonly string[];
  /** In full, for the readout and the table. */
  names?: readonly string[];
  series: readonly Series[];
  format: Format;
  /** For the axis. */
  formatShort?: Format;
  marks?: readonly Mark[];
  gaps?: readonly Gap[];
  height?: number;
  /** Values at which a line goes across, e.g. `1` where payback is reached. */
  targets?: readonly { value: number; name: string }[];
  /** From this point on nothing is complete yet. */
  unripeFrom?: number | undefined;
  onPick?: (at: number) => void;
  onZoom?: (from: number, to: number) => void;
  cell?: DrawCell;
}

const [TOP, RIGHT, BOTTOM] = [12, 12, 28];
/** Room for marks above the lines. */
const MARKS = 14;

const shown = (value: number | null | undefined, format: Format, missing = '—'): string =>
  value === null || value === undefined ? missing : format(value);

function pathOf(values: Values, x: Scale, y: Scale): string {
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value ?? 0));
  return draw(values) ?? '';
}

function areaOf(low: Values, high: Values, x: Scale, y: Scale): string {
  const draw = area<number | null>()
    .defined((value, at) => value !== null && low[at] !== null && low[at] !== undefined)
    .x((_, at) => x(at))
    .y0((_, at) => y(low[at] ?? 0))
    .y1((value) => y(value ?? 0));
  return draw(high) ?? '';
}

/** A point between two that are not known would not be seen as a line. */
const lonePoints = (values: Values): number[] =>
  values.flatMap((value, at) =>
    value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? [at] : [],
  );

interface Plot {
  x: Scale;
  y: Scale;
}

function Lines({ series, x, y }: Plot & { series: Series }) {
  const { values, ghost, band, isArea, tone } = series;
  return (
    <g class={`tone-${tone}`}>
      {band ? <path class="band" d={areaOf(band.low, band.high, x, y)} /> : null}
      {isArea ? (
        <path
          class="area"
          d={areaOf(
            values.map(() => 0),
            values,
            x,
            y,
          )}
        />
      ) : null}
      {ghost ? <path class="ghost" d={pathOf(ghost.values, x, y)} /> : null}
      <path class="line" d={pathOf(values, x, y)} />
      {lonePoints(values).map((at) => (
        <circle key={at} class="dot" cx={x(at)} cy={y(values[at] ?? 0)} r={2.5} />
      ))}
    </g>
  );
}

interface GapsProps {
  gaps: readonly Gap[];
  x: Scale;
  /** Between two points. */
  step: number;
  /** Of the plot. */
  room: { left: number; right: number; top: number; bottom: number };
}

/** Half a step to both sides of the points, within the plot. */
function Gaps({ gaps, x, step, room: { left, right, top, bottom } }: GapsProps) {
  return (
    <g class="gaps">
      {gaps.map(({ from, to, text }) => {
        const [start, end] = [Math.max(left, x(from) - step / 2), Math.min(right, x(to) + step / 2)];
        return (
          <rect key={`${from} ${text}`} x={start} y={top} width={Math.max(2, end - start)} height={bottom - top}>
            <title>{text}</title>
          </rect>
        );
      })}
    </g>
  );
}

function Marks({ marks, x, top, bottom }: { marks: readonly Mark[]; x: Scale; top: number; bottom: number }) {
  const places = [...new Set(marks.map(({ at }) => at))];
  return (
    <g class="marks">
      {places.map((at) => {
        const here = marks.filter((mark) => mark.at === at);
        const kind = here.some((mark) => mark.kind !== 'note') ? 'decision' : 'note';
        return (
          <g key={at} class={`mark mark-${kind}`} transform={`translate(${x(at)} ${top})`}>
            <title>{here.map(({ text }) => text).join('\n')}</title>
            <line y1={4} y2={bottom - top} />
            {kind === 'decision' ? <path d="M0 -6 6 0 0 6 -6 0Z" /> : <circle r={5} />}
            {here.length > 1 ? (
              <text dy="0.32em" text-anchor="middle">
                {here.length}
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

const valuesIn = (series: readonly Series[]): (number | null)[] =>
  series.flatMap(({ values, ghost, band }) => [...values, ...(ghost?.values ?? []), ...(band?.high ?? []), ...(band?.low ?? [])]);

const marginOf = (ticks: readonly number[], format: Format): number =>
  Math.max(...ticks.map((tick) => format(tick).length), 1) * 6.4 + 14;

export function LineChart(props: LineChartProps) {
  const { title, description, labels, names = labels, series, format, formatShort = format, marks = [], height = 240 } = props;
  const { targets = [], gaps = [], unripeFrom, onPick, onZoom, cell } = props;
  const top = TOP + (marks.length > 0 ? MARKS : 0);
  const bottom = height - BOTTOM;
  const y = valueScale(extentOf([...valuesIn(series), ...targets.map(({ value }) => value)]), bottom, top, 4);
  const left = marginOf(y.ticks, formatShort);
  const shownAt = (at: number | null) => (
    <Readout at={at} names={names} series={series} marks={marks} gaps={gaps} format={format} />
  );
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      onZoom={onZoom}
      cell={cell}
      points={labels.length}
      pointAt={(place, _, width) => nearestPoint(labels.length, left, width - RIGHT, place)}
      readout={shownAt}
      table={tableOf(names, series, format)}
      draw={({ width, at, range }) => {
        const right = width - RIGHT;
        const x = pointScale(labels.length, left, right);
        return (
          <>
            <ValueAxis scale={y} format={formatShort} left={left} right={right} />
            {unripeFrom === undefined ? null : (
              <rect class="unripe" x={x(unripeFrom)} y={top} width={Math.max(0, right - x(unripeFrom))} height={bottom - top} />
            )}
            {gaps.length === 0 ? null : (
              <Gaps
                gaps={gaps}
                x={x}
                step={(right - left) / Math.max(1, labels.length - 1)}
                room={{ left, right, top, bottom }}
              />
            )}
            {range ? (
              <rect class="range" x={x(range[0])} y={top} width={x(range[1]) - x(range[0])} height={bottom - top} />
            ) : null}
            {targets.map(({ value, name }) => (
              <g key={name} class="target">
                <line x1={left} x2={right} y1={y.of(value)} y2={y.of(value)} />
                <text x={right} y={y.of(value) - 5} text-anchor="end">
                  {name}
                </text>
              </g>
            ))}
            <PointAxis labels={labels} placeOf={x} y={height - 8} room={right - left} />
            {series.map((each) => (
              <Lines key={each.name} series={each} x={x} y={y.of} />
            ))}
            <Marks marks={marks} x={x} top={TOP} bottom={bottom} />
            {at === null ? null : <Cursor at={at} series={series} x={x} y={y.of} top={top} bottom={bottom} />}
          </>
        );
      }}
    />
  );
}

function Cursor({
  at,
  series,
  x,
  y,
  top,
  bottom,
}: Plot & { at: number; series: readonly Series[]; top: number; bottom: number }) {
  return (
    <g>
      <line class="cursor" x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
      {series.map(({ name, tone, values }) => {
        const value = values[at];
        return value === null || value === undefined ? null : (
          <circle key={name} class={`dot dot-marked tone-${tone}`} cx={x(at)} cy={y(value)} r={4} />
        );
      })}
    </g>
  );
}

interface ReadoutProps extends Pick<LineChartProps, 'series' | 'format'> {
  at: number | null;
  names: readonly string[];
  marks: readonly Mark[];
  gaps: readonly Gap[];
}

function Readout({ at, names, series, marks, gaps, format }: ReadoutProps) {
  const items = series.flatMap(({ name, tone, values, ghost, band, isArea }) => {
    const [low, high] = at === null ? [] : [band?.low[at], band?.high[at]];
    const bounds = low === null || low === undefined ? band?.missing : `${format(low)} to ${shown(high, format)}`;
    const interval = bounds === undefined || values[at ?? -1] === null ? '' : ` (${bounds})`;
    const own = { name, tone, form: isArea ? ('block' as const) : ('line' as const) };
    const value = at === null ? undefined : `${shown(values[at], format)}${interval}`;
    const before = at === null ? undefined : shown(ghost?.values[at], format);
    return [{ ...own, value }, ...(ghost ? [{ name: ghost.name, tone, form: 'ghost' as const, value: before }] : [])];
  });
  const here =
    at === null ? [] : [...gaps.filter(({ from, to }) => from <= at && at <= to), ...marks.filter((mark) => mark.at === at)];
  return (
    <>
      <Legend head={at === null ? undefined : names[at]} items={items} />
      {here.length === 0 ? null : <p class="chart-marked">{here.map(({ text }) => text).join(' · ')}</p>}
    </>
  );
}

function tableOf(names: readonly string[], series: readonly Series[], format: Format) {
  const columns = series.flatMap(({ name, ghost, band }) => [
    name,
    ...(band ? [`${name}, from`, 'to'] : []),
    ...(ghost ? [ghost.name] : []),
  ]);
  const rows = names.map((name, at) => [
    name,
    ...series.flatMap(({ values, ghost, band }) => [
      shown(values[at], format),
      ...(band ? [shown(band.low[at], format, band.missing), shown(band.high[at], format, band.missing)] : []),
      ...(ghost ? [shown(ghost.values[at], format)] : []),
    ]),
  ]);
  return { columns: ['', ...columns], rows };
}
