// Scales and axes that charts share: round values on the side, as many labels below as have room.
import { nice, ticks } from 'd3-array';

export type Format = (value: number) => string;
export type Scale = (value: number) => number;

export interface Extent {
  low: number;
  high: number;
}

/** From the smallest to the largest of them, and zero. */
export function extentOf(values: Iterable<number | null | undefined>): Extent {
  let [low, high] = [0, 0];
  for (const value of values) {
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low === high ? { low, high: low + 1 } : { low, high };
}

export interface ValueScale {
  of: Scale;
  ticks: number[];
}

/** Values to places, ending at round values. */
export const valueScale = (extent: Extent, from: number, to: number, count: number): ValueScale =>
  exactScale(niceExtent(extent, count), from, to, count);

/** To round values around it. */
export function niceExtent({ low, high }: Extent, count: number): Extent {
  const [first, last] = nice(low, high, count);
  return { low: first, high: last };
}

/** Values to places, from the one end of the extent to the other. */
export function exactScale({ low: first, high: last }: Extent, from: number, to: number, count: number): ValueScale {
  const span = last - first || 1;
  return { of: (value) => from + ((to - from) * (value - first)) / span, ticks: ticks(first, last, count) };
}

/** Points to places, the first and the last at the ends. */
export const pointScale = (count: number, from: number, to: number): Scale =>
  count < 2 ? () => (from + to) / 2 : (at) => from + ((to - from) * at) / (count - 1);

/** The nearest of `count` points to a place. */
export function nearestPoint(count: number, from: number, to: number, place: number): number | null {
  if (count === 0) return null;
  const at = count < 2 ? 0 : Math.round(((place - from) / (to - from)) * (count - 1));
  return Math.min(count - 1, Math.max(0, at));
}

/** Digits are about this wide in the font of charts. */
const CHARACTER = 6.2;
export const textWidth = (text: string): number => text.length * CHARACTER;

/** Which of the labels have room, the first always. The last ends at the drawing's end and reaches back further than the others. */
export function labelledPoints(labels: readonly string[], room: number): number[] {
  const widest = Math.max(...labels.map(textWidth), 24) + 20;
  const step = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor(room / widest))));
  const hasRoomAtEnd = (step * room) / Math.max(1, labels.length - 1) >= 1.5 * widest;
  return labels.flatMap((_, at) => (at % step === 0 && (at < labels.length - 1 || at === 0 || hasRoomAtEnd) ? [at] : []));
}

function anchorOf(at: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 2) return 'middle';
  return at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle';
}

/** As much of a text as has room. */
export function clipped(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room / CHARACTER));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

/** Ticks of which no two read the same, as those of a scale from 0 to 1 do in money without decimals. */
const readable = (ticks: readonly number[], format: Format): number[] =>
  ticks.filter((tick, at) => at === 0 || format(tick) !== format(ticks[at - 1] ?? 0));

interface ValueAxisProps {
  scale: ValueScale;
  format: Format;
  left: number;
  right: number;
}

/** Lines across, with their values on the left. */
export const ValueAxis = ({ scale, format, left, right }: ValueAxisProps) => (
  <g class="axis">
    {readable(scale.ticks, format).map((tick) => (
      <g key={tick}>
        <line class={tick === 0 ? 'rule rule-zero' : 'rule'} x1={left} x2={right} y1={scale.of(tick)} y2={scale.of(tick)} />
        <text x={left - 8} y={scale.of(tick)} dy="0.32em" text-anchor="end">
          {format(tick)}
        </text>
      </g>
    ))}
  </g>
);

interface PointAxisProps {
  labels: readonly string[];
  placeOf: Scale;
  y: number;
  room: number;
}

export const PointAxis = ({ labels, placeOf, y, room }: PointAxisProps) => (
  <g class="axis">
    {labelledPoints(labels, room).map((at) => (
      <text key={at} x={placeOf(at)} y={y} text-anchor={anchorOf(at, labels.length)}>
        {labels[at]}
      </text>
    ))}
  </g>
);

/** Values across, with lines down and their values below. */
export const AcrossAxis = ({
  scale,
  format,
  top,
  bottom,
}: {
  scale: ValueScale;
  format: Format;
  top: number;
  bottom: number;
}) => (
  <g class="axis">
    {readable(scale.ticks, format).map((tick) => (
      <g key={tick}>
        <line class={tick === 0 ? 'rule rule-zero' : 'rule'} x1={scale.of(tick)} x2={scale.of(tick)} y1={top} y2={bottom} />
        <text x={scale.of(tick)} y={bottom + 16} text-anchor="middle">
          {format(tick)}
        </text>
      </g>
    ))}
  </g>
);
