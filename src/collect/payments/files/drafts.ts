// From what was read in a file to the facts that it adds: payments, refunds and reversals, and deals that were won, each under the key that a statement or
// a server's event of the same payment has, so that it counts once.
import { createHash } from 'node:crypto';
import { readSeed } from '../../../base/kit/seeds.ts';
import { momentOfWallClock, shiftsOfZone, type ZoneShifts } from '../../../base/kit/time/zone-shifts.ts';
import type { FileHead, Reading } from '../../imports/index.ts';
import { Remembered } from '../../imports/pure.ts';
import { DISPUTE_STATE, type Draft, disputeStateKeyOf, REFUNDED_TOTAL, reversalKeyOf, totalKeyOf } from '../statements/draft.ts';
import type { SaleLinks } from './sale-links.ts';

/** Facts of a reading, or why there are none: a word of docs/layouts.md, and where that does not say enough, a sentence. */
export type Drafted =
  | { drafts: Draft[]; reason?: never; wonKey?: never }
  | {
      drafts: [];
      reason: string;
      words?: string;
      /** Of a deal that is not won: the key under which it would have come as won. */
      wonKey?: string;
    };

type Of<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;
type Back = Of<'refund'> | Of<'reversal' | 'won_back'>;

const LAST_SECOND_MS = 86_399_000;
const LONGEST_KEY = 200;
const LONGEST_NAME = 256;
/** Ids by which other systems know a sale. */
const MAX_IDS = 8;
const wholeSecond = (at: number): number => Math.floor(at / 1_000_000) * 1_000_000;

