// A line without axes beside a figure. It repeats what is said in words, so it is hidden from readers of the page.
import { area, line } from 'd3-shape';
import { extentOf } from './scales.tsx';

interface SparklineProps {
  values: readonly (number | null)[];
  ghost?: readonly (number | null)[];
  tone?: string;
  width?: number;
  height?: number;
}

export function Sparkline({ values, ghost = [], tone = 'accent', width = 120, height = 32 }: SparklineProps) {
  const { low, high } = extentOf([...values, ...ghost]);
  const last = Math.max(values.length, ghost.length, 2) - 1;
  const x = (at: number): number => 2 + ((width - 4) * at) / last;
  const y = (value: number): number => height - 2 - ((height - 4) * (value - low)) / (high - low);
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value ?? 0));
  const fill = area<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y0(y(Math.max(low, 0)))
    .y1((value) => y(value ?? 0));
  const end = values.at(-1);
  return (
    <svg
      class={`sparkline tone-${tone}`}
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <path class="area" d={fill(values) ?? ''} />
      <path class="ghost" d={draw(ghost) ?? ''} />
      <path class="line" d={draw(values) ?? ''} />
      {end === null || end === undefined ? null : <circle class="dot" cx={x(values.length - 1)} cy={y(end)} r={2} />}
    </svg>
  );
}
