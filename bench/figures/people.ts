// Customers in great numbers: told of in lists, against bare inserts of the same rows; and looked through for pairs that may be one
// person, against reading the same rows bare.
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import type { Base } from '../../src/base/base.ts';
import { key62, publicId } from '../../src/base/kit/ids.ts';
import { addDetails } from '../../src/collect/people/details.ts';
import { scan } from '../../src/collect/people/scan.ts';
import { type Profile, withBase, withService } from '../bench.ts';
import { cpuMs, quiet } from '../children.ts';
import type { Figure } from '../figure.ts';
import { median, timed } from '../numbers.ts';

const MOST_CUSTOMERS = 1_000_000;
const CHUNK = 10_000;
const MINUTES_ALLOWED = 5;
/** Every so many-th customer is the one before once more, with a slip. */
const DOUBLE_EVERY = 20;

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface Customer {
  first: string;
  last: string;
  email: string;
  phone?: string;
  postcode?: string;
  address?: string;
  birthDate?: string;
}

/** Names as they are: a few that many have, many that few have. */
function* customers(count: number): Generator<Customer> {
  const roll = dice(20_260_301);
  const syllables = 'ka lo mi re su ta ve no pi da ri sa be go hu ja li ma ne or pe qu ro se ti ul va wi xo ya zu el an ir'.split(
    ' ',
  );
  const word = (length: number): string => Array.from({ length }, () => syllables[roll(syllables.length)]).join('');
  const words = (many: number, length: number): string[] => Array.from({ length: many }, () => word(length + roll(2)));
  const [firsts, lasts, streets] = [words(1_500, 2), words(20_000, 2), words(30_000, 3)];
  const common = (list: string[]): string => list[Math.floor(list.length * (roll(1e6) / 1e6) ** 2.5)] as string;
  let before: Customer | undefined;
  for (let i = 0; i < count; i++) {
    const [first, last] = [common(firsts), common(lasts)];
    const fresh: Customer = {
      first,
      last,
      email: `${first}.${last}${i}@${['gmail.com', 'hotmail.com', 'mail.example'][roll(3)]}`,
      ...(roll(2) ? { phone: `+569${10_000_000 + i}` } : {}),
      ...(roll(2) ? { postcode: String(10_000 + roll(5_000)), address: `${1 + roll(200)} ${common(streets)} street` } : {}),
      ...(roll(3) ? {} : { birthDate: `${1940 + roll(65)}${String(101 + roll(12)).slice(1)}${String(101 + roll(28)).slice(1)}` }),
    };
    const { phone: _, ...known } = before ?? fresh;
    before = i % DOUBLE_EVERY === 1 ? { ...known, last: `${known.last}x`, email: `other${i}@mail.example` } : fresh;
    yield before;
  }
}

/** As stitching leaves them, without the facts they come from. */
function fill(base: Base, profileId: string, count: number): void {
  const statement = (name: string) => base.state.statement(`collect/people/${name}`);
  let number = 0;
  const add = ({ first, last, email, phone, ...details }: Customer): void => {
    number += 1;
    const customer = { profile_id: profileId, customer_no: number };
    statement('customer_add').run({
      ...customer,
      customer_profile_id: publicId('customer', profileId, number),
      seq: number,
      occurred_at: number,
    });
    const describing = { first_name: first, last_name: last, country: null, trust: 'server', may_rename: 1 };
    statement('customer_describe').allBig({ ...customer, ...describing });
    for (const [type, value] of Object.entries({ email, phone }))
      if (value !== undefined)
        statement('identifier_add').run({
          ...customer,
          identifier_key: key62(`${type}:${value}`),
          type,
          value,
          sealed: null,
          decision_no: number,
          seq: number,
        });
    const { birthDate: birth_date, address, postcode } = details;
    addDetails(base, profileId, BigInt(number), {
      ...(birth_date === undefined ? {} : { birth_date }),
      ...(address === undefined ? {} : { address }),
      ...(postcode === undefined ? {} : { postcode }),
    });
  };
  const all = customers(count);
  for (let from = 0; from < count; from += CHUNK)
    base.state.tx(() => {
      for (let i = from; i < Math.min(count, from + CHUNK); i++) add(all.next().value as Customer);
    });
}

