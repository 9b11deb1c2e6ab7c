// The meaning of each row of a statement: a sale, its reversal, another line of an order, or nothing, and the reason in words. Rows come
// in the file's order; what was seen before decides what counts once.
import { createHash } from 'node:crypto';
import type { DateOrder, DecimalSign, RememberedText } from '../../imports/pure.ts';
import { isZone, minorUnitsOf, Remembered, readInstant, readStatementAmount } from '../../imports/pure.ts';
import { unitsOf } from '../amounts.ts';
import { type Draft, REFUNDED_TOTAL, totalKeyOf } from './draft.ts';
import { type Columns, type Field, type Format, isBlank, PLAIN, wordOf } from './headers.ts';
import { faultOfCell, NUMBER_MARK, readId } from './marks.ts';
import { movementOf, plainMovementOf, type Standing, standingOf } from './words.ts';

/** The reading of a file; everything found is shown, and may be changed. */
export interface ReadingPlan {
  format: Format;
  columns: Columns;
  decimal: DecimalSign;
  dateOrder: DateOrder;
  /** The zone of times that name none. */
  zone: string;
  /** The currency of amounts that name none. */
  currency: string;
  /** Put before each reference, so that two sheets which both number from 1 do not mean the same sales. */
  referencePrefix: string;
  /** Microseconds since 1970: what is dated later has not happened. */
  until: number;
}

export type Verdict = 'sale' | 'refund' | 'line' | 'pending' | 'failed' | 'other' | 'unreadable';

export interface Interpreted {
  /** From 1, blank rows left out, the header included: as the file shows it. */
  row: number;
  verdict: Verdict;
  words: string;
  drafts: Draft[];
}

class Unclear extends Error {}

/** Names of rows use whole seconds: smaller units depend on the file's form. */
const wholeSecond = (at: number): number => Math.floor(at / 1_000_000) * 1_000_000;

/** The stored form of a sale whose own row says that some or all was refunded. */
const givenBack = (amount: string): string => `${amount} refunded`;

