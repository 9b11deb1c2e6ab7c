// The frame of every chart: its title and description, the readout of the point under the pointer or of the arrow keys, a selected range, and
// the same numbers as a table. The drawing is a function of the width, so text keeps its size.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The frame's measures, for a drawing. */
export interface Drawing {
  width: number;
  /** The point to mark. */
  at: number | null;
  /** The points between which the pointer is dragged. */
  range: readonly [number, number] | null;
}

export interface ChartTable {
  columns: readonly string[];
  /** The first cell is the row's name. */
  rows: readonly (readonly string[])[];
}

/** Draws a value of the table, e.g. as a button that opens its receipt. */
export type DrawCell = (text: string, row: number, column: string) => ComponentChildren;

export interface FigureProps {
  title: string;
  /** The chart in one or two sentences, for screen readers. */
  description: string;
  height: number;
  /** The number of points that the arrow keys walk; 0 for none. */
  points?: number;
  /** The point at a place of the drawing. */
  pointAt?: (x: number, y: number, width: number) => number | null;
  readout?: (at: number | null) => ComponentChildren;
  onPick?: ((at: number) => void) | undefined;
  onZoom?: ((from: number, to: number) => void) | undefined;
  table: ChartTable;
  cell?: DrawCell | undefined;
  draw: (drawing: Drawing) => ComponentChildren;
}

/** Where nothing measures: on server-drawn pages and in print. */
const USUAL_WIDTH = 720;
/** The width of charts on a page without scripts, where no key and no pointer walks points; undefined in the workbench. */
export const PrintedWidth = createContext<number | undefined>(undefined);
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function useWidth<Element extends HTMLElement>() {
  const box = useRef<Element>(null);
  const printed = useContext(PrintedWidth);
  const [width, setWidth] = useState(printed ?? USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const measure = (): void => setWidth(Math.max(160, Math.round(element.clientWidth)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

const between = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

/** The point that the pointer or the keys are at, and the range that is dragged. */
function usePoint({ points = 0, pointAt, onPick, onZoom }: FigureProps, width: number) {
  const [at, setAt] = useState<number | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const pointOf = (event: PointerEvent): number | null => {
    const place = event.currentTarget instanceof HTMLElement ? event.currentTarget.getBoundingClientRect() : null;
    return place && pointAt ? pointAt(event.clientX - place.left, event.clientY - place.top, width) : null;
  };
  const range = from !== null && at !== null && from !== at && onZoom ? between(from, at) : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined)
      setAt((before) => Math.min(points - 1, Math.max(0, before === null ? (step < 0 ? points - 1 : 0) : before + step)));
    else if (event.key === 'Home') setAt(0);
    else if (event.key === 'End') setAt(points - 1);
    else if (event.key === 'Escape') setAt(null);
    else if (event.key === 'Enter' && at !== null) onPick?.(at);
    else return;
    event.preventDefault();
  };
  const onPointerUp = (event: PointerEvent): void => {
    const to = pointOf(event);
    setFrom(null);
    if (from !== null && to !== null && from !== to && onZoom) onZoom(...between(from, to));
    else if (to !== null) onPick?.(to);
  };
  const handlers = {
    onKeyDown,
    onPointerUp,
    onPointerMove: (event: PointerEvent) => setAt(pointOf(event)),
    onPointerDown: (event: PointerEvent) => setFrom(onZoom ? pointOf(event) : null),
    onPointerLeave: () => {
      setAt(null);
      setFrom(null);
    },
    onBlur: () => setAt(null),
  };
  return { at: at !== null && at < points ? at : null, range, handlers: points > 0 ? handlers : {} };
}

export function Figure(props: FigureProps) {
  const { title, description, height, readout, table, cell, draw, onPick } = props;
  const points = useContext(PrintedWidth) === undefined ? (props.points ?? 0) : 0;
  const id = useId();
  const { box, width } = useWidth<HTMLDivElement>();
  const { at, range, handlers } = usePoint(props, width);
  const walk =
    points > 0 ? { tabIndex: 0, role: 'group' as const, 'aria-label': `${title}: the arrow keys go from point to point` } : {};
  return (
    <figure class="chart">
      {readout ? (
        <div class="chart-readout" aria-live={at === null ? 'off' : 'polite'}>
          {readout(at)}
        </div>
      ) : null}
      <div ref={box} class={onPick ? 'chart-box chart-picks' : 'chart-box'} {...walk} {...handlers}>
        <svg role="img" aria-labelledby={`${id}-t ${id}-d`} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          <title id={`${id}-t`}>{title}</title>
          <desc id={`${id}-d`}>{description}</desc>
          {draw({ width, at, range })}
        </svg>
      </div>
      <TableOf table={table} title={title} cell={cell} />
    </figure>
  );
}

function TableOf({ table, title, cell: draw = (text) => text }: Pick<FigureProps, 'table' | 'title' | 'cell'>) {
  const [head, ...columns] = table.columns;
  return (
    <details class="chart-table">
      <summary>Table</summary>
      <section class="chart-scroll" tabIndex={0} aria-label={`${title}, as a table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map((column) => (
                <th key={column} scope="col" class="number">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...cells], row) => (
              <tr key={`${row} ${name}`}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={columns[at]} class="number">
                    {draw(cell, row, columns[at] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

export interface LegendItem {
  name: string;
  /** A colour of `tone`. */
  tone: string;
  form?: 'line' | 'ghost' | 'block' | 'dot' | 'cut';
  value?: string | undefined;
}

/** The legend of the colours, with the values of the marked point. */
export function Legend({ head, items }: { head?: string | undefined; items: readonly LegendItem[] }) {
  return (
    <p class="chart-legend">
      {head ? <span class="chart-head">{head}</span> : null}
      {items.map(({ name, tone, form = 'line', value }) => (
        <span key={name} class={`chart-item tone-${tone}`}>
          <i class={`chart-key key-${form}`} aria-hidden="true" />
          {name}
          {value === undefined ? null : <b>{value}</b>}
        </span>
      ))}
    </p>
  );
}
