// A histogram: how many fall into each class, from left to right.
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { extentOf, type Format, labelledPoints, ValueAxis, valueScale } from './scales.tsx';

export interface ColumnsProps {
  title: string;
  description: string;
  columns: readonly { name: string; value: number }[];
  valueName: string;
  format: Format;
  tone?: string;
  height?: number;
  onPick?: (at: number) => void;
  cell?: DrawCell;
}

const [TOP, RIGHT, BOTTOM] = [10, 8, 26];

export function Columns(props: ColumnsProps) {
  const { title, description, columns, valueName, format, tone = 'accent', height = 170, onPick, cell } = props;
  const y = valueScale(extentOf(columns.map(({ value }) => value)), height - BOTTOM, TOP, 3);
  const left = Math.max(...y.ticks.map((tick) => format(tick).length), 1) * 6.4 + 14;
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      cell={cell}
      points={columns.length}
      pointAt={(x, _, width) => {
        const at = Math.floor(((x - left) / (width - RIGHT - left)) * columns.length);
        return at >= 0 && at < columns.length ? at : null;
      }}
      readout={(at) => {
        const column = at === null ? undefined : columns[at];
        return (
          <Legend
            head={column?.name}
            items={[{ name: valueName, tone, form: 'block', value: column ? format(column.value) : undefined }]}
          />
        );
      }}
      table={{ columns: ['', valueName], rows: columns.map(({ name, value }) => [name, format(value)]) }}
      draw={({ width, at }) => {
        const slot = (width - RIGHT - left) / Math.max(1, columns.length);
        const labelled = labelledPoints(
          columns.map(({ name }) => name),
          width - left,
        );
        return (
          <>
            <ValueAxis scale={y} format={format} left={left} right={width - RIGHT} />
            {columns.map(({ name, value }, index) => (
              <g key={name} class={`bar tone-${tone}${index === at ? ' bar-marked' : ''}`}>
                <rect class="bar-row" x={left + index * slot} y={TOP} width={slot} height={height - BOTTOM - TOP} />
                <rect
                  class="block"
                  x={left + index * slot + 1.5}
                  y={y.of(value)}
                  width={Math.max(1, slot - 3)}
                  height={Math.max(0, y.of(0) - y.of(value))}
                  rx={2}
                />
                {labelled.includes(index) ? (
                  <text x={left + (index + 0.5) * slot} y={height - 8} text-anchor="middle">
                    {name}
                  </text>
                ) : null}
              </g>
            ))}
          </>
        );
      }}
    />
  );
}
