// Receipts: a printed figure is a button, and pressing it opens the drawer that shows where it comes from.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { callOf, isDerived, type Opened, type Origin } from './source.ts';

/** Opens the receipt of a figure. */
export const ReceiptsContext = createContext<(opened: Opened) => void>(() => undefined);

interface FigureProps {
  /** The name of the figure, e.g. `Revenue`; read out with it. */
  name: string;
  source: Origin;
  class?: string;
  /** The element names the whole call, as in a receipt's list of terms. */
  hasCall?: boolean;
  /** As it is printed. */
  children: string;
}

/** Opens the receipt of what is drawn, e.g. of a bar that is pressed. */
export const useReceipt = (): ((opened: Opened) => void) => useContext(ReceiptsContext);

/** The values of a graph's table, as figures where `of` knows where they come from. */
export const figureCell =
  (of: (row: number, column: string) => { name: string; source: Origin } | undefined) =>
  (text: string, row: number, column: string): ComponentChildren => {
    const found = text === '' || text === '—' ? undefined : of(row, column);
    return found ? <Figure {...found}>{text}</Figure> : text;
  };

/** Every printed figure of a report. */
export function Figure({ name, source, class: look = '', hasCall = false, children }: FigureProps) {
  const open = useContext(ReceiptsContext);
  const place = isDerived(source)
    ? { 'data-formula': source.formula }
    : { 'data-path': source.path, 'data-pointer': source.pointer, ...(hasCall ? { 'data-call': callOf(source) } : {}) };
  return (
    <button
      type="button"
      class={`figure ${look}`}
      aria-label={`${name}: ${children}. Where it comes from`}
      {...place}
      onClick={() => open({ source, text: children, name })}
    >
      {children}
    </button>
  );
}
