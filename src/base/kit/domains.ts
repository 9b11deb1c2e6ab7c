// Hosts: the registrable domain, by the public suffix list, and the form without `www.` in which they are compared.
import { getDomain } from 'tldts';
import { BoundedMap } from './bounded-map.ts';

const cache = new BoundedMap<string>(20_000);

/** The registrable domain of a host (public suffix list, private suffixes included); hosts without one are their own. */
export const registrableDomain = (host: string): string =>
  cache.get(host, (name) => getDomain(name, { allowPrivateDomains: true }) ?? name);

export const withoutWww = (host: string): string => (host.startsWith('www.') && host.length > 4 ? host.slice(4) : host);
