// The head line comes after the page, as its figures do: the first load is for the page.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function LazyLine() {
  const [line, setLine] = useState<{ view: ComponentType }>();
  useEffect(() => {
    import('./line.tsx').then(({ CompletenessLine: view }) => setLine({ view }));
  }, []);
  return line ? <line.view /> : null;
}
