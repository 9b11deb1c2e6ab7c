// The drawer of receipts, around all pages: a figure anywhere opens it.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { lazily } from '../design/lazy.tsx';
import { ReceiptsContext } from './receipts.tsx';
import { isDerived, type Opened } from './source.ts';

const Drawer = lazily(() => import('./drawer.tsx').then((found) => found.Drawer));

export function ReceiptsProvider({ children }: { children: ComponentChildren }) {
  const [opened, setOpened] = useState<Opened>();
  return (
    <ReceiptsContext.Provider value={setOpened}>
      {children}
      {opened && <Drawer key={keyOf(opened)} opened={opened} close={() => setOpened(undefined)} />}
    </ReceiptsContext.Provider>
  );
}

/** Another figure gets another drawer. */
const keyOf = ({ name, source }: Opened): string => (isDerived(source) ? name : `${source.path} ${source.pointer}`);
