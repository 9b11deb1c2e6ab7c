// Whether a request came from a page of this service, by its Origin. Beside Sec-Fetch-Site, which older browsers and plain http leave out.
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The origin of another site; undefined where it is ours or is not said. Our pages send no referrer, for which browsers write `null` in the Origin
 * of their forms.
 */
export function foreignOrigin({ origin, host }: IncomingHttpHeaders, baseUrl: string): string | undefined {
  if (origin === undefined || origin === 'null') return undefined;
  const [own, sent] = [new URL(baseUrl), URL.parse(origin)];
  if (sent?.origin === own.origin) return undefined;
  // Under another name of this host, but not without the encryption that the public address has.
  const isHere = sent?.host === host && (own.protocol === 'http:' || sent?.protocol === 'https:');
  return isHere ? undefined : origin.slice(0, 200);
}
