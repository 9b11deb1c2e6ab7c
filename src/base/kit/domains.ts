// The registrable domain of a host, by the public suffix list.
import { getDomain } from 'tldts';
import { BoundedMap } from './bounded-map.ts';

const cache = new BoundedMap<string>(20_000);

/** The registrable domain of a host (public suffix list, private suffixes included); hosts without one are their own. */
export const registrableDomain = (host: string): string =>
  cache.get(host, (name) => getDomain(name, { allowPrivateDomains: true }) ?? name);
