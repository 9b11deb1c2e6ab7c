// Random ledgers of a shop: people who pay in instalments and two currencies and get refunds, each ledger in half a year of its own, and
// what their cash comes to by month of acquisition and month of movement.
import type { EventInput } from '../../../src/collect/events/index.ts';
import { AD_URL, MAIL_URL } from '../shop.ts';

export const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
export const ZONE = 'America/Santiago';

/** A small generator of random numbers, the same for a seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

interface Entry {
  key: string;
  /** Whose credit it follows: the payment that it continues, or itself. */
  root: string;
  person: number;
  at: number;
  micros: bigint;
  currency: 'USD' | 'EUR';
}

/** Each ledger has half a year, and people, of its own. */
export const startOf = (run: number): number => Date.UTC(2000, 6 * run, 10);
export const monthsOf = (run: number): [string, string] =>
  [1, 4].map((month) => new Date(Date.UTC(2000, 6 * run + month, 1)).toISOString().slice(0, 7)) as [string, string];
const ARRIVALS = [AD_URL, MAIL_URL, 'https://shop.example/?utm_source=facebook&utm_medium=paid_social', 'https://shop.example/'];
/** Dollars for a euro, with digits that conversions cannot keep. */
export const RATE = '1.0837219';

export interface Ledger {
  events: EventInput[];
  payments: Entry[];
  refunds: Entry[];
}

/** Facts of a random shop, and its ledger. */
export function randomLedger(run: number): Ledger {
  const random = randomOf(SEED + run);
  const hour = (): number => startOf(run) + random(24 * 150) * 3_600_000;
  const events: EventInput[] = [];
  const [payments, refunds]: [Entry[], Entry[]] = [[], []];
  const who = (person: number) => ({
    anonymous_id: `browser-${run}-${person}`,
    user_traits: { external_id: `person-${run}-${person}` },
  });
  for (let n = 0; n < 6; n += 1)
    events.push({
      event_type: 'page_view',
      event_id: `view-${run}-${n}`,
      anonymous_id: `browser-${run}-${random(4)}`,
      occurred_at: new Date(hour()).toISOString(),
      url: ARRIVALS[random(ARRIVALS.length)] as string,
    });
  for (let n = 0; n < 4 + random(8); n += 1) {
    const of = random(4) === 0 ? payments.find(({ key, root }) => key === root) : undefined;
    const entry: Entry = {
      key: `payment-${run}-${n}`,
      root: of?.root ?? `payment-${run}-${n}`,
      person: of?.person ?? random(4),
      at: hour(),
      micros: BigInt(1 + random(99_999)) * 10_000n,
      currency: of?.currency ?? (random(3) === 0 ? 'EUR' : 'USD'),
    };
    payments.push(entry);
    const amount = `${entry.micros / 1_000_000n}.${String(entry.micros % 1_000_000n).padStart(6, '0')}`;
    events.push({
      event_type: 'payment_received',
      idempotency_key: entry.key,
      occurred_at: new Date(entry.at).toISOString(),
      value: { amount, currency: entry.currency },
      ...who(entry.person),
      ...(of ? { installment_of: of.key } : {}),
    });
  }
  for (let n = 0; n < random(6); n += 1) {
    const paid = payments[random(payments.length)] as Entry;
    const entry = { ...paid, key: `refund-${run}-${n}`, at: hour(), micros: BigInt(1 + random(99_999)) * 10_000n };
    const values = refunds.filter(({ key, at }) => key === `of ${paid.key}` && at === entry.at);
    if (values.length > 0) continue;
    refunds.push({ ...entry, key: `of ${paid.key}` });
    events.push({
      event_type: 'refund',
      idempotency_key: entry.key,
      refund_of: paid.key,
      occurred_at: new Date(entry.at).toISOString(),
      value: { amount: (Number(entry.micros) / 1e6).toFixed(2), currency: entry.currency },
    });
  }
  return { events, payments, refunds };
}

const monthOf = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at).slice(0, 7);

const inDollars = (micros: bigint, currency: string): bigint => {
  if (currency === 'USD') return micros;
  const [size, sign] = micros < 0n ? [-micros, -1n] : [micros, 1n];
  return (sign * (2n * size * 10_837_219n + 10_000_000n)) / 20_000_000n;
};

/** What moved, by person and month, in millionths of a dollar. */
export function movements({ payments, refunds }: Ledger): Entry[] {
  const returned = payments.flatMap((paid) => {
    let left = paid.micros;
    return refunds
      .filter(({ key }) => key === `of ${paid.key}`)
      .sort((a, b) => a.at - b.at)
      .map((refund) => {
        const micros = refund.micros < left ? refund.micros : left;
        left -= micros;
        return { ...refund, micros: -micros };
      });
  });
  return [...payments, ...returned].filter(({ micros }) => micros !== 0n);
}

export function unitsOf(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.padEnd(6, '0'));
  return sign === '-' ? -units : units;
}

/** By month of acquisition and month of cash, of the range. */
export function expectedCells(moved: Entry[], [from, to]: [string, string]): Map<string, bigint> {
  const first = new Map<number, string>();
  for (const { person, at } of moved) {
    const month = monthOf(at);
    if (month < (first.get(person) ?? '9999')) first.set(person, month);
  }
  const cells = new Map<string, bigint>();
  for (const { person, at, micros, currency } of moved) {
    const [cohort, month] = [first.get(person) as string, monthOf(at)];
    if (month < from || month > to) continue;
    const name = cohort < from ? 'earlier null' : `${cohort} ${month}`;
    cells.set(name, (cells.get(name) ?? 0n) + inDollars(micros, currency));
  }
  return cells;
}
