// This page's part of the address: the tab, the status and page of the queue, the pair that is shown, and the merge that can be undone.
import { useLocation, useSearch } from 'wouter-preact';
import { usePlace } from '../../frame/place.tsx';

export const STATUSES = { open: 'Open', snoozed: 'Snoozed', merged: 'Merged', dismissed: 'Dismissed' } as const;
export type Status = keyof typeof STATUSES;
const isStatus = (text: string): text is Status => Object.hasOwn(STATUSES, text);

type Name = 'status' | 'pair' | 'merge' | 'cursor' | 'offset';
type Changes = Partial<Record<Name, string | undefined>>;

interface Here {
  tab: string;
  status: Status;
  pairId: string | undefined;
  /** The audit log id of the last merge. */
  mergeId: string | undefined;
  cursor: string | undefined;
  offset: number;
  hrefOf: (changes: Changes, tab?: string) => string;
  go: (changes: Changes) => void;
}

export function useHere(): Here {
  const { rest, id } = usePlace();
  const search = useSearch();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(search);
  const hrefOf: Here['hrefOf'] = (changes, tab = rest) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    return `/console/${id}/identity${tab === '' ? '' : `/${tab}`}${next.size === 0 ? '' : `?${next}`}`;
  };
  const status = query.get('status') ?? 'open';
  const offset = Number(query.get('offset') ?? 0);
  return {
    tab: rest,
    status: isStatus(status) ? status : 'open',
    pairId: query.get('pair') ?? undefined,
    mergeId: query.get('merge') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    hrefOf,
    go: (changes) => navigate(hrefOf(changes)),
  };
}
