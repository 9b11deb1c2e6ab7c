// A page's address: host, path and query as evidence, and the text that may be kept. Link tokens, credentials and e-mail
// addresses never stay in it.
import { getDomain } from 'tldts';
import { BoundedMap } from '../../base/kit/bounded-map.ts';

export interface PageUrl {
  /** As sent, without what must not be kept. */
  url: string;
  /** Lower case, without port and `www.`. */
  host: string;
  path: string;
  /** The raw query without `?`; names and values still encoded. */
  query: string;
  /** Was an e-mail address or a password taken out? */
  redacted: boolean;
}

const LINK_TOKEN = 'svc_t';
const EMAIL = /[^\s@=&;,]+@[^\s@=&;,]+\.[^\s@=&;,]+/;

const domains = new BoundedMap<string>(20_000);

/** The registrable domain of a host (public suffix list, private suffixes included); hosts without one are their own. */
export const registrableDomain = (host: string): string =>
  domains.get(host, (name) => getDomain(name, { allowPrivateDomains: true }) ?? name);

export const withoutWww = (host: string): string => (host.startsWith('www.') && host.length > 4 ? host.slice(4) : host);

/** Standard percent-decoding; a text that is not well encoded stays as it is. `+` is left alone. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-decoding of a form's value: `+` is a space. */
export const decodeForm = (text: string): string => decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);

/** Takes link tokens out of `a=1&b=2`, and the values that are e-mail addresses. */
function cleanPairs(text: string): { text: string; redacted: boolean } {
  const risky = text.includes(LINK_TOKEN) || text.includes('@') || text.includes('%');
  if (!risky) return { text, redacted: false };
  let redacted = false;
  const kept: string[] = [];
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (decodeForm(name) === LINK_TOKEN) continue;
    if (EMAIL.test(decodeForm(pair))) {
      redacted = true;
      if (equals > 0 && !EMAIL.test(decodeForm(name))) kept.push(`${name}=redacted`);
    } else {
      kept.push(pair);
    }
  }
  return { text: kept.join('&'), redacted };
}

/** The parts of an absolute http(s) address, or undefined when the text is none. */
export function readPageUrl(text: string): PageUrl | undefined {
  const parsed = URL.parse(text);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') || parsed.hostname === '') return undefined;
  const credentials = parsed.username !== '' || parsed.password !== '';
  const sent = credentials ? text.replace(/^(https?:\/\/)[^/?#]*@/i, '$1') : text;
  const hashAt = sent.indexOf('#');
  const beforeHash = hashAt < 0 ? sent : sent.slice(0, hashAt);
  const questionAt = beforeHash.indexOf('?');
  const query = cleanPairs(questionAt < 0 ? '' : beforeHash.slice(questionAt + 1));
  const fragment = cleanPairs(hashAt < 0 ? '' : sent.slice(hashAt + 1));
  const base = questionAt < 0 ? beforeHash : beforeHash.slice(0, questionAt);
  return {
    url: base + (query.text === '' ? '' : `?${query.text}`) + (fragment.text === '' ? '' : `#${fragment.text}`),
    host: withoutWww(parsed.hostname),
    path: parsed.pathname,
    query: query.text,
    redacted: credentials || query.redacted || fragment.redacted,
  };
}

/** Calls `see` with each name (decoded, lower case) and raw value of a query, in order. */
export function eachPair(query: string, see: (name: string, rawValue: string) => void): void {
  let from = 0;
  while (from < query.length) {
    const ampersand = query.indexOf('&', from);
    const end = ampersand < 0 ? query.length : ampersand;
    const equals = query.indexOf('=', from);
    if (equals > from && equals < end) see(decodeForm(query.slice(from, equals)).toLowerCase(), query.slice(equals + 1, end));
    from = end + 1;
  }
}

/** Hosts that only the site's own makers see: loopback, private networks, and names that no public DNS answers for. */
const INTERNAL_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|test)$/;
const PRIVATE_V4 = /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$)/;
const PRIVATE_V6 = /^\[(?:::1|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/;

export const isInternalHost = (host: string): boolean =>
  INTERNAL_NAME.test(host) || PRIVATE_V4.test(host) || PRIVATE_V6.test(host);
