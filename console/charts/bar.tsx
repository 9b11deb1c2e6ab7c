// Bars across, one for each row: the chosen value as the bar, and as a whisker the range that it has under other models or by chance.
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { AcrossAxis, clipped, extentOf, type Format, textWidth, valueScale } from './scales.tsx';

export interface Bar {
  name: string;
  value: number | null;
  tone: string;
  /** From the least to the most. */
  whisker?: { low: number; high: number; text?: string } | undefined;
  /** Beside the name, softly. */
  note?: string;
}

export interface BarChartProps {
  title: string;
  description: string;
  bars: readonly Bar[];
  /** The name of the bar, e.g. `Linear`. */
  valueName: string;
  /** The name of the whisker, e.g. `Range of nine models`. */
  whiskerName?: string | undefined;
  /** Said of a bar without a whisker. */
  whiskerMissing?: string;
  format: Format;
  formatShort?: Format;
  onPick?: (at: number) => void;
  cell?: DrawCell;
}

const [TOP, BOTTOM, ROW, THICK] = [4, 28, 34, 16];

export function BarChart({
  title,
  description,
  bars,
  valueName,
  whiskerName,
  whiskerMissing = '—',
  format,
  formatShort = format,
  onPick,
  cell,
}: BarChartProps) {
  const height = TOP + BOTTOM + bars.length * ROW;
  const extent = extentOf(bars.flatMap(({ value, whisker }) => [value, whisker?.low, whisker?.high]));
  const rowAt = (y: number): number | null => {
    const at = Math.floor((y - TOP) / ROW);
    return at >= 0 && at < bars.length ? at : null;
  };
  const place = (width: number) => {
    const longest = Math.max(...bars.map(({ name, note = '' }) => textWidth(`${name} ${note}`)), 40) + 12;
    const left = Math.min(longest, width * 0.38);
    const values = Math.max(...bars.map(({ value }) => (value === null ? 0 : textWidth(format(value)))), 0) + 12;
    return { left, right: width - values };
  };
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      cell={cell}
      points={bars.length}
      pointAt={(_, y) => rowAt(y)}
      readout={(at) => (
        <Readout
          bar={at === null ? undefined : bars[at]}
          valueName={valueName}
          whiskerName={whiskerName}
          whiskerMissing={whiskerMissing}
          format={format}
        />
      )}
      table={tableOf(bars, { valueName, whiskerName, whiskerMissing, format })}
      draw={({ width, at }) => {
        const { left, right } = place(width);
        const x = valueScale(extent, left, right, Math.max(2, Math.floor((right - left) / 110)));
        return (
          <>
            <AcrossAxis scale={x} format={formatShort} top={TOP} bottom={height - BOTTOM} />
            {bars.map((bar, row) => (
              <Row
                key={bar.name}
                bar={bar}
                x={x.of}
                y={TOP + row * ROW + ROW / 2}
                room={left}
                end={width}
                isMarked={row === at}
                format={format}
              />
            ))}
          </>
        );
      }}
    />
  );
}

interface RowProps {
  bar: Bar;
  x: (value: number) => number;
  y: number;
  room: number;
  end: number;
  isMarked: boolean;
  format: Format;
}

function Row({ bar: { name, value, tone, whisker, note }, x, y, room, end, isMarked, format }: RowProps) {
  const [from, to] = value === null ? [x(0), x(0)] : [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
  return (
    <g class={isMarked ? `bar bar-marked tone-${tone}` : `bar tone-${tone}`}>
      <rect class="bar-row" x={0} y={y - ROW / 2} width={end} height={ROW} />
      <text class="bar-name" x={0} y={y} dy="0.32em">
        {clipped(name, room - 8 - textWidth(note ?? ''))}
        {note ? <tspan class="soft"> {note}</tspan> : null}
      </text>
      <rect class="block" x={from} y={y - THICK / 2} width={to - from} height={THICK} rx={2} />
      {whisker && whisker.high > whisker.low ? (
        <path
          class="whisker"
          d={`M${x(whisker.low)} ${y - 5}v10M${x(whisker.low)} ${y}H${x(whisker.high)}M${x(whisker.high)} ${y - 5}v10`}
        />
      ) : null}
      <text class="bar-value" x={end} y={y} dy="0.32em" text-anchor="end">
        {value === null ? '—' : format(value)}
      </text>
    </g>
  );
}

type Named = Pick<BarChartProps, 'valueName' | 'whiskerName' | 'format'> & { whiskerMissing: string };

const rangeText = (whisker: Bar['whisker'], { format, whiskerMissing }: Named): string =>
  whisker ? `${format(whisker.low)} to ${format(whisker.high)}${whisker.text ? `, ${whisker.text}` : ''}` : whiskerMissing;

function Readout({ bar, ...named }: Named & { bar: Bar | undefined }) {
  const { valueName, whiskerName, format } = named;
  const tone = bar?.tone ?? 'accent';
  const value = bar ? (bar.value === null ? '—' : format(bar.value)) : undefined;
  const items = [{ name: valueName, tone, form: 'block' as const, value }];
  const range = whiskerName
    ? [{ name: whiskerName, tone: 'ink', form: 'line' as const, value: bar ? rangeText(bar.whisker, named) : undefined }]
    : [];
  return <Legend head={bar?.name} items={[...items, ...range]} />;
}

function tableOf(bars: readonly Bar[], named: Named) {
  const { valueName, whiskerName, format } = named;
  return {
    columns: ['', valueName, ...(whiskerName ? [whiskerName] : [])],
    rows: bars.map(({ name, value, whisker }) => [
      name,
      value === null ? '—' : format(value),
      ...(whiskerName ? [rangeText(whisker, named)] : []),
    ]),
  };
}
