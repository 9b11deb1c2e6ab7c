// Pages of a list that is read by cursors: older and newer, from the newest on.
import { useState } from 'preact/hooks';

interface Pagination {
  has_next: boolean;
  cursor: string | null;
}

interface Cursors {
  /** To ask with; empty for the first page. */
  query: { cursor?: string };
  isFirst: boolean;
  newer: () => void;
  older: (cursor: string) => void;
}

export function useCursors(): Cursors {
  const [before, setBefore] = useState<readonly string[]>([]);
  const last = before.at(-1);
  return {
    query: last === undefined ? {} : { cursor: last },
    isFirst: last === undefined,
    newer: () => setBefore(before.slice(0, -1)),
    older: (cursor) => setBefore([...before, cursor]),
  };
}

export function Pager({ cursors, pagination: { has_next, cursor } }: { cursors: Cursors; pagination: Pagination }) {
  if (cursors.isFirst && !has_next) return null;
  return (
    <span class="row">
      {!cursors.isFirst && (
        <button type="button" class="button" onClick={cursors.newer}>
          Newer
        </button>
      )}
      {has_next && cursor !== null && (
        <button type="button" class="button" onClick={() => cursors.older(cursor)}>
          Older
        </button>
      )}
    </span>
  );
}
