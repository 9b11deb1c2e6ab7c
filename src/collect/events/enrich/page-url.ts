// A page's address: host, path and query as evidence, and the text that may be kept. Link tokens, credentials and personal data
// never stay in it.

import { withoutWww } from '../../../base/kit/domains.ts';

export interface PageUrl {
  /** As sent, without what must not be kept. */
  url: string;
  /** Lower case, without port and `www.`. */
  host: string;
  path: string;
  /** The raw query without `?`; names and values still encoded. That of a route behind `#` follows. */
  query: string;
  /** Was personal data or a password taken out? */
  redacted: boolean;
}

const LINK_TOKEN = 'svc_t';
/** Written as browsers write it; the parser takes more (`https:host`, backslashes, line ends), and reads it differently than it looks. */
const PLAIN = /^https?:\/\/[^/\\?#\s][^\\\t\r\n]*$/i;
const HOST = /^https?:\/\/[^/]*/i;

/** UTF-8 (RFC 3629, 4), each byte behind a percent sign. */
const WELL_ENCODED = (() => {
  const next = '%[89ab][0-9a-f]';
  const signs = [
    '[^%]',
    '%[0-7][0-9a-f]',
    `%(?:c[2-9a-f]|d[0-9a-f])${next}`,
    `%(?:e0%[ab][0-9a-f]|ed%[89][0-9a-f]|e[1-9a-cef]${next})${next}`,
    `%(?:f0%[9ab][0-9a-f]|f4%8[0-9a-f]|f[1-3]${next})${next}${next}`,
  ];
  return new RegExp(`^(?:${signs.join('|')})*$`, 'is');
})();

/**
 * Standard percent-decoding; a text that is not well encoded stays as it is. `+` is left alone. Looked at beforehand: an address of
 * thousands of ill encoded pieces would be as many errors, each with its stack, some 5 microseconds.
 */
export const decodePercent = (text: string): string =>
  text.includes('%') && WELL_ENCODED.test(text) ? decodeURIComponent(text) : text;

/** Percent-decoding of a form's value: `+` is a space. */
export const decodeForm = (text: string): string => decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);

/** Takes link tokens out of `a=1&b=2`. */
function withoutLinkTokens(text: string): string {
  if (!text.includes(LINK_TOKEN) && !text.includes('%')) return text;
  const isToken = (pair: string): boolean => decodeForm(pair.split('=', 1)[0] as string) === LINK_TOKEN;
  return text
    .split('&')
    .filter((pair) => !isToken(pair))
    .join('&');
}

/** Functions that remove personal data from the parts of an address. */
export interface PartScrubber {
  text(path: string): string;
  query(query: string): string;
}

function withoutCredentials(address: URL): string {
  address.username = '';
  address.password = '';
  return address.href;
}

/** Between parameters: an ampersand as HTML writes it, which nobody has turned back. */
const WRITTEN_AMPERSAND = /&(?:amp;|amp%3b|#0*38;|#x0*26;)+/gi;

const ROUTE = /^!?\/[^?]*\?(.*)$/s;

/** The query of a route, as single-page applications write it: `#/landing?utm_source=x`. */
const queryOfRoute = (fragment: string): string => ROUTE.exec(fragment)?.[1] ?? '';

/** The parts of an absolute http(s) address, or undefined when the text is none. */
export function readPageUrl(text: string, scrub: PartScrubber): PageUrl | undefined {
  const parsed = URL.parse(text);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') || parsed.hostname === '') return undefined;
  const credentials = parsed.username !== '' || parsed.password !== '';
  const sent = (credentials || !PLAIN.test(text) ? withoutCredentials(parsed) : text).replace(WRITTEN_AMPERSAND, '&');
  const hashAt = sent.indexOf('#');
  const beforeHash = hashAt < 0 ? sent : sent.slice(0, hashAt);
  const questionAt = beforeHash.indexOf('?');
  const base = questionAt < 0 ? beforeHash : beforeHash.slice(0, questionAt);
  const hostEnd = HOST.exec(base)?.[0].length ?? 0;
  const sentQuery = withoutLinkTokens(questionAt < 0 ? '' : beforeHash.slice(questionAt + 1));
  const sentFragment = withoutLinkTokens(hashAt < 0 ? '' : sent.slice(hashAt + 1));
  const sentPath = base.slice(hostEnd);
  const [pathText, query, fragment] = [scrub.text(sentPath), scrub.query(sentQuery), scrub.query(sentFragment)];
  return {
    url: base.slice(0, hostEnd) + pathText + (query === '' ? '' : `?${query}`) + (fragment === '' ? '' : `#${fragment}`),
    host: withoutWww(parsed.hostname),
    path: pathText === parsed.pathname ? pathText : scrub.text(parsed.pathname),
    query: [query, queryOfRoute(fragment)].filter((each) => each !== '').join('&'),
    redacted: credentials || pathText !== sentPath || query !== sentQuery || fragment !== sentFragment,
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