/** A shop writes `#1001` where its provider may have 1001. */
const spellingsOf = (id: string): string[] => (/^#\w/.test(id) ? [id, id.slice(1)] : [id]);

class Unclear extends Error {}

/** What a provider took back is no part of what a shop returned. A row that is the sale's own says what was returned in all. */
function typeOfBack(back: Back, isOfSale: boolean): Pick<Draft, 'type'> {
  if (back.kind !== 'refund') return { type: back.why };
  return isOfSale ? { type: REFUNDED_TOTAL } : {};
}

function personOf({ person }: Of<'sale'>): Draft['person'] {
  const { email, phone, name = '', customer } = person ?? {};
  const [first = '', ...last] = name.trim().split(/\s+/);
  const all = { email, phone, external_id: customer, first_name: first, last_name: last.join(' ') };
  return Object.fromEntries(
    Object.entries(all).filter(([, text]) => text !== undefined && text !== '' && text.length <= LONGEST_NAME),
  );
}

export interface DraftOptions {
  head: FileHead;
  links: SaleLinks;
  /** Put before each reference. */
  prefix: string;
  /** Microseconds since 1970: what is dated later has not happened. */
  until: number;
}

export class Drafts {
  readonly #head: FileHead;
  readonly #links: SaleLinks;
  readonly #prefix: string;
  readonly #until: number;
  readonly #shifts: ZoneShifts;
  /** Line and money of each sale, by its reference. */
  readonly #sales = new Remembered();
  /** The number of rows of each key. */
  readonly #keys = new Remembered();
  readonly #undone = new Map<string, { reversals: number; wins: number }>();
  #before: { line: number; key: string; at: number } | undefined;

  constructor({ head, links, prefix, until }: DraftOptions) {
    this.#head = head;
    this.#links = links;
    this.#prefix = prefix;
    this.#until = until;
    this.#shifts = shiftsOfZone(head.zone ?? 'UTC');
  }

  of(reading: Reading): Drafted {
    try {
      if (reading.kind === 'sale') return this.#sale(reading);
      if (reading.kind === 'refund' || reading.kind === 'reversal' || reading.kind === 'won_back') return this.#back(reading);
      if (reading.kind === 'deal') return this.#deal(reading);
      return { drafts: [], reason: reading.kind === 'left_out' ? reading.reason : reading.kind };
    } catch (error) {
      if (error instanceof Unclear) return { drafts: [], reason: 'unreadable', words: error.message };
      throw error;
    }
  }

  #sale(sale: Of<'sale'>): Drafted {
    const { reference, amount, currency, line } = sale;
    const at = this.#at(sale);
    if (at === undefined) throw new Unclear('The row has no date.');
    const person = personOf(sale);
    const seen = reference === null ? undefined : this.#sales.get(reference);
    if (seen?.cameWith(`${amount} ${currency}`)) return { drafts: [], reason: 'order_line' };
    if (seen)
      throw new Unclear(
        `Line ${seen.number} has the same reference, ${reference}, with another amount: the total of the sale is ambiguous.`,
      );
    const key = reference === null ? this.#keyOfContent({ at, amount, currency, person }) : this.#keyed(reference);
    if (reference !== null) this.#sales.set(reference, line, `${amount} ${currency}`);
    this.#before = { line, key, at };
    const draft: Draft = { key, at, amount, currency, person, ...this.#saleOf(sale) };
    if (this.#isMapping) draft.isOfSheet = true;
    return { drafts: [draft, ...this.#disputeOf(draft, sale)] };
  }

  /** A later export says how the dispute of a sale ended, so each state is a fact of its own that continues the sale. */
  #disputeOf({ key, at }: Draft, { dispute }: Of<'sale'>): Draft[] {
    if (dispute === undefined) return [];
    const stateKey = disputeStateKeyOf(key, dispute);
    if (stateKey.length > LONGEST_KEY) throw new Unclear(`The reference is longer than ${LONGEST_KEY} characters.`);
    return [
      { key: stateKey, type: DISPUTE_STATE, installmentOf: key, at, amount: '', currency: '', person: {}, about: { dispute } },
    ];
  }

  /** What joins the sale with the reports of other files, connections and servers. A shop's own reference is a number of an order. */
  #saleOf({ reference, invoice, payment_reference, order }: Of<'sale'>): Pick<Draft, 'sale'> {
    const system = this.#head.layout?.source;
    if (system === undefined || this.#isMapping) return {};
    const isShop = readSeed('sale_systems').some((row) => row.system === system && row.kind === 'shop');
    const own = reference === null ? [] : [reference];
    // An order that was paid in parts names each of its payments.
    const payments = payment_reference === undefined ? [] : payment_reference.split(/\s*[+,]\s*/);
    const listed = (ids: string[]): string[] => [...new Set(ids)].filter((id) => id !== '').slice(0, MAX_IDS);
    return {
      sale: {
        system,
        payment_ids: listed(isShop ? payments : [...own, ...payments]),
        order_ids: listed([...(isShop ? own : []), ...[invoice, order].flatMap((id) => id ?? [])].flatMap(spellingsOf)),
      },
    };
  }

  get #isMapping(): boolean {
    return this.#head.layout?.source === 'mapping';
  }

  #back(back: Back): Drafted {
    const isOfRowBefore = this.#before?.line === back.line && back.reference === null;
    const sale = isOfRowBefore ? this.#before : undefined;
    if (!sale && back.of === null) throw new Unclear('It names no sale: which sale it reverses is not known.');
    if (back.kind !== 'refund' && this.#links.isUndone(back, this.#undone)) return { drafts: [], reason: 'won_back' };
    const refundOf = sale?.key ?? this.#keyed(this.#links.referenceOf(back.of ?? ''));
    const own = this.#at(back);
    const at = own === undefined ? sale?.at : Math.max(own, sale?.at ?? own);
    if (at === undefined) throw new Unclear('The row has no date.');
    const { amount, currency } = back;
    const key = sale
      ? this.#once(back.kind === 'refund' ? totalKeyOf(refundOf, amount) : reversalKeyOf(refundOf, back.why))
      : this.#keyOfBack(back, refundOf, at);
    const why = back.kind === 'refund' ? {} : { about: { reason: back.why } };
    // What was won back is money of the sale that came again, and no sale of its own.
    if (back.kind === 'won_back') return { drafts: [{ key, installmentOf: refundOf, at, amount, currency, person: {}, ...why }] };
    return { drafts: [{ key, refundOf, at, amount, currency, person: {}, ...typeOfBack(back, sale !== undefined), ...why }] };
  }

  /** Providers that list a refund under the payment's own reference distinguish several refunds by time and amount alone. */
  #keyOfBack({ reference, of, amount, kind }: Back, refundOf: string, at: number): string {
    if (reference !== null && reference !== of && this.#keyed(reference) !== refundOf) return this.#keyed(reference);
    return this.#once(`${refundOf}:${kind === 'won_back' ? kind : 'refund'}:${wholeSecond(at)}:${amount}`);
  }

  #deal({ reference, state, amount = '', currency, contact, ...moment }: Of<'deal'>): Drafted {
    const key = this.#keyed(`${this.#head.layout?.source ?? 'import'}:deal:${reference}:won`);
    if (state !== 'won') return { drafts: [], reason: state === 'open' ? 'deal_open' : 'deal_lost', wonKey: key };
    const at = this.#at(moment);
    if (at === undefined) throw new Unclear('The deal has no day on which it was won.');
    const person = contact === undefined ? {} : { email: contact };
    return { drafts: [{ key, type: 'closed_won', dealId: reference, at, amount, currency: currency ?? '', person }] };
  }

  /** A day without a time is its last second, so that visits of that day can have led to it. */
  #at({ at, day }: { at?: number | undefined; day?: string | undefined }): number | undefined {
    const moment = at ?? (day === undefined ? undefined : this.#endOf(day));
    if (moment !== undefined && moment > this.#until)
      throw new Unclear(`The date ${new Date(moment / 1000).toISOString().slice(0, 10)} is still to come.`);
    return moment;
  }

  #endOf(day: string): number {
    return momentOfWallClock(this.#shifts, Date.parse(day) + LAST_SECOND_MS) * 1000;
  }

  #keyed(reference: string): string {
    const key = `${this.#prefix}${reference}`;
    if (key.length > LONGEST_KEY) throw new Unclear(`The reference is longer than ${LONGEST_KEY} characters.`);
    return key;
  }

  /** The same key again in one file is another row of its own. */
  #once(key: string): string {
    const before = this.#keys.get(key)?.number ?? 0;
    this.#keys.set(key, before + 1);
    return before === 0 ? key : `${key}:${before + 1}`;
  }

  /** A row without a reference is known by what it says, and by which of its equals it is. */
  #keyOfContent({ at, amount, currency, person }: Omit<Draft, 'key'>): string {
    const content = JSON.stringify([wholeSecond(at), amount, currency, Object.entries(person).sort()]);
    return this.#once(`${this.#prefix}row:${createHash('sha256').update(content).digest('hex').slice(0, 32)}`);
  }
}
