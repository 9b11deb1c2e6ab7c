// A small file of places in MaxMind's published format (MMDB 2.0), as an operator would bring one: a search tree over the bits of
// addresses, a section of data, and what describes both.

type Value = string | number | { [name: string]: Value } | readonly string[];
type Node = [Branch, Branch];
type Branch = Node | { at: number } | undefined;

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const TYPES = { string: 2, uint32: 6, map: 7, array: 11 } as const;

function control(type: number, size: number): Buffer {
  const [low, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from(type > 7 ? [low, type - 7, ...more] : [(type << 5) | low, ...more]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(TYPES.string, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(value);
    return Buffer.concat([control(TYPES.uint32, 4), four]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(TYPES.array, value.length), ...value.map(encode)]);
  const pairs = Object.entries(value);
  return Buffer.concat([control(TYPES.map, pairs.length), ...pairs.flatMap(([name, each]) => [encode(name), encode(each)])]);
}

/** IPv4 lies in the lowest 96 bits' zeros of IPv6. Groups are written out: no `::`. */
function bitsOf(network: string): string {
  const [address = '', prefix] = network.split('/');
  const isV4 = !address.includes(':');
  const groups = address.split(isV4 ? '.' : ':').map((group) => Number.parseInt(group, isV4 ? 10 : 16));
  const bits = groups.map((group) => group.toString(2).padStart(isV4 ? 8 : 16, '0')).join('');
  return (isV4 ? '0'.repeat(96) : '') + bits.slice(0, Number(prefix));
}

/** By network, e.g. `192.0.2.0/24`. */
export function placesFile(places: Record<string, { country: string; city?: string }>): Buffer {
  const root: Node = [undefined, undefined];
  const nodes: Node[] = [root];
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, { country, city }] of Object.entries(places)) {
    const bits = bitsOf(network);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      let next = node[Number(bit)];
      if (!Array.isArray(next)) {
        next = [undefined, undefined];
        nodes.push(next);
        node[Number(bit)] = next;
      }
      node = next;
    }
    node[Number(bits.at(-1))] = { at: size };
    const place = encode({ country: { iso_code: country }, ...(city ? { city: { names: { en: city } } } : {}) });
    data.push(place);
    size += place.length;
  }
  const record = (branch: Branch): Buffer => {
    const number =
      branch === undefined ? nodes.length : Array.isArray(branch) ? nodes.indexOf(branch) : nodes.length + 16 + branch.at;
    return Buffer.from([number >> 16, (number >> 8) & 255, number & 255]);
  };
  const about = {
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: 'Places',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_772_000_000,
    description: { en: 'Invented' },
  };
  return Buffer.concat([...nodes.flat().map(record), Buffer.alloc(16), ...data, MARKER, encode(about)]);
}
