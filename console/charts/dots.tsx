// A strip of dots in a row of a table: what one row has under each model, the chosen one marked. All strips of a table share one scale.
import type { Extent, Format } from './scales.tsx';

export interface StripDot {
  name: string;
  value: number;
}

interface DotStripProps {
  dots: readonly StripDot[];
  /** The name of the dot to mark. */
  chosen: string;
  extent: Extent;
  format: Format;
  /** Whose strip it is. */
  label: string;
  tone?: string;
  width?: number;
  height?: number;
}

export function DotStrip({ dots, chosen, extent, format, label, tone = 'accent', width = 132, height = 24 }: DotStripProps) {
  const middle = height / 2;
  const x = (value: number): number => 6 + ((width - 12) * (value - extent.low)) / (extent.high - extent.low || 1);
  const [low, high] = [Math.min(...dots.map(({ value }) => value)), Math.max(...dots.map(({ value }) => value))];
  const range = dots.length === 0 ? 'nothing' : `${format(low)} to ${format(high)}`;
  const isChosen = ({ name }: StripDot): boolean => name === chosen;
  const marked = dots.filter(isChosen);
  return (
    <svg
      class={`strip tone-${tone}`}
      role="img"
      aria-label={`${label}: ${range} over ${dots.length} models`}
      width={width}
      height={height}
    >
      <line class="rule" x1={6} x2={width - 6} y1={middle} y2={middle} />
      {dots.length === 0 ? null : <line class="strip-range" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />}
      {dots
        .filter((dot) => !isChosen(dot))
        .map(({ name, value }) => (
          <circle key={name} class="strip-dot" cx={x(value)} cy={middle} r={3}>
            <title>{`${name}: ${format(value)}`}</title>
          </circle>
        ))}
      {marked.map(({ name, value }) => (
        <circle key={name} class="strip-chosen" cx={x(value)} cy={middle} r={5}>
          <title>{`${name}: ${format(value)}`}</title>
        </circle>
      ))}
    </svg>
  );
}
