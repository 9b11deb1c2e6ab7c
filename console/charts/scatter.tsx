// Points by two figures, e.g. spend across and ROAS up, with a line where the second is even. The area of a point may be a third figure.
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { AcrossAxis, clipped, extentOf, type Format, type Scale, textWidth, ValueAxis, valueScale } from './scales.tsx';

export interface Point {
  name: string;
  x: number;
  y: number;
  /** The interval of `y`; null where too few people cause it. */
  range?: { low: number; high: number } | null | undefined;
  /** The share of the largest, 0 to 1. */
  size?: number;
  tone: string;
}

export interface ScatterProps {
  title: string;
  description: string;
  points: readonly Point[];
  xName: string;
  yName: string;
  formatX: Format;
  formatY: Format;
  /** The name of the points' ranges, if they have one. */
  rangeName?: string | undefined;
  target?: { value: number; name: string } | undefined;
  height?: number;
  onPick?: (at: number) => void;
  cell?: DrawCell;
}

const [TOP, RIGHT, BOTTOM] = [28, 24, 42];
const LABELS = 8;

export function Scatter(props: ScatterProps) {
  const { title, description, points, xName, yName, formatX, formatY, rangeName, target, height = 300, onPick, cell } = props;
  const heights = points.flatMap(({ y: value, range }) => [value, range?.low, range?.high]);
  const y = valueScale(extentOf([...heights, target?.value]), height - BOTTOM, TOP, 4);
  const left = Math.max(...y.ticks.map((tick) => formatY(tick).length), 1) * 6.4 + 16;
  const extentX = extentOf(points.map(({ x }) => x));
  const scaleX = (width: number) => valueScale(extentX, left, width - RIGHT, Math.max(2, Math.floor(width / 110)));
  const nearest = (px: number, py: number, width: number): number | null => {
    const x = scaleX(width).of;
    const distances = points.map((point) => Math.hypot(x(point.x) - px, y.of(point.y) - py));
    const least = Math.min(...distances, Number.POSITIVE_INFINITY);
    return least < 40 ? distances.indexOf(least) : null;
  };
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      cell={cell}
      points={points.length}
      pointAt={nearest}
      readout={(at) => (
        <Readout
          point={at === null ? undefined : points[at]}
          xName={xName}
          yName={yName}
          formatX={formatX}
          formatY={formatY}
          rangeName={rangeName}
        />
      )}
      table={{
        columns: ['', xName, yName, ...(rangeName === undefined ? [] : [rangeName])],
        rows: points.map((point) => [
          point.name,
          formatX(point.x),
          formatY(point.y),
          ...(rangeName === undefined ? [] : [rangeText(point, formatY)]),
        ]),
      }}
      draw={({ width, at }) => {
        const x = scaleX(width);
        return (
          <>
            <ValueAxis scale={y} format={formatY} left={left} right={width - RIGHT} />
            <AcrossAxis scale={x} format={formatX} top={TOP} bottom={height - BOTTOM} />
            <text x={width - RIGHT} y={height - 6} text-anchor="end">
              {xName} →
            </text>
            {target ? (
              <g class="target">
                <line x1={left} x2={width - RIGHT} y1={y.of(target.value)} y2={y.of(target.value)} />
              </g>
            ) : null}
            <Points
              points={points}
              at={at}
              width={width}
              x={x.of}
              y={y.of}
              taken={target ? [{ text: target.name, x: left + 6 + textWidth(target.name) / 2, y: y.of(target.value) - 5 }] : []}
            />
            {target ? (
              <text class="point-name" x={left + 6} y={y.of(target.value) - 5}>
                {target.name}
              </text>
            ) : null}
          </>
        );
      }}
    />
  );
}

const rangeText = ({ range }: Point, format: Format): string =>
  range ? `${format(range.low)} to ${format(range.high)}` : range === null ? 'too few people' : '—';

type ReadoutProps = Pick<ScatterProps, 'xName' | 'yName' | 'formatX' | 'formatY' | 'rangeName'> & { point: Point | undefined };

function Readout({ point, xName, yName, formatX, formatY, rangeName }: ReadoutProps) {
  if (!point) return <Legend items={[]} />;
  const items = [
    { name: xName, tone: point.tone, form: 'dot' as const, value: formatX(point.x) },
    { name: yName, tone: point.tone, form: 'dot' as const, value: formatY(point.y) },
  ];
  const range = { name: rangeName ?? '', tone: 'ink', form: 'line' as const, value: rangeText(point, formatY) };
  return <Legend head={point.name} items={rangeName === undefined ? items : [...items, range]} />;
}

interface PointsProps {
  points: readonly Point[];
  at: number | null;
  x: Scale;
  y: Scale;
  width: number;
  /** Names that are there already. */
  taken: readonly PlacedName[];
}

const LINE = 14;
const radiusOf = ({ size = 0 }: Point): number => 4 + 10 * Math.sqrt(size);

interface PlacedName {
  text: string;
  x: number;
  y: number;
}

/** Names above points, inside of the drawing. */
function namePlace(point: Point, { x, y, width }: Pick<PointsProps, 'x' | 'y' | 'width'>): PlacedName {
  const text = clipped(point.name, 150);
  const half = textWidth(text) / 2;
  return { text, x: Math.min(Math.max(x(point.x), half), width - half), y: y(point.y) - radiusOf(point) - 5 };
}

const isApart = (a: PlacedName, b: PlacedName): boolean =>
  Math.abs(a.y - b.y) > LINE || Math.abs(a.x - b.x) > (textWidth(a.text) + textWidth(b.text)) / 2 + 6;

/** Names of the largest and those furthest to the right, as far as none covers another. */
function namedPoints(props: PointsProps): Map<number, PlacedName> {
  const { points, at, taken } = props;
  const order = points.map((_, index) => index).sort((a, b) => (points[b]?.x ?? 0) - (points[a]?.x ?? 0));
  const named = new Map<number, PlacedName>();
  for (const index of at === null ? order : [at, ...order]) {
    const point = points[index];
    if (!point || named.size >= LABELS) continue;
    const place = namePlace(point, props);
    if ([...taken, ...named.values()].every((other) => isApart(place, other))) named.set(index, place);
  }
  return named;
}

function Points(props: PointsProps) {
  const { points, at, x, y } = props;
  const named = namedPoints(props);
  return (
    <>
      {points.map((point, index) => {
        return (
          <g key={point.name} class={`tone-${point.tone}${index === at ? ' point-marked' : ''}`}>
            {point.range ? (
              <path
                class="whisker"
                d={`M${x(point.x) - 4} ${y(point.range.low)}h8M${x(point.x)} ${y(point.range.low)}V${y(point.range.high)}M${x(point.x) - 4} ${y(point.range.high)}h8`}
              />
            ) : null}
            <circle class="point" cx={x(point.x)} cy={y(point.y)} r={radiusOf(point)} />
          </g>
        );
      })}
      {[...named].map(([index, name]) => (
        <text
          key={index}
          class={index === at ? 'point-name point-name-marked' : 'point-name'}
          x={name.x}
          y={name.y}
          text-anchor="middle"
        >
          {name.text}
        </text>
      ))}
    </>
  );
}
