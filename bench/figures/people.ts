// Customers in great numbers, compared for pairs that may be one person and searched, against reading the same rows bare.
import type { Base } from '../../src/base/base.ts';
import { acceptEvents } from '../../src/collect/events/index.ts';
import { PRIORITIES, tokenise } from '../../src/collect/identity/index.ts';
import { scan } from '../../src/collect/identity/matching/scan.ts';
import { identifierKeyOf, type PersonFact } from '../../src/collect/identity/stitching/evidence.ts';
import { Register } from '../../src/collect/identity/stitching/register.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { type Bench, type Place, type Profile, withBase, withService, withServiceHere } from '../bench.ts';
import { quiet } from '../children.ts';
import type { Figure, Result } from '../figure.ts';
import { median, quantile, timed } from '../numbers.ts';
import { mustSucceed } from './doors.ts';
import { getter, lastDays, query } from './reading.ts';

const DAY_MS = 86_400_000;
const MAX_CUSTOMERS = 1_000_000;
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
export function* customers(count: number): Generator<Customer> {
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
    const { phone: _, ...existing } = before ?? fresh;
    before = i % DOUBLE_EVERY === 1 ? { ...existing, last: `${existing.last}x`, email: `other${i}@mail.example` } : fresh;
    yield before;
  }
}

const PAYERS = 5_000;

/** The first have paid, so that lists have rows; these come as events and are made customers by them. */
async function pay(base: Base, profileId: string, payers: readonly Customer[]): Promise<void> {
  const rows = payers.map(({ email, first, last }, i) => ({
    input: {
      event_type: 'payment_received',
      idempotency_key: `paid-${i}`,
      occurred_at: new Date(Date.now() - DAY_MS * (1 + (i % 28))).toISOString(),
      value: { amount: String(10 + (i % 90)), currency: 'EUR' },
      user_traits: { email, first_name: first, last_name: last },
    },
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await acceptEvents(base, profileId, rows.slice(from, from + 1_000), 'server');
  await settle(base, profileId);
}

/** What stitching reads out of an imported row. */
function factOf(
  base: Base,
  profileId: string,
  { first, last, email, phone, birthDate, address, postcode }: Customer,
): PersonFact {
  const now = Date.now();
  const identifiers = Object.entries({ email, phone }).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const type = name as 'email' | 'phone';
    return [{ type, priority: PRIORITIES[type], key: identifierKeyOf(type, tokenise(base, profileId, type, value)), value }];
  });
  const details = { birth_date: birthDate, address, postcode };
  return {
    seq: base.journal.lastSeq(profileId),
    occurredAt: now * 1000,
    receivedAt: now,
    trust: 'server',
    identifiers,
    isPseudoBrowser: false,
    isEvent: false,
    isOfPerson: true,
    anonymousId: null,
    phoneAsGiven: null,
    firstName: first,
    lastName: last,
    country: null,
    details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
  };
}

/** Many customers in the same rows as stitching writes, decisions included: its own register writes them, and only the facts are left out. */
async function fill(base: Base, profileId: string, count: number): Promise<void> {
  const all = [...customers(count)];
  await pay(base, profileId, all.slice(0, Math.min(PAYERS, count)));
  for (let from = 0; from < count; from += CHUNK)
    base.state.tx(() => {
      const register = new Register(base, profileId);
      for (const customer of all.slice(from, from + CHUNK)) register.take(factOf(base, profileId, customer));
      register.close();
    });
  await settle(base, profileId);
}

/** A place with so many customers as the size has events, a million at most; kept where the bench keeps things. */
const peopled = (bench: Bench): Promise<Place & { count: number }> => {
  const count = Math.min(bench.events, MAX_CUSTOMERS);
  return bench.kept(`people-${count}`, async (dataDir) => {
    const place = await bench.place(1, dataDir);
    const { ms } = await timed(() => withBase(dataDir, (base) => fill(base, place.profiles[0]?.profileId as string, count)));
    bench.say(`made ${count.toLocaleString('en-US')} customers in ${Math.round(ms / 1000)} s`);
    return { ...place, count };
  });
};

/** Reads the same rows from SQLite in the same pages. */
function readAll(base: Base, profileId: string): void {
  for (let after = 0n; ; ) {
    const rows = base.state.statement('collect/identity/scan_customers').allBig({ profile_id: profileId, after, limit: 5_000 });
    const upTo = rows.at(-1)?.['customer_no'] as bigint | undefined;
    if (upTo === undefined) return;
    base.state.statement('collect/identity/scan_identifiers').allBig({ profile_id: profileId, after, up_to: upTo });
    after = upTo;
  }
}

const HEALTH_MS = 5_000;

export const mergeScan: Figure = {
  name: 'merge-scan',
  about:
    'looking through all customers for pairs that may be one person, and putting them in the queue, while the service answers',
  baseline: 'reading the same rows from SQLite in the same pages',
  run: async (bench) => {
    const { dataDir, profiles } = await peopled(bench);
    const profileId = profiles[0]?.profileId as string;
    return withServiceHere(dataDir, async ({ base, address }) => {
      const bare = await timed(() => readAll(base, profileId));
      const latencies: number[] = [];
      let isOver = false;
      const scanning = timed(() => scan(base, profileId)).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const health = { kind: 'get' as const, paths: ['/healthz'], port: Number(new URL(address).port), connections: 2 };
        latencies.push(...mustSucceed(await bench.load({ ...health, perSecond: 50, ms: HEALTH_MS })).latencies);
      }
      const { ms, value } = await scanning;
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
            health_p50_ms: median(latencies),
            health_p99_ms: quantile(latencies, 0.99),
            health_max_ms: Math.max(...latencies),
          },
        },
      ];
    });
  },
};

