// A triangle of cohorts: a row for each month of acquisition, a column for each month since. The darker, the more; months that are not over
// are hatched, as their figures still grow.
import { useId } from 'preact/hooks';
import { type DrawCell, Figure, Legend } from './figure.tsx';
import type { Format } from './scales.tsx';

export interface CohortCell {
  value: number | null;
  isRipe: boolean;
}

export interface CohortRow {
  name: string;
  /** Beside the name, e.g. how many people. */
  note: string;
  cells: readonly CohortCell[];
}

export interface CohortChartProps {
  title: string;
  description: string;
  rows: readonly CohortRow[];
  format: Format;
  /** The heading of the rows' notes, in the table. */
  noteName?: string;
  /** Where the colour turns, e.g. 1 where spend is paid back; without one, colours go from the least to the most. */
  turn?: number | undefined;
  /** A press on the cell of a row and a month since. */
  onPick?: (row: number, month: number) => void;
  cell?: DrawCell;
}

const [HEAD, ROW, LEFT, GAP] = [22, 28, 118, 2];
const LEVELS = 6;

/** 1 to 6 of the tone that shows it; 0 without a value. */
function levelOf(value: number | null, most: number, turn: number | undefined): { level: number; tone: string } {
  if (value === null) return { level: 0, tone: 'soft' };
  if (turn === undefined)
    return { level: Math.min(LEVELS, 1 + Math.floor((Math.max(0, value) / most) * LEVELS)), tone: 'accent' };
  if (value < turn) return { level: Math.max(1, Math.ceil((1 - Math.max(0, value) / turn) * 4)), tone: 'accent-2' };
  return { level: Math.min(LEVELS, 2 + Math.floor(((value - turn) / Math.max(most - turn, turn)) * 4)), tone: 'accent' };
}

interface Placed extends CohortCell {
  row: number;
  column: number;
}

export function CohortChart({ title, description, rows, format, noteName = '', turn, onPick, cell }: CohortChartProps) {
  const columns = Math.max(...rows.map(({ cells }) => cells.length), 1);
  const cells = rows.flatMap((row, at) => row.cells.map((cell, column): Placed => ({ ...cell, row: at, column })));
  const most = Math.max(...cells.map(({ value }) => value ?? 0), 1e-9);
  const cellAt = (x: number, y: number, width: number): number | null => {
    const row = Math.floor((y - HEAD) / ROW);
    const column = Math.floor(((x - LEFT) / (width - LEFT)) * columns);
    const at = cells.findIndex((cell) => cell.row === row && cell.column === column);
    return at < 0 ? null : at;
  };
  const nameOf = ({ row, column }: Placed): string => `${rows[row]?.name}, month ${column}`;
  const text = (cell: CohortCell): string => `${cell.value === null ? '—' : format(cell.value)}${cell.isRipe ? '' : ' so far'}`;
  return (
    <Figure
      title={title}
      description={description}
      cell={cell}
      onPick={
        onPick &&
        ((at) => {
          const picked = cells[at];
          if (picked) onPick(picked.row, picked.column);
        })
      }
      height={HEAD + rows.length * ROW}
      points={cells.length}
      pointAt={cellAt}
      readout={(at) => {
        const marked = at === null ? undefined : cells[at];
        return marked ? (
          <Legend head={nameOf(marked)} items={[{ name: title, tone: 'accent', form: 'block', value: text(marked) }]} />
        ) : (
          <Key turn={turn} format={format} />
        );
      }}
      table={{
        columns: ['', noteName, ...Array.from({ length: columns }, (_, month) => `Month ${month}`)],
        rows: rows.map(({ name, note, cells: own }) => [
          name,
          note,
          ...Array.from({ length: columns }, (_, at) => (own[at] ? text(own[at]) : '')),
        ]),
      }}
      draw={({ width, at }) => (
        <Triangle rows={rows} cells={cells} columns={columns} width={width} at={at} format={format} most={most} turn={turn} />
      )}
    />
  );
}

interface TriangleProps extends Pick<CohortChartProps, 'rows' | 'format' | 'turn'> {
  cells: readonly Placed[];
  columns: number;
  width: number;
  at: number | null;
  most: number;
}

function Triangle({ rows, cells, columns, width, at, format, most, turn }: TriangleProps) {
  const id = useId();
  const slot = (width - LEFT) / columns;
  return (
    <>
      <defs>
        <pattern id={`${id}-hatch`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" x1={0} x2={0} y1={0} y2={6} />
        </pattern>
      </defs>
      {Array.from({ length: columns }, (_, month) => month)
        .filter((month) => month % Math.ceil(26 / slot) === 0)
        .map((month) => (
          <text key={month} x={LEFT + (month + 0.5) * slot} y={13} text-anchor="middle">
            {month}
          </text>
        ))}
      {rows.map(({ name, note }, row) => (
        <text key={name} class="bar-name" x={0} y={HEAD + (row + 0.5) * ROW} dy="0.32em">
          {name} <tspan class="soft">{note}</tspan>
        </text>
      ))}
      {cells.map((cell, index) => (
        <CellOf
          key={`${cell.row} ${cell.column}`}
          cell={cell}
          slot={slot}
          format={format}
          {...levelOf(cell.value, most, turn)}
          hatch={`url(#${id}-hatch)`}
          isMarked={index === at}
        />
      ))}
    </>
  );
}

interface CellProps {
  cell: Placed;
  slot: number;
  format: Format;
  level: number;
  tone: string;
  hatch: string;
  isMarked: boolean;
}

function CellOf({ cell, slot, format, level, tone, hatch, isMarked }: CellProps) {
  const place = { x: LEFT + cell.column * slot + GAP / 2, y: HEAD + cell.row * ROW + GAP / 2 };
  const size = { width: Math.max(1, slot - GAP), height: ROW - GAP, rx: 3 };
  const text = cell.value === null ? '' : format(cell.value);
  return (
    <g class={`cohort-cell level-${level} tone-${tone}${isMarked ? ' cohort-marked' : ''}`}>
      <rect class="cohort-fill" {...place} {...size} />
      {cell.isRipe ? null : <rect {...place} {...size} fill={hatch} />}
      {text.length * 6.4 > slot - 6 ? null : (
        <text x={place.x + size.width / 2} y={place.y + size.height / 2} dy="0.34em" text-anchor="middle">
          {text}
        </text>
      )}
    </g>
  );
}

function Key({ turn, format }: { turn: number | undefined; format: Format }) {
  const turned = turn === undefined ? [] : [{ name: `below ${format(turn)}`, tone: 'accent-2', form: 'block' as const }];
  const items = [
    ...turned,
    { name: turn === undefined ? 'the darker, the more' : `${format(turn)} and more`, tone: 'accent', form: 'block' as const },
  ];
  return <Legend items={[...items, { name: 'hatched: the month is not over', tone: 'soft', form: 'ghost' }]} />;
}