export const mergeScan: Figure = {
  name: 'merge-scan',
  about: 'looking through all customers for pairs that may be one person, and putting them in the queue',
  baseline: 'reading the same rows from SQLite in the same pages',
  run: async (bench) => {
    const count = Math.min(bench.events, MOST_CUSTOMERS);
    const { dataDir, profiles } = await bench.place(1);
    const profileId = profiles[0]?.profileId as string;
    return withBase(dataDir, async (base) => {
      fill(base, profileId, count);
      const bare = await timed(() => {
        for (let after = 0n; ; ) {
          const rows = base.state
            .statement('collect/people/scan_customers')
            .allBig({ profile_id: profileId, after, limit: 5_000 });
          const upTo = rows.at(-1)?.['customer_no'] as bigint | undefined;
          if (upTo === undefined) return;
          base.state.statement('collect/people/scan_identifiers').allBig({ profile_id: profileId, after, up_to: upTo });
          after = upTo;
        }
      });
      const stalls = monitorEventLoopDelay({ resolution: 5 });
      stalls.enable();
      const { ms, value } = await timed(() => scan(base, profileId));
      stalls.disable();
      return [
        {
          name: 'merge-scan',
          measured: { value: ms / 1000, unit: 's' },
          baseline: { value: bare.ms / 1000, unit: 's', what: 'reading the rows' },
          ratio: ms / bare.ms,
          targets: [{ of: 'seconds', found: ms / 1000, atMost: MINUTES_ALLOWED * 60, unit: 's', fromSize: '1m' }],
          details: {
            customers: value.customers_compared,
            pairs: value.pairs_found,
            service_p99_stall_ms: stalls.percentile(99) / 1e6,
            service_longest_stall_ms: stalls.max / 1e6,
          },
        },
      ];
    });
  },
};

const IMPORTED = 100_000;
/** The most that one call takes. */
const ROWS_AT_ONCE = 1_000;
const IMPORT_SECONDS = 60;
const IMPORT_ROUNDS = 3;

export function* rowsOf(count: number, round: number): Generator<Record<string, string>[]> {
  let rows: Record<string, string>[] = [];
  let number = 0;
  for (const { first, last, email, phone } of customers(count)) {
    number += 1;
    const row = { external_id: `c-${round}-${number}`, email: `${round}.${email}`, first_name: first, last_name: last };
    rows.push(phone === undefined ? row : { ...row, phone: `+569${60_000_000 + round * 1_000_000 + number}` });
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
}

/** The same rows into one table that knows each identifier once, in transactions of as many, on disk after each. */
function insertBare(file: string, round: number): number {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.exec(
      'create table customers (external_id text unique, email text unique, phone text unique, first_name text, last_name text)',
    );
    const insert = db.prepare('insert or ignore into customers values ($external_id, $email, $phone, $first_name, $last_name)');
    const all = db.transaction((rows: Record<string, string>[]) => {
      for (const row of rows) insert.run({ phone: null, ...row });
    });
    const batches = [...rowsOf(IMPORTED, round)];
    const began = performance.now();
    for (const rows of batches) all(rows);
    return performance.now() - began;
  } finally {
    db.close();
  }
}

export const importCustomers: Figure = {
  name: 'import-customers',
  about: `${IMPORTED.toLocaleString('en-US')} customers in calls of ${ROWS_AT_ONCE.toLocaleString('en-US')}, each answered with whom its rows name`,
  baseline: 'bare SQLite inserts of the same rows',
  run: async (bench) => {
    const { dataDir, profiles } = await bench.place(1);
    const { apiKey } = profiles[0] as Profile;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return withService(dataDir, async (service) => {
      const send = async (rows: Record<string, string>[]): Promise<void> => {
        const response = await fetch(`${service.address}/api/v1/customers`, {
          ...{ method: 'POST', headers, body: JSON.stringify({ rows }) },
        });
        const { data } = (await response.json()) as { data: { summary: { created: number; rejected: number } } };
        if (!response.ok || data.summary.rejected > 0) throw new Error(`a list was not taken in: ${JSON.stringify(data)}`);
      };
      const [taken, bare, processors]: [number[], number[], number[]] = [[], [], []];
      for (let round = 1; round <= IMPORT_ROUNDS; round += 1) {
        bare.push(insertBare(join(bench.folder, `bare-${round}.sqlite`), round));
        const before = cpuMs(service.pid);
        const { ms } = await timed(async () => {
          for (const rows of rowsOf(IMPORTED, round)) await send(rows);
        });
        taken.push(ms);
        processors.push(cpuMs(service.pid) - before);
        await quiet(service);
      }
      const [seconds, baseline] = [median(taken) / 1000, median(bare) / 1000];
      return [
        {
          name: 'import-customers',
          measured: { value: seconds, unit: 's' },
          baseline: { value: baseline, unit: 's', what: 'bare SQLite' },
          ratio: baseline / seconds,
          targets: [
            { of: 'speed', found: baseline / seconds, atLeast: 0.1 },
            { of: 'seconds', found: seconds, atMost: IMPORT_SECONDS, unit: 's' },
          ],
          details: { customers: IMPORTED, processors_s: median(processors) / 1000 },
        },
      ];
    });
  },
};
