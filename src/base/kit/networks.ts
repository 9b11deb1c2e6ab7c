// Addresses, and lists of them and of networks, as operators write them: `10.0.0.0/8, 192.0.2.1, 2001:db8::/32`.
import { BlockList, isIP } from 'node:net';

/** A test of addresses: does one lie in the list? Throws, naming the variable, on an entry that is no address or network. */
export function networkTest(list: string, variable: string): (address: string) => boolean {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (isIP(address) === 0 || !(bits <= most)) throw new Error(`${variable}: ${entry} is no address or network`);
    networks.addSubnet(address, bits, family);
  }
  return (address) => isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An address as it is shortest, however it was written: without the zone of a link, and as IPv4 where it is mapped into IPv6. */
export function shortestForm(address: string): string {
  if (isIP(address) !== 6) return address;
  const short = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

/** The network of one household or office: an address of IPv4, a /64 of IPv6. */
export function householdOf(address: string): string {
  const plain = shortestForm(address);
  return isIP(plain) === 6 ? firstGroups(plain, 4).join(':') : plain;
}

/** The first groups of an IPv6 address in their shortest form, however it is written. */
export function firstGroups(address: string, count: number): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const gap = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after].slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
}

/** Networks of machines that are nobody's own address. */
export const isPrivateAddress = networkTest(
  '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::1/128, fc00::/7, fe80::/10',
  'the private networks',
);
