// The bar over a page while the service does not answer: what failed is asked again until it does.
import { useEffect, useState } from 'preact/hooks';
import { isOffline, queries } from '../api/answer.ts';
import { followAway } from '../api/away.ts';

const PAUSE_MS = 3_000;

export function AwayBar() {
  const [isAway, setAway] = useState(false);
  useEffect(() => followAway(setAway), []);
  useEffect(() => {
    if (!isAway) return undefined;
    const ask = () =>
      queries.refetchQueries({ predicate: ({ state, queryKey: [name] }) => isOffline(state.error) || name === 'freshness' });
    const timer = setInterval(ask, PAUSE_MS);
    return () => {
      clearInterval(timer);
      void ask();
    };
  }, [isAway]);
  if (!isAway) return null;
  return (
    <p class="away" role="alert">
      The service does not answer. The figures shown are from before; it is asked again every few seconds.
    </p>
  );
}
