// This page's part of the address: the person, the conversion whose credit is shown, and the words of the search.
import { useLocation, useSearch } from 'wouter-preact';
import { usePlace } from '../../frame/place.tsx';

interface Here {
  personId: string | undefined;
  conversionId: string | undefined;
  search: string;
  /** The address of a person, or of the list, with the same question. */
  hrefOf: (personId?: string, conversionId?: string) => string;
  find: (text: string) => void;
}

export function useHere(): Here {
  const { rest, id } = usePlace();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(search);
  const hrefOf: Here['hrefOf'] = (personId, conversionId) => {
    const next = new URLSearchParams(search);
    next.delete('conversion');
    if (conversionId !== undefined) next.set('conversion', conversionId);
    const below = personId === undefined ? '' : `/${encodeURIComponent(personId)}`;
    return `/console/${id}/customers${below}${next.size === 0 ? '' : `?${next}`}`;
  };
  const find: Here['find'] = (text) => {
    const next = new URLSearchParams(search);
    if (text === '') next.delete('search');
    else next.set('search', text);
    navigate(next.size === 0 ? path : `${path}?${next}`, { replace: true });
  };
  return {
    personId: rest === '' ? undefined : rest,
    conversionId: query.get('conversion') ?? undefined,
    search: query.get('search') ?? '',
    hrefOf,
    find,
  };
}
