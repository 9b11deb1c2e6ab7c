// Text in an encoding that Node only reads: its table is found by reading every sign of it.
const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function tableOf(page: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(page);
  if (known) return known;
  const decoder = new TextDecoder(page);
  const table = new Map<string, Buffer>();
  const add = (...bytes: number[]): void => {
    const sign = decoder.decode(Uint8Array.from(bytes));
    if ([...sign].length === 1 && sign !== '\ufffd' && !table.has(sign)) table.set(sign, Buffer.from(bytes));
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 256; first += 1) for (let second = 0x40; second < 256; second += 1) add(first, second);
  tables.set(page, table);
  return table;
}

export function encodedIn(page: string, text: string): Buffer {
  const table = tableOf(page);
  return Buffer.concat(
    [...text].map((sign) => {
      const bytes = table.get(sign);
      if (!bytes) throw new Error(`${page} has no ${sign}`);
      return bytes;
    }),
  );
}
