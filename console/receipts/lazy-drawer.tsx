// The drawer comes with the first figure that is pressed.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Opened } from './source.ts';

type Drawer = ComponentType<{ opened: Opened; close: () => void }>;

export function LazyDrawer(props: { opened: Opened; close: () => void }) {
  const [drawer, setDrawer] = useState<{ view: Drawer }>();
  useEffect(() => {
    import('./drawer.tsx').then(({ Drawer: view }) => setDrawer({ view }));
  }, []);
  if (!drawer) return null;
  const View = drawer.view;
  return <View {...props} />;
}
