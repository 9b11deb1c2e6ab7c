// Estimates with their intervals, one below the other, beside a line to compare them with.
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { AcrossAxis, clipped, type Format, textWidth, valueScale } from './scales.tsx';

export interface Estimate {
  name: string;
  value: number | null;
  low: number | null;
  high: number | null;
  tone: string;
}

export interface ForestProps {
  title: string;
  description: string;
  estimates: readonly Estimate[];
  /** Where the line is, and what it is. */
  reference?: { value: number; name: string } | undefined;
  /** The belief that the intervals have; 95 if left out. */
  percent?: number;
  format: Format;
  onPick?: (at: number) => void;
  cell?: DrawCell;
}

const [TOP, BOTTOM, ROW] = [18, 26, 26];

const boundsText = ({ low, high }: Estimate, format: Format): string =>
  low === null || high === null ? 'too few people' : `${format(low)} to ${format(high)}`;
const intervalText = (estimate: Estimate, format: Format): string =>
  estimate.value === null ? '—' : `${format(estimate.value)} (${boundsText(estimate, format)})`;

export function Forest(props: ForestProps) {
  const { title, description, estimates, reference, percent = 95, format, onPick, cell } = props;
  const values = estimates.flatMap(({ value, low, high }) => [value, low, high]).filter((value) => value !== null);
  const all = [...values, ...(reference ? [reference.value] : [])];
  const extent = all.length === 0 ? { low: 0, high: 1 } : { low: Math.min(...all, 0), high: Math.max(...all) || 1 };
  const height = TOP + BOTTOM + estimates.length * ROW;
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      cell={cell}
      points={estimates.length}
      pointAt={(_, y) => {
        const at = Math.floor((y - TOP) / ROW);
        return at >= 0 && at < estimates.length ? at : null;
      }}
      readout={(at) => {
        const estimate = at === null ? undefined : estimates[at];
        const items = estimate
          ? [{ name: estimate.name, tone: estimate.tone, form: 'dot' as const, value: intervalText(estimate, format) }]
          : [];
        return <Legend items={estimate ? items : [{ name: `${percent} % interval of chance`, tone: 'ink' }]} />;
      }}
      table={{
        columns: ['', 'Estimate', `${percent} % interval`],
        rows: estimates.map((estimate) => {
          const { name, value } = estimate;
          return value === null ? [name, '—', '—'] : [name, format(value), boundsText(estimate, format)];
        }),
      }}
      draw={({ width, at }) => {
        const left = Math.min(width * 0.4, Math.max(...estimates.map(({ name }) => textWidth(name)), 40) + 12);
        const x = valueScale(extent, left + 8, width - 16, Math.max(2, Math.floor((width - left) / 90)));
        return (
          <>
            <AcrossAxis scale={x} format={format} top={TOP} bottom={height - BOTTOM} />
            {reference && <Reference name={reference.name} x={x.of(reference.value)} width={width} bottom={height - BOTTOM} />}
            {estimates.map((estimate, row) => (
              <Row
                key={estimate.name}
                estimate={estimate}
                width={width}
                left={left}
                x={x.of}
                y={TOP + (row + 0.5) * ROW}
                isMarked={row === at}
              />
            ))}
          </>
        );
      }}
    />
  );
}

interface ReferenceProps {
  name: string;
  x: number;
  width: number;
  bottom: number;
}

/** The name is above the line, and within the drawing where the line is at its edge. */
function Reference({ name, x, width, bottom }: ReferenceProps) {
  const half = textWidth(name) / 2;
  return (
    <g class="target">
      <line x1={x} x2={x} y1={TOP - 4} y2={bottom} />
      <text x={Math.max(half, Math.min(x, width - half))} y={TOP - 8} text-anchor="middle">
        {name}
      </text>
    </g>
  );
}

interface RowProps {
  estimate: Estimate;
  x: (value: number) => number;
  y: number;
  width: number;
  left: number;
  isMarked: boolean;
}

function Row({ estimate: { name, value, low, high, tone }, x, y, width, left, isMarked }: RowProps) {
  return (
    <g class={`bar tone-${tone}${isMarked ? ' bar-marked' : ''}`}>
      <rect class="bar-row" x={0} y={y - ROW / 2} width={width} height={ROW} />
      <text class="bar-name" x={0} y={y} dy="0.32em">
        {clipped(name, left - 8)}
      </text>
      {low === null || high === null ? null : (
        <path class="interval" d={`M${x(low)} ${y - 4}v8M${x(low)} ${y}H${x(high)}M${x(high)} ${y - 4}v8`} />
      )}
      {value === null ? null : <circle class="dot" cx={x(value)} cy={y} r={4} />}
    </g>
  );
}
