// A waterfall across, a row for each step: where columns would be too narrow for their names and values.
import { AcrossAxis, clipped, type Extent, exactScale, type Format, textWidth } from './scales.tsx';

export interface WaterfallStep {
  name: string;
  low: number;
  high: number;
  tone: string;
  text: string;
  isEnd: boolean;
}

interface RowsProps {
  steps: readonly WaterfallStep[];
  extent: Extent;
  /** The scale begins above zero, and the bars of the ends are marked as cut. */
  isCut: boolean;
  formatShort: Format;
  width: number;
  height: number;
  at: number | null;
}

const [TOP, BOTTOM, THICK] = [4, 28, 14];

const rowHeight = (height: number, count: number): number => (height - TOP - BOTTOM) / count;

/** The row at a place of the drawing. */
export function rowAt(y: number, height: number, count: number): number | null {
  const at = Math.floor((y - TOP) / rowHeight(height, count));
  return at >= 0 && at < count ? at : null;
}

export function WaterfallRows({ steps, extent, isCut, formatShort, width, height, at }: RowsProps) {
  const left = Math.min(Math.max(...steps.map(({ name }) => textWidth(name)), 40) + 12, width * 0.38);
  const right = width - Math.max(...steps.map(({ text }) => textWidth(text)), 0) - 14;
  const x = exactScale(extent, left, right, Math.max(2, Math.floor((right - left) / 110)));
  const row = rowHeight(height, steps.length);
  return (
    <>
      <AcrossAxis scale={x} format={formatShort} top={TOP} bottom={height - BOTTOM} />
      {steps.map(({ name, low, high, tone, text, isEnd }, index) => {
        const middle = TOP + (index + 0.5) * row;
        const [from, to] = [Math.max(x.of(low), left), Math.max(x.of(high), left)];
        return (
          <g key={name} class={index === at ? `bar bar-marked tone-${tone}` : `bar tone-${tone}`}>
            <rect class="bar-row" x={0} y={TOP + index * row} width={width} height={row} />
            <text class="bar-name" x={0} y={middle} dy="0.32em">
              {clipped(name, left - 8)}
            </text>
            <rect class="block" x={from} y={middle - THICK / 2} width={Math.max(1, to - from)} height={THICK} rx={2} />
            {isCut && isEnd && <path class="bar-cut" d={`M${left + 8} ${middle + THICK / 2 + 3}l6 ${-THICK - 6}`} />}
            <text class="bar-value" x={width} y={middle} dy="0.32em" text-anchor="end">
              {text}
            </text>
          </g>
        );
      })}
    </>
  );
}