/** Excel's way to keep a text from being a number: `'75008`. What begins like a formula is text and nothing else. */
const plainText = (text: string): string => (readId(text).id ?? text).replace(NUMBER_MARK, '').replace(/^'/, '').trim();

export class Interpreter {
  readonly #plan: ReadingPlan;
  /** Row and amount of each sale, by its reference. */
  readonly #sales = new Remembered();
  /** The number of rows of each key. */
  readonly #keys = new Remembered();

  constructor(plan: ReadingPlan) {
    this.#plan = plan;
  }

  read(cells: readonly string[], row: number): Interpreted {
    try {
      return this.#read(cells, row);
    } catch (error) {
      if (error instanceof Unclear) return { row, verdict: 'unreadable', words: error.message, drafts: [] };
      throw error;
    }
  }

  /** True if a row so far was the sale that is known under a key. */
  hasSale(key: string): boolean {
    const { referencePrefix } = this.#plan;
    return key.startsWith(referencePrefix) && this.#sales.get(key.slice(referencePrefix.length)) !== undefined;
  }

  #read(cells: readonly string[], row: number): Interpreted {
    const { format } = this.#plan;
    const said = (verdict: Verdict, words: string, drafts: Draft[] = []): Interpreted => ({ row, verdict, words, drafts });
    const reference = this.#id(cells, 'reference');
    const statusText = this.#text(cells, 'status');
    const amountText = this.#raw(cells, 'amount');
    const seen = reference === '' ? undefined : this.#sales.get(reference);
    // Exports of orders fill an order's own columns on its first line alone.
    if (amountText === '' && statusText === '') {
      if (seen) return said('line', `A further line of ${reference}, which row ${seen.number} has: it counts once.`);
      throw new Unclear('The row has no amount.');
    }
    const standing = this.#standing(statusText);
    if (standing === 'pending') return said('pending', `Not paid yet (${quoted(statusText)}): no revenue.`);
    if (standing === 'failed') return said('failed', `Failed or called off (${quoted(statusText)}): no revenue.`);
    const kindText = this.#text(cells, 'kind');
    const movement = this.#movement(kindText, cells);
    if (movement === 'other')
      return said('other', `${kindText === '' ? 'It' : quoted(kindText)} is neither a sale nor a refund: left out.`);

    if (amountText === '') throw new Unclear('The row has no amount.');
    const money = this.#money(cells, amountText);
    if (money.amount === '0') return said('other', 'The amount is zero: nothing was paid.');
    if (money.isNegative && movement === 'sale' && format.format !== PLAIN)
      return said('other', 'Money that went out, and no refund: left out.');
    const at = this.#instant(cells, 'paid_at');
    if (at === undefined) throw new Unclear('The row has no date.');
    const { isNegative, ...paid } = money;
    // A refund may name the shop itself; the reversed sale names the payer.
    if (movement === 'refund' || isNegative || this.#namesItsSale(cells, reference, standing, kindText))
      return said('refund', '', [this.#refund(cells, reference, { ...paid, at, person: {} })]);
    return this.#sale(cells, row, { reference, standing, seen, ...paid, at, person: this.#person(cells) });
  }

  #sale(
    cells: readonly string[],
    row: number,
    sale: { reference: string; standing: Standing; seen: RememberedText | undefined } & Omit<Draft, 'key'>,
  ): Interpreted {
    const { reference, standing, seen, ...draft } = sale;
    if (seen) {
      const wasGivenBack = seen.cameWith(givenBack(draft.amount));
      const isSame = seen.cameWith(draft.amount);
      if (isSame && standing === 'refunded' && this.#plan.format.format === PLAIN)
        return { row, verdict: 'refund', words: '', drafts: [this.#refund(cells, reference, { ...draft, person: {} })] };
      if (isSame || wasGivenBack)
        return {
          row,
          verdict: 'line',
          words: `A further line of ${reference}, which row ${seen.number} has: it counts once.`,
          drafts: [],
        };
      throw new Unclear(
        `Row ${seen.number} has the same reference, ${reference}, with another amount: the total of the order is ambiguous.`,
      );
    }
    const hasReferences = this.#plan.columns.reference !== undefined;
    if (reference === '' && hasReferences)
      throw new Unclear('The row has no reference: it could not be distinguished from other rows or found again.');
    const key = hasReferences ? this.#keyed(reference) : this.#keyOfContent(draft);
    const back = this.#givenBack(cells, standing, draft.amount);
    if (reference !== '') this.#sales.set(reference, row, back === undefined ? draft.amount : givenBack(draft.amount));
    const drafts: Draft[] = [{ key, ...draft }];
    if (back === undefined) return { row, verdict: 'sale', words: '', drafts };
    const at = this.#instant(cells, 'refunded_at') ?? draft.at;
    const about = { key: totalKeyOf(key, back), refundOf: key, type: REFUNDED_TOTAL };
    drafts.push({ ...draft, ...about, person: {}, amount: back, at: Math.max(at, draft.at) });
    return { row, verdict: 'sale', words: '', drafts };
  }

  /** The refunded part of a sale by its own row. */
  #givenBack(cells: readonly string[], standing: Standing, amount: string): string | undefined {
    const text = this.#raw(cells, 'refunded_amount');
    const read = text === '' ? undefined : this.#amount(text, 'refunded amount');
    if (read !== undefined && read.amount !== '0') return unitsOf(read.amount) > unitsOf(amount) ? amount : read.amount;
    if (standing === 'refunded') return amount;
    if (standing === 'partly_refunded') throw new Unclear('Part of it was refunded, and no column contains the amount.');
    return undefined;
  }

  /** True if a row of a plain sheet that writes its amount as a sale's is a refund, by the other sale that it names. */
  #namesItsSale(cells: readonly string[], reference: string, standing: Standing, kind: string): boolean {
    const named = this.#id(cells, 'sale_reference');
    if (this.#plan.format.format !== PLAIN || named === '' || named === reference) return false;
    if (standing === 'refunded') return true;
    if (movementOf(kind) === 'sale') return false;
    throw new Unclear(
      `It names ${named}, like a refund, but is written as a sale: a refund has an amount below 0 or the status refunded.`,
    );
  }

  #refund(cells: readonly string[], reference: string, draft: Omit<Draft, 'key'>): Draft {
    const named = this.#id(cells, 'sale_reference');
    const sale = named === '' ? reference : named;
    if (sale === '') throw new Unclear('A refund that names no sale: the sale that it reverses is unknown.');
    const refundOf = this.#keyed(sale);
    const isOwn = named !== '' && reference !== '' && reference !== named;
    // Providers that list a refund under the payment's own reference distinguish several refunds by time and amount alone.
    const key = isOwn ? this.#keyed(reference) : this.#once(`${refundOf}:refund:${wholeSecond(draft.at)}:${draft.amount}`);
    if (!isOwn && named === '' && this.#plan.format.format === 'stripe_balance')
      throw new Unclear(`${reference} is a refund, and this export does not name its charge. The payments export does.`);
    return { key, refundOf, ...draft };
  }

  #keyed(reference: string): string {
    const key = `${this.#plan.referencePrefix}${reference}`;
    if (key.length > 200) throw new Unclear('The reference is longer than 200 characters.');
    return key;
  }

  /** The same key again in one file is another row of its own. */
  #once(key: string): string {
    const before = this.#keys.get(key)?.number ?? 0;
    this.#keys.set(key, before + 1);
    return before === 0 ? key : `${key}:${before + 1}`;
  }

  /** A sheet without references: a row is known by what it says, and by which of its equals it is. */
  #keyOfContent(draft: Omit<Draft, 'key'>): string {
    const content = JSON.stringify([wholeSecond(draft.at), draft.amount, draft.currency, Object.entries(draft.person).sort()]);
    return this.#once(`${this.#plan.referencePrefix}row:${createHash('sha256').update(content).digest('hex').slice(0, 32)}`);
  }

  #raw(cells: readonly string[], field: Field): string {
    const at = this.#plan.columns[field];
    const text = at === undefined ? '' : (cells[at] ?? '').trim();
    const fault = faultOfCell(text);
    if (fault !== undefined) throw new Unclear(`The ${wordOf(field)} ${fault}.`);
    return isBlank(text) ? '' : text;
  }

  /** What is said of a person is left off where it cannot be read: the sale happened all the same. */
  #personal(cells: readonly string[], field: Field): string {
    const text = (cells[this.#plan.columns[field] ?? -1] ?? '').trim();
    return faultOfCell(text) !== undefined || readId(text).refused !== undefined ? '' : this.#text(cells, field);
  }

  #id(cells: readonly string[], field: 'reference' | 'sale_reference'): string {
    const text = this.#text(cells, field);
    const { refused } = readId(this.#raw(cells, field));
    if (refused !== undefined) throw new Unclear(`The ${wordOf(field)} ${quoted(text)} ${refused}.`);
    return text;
  }

  #text(cells: readonly string[], field: Field): string {
    const raw = this.#raw(cells, field);
    return raw === '' ? raw : plainText(raw);
  }

  #standing(text: string): Standing {
    if (text === '') return 'paid';
    const standing = standingOf(text);
    if (!standing) throw new Unclear(`The status ${quoted(text)} is not known: it may be paid or not.`);
    return standing;
  }

  #movement(text: string, cells: readonly string[]): 'sale' | 'refund' | 'other' {
    if (/^memo$/i.test(this.#text(cells, 'direction'))) return 'other';
    if (text === '') return 'sale';
    const { format } = this.#plan;
    if (format.format === PLAIN) return plainMovementOf(text) as 'sale' | 'refund' | 'other';
    return movementOf(text) ?? (format.ignoresUnknownKinds ? 'other' : 'sale');
  }

  #money(cells: readonly string[], text: string): { amount: string; currency: string; isNegative: boolean } {
    const named = this.#text(cells, 'currency').toUpperCase();
    if (named !== '' && minorUnitsOf(named) === undefined) throw new Unclear(`${quoted(named)} is no currency.`);
    const read = this.#amount(text, 'amount', named);
    return { amount: read.amount, isNegative: read.isNegative, currency: named || read.currency || this.#plan.currency };
  }

  #amount(
    text: string,
    what: string,
    currency = this.#plan.currency,
  ): { amount: string; isNegative: boolean; currency?: string } {
    const read = readStatementAmount(text, this.#plan.decimal, minorUnitsOf(currency || this.#plan.currency));
    if (read.refused !== undefined) throw new Unclear(`The ${what} ${quoted(plainText(text))} ${read.refused}.`);
    return read;
  }

  #instant(cells: readonly string[], field: 'paid_at' | 'refunded_at'): number | undefined {
    const day = this.#raw(cells, field);
    if (day === '') return undefined;
    const time = field === 'paid_at' ? this.#text(cells, 'paid_time') : '';
    const zone = this.#text(cells, 'zone');
    const text = [day, time, isZoneName(zone) ? '' : zone].filter((part) => part !== '').join(' ');
    const read = readInstant(text, this.#plan.dateOrder, isZoneName(zone) ? zone : this.#plan.zone);
    if (read.refused !== undefined) throw new Unclear(`The date ${quoted(plainText(text))} ${read.refused}.`);
    if (read.at > this.#plan.until) throw new Unclear(`The date ${quoted(plainText(text))} is still to come.`);
    return read.at;
  }

  #person(cells: readonly string[]): Draft['person'] {
    const person: Draft['person'] = {};
    const set = (name: keyof Draft['person'], text: string): void => {
      if (!isBlank(text) && text.length <= 256) person[name] = text;
    };
    set('email', this.#personal(cells, 'email'));
    const area = this.#personal(cells, 'phone_area');
    set('phone', area === '' ? this.#personal(cells, 'phone') : `${area}${this.#personal(cells, 'phone')}`);
    set('national_id', this.#personal(cells, 'national_id'));
    set('external_id', this.#personal(cells, 'external_id'));
    const name = this.#personal(cells, 'name').replace(/\s+/g, ' ');
    set('first_name', this.#personal(cells, 'first_name') || (name.split(' ')[0] ?? ''));
    set('last_name', this.#personal(cells, 'last_name') || name.split(' ').slice(1).join(' '));
    return person;
  }
}

/** A name of the zone database; letters like PST are read with the time. */
const isZoneName = (text: string): boolean => text.includes('/') && isZone(text);

/** A text of the row for a message: cut short, and without characters that could break a line. */
const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
