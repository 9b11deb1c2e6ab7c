// Addresses that no customer's name may lead to, by IANA's registries of special addresses and not by the guard's own list, and every form in which an
// address can be written.

/** Networks of IPv6 that are nobody's page. The rest of those marked `carries` is an address of IPv4. */
const INNER_V6: readonly { what: string; network: string; carries?: true; at?: number }[] = [
  { what: 'unspecified', network: '::/128' },
  { what: 'loopback', network: '::1/128' },
  { what: 'IPv4-compatible', network: '::/96', carries: true },
  { what: 'IPv4-mapped', network: '::ffff:0:0/96', carries: true },
  { what: 'IPv4-translated', network: '::ffff:0:0:0/96', carries: true },
  { what: 'NAT64', network: '64:ff9b::/96', carries: true },
  { what: 'local NAT64', network: '64:ff9b:1::/48', carries: true },
  { what: 'discard', network: '100::/64' },
  { what: 'dummy', network: '100:0:0:1::/64' },
  { what: 'Teredo', network: '2001::/32', carries: true },
  { what: 'benchmarking', network: '2001:2::/48' },
  { what: 'AMT', network: '2001:3::/32' },
  { what: 'AS112', network: '2001:4:112::/48' },
  { what: 'ORCHID', network: '2001:10::/28' },
  { what: 'ORCHIDv2', network: '2001:20::/28' },
  { what: 'drone identifiers', network: '2001:30::/28' },
  { what: 'documentation', network: '2001:db8::/32' },
  { what: '6to4', network: '2002::/16', carries: true, at: 2 },
  { what: 'direct delegation of AS112', network: '2620:4f:8000::/48' },
  { what: 'new documentation', network: '3fff::/20' },
  { what: 'unallocated', network: '4000::/3' },
  { what: 'segment routing', network: '5f00::/16' },
  { what: 'unique local', network: 'fc00::/7' },
  { what: 'link local', network: 'fe80::/10' },
  { what: 'site local', network: 'fec0::/10' },
  { what: 'multicast', network: 'ff00::/8' },
];
const INNER_V4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ');
/** What an address of IPv6 carries. */
const CARRIED = [
  [127, 0, 0, 1],
  [10, 0, 0, 5],
  [169, 254, 169, 254],
  [192, 168, 1, 1],
];

type Random = (below: number) => number;

/** The 4 or 16 bytes of an address in any of its forms; the zone of a link is no part of them. */
export function bytesOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number);
  // The parser of URLs reads every form and writes the shortest: hexadecimal groups, and one `::` at most.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]/`);
  const [before = [], after] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const zeros = after ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return [...before, ...zeros, ...(after ?? [])].flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ]);
}

/** An address of the network, chosen at random. */
function addressIn(network: string, random: Random, carried?: { bytes: number[]; at: number }): number[] {
  const [address = '', bits = '0'] = network.split('/');
  const bytes = bytesOf(address).map((byte, at) => {
    const fixed = Math.min(8, Math.max(0, Number(bits) - 8 * at));
    return byte | (random(256) & (255 >> fixed));
  });
  if (carried) bytes.splice(carried.at, carried.bytes.length, ...carried.bytes);
  return bytes;
}

export interface Address {
  what: string;
  bytes: number[];
  /** In its shortest form. */
  text: string;
}

const addressOf = (what: string, bytes: number[]): Address => ({ what, bytes, text: shortest(bytes) });

/** One of each network, and one for each address of IPv4 that it may carry. */
export function innerAddresses(random: Random): Address[] {
  const v6 = INNER_V6.flatMap(({ what, network, carries, at = 12 }) =>
    carries
      ? CARRIED.map((bytes) => addressOf(`${what} of ${bytes.join('.')}`, addressIn(network, random, { bytes, at })))
      : [addressOf(what, addressIn(network, random))],
  );
  return [...v6, ...INNER_V4.map((network) => addressOf(network, addressIn(network, random)))];
}

const PUBLIC = ['93.184.0.0/16', '151.101.0.0/16', '2606:4700::/32', '2a00:1450::/29', '2400:cb00::/32'];

/** One of each of some networks of well-known hosts. */
export const publicAddresses = (random: Random): Address[] =>
  PUBLIC.map((network) => addressOf(network, addressIn(network, random)));

const shortest = (bytes: readonly number[]): string =>
  bytes.length === 4 ? bytes.join('.') : new URL(`http://[${groupsOf(bytes).join(':')}]/`).hostname.slice(1, -1);

const groupsOf = (bytes: readonly number[]): string[] =>
  Array.from({ length: 8 }, (_, at) => (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16));

/** Every way to leave out a run of zeros, the shortest and those that no program writes. */
function compressed(groups: readonly string[]): string[] {
  const found: string[] = [];
  for (let from = 0; from < groups.length; from += 1)
    for (let to = from + 1; to <= groups.length && groups.slice(from, to).every((group) => /^0+$/.test(group)); to += 1)
      found.push(`${groups.slice(0, from).join(':')}::${groups.slice(to).join(':')}`);
  return found;
}

function formsOfV6(bytes: readonly number[]): string[] {
  const groups = groupsOf(bytes);
  const padded = groups.map((group) => group.padStart(4, '0'));
  // The last 32 bits as an address of IPv4.
  const dotted = [groups, padded].map((all) => [...all.slice(0, 6), bytes.slice(12).join('.')]);
  return [groups, padded, ...dotted].flatMap((all) => [all.join(':'), ...compressed(all)]);
}

function formsOfV4(bytes: readonly number[]): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const [hex, octal] = [(n: number) => `0x${n.toString(16)}`, (n: number) => `0${n.toString(8)}`];
  return [
    bytes.join('.'),
    bytes.map(hex).join('.'),
    bytes.map(octal).join('.'),
    [hex(a), octal(b), c, d].join('.'),
    `${whole}`,
    hex(whole),
    octal(whole),
    `${a}.${whole & 0xff_ff_ff}`,
    `${a}.${b}.${whole & 0xff_ff}`,
    `${bytes.join('.')}.`,
  ];
}

/** Every form of an address that a URL may have; those of IPv6 without the brackets, and in upper case too. */
export function formsOf({ bytes }: Address): string[] {
  const forms = bytes.length === 4 ? formsOfV4(bytes) : formsOfV6(bytes);
  return [...new Set(forms.flatMap((form) => [form, form.toUpperCase()]))];
}

/** With the zone of a link, as operating systems write it and as URLs would. */
export const withZones = (form: string): string[] => [`${form}%eth0`, `${form}%25lo`, `${form}%1`];

/** A URL whose host is this form. */
export const urlOf = (form: string, scheme = 'https'): string => `${scheme}://${form.includes(':') ? `[${form}]` : form}/latest/`;
