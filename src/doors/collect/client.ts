// Where a request comes from. What a proxy says in headers is believed only when the proxy is one of the operator's own.
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
