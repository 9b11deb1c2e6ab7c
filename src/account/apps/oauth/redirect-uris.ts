// Where a client may have people sent back to: https, or http on this person's own machine; compared character by character.

const LONGEST = 2_000;
/** The characters that RFC 3986 allows in a URI, without `*`, which could be mistaken for a wildcard. */
const CHARACTERS = /^[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%]+$/;
/** A name, or an address of version 6. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Fit to be registered? Fragments and user names are no part of one (RFC 6749 §3.1.2). */
export function isAcceptable(uri: string): boolean {
  if (uri.length > LONGEST || !CHARACTERS.test(uri)) return false;
  const url = URL.parse(uri);
  if (!url) return false;
  const [, authority = ''] = /^https?:\/\/([^/?]+)/i.exec(uri) ?? [];
  const host = authority.replace(/:\d{1,5}$/, '').toLowerCase();
  // Only a host in its parsed spelling is accepted, so that readers need not know the meaning of `0x7f.1` or `%65vil.example`.
  if (host !== url.hostname || !HOST.test(host)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/** Exactly; with `anyPort` the port of a loopback address may differ, as RFC 8252 §7.3 has it. */
export function isRegistered(uri: string, registered: readonly string[], anyPort: boolean): boolean {
  if (registered.includes(uri)) return true;
  if (!anyPort || !isAcceptable(uri)) return false;
  const plain = withoutPort(uri);
  return plain !== undefined && registered.some((each) => withoutPort(each) === plain);
}

function withoutPort(uri: string): string | undefined {
  const [, start, end] = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/.exec(uri) ?? [];
  return start === undefined ? undefined : `${start}${end}`;
}

/** The URI with these parameters behind what it has already (RFC 6749 §4.1.2). */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const sent = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const joint = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?';
  return uri + joint + new URLSearchParams(sent);
}
