// Receipts: a printed figure is a button, and pressing it opens the drawer that shows where it comes from.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { LazyDrawer } from './lazy-drawer.tsx';
import type { Opened, Source } from './source.ts';

const ReceiptsContext = createContext<(opened: Opened) => void>(() => undefined);

export function ReceiptsProvider({ children }: { children: ComponentChildren }) {
  const [opened, setOpened] = useState<Opened>();
  return (
    <ReceiptsContext.Provider value={setOpened}>
      {children}
      {opened && (
        <LazyDrawer key={`${opened.source.path} ${opened.source.pointer}`} opened={opened} close={() => setOpened(undefined)} />
      )}
    </ReceiptsContext.Provider>
  );
}

interface FigureProps {
  /** What the figure is, e.g. `Revenue`; read out with it. */
  name: string;
  source: Source;
  class?: string;
  /** As it is printed. */
  children: string;
}

/** Opens the receipt of what is drawn, e.g. of a bar that is pressed. */
export const useReceipt = (): ((opened: Opened) => void) => useContext(ReceiptsContext);

/** The values of a graph's table, as figures where `of` knows where they come from. */
export const figureCell =
  (of: (row: number, column: string) => { name: string; source: Source } | undefined) =>
  (text: string, row: number, column: string): ComponentChildren => {
    const found = text === '' || text === '—' ? undefined : of(row, column);
    return found ? <Figure {...found}>{text}</Figure> : text;
  };

/** Every printed figure of a report. */
export function Figure({ name, source, class: look = '', children }: FigureProps) {
  const open = useContext(ReceiptsContext);
  return (
    <button
      type="button"
      class={`figure ${look}`}
      aria-label={`${name}: ${children}. Where it comes from`}
      data-path={source.path}
      data-pointer={source.pointer}
      onClick={() => open({ source, text: children, name })}
    >
      {children}
    </button>
  );
}
