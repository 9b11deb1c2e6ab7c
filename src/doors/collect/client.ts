// Where a request comes from. What a proxy says in headers is believed only when the proxy is one of the operator's own.
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** A test of addresses: is this one of the configured proxies? Throws on an entry that is no address or network. */
export function trustedProxies(list: string): (address: string) => boolean {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (isIP(address) === 0 || !(bits <= most)) throw new Error(`TRIBUTARY_TRUSTED_PROXIES: ${entry} is no address or network`);
    trusted.addSubnet(address, bits, family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** `::ffff:192.0.2.1` is 192.0.2.1: a socket that listens for both families writes it so. */
const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** The country an edge found, when the edge is trusted. The visitor's own address is not read. */
export function countryOf(
  peer: string | undefined,
  headers: IncomingHttpHeaders,
  isTrusted: (address: string) => boolean,
  countryHeader: string,
): string | undefined {
  const country = headers[countryHeader.toLowerCase()];
  if (typeof country !== 'string' || peer === undefined || !isTrusted(plainAddress(peer))) return undefined;
  return country;
}
