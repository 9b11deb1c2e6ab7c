// The address of a list's next page where a platform sends it whole: it is followed only below the client's own address, since the request carries
// a token.
import { ProviderFailure } from '../http/failure.ts';

export interface PageAddress {
  /** Below the base URL. */
  path: string;
  rawQuery: string;
}

/** @throws ProviderFailure `unusable` for an address at another host, or outside of the API. */
export function addressOfLink(provider: string, baseUrl: string, link: string): PageAddress {
  const base = new URL(baseUrl.replace(/\/*$/, '/'));
  const url = URL.parse(link);
  if (url?.origin !== base.origin || !url.pathname.startsWith(base.pathname))
    throw new ProviderFailure(provider, 'unusable', `${provider}: the next page of a list is at another address`);
  return { path: url.pathname.slice(base.pathname.length), rawQuery: url.search.slice(1) };
}
