// One figure with its interval beside what is usual, in a row or a card. Ratios to the usual value are equally far apart on both sides, so all
// dots of a page share one scale: a quarter of it at the left end, four times at the right.
import type { Format } from './scales.tsx';

interface IntervalDotProps {
  value: number;
  low: number | null;
  high: number | null;
  /** The usual value, e.g. the median. */
  reference: number;
  format: Format;
  /** The subject of the figure. */
  label: string;
  tone?: string;
  width?: number;
}

const HEIGHT = 24;
const SPAN = Math.log(4);

export function IntervalDot({ value, low, high, reference, format, label, tone = 'accent', width = 160 }: IntervalDotProps) {
  const middle = HEIGHT / 2;
  const half = width / 2 - 8;
  const x = (amount: number): number => {
    const ratio = Math.log(Math.max(amount, Number.EPSILON) / reference);
    return width / 2 + half * Math.min(1, Math.max(-1, ratio / SPAN));
  };
  const range = low === null || high === null ? 'too few people for an interval' : `${format(low)} to ${format(high)}`;
  return (
    <svg
      class={`strip tone-${tone}`}
      role="img"
      aria-label={`${label}: ${format(value)}, ${range}; usual is ${format(reference)}`}
      width={width}
      height={HEIGHT}
    >
      <line class="rule" x1={8} x2={width - 8} y1={middle} y2={middle} />
      <line class="strip-reference" x1={width / 2} x2={width / 2} y1={2} y2={HEIGHT - 2} />
      {low === null || high === null ? null : <line class="strip-range" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />}
      <circle class={low === null ? 'strip-dot' : 'strip-chosen'} cx={x(value)} cy={middle} r={5}>
        <title>{`${label}: ${format(value)} (${range})`}</title>
      </circle>
    </svg>
  );
}