const SEARCH_ROUNDS = 15;

/** What people search for; a word that a thousandth of all have, and one that a third have. */
function searches(all: readonly Customer[]): Record<string, (i: number) => string> {
  const some = (i: number): Customer => all[(i * 7_919 + 13) % all.length] as Customer;
  return {
    name: (i) => `${some(i).first} ${some(i).last}`,
    'e-mail-part': (i) => some(i).email.slice(2, -6),
    'e-mail': (i) => some(i).email,
    phone: (i) => some(2 * i).phone ?? '+56910000001',
    'phone-part': (i) => String(10_000_000 + ((i * 7_919) % all.length)).slice(1),
    'first-name': (i) => some(i).first,
    'common-word': () => 'gmail',
    'two-letters': (i) => some(i).last.slice(0, 2),
    'two-letters-inside': (i) => some(i).email.slice(3, 5),
    'part-with-space': (i) => `${some(i).first.slice(-3)} ${some(i).last.slice(0, 1)}`,
  };
}

const SEARCH_MS = 30;

export const peopleSearch: Figure = {
  name: 'people-search',
  about:
    'GET /customers/search and GET /customers?search= by parts of names, addresses and numbers, among as many customers as there are events',
  baseline: 'none',
  run: async (bench) => {
    const { dataDir, profiles, count } = await peopled(bench);
    const all = [...customers(count)];
    return withService(dataDir, async (service) => {
      await quiet(service);
      const get = getter(service.address, profiles[0] as Profile);
      const times = async (path: (q: string) => string, q: (i: number) => string): Promise<number[]> => {
        await get(path(q(SEARCH_ROUNDS)));
        const taken: number[] = [];
        for (let i = 0; i < SEARCH_ROUNDS; i += 1) taken.push((await timed(() => get(path(q(i))))).ms);
        return taken;
      };
      const results: Result[] = [];
      const note = (name: string, taken: number[]): void => {
        const p50 = median(taken);
        results.push({
          name,
          measured: { value: p50, unit: 'ms' },
          targets: [{ of: 'p50', found: p50, atMost: SEARCH_MS, unit: 'ms' }],
          details: { p95_ms: quantile(taken, 0.95) },
        });
      };
      for (const [name, q] of Object.entries(searches(all)))
        note(`people-search.${name}`, await times((text) => `/customers/search?${query({ q: text })}`, q));
      const range = { ...lastDays(30), goal: 'payment_received', limit: 25 };
      for (const name of ['name', 'e-mail-part', 'common-word'])
        note(
          `people-list.${name}`,
          await times((text) => `/customers?${query({ ...range, search: text })}`, searches(all)[name] as (i: number) => string),
        );
      return results;
    });
  },
};
