// From one figure to another in steps: what each cause added or took away. The steps add up to the difference.
import { type DrawCell, Figure, Legend } from './figure.tsx';
import { clipped, exactScale, extentOf, type Format, niceExtent, textWidth, ValueAxis } from './scales.tsx';
import { rowAt, WaterfallRows } from './waterfall-rows.tsx';

export interface Step {
  name: string;
  value: number;
}

export interface WaterfallProps {
  title: string;
  description: string;
  from: Step;
  steps: readonly Step[];
  to: Step;
  format: Format;
  /** The size of a change, with its sign. */
  formatChange: Format;
  formatShort?: Format;
  /** Above a step that has no room for the whole change. */
  formatShortChange?: Format;
  height?: number;
  onPick?: (at: number) => void;
  cell?: DrawCell;
}

const [TOP, RIGHT, BOTTOM] = [22, 8, 40];
/** Room that a column needs for its name. */
const LEAST_SLOT = 60;
const TICKS = 4;

interface Column extends Step {
  low: number;
  high: number;
  tone: string;
  isEnd: boolean;
}

function columnsOf({ from, steps, to }: Pick<WaterfallProps, 'from' | 'steps' | 'to'>): Column[] {
  let reached = from.value;
  const end = (step: Step): Column => ({
    ...step,
    low: Math.min(0, step.value),
    high: Math.max(0, step.value),
    tone: 'soft',
    isEnd: true,
  });
  const moved = steps.map((step) => {
    const before = reached;
    reached += step.value;
    const tone = step.value < 0 ? 'bad' : 'good';
    return { ...step, low: Math.min(before, reached), high: Math.max(before, reached), tone, isEnd: false };
  });
  return [end(from), ...moved, end(to)];
}

/** Starts near the least value where the ends are large, as the steps would not be seen otherwise. */
function extentFor(columns: readonly Column[]): { low: number; high: number } {
  const edges = columns.flatMap(({ low, high, isEnd }) => (isEnd ? [low === 0 ? high : low] : [low, high]));
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  return low > 0 && high - low < low * 0.5 && high > low ? { low: low - (high - low), high } : extentOf(edges);
}

export function Waterfall(props: WaterfallProps) {
  const { title, description, format, formatChange, formatShort = format, height = 260, onPick, cell } = props;
  const { formatShortChange } = props;
  const columns = columnsOf(props);
  const extent = niceExtent(extentFor(columns), TICKS);
  const isCut = extent.low > 0;
  const y = exactScale(extent, height - BOTTOM, TOP, TICKS);
  const left = Math.max(...y.ticks.map((tick) => formatShort(tick).length), 1) * 6.4 + 14;
  const text = (column: Column): string => (column.isEnd ? format(column.value) : formatChange(column.value));
  /** Above a column: in full, but for a graph whose columns are narrow. */
  const above = (column: Column): string =>
    formatShortChange === undefined ? text(column) : column.isEnd ? formatShort(column.value) : formatShortChange(column.value);
  const slotOf = (width: number): number => (width - RIGHT - left) / columns.length;
  const widest = Math.max(...columns.map((column) => textWidth(above(column))), LEAST_SLOT);
  return (
    <Figure
      title={title}
      description={description}
      height={height}
      onPick={onPick}
      cell={cell}
      points={columns.length}
      pointAt={(place, y, width) => {
        if (slotOf(width) < widest) return rowAt(y, height, columns.length);
        const at = Math.floor((place - left) / slotOf(width));
        return at >= 0 && at < columns.length ? at : null;
      }}
      readout={(at) => {
        const column = at === null ? undefined : columns[at];
        const item = column && { name: column.name, tone: column.tone, form: 'block' as const, value: text(column) };
        return <Legend items={item ? [item] : isCut ? [...KEY, CUT] : KEY} />;
      }}
      table={{ columns: ['', 'Value'], rows: columns.map((column) => [column.name, text(column)]) }}
      draw={({ width, at }) => {
        const slot = slotOf(width);
        const steps = columns.map((column) => ({ ...column, text: text(column) }));
        if (slot < widest)
          return (
            <WaterfallRows
              steps={steps}
              extent={extent}
              isCut={isCut}
              formatShort={formatShort}
              width={width}
              height={height}
              at={at}
            />
          );
        return (
          <>
            <ValueAxis scale={y} format={formatShort} left={left} right={width - RIGHT} />
            {columns.map((column, index) => (
              <ColumnOf
                key={column.name}
                column={column}
                slot={slot}
                x={left + index * slot}
                y={y.of}
                bottom={height - BOTTOM}
                isMarked={index === at}
                isCut={isCut && column.isEnd}
                text={above(column)}
              />
            ))}
          </>
        );
      }}
    />
  );
}

const KEY = [
  { name: 'Added', tone: 'good', form: 'block' as const },
  { name: 'Removed', tone: 'bad', form: 'block' as const },
];

/** The scale does not start at zero. */
const CUT = { name: 'Not drawn to the start: the scale begins above zero', tone: 'soft', form: 'cut' as const };

interface ColumnProps {
  column: Column;
  isCut: boolean;
  x: number;
  slot: number;
  y: (value: number) => number;
  bottom: number;
  isMarked: boolean;
  text: string;
}

function ColumnOf({ column, x, slot, y, bottom, isMarked, isCut, text }: ColumnProps) {
  const thick = Math.min(56, slot * 0.62);
  const middle = x + slot / 2;
  const [top, low] = [Math.min(y(column.high), bottom), Math.min(y(column.low), bottom)];
  const lines = namedLines(column.name, slot);
  return (
    <g class={isMarked ? `bar bar-marked tone-${column.tone}` : `bar tone-${column.tone}`}>
      <rect class="bar-row" x={x} y={0} width={slot} height={bottom} />
      <rect class="block" x={middle - thick / 2} y={top} width={thick} height={Math.max(1, low - top)} rx={2} />
      {isCut && <path class="bar-cut" d={`M${middle - thick / 2 - 3} ${bottom - 8}l${thick + 6} -6`} />}
      <text class="bar-value" x={middle} y={top - 6} text-anchor="middle">
        {text}
      </text>
      {lines.map((line, at) => (
        <text key={line} x={middle} y={bottom + 15 + at * 13} text-anchor="middle">
          {line}
        </text>
      ))}
    </g>
  );
}

/** A name below its column, in at most two lines. */
function namedLines(name: string, room: number): string[] {
  const words = name.split(' ');
  const first = words.shift() ?? '';
  const rest = words.join(' ');
  return rest === '' ? [clipped(first, room)] : [clipped(first, room), clipped(rest, room)];
}
