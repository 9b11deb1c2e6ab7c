// This page's part of the address: the status and page of the queue, the pair that is shown, and the last decision, which can be undone.
import { useLocation, useSearch } from 'wouter-preact';
import type { Schemas } from '../../api/client.ts';
import { usePlace } from '../../frame/place.tsx';

export type SalePair = Schemas['SalePair'];
export type Report = Schemas['SaleReport'];
export type Verdict = Schemas['SaleVerdict'];

export const STATUSES = { open: 'Open', same: 'One sale', apart: 'Two sales' } as const;
export type Status = keyof typeof STATUSES;
const isStatus = (text: string): text is Status => Object.hasOwn(STATUSES, text);

/** Both payments, as the address names them. */
export const keyOf = ({ payments }: SalePair): string => payments.map(({ payment_id }) => payment_id).join('.');

export interface Decided {
  payments: readonly [string, string];
  verdict: 'same' | 'apart';
}

function readDecided(text: string | null): Decided | undefined {
  const [one, other, verdict] = text?.split('.') ?? [];
  const isWhole = one !== undefined && other !== undefined && (verdict === 'same' || verdict === 'apart');
  return isWhole ? { payments: [one, other], verdict } : undefined;
}

type Name = 'status' | 'pair' | 'cursor' | 'decided';
type Changes = Partial<Record<Name, string | undefined>>;

interface Here {
  status: Status;
  pairKey: string | undefined;
  cursor: string | undefined;
  decided: Decided | undefined;
  hrefOf: (changes: Changes) => string;
  go: (changes: Changes) => void;
}

export function useHere(): Here {
  const { id } = usePlace();
  const search = useSearch();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(search);
  const hrefOf: Here['hrefOf'] = (changes) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    return `/console/${id}/sales-seen-twice${next.size === 0 ? '' : `?${next}`}`;
  };
  const status = query.get('status') ?? 'open';
  return {
    status: isStatus(status) ? status : 'open',
    pairKey: query.get('pair') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
    decided: readDecided(query.get('decided')),
    hrefOf,
    go: (changes) => navigate(hrefOf(changes)),
  };
}
