// Reads payments, orders and movements of an account: sales, what was given back, taken back and won back, receipts of a bank, and why other rows are
// none of these.

import { dayAt, shiftsOfZone } from '../../../base/kit/time/zone-shifts.ts';
import { countWords } from '../../../base/rows/count-words.ts';
import type { Also, Layout, MeaningParts, TimeOf } from '../layout/shape.ts';
import { type Effect, effectOf } from '../layout/vocabulary.ts';
import { listOf, type Plan, termsOf } from '../plan/plan.ts';
import type { ImportContext, Moment, Question, Reading, SaleDetails } from '../reading.ts';
import { readCurrency } from '../values/currencies.ts';
import { Remembered } from '../values/remembered.ts';
import { Conditions } from './conditions.ts';
import { Credits, NAMES_NOTHING, NEGATIVE } from './credits.ts';
import { firstMoment, momentOf } from './moments.ts';
import { type Part, PartsOfOne } from './parts-of-one.ts';
import { PaymentRows, type RowMeaning } from './payment-row.ts';
import { Payouts } from './payouts.ts';
import { type Kind, type KindReader, UnknownWords } from './reader.ts';
import { type Amount, minorUnits, type RowView, UnreadableCell } from './row-view.ts';
import { DisputeWords, detailsOf, OrderNumbers } from './sale-details.ts';
import { otherRow, SumsAbove } from './totals.ts';
import { inUnits } from './units.ts';

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

const leftOut = (line: number, reason: string, words?: string): Extract<Reading, { kind: 'left_out' }> => ({
  kind: 'left_out',
  line,
  reason,
  ...(words === undefined ? {} : { words }),
});

/** The money of a row before it is known whether it stands alone or is a part. */
interface Movement {
  line: number;
  meaning: string;
  effect: Effect;
  amount: string;
  currency: string;
  reference: string | null;
  of: string | null;
  moment: Moment;
  details: SaleDetails;
  text: string;
}

/** A bank has days: at which hour it booked says nothing. */
const dayOnly = ({ at, day }: Moment, zone: string): Moment => ({
  day: at === undefined ? day : dayAt(shiftsOfZone(zone), at / 1000),
});

function readingOf(movement: Movement, lines?: number[]): Reading {
  const { line, effect, meaning, amount, currency, reference, of, moment, details, text } = movement;
  const base = { line, ...(lines && lines.length > 1 ? { lines } : {}), amount, currency, ...moment };
  if (effect === 'sale') return { kind: 'sale', ...base, reference, ...details };
  if (effect === 'refund') return { kind: 'refund', ...base, reference, of };
  if (effect === 'receipt') return { kind: 'receipt', ...base, reference, ...(text === '' ? {} : { text }) };
  return { kind: effect, ...base, reference, of, why: meaning };
}

/** Where refunds are rows of their own, the state of a sale says nothing more of them. */
const hasRefundRows = ({ types, rows }: Layout): boolean =>
  types?.words.refund !== undefined || (rows ?? []).some(({ is }) => is === 'refund');

const wholeRefund = (sale: Movement): Reading =>
  readingOf({ ...sale, meaning: 'refund', effect: 'refund', reference: null, of: sale.reference, moment: {}, details: {} });

class PaymentsReader implements KindReader {
  readonly #plan: Plan;
  readonly #layout: Layout;
  readonly #rows: PaymentRows;
  readonly #status: UnknownWords;
  readonly #types: UnknownWords;
  readonly #words: { disputes: DisputeWords; orders: OrderNumbers };
  readonly #conditions = new Conditions();
  #unknownAmounts = 0;
  readonly #payouts: Payouts;
  readonly #references = new Remembered();
  readonly #parts = new PartsOfOne<Movement>();
  readonly #sums = new SumsAbove();
  #hasUnnumbered = false;
  readonly #credits: Credits<Movement> | undefined;

  constructor(plan: Plan, context: ImportContext) {
    if (plan.layout.isMapping) this.#credits = new Credits(context.replies?.[NEGATIVE], plan.columns.has('reference'));
    this.#plan = plan;
    this.#layout = plan.layout;
    this.#status = new UnknownWords('status', plan.layout.status?.from, plan, context);
    this.#types = new UnknownWords('type', plan.layout.types?.from, plan, context);
    this.#rows = new PaymentRows(plan.layout, this.#conditions, {
      status: this.#status,
      type: this.#types,
    });
    this.#words = { disputes: new DisputeWords(plan.layout), orders: new OrderNumbers(plan.layout) };
    this.#payouts = new Payouts(plan.layout.payouts ?? []);
  }

  row(view: RowView): Reading[] {
    const other = otherRow(view, this.#plan);
    if (other === 'note') return [];
    try {
      if (other === 'total_row') this.#sums.endBlock();
      if (other === 'total_row' || this.#isSum(view)) return [leftOut(view.line, 'total_row')];
      return this.#read(view);
    } catch (error) {
      if (error instanceof UnreadableCell) return [leftOut(view.line, 'unreadable', error.message)];
      throw error;
    }
  }

  /** A payment with an id may well be of a thing that is named like a sum: two and more rows must come to its amount. */
  #isSum(view: RowView): boolean {
    const isNumbered = view.first(this.#layout.reference) !== '';
    // In a sheet whose rows all have a number, a row without one is recognised as a sum by its amount alone.
    const isUnnamedSum = this.#layout.isMapping === true && this.#plan.columns.has('reference') && !this.#hasUnnumbered;
    if (!this.#plan.hasSumNames && !isUnnamedSum) return false;
    const money = view.sum(this.#layout.amount, minorUnits(this.#plan.currency));
    if (isUnnamedSum && !isNumbered && money && this.#sums.isOfAll(money)) return true;
    this.#hasUnnumbered ||= !isNumbered;
    return this.#sums.isSum(view, money, isNumbered ? 2 : 1);
  }

  #read(view: RowView): Reading[] {
    const found = this.#rows.meaningOf(view);
    const effect = effectOf(found.meaning);
    if (found.meaning === 'unknown_amount') return [this.#unknownAmount(view)];
    if (effect === undefined) return [leftOut(view.line, found.meaning)];
    // The unit of amounts is not known yet: nothing that has money is read.
    if (this.#isUnitOpen) return [];
    const currency = this.#currencyOf(view, found.parts);
    const money = view.sum(found.parts.amount ?? this.#layout.amount, minorUnits(currency ?? ''));
    if (!money) {
      if (this.#layout.group) return [leftOut(view.line, 'order_line')];
      throw new UnreadableCell('The row has no amount.');
    }
    const isCredit = this.#credits !== undefined && effect === 'sale' && money.isNegative && !isZero(money.amount);
    const reason = this.#layout.group || isCredit ? undefined : this.#reasonOf(effect, money);
    if (reason !== undefined) return [leftOut(view.line, reason)];
    if (effect === 'receipt' && this.#payouts.isOne(view)) return [leftOut(view.line, 'provider_payout')];
    const amount = this.#inUnits(money, currency ?? money.currency ?? this.#plan.currency);
    try {
      if (isCredit) return this.#credit(this.#movementOf(view, { ...found, meaning: 'refund' }, 'refund', amount));
      return this.#movements(view, found, effect, this.#signed(money, amount));
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      return [this.#unreadable(view, error, isCredit ? 'refund' : effect, amount)];
    }
  }

  /** The money of a row is known though something else of it cannot be read. */
  #unreadable(view: RowView, { message }: UnreadableCell, effect: Effect, money: { amount: string; currency: string }): Reading {
    const left = leftOut(view.line, 'unreadable', message);
    if (this.#layout.group || effect === 'receipt' || isZero(money.amount)) return left;
    const reference = this.#numberOf(view);
    return { ...left, lost: { ...money, reference, isLowering: effect === 'refund' || effect === 'reversal' } };
  }

  #numberOf(view: RowView): string | null {
    try {
      return view.id(this.#layout.reference) || null;
    } catch {
      return null;
    }
  }

  get #isUnitOpen(): boolean {
    const { unit, isMapping, reads } = this.#layout;
    return this.#plan.unit === undefined && (unit !== undefined || (isMapping === true && reads === 'payments'));
  }

  /** What a negative row refunds may come after it. */
  #credit(row: Movement): Reading[] {
    const of = this.#credits?.refundedBy(row, row.of);
    if (of !== undefined) return [readingOf({ ...row, of })];
    return this.#credits?.keep(row) ? [] : [leftOut(row.line, 'outgoing', NAMES_NOTHING)];
  }

  /** The amount of a part keeps its sign: a discount is a part of its sale. */
  #signed({ isNegative }: Amount, money: { amount: string; currency: string }): { amount: string; currency: string } {
    return this.#layout.group && isNegative ? { ...money, amount: `-${money.amount}` } : money;
  }

  #inUnits({ amount }: Amount, currency: string): { amount: string; currency: string } {
    return { amount: this.#plan.unit === 'minor' ? inUnits(amount, minorUnits(currency)) : amount, currency };
  }

  #unknownAmount(view: RowView): Reading {
    this.#unknownAmounts += 1;
    return leftOut(view.line, 'unknown_amount');
  }

  #reasonOf(effect: Effect, money: Amount): string | undefined {
    if (isZero(money.amount)) return 'zero';
    return this.#isContrary(effect, money) ? 'outgoing' : undefined;
  }

  /** A sale with a minus sign is the shop's own spending, a refund with a plus what it was given back. */
  #isContrary(effect: Effect, { isNegative }: Amount): boolean {
    const { sale = 'plus', refund = 'any' } = this.#layout.signs ?? {};
    if (effect === 'sale' || effect === 'receipt') return sale === 'plus' && isNegative;
    return effect === 'refund' && refund !== 'any' && isNegative !== (refund === 'minus');
  }

  #currencyOf(view: RowView, parts: MeaningParts): string | undefined {
    const layout = this.#layout.currency;
    const text = view.first(parts.currency ?? layout?.from);
    if (text !== '') {
      const code = readCurrency(text);
      if (code === undefined) throw new UnreadableCell(`${JSON.stringify(text.slice(0, 40))} is no currency.`);
      return code;
    }
    const [{ key } = { key: '' }] = termsOf(parts.amount ?? this.#layout.amount);
    return this.#plan.columns.get(key)?.currency;
  }

  #movementOf(view: RowView, found: RowMeaning, effect: Effect, money: { amount: string; currency: string }): Movement {
    const { meaning, parts, captured } = found;
    const times = parts.at === undefined ? this.#layout.time?.from : (parts.at ?? undefined);
    const exact = firstMoment(view, times, this.#plan) ?? {};
    const moment = effect === 'receipt' ? dayOnly(exact, this.#plan.zone) : exact;
    if (times !== undefined && moment.at === undefined && moment.day === undefined)
      throw new UnreadableCell('The row has no date.');
    const idOf = (part: 'reference' | 'of'): string | null => {
      const keys = parts[part] === undefined ? this.#layout[part] : parts[part];
      return captured[part] ?? (view.id(keys) || null);
    };
    const isSale = effect === 'sale';
    return {
      line: view.line,
      meaning,
      effect,
      ...money,
      moment,
      reference: idOf('reference'),
      of: isSale ? null : idOf('of'),
      details: isSale ? detailsOf(view, this.#layout, this.#words) : {},
      text: view.first(this.#layout.text),
    };
  }

  #movements(view: RowView, found: RowMeaning, effect: Effect, money: { amount: string; currency: string }): Reading[] {
    const isSale = effect === 'sale';
    const movement = this.#movementOf(view, found, effect, money);
    if (this.#layout.group) return this.#addPart(view, movement);
    if (isSale) this.#credits?.see(movement.reference);
    if (isSale && this.#isRepeated(movement.reference)) return [leftOut(view.line, this.#layout.repeats ?? 'order_line')];
    if (!isSale) return [readingOf(movement)];
    const also = this.#also(view, movement);
    const hasRefund = hasRefundRows(this.#layout) || also.some(({ kind }) => kind === 'refund');
    if (found.state === 'partly_refunded' && !hasRefund) return [this.#unknownAmount(view)];
    // A state that says refunded, and no column that says how much: all of it.
    return [readingOf(movement), ...also, ...(found.state === 'refunded' && !hasRefund ? [wholeRefund(movement)] : [])];
  }

  #addPart(view: RowView, movement: Movement): Reading[] {
    // The same moment may be written in two ways.
    const times = new Set(timesOf(this.#layout).filter((time) => typeof time === 'string'));
    const by = (this.#layout.group?.by ?? []).map((key) =>
      times.has(key) ? JSON.stringify(momentOf(view, key, this.#plan) ?? null) : view.text(key),
    );
    this.#parts.add([movement.meaning, movement.currency, ...by], movement, view.line);
    return [];
  }

  #isRepeated(reference: string | null): boolean {
    if (this.#layout.repeats === undefined || reference === null) return false;
    if (this.#references.get(reference)) return true;
    this.#references.set(reference, 1);
    return false;
  }

  /** What columns of the same row say was given back or taken back. */
  #also(view: RowView, sale: Movement): Reading[] {
    return (this.#layout.also ?? []).flatMap((each) => {
      const amount = this.#conditions.fits(each.when, view) ? this.#alsoAmount(view, each, sale) : undefined;
      const effect = effectOf(each.is);
      if (amount === undefined || effect === undefined) return [];
      const times = each.at ?? undefined;
      return [
        readingOf({
          ...sale,
          meaning: each.is,
          effect,
          amount,
          details: {},
          reference: each.reference === undefined ? null : view.id(each.reference) || null,
          of: sale.reference,
          moment: firstMoment(view, times, this.#plan) ?? {},
        }),
      ];
    });
  }

  #alsoAmount(view: RowView, each: Also, sale: Movement): string | undefined {
    const part = view.sum(each.amount, minorUnits(sale.currency));
    if (part && !isZero(part.amount)) return this.#inUnits(part, sale.currency).amount;
    return each.whole_when !== undefined && this.#conditions.fits(each.whole_when, view) ? sale.amount : undefined;
  }

  end(): Reading[] {
    return [...this.#endOfCredits(), ...this.#endOfParts()];
  }

  #endOfCredits(): Reading[] {
    const all = this.#credits?.all() ?? [];
    return all.map(({ row, of }) =>
      of === undefined ? leftOut(row.line, 'outgoing', NAMES_NOTHING) : readingOf({ ...row, of }),
    );
  }

  #endOfParts(): Reading[] {
    return this.#parts.all().map(({ first, lines, amount }: Part<Movement>) => {
      const isNegative = amount.startsWith('-');
      const sum = { amount: amount.replace('-', ''), isNegative, currency: undefined };
      const reason = this.#reasonOf(first.effect, sum);
      return reason === undefined ? readingOf({ ...first, amount: sum.amount }, lines) : leftOut(first.line, reason);
    });
  }

  questions(): Question[] {
    const words = `Of ${countWords(this.#unknownAmounts, 'sale')} the file does not say how much was paid or returned: what was it? ${this.#unknownAmounts === 1 ? 'It is' : 'They are'} left out until then.`;
    const amounts = this.#unknownAmounts === 0 ? [] : [{ ask: 'amount', words }];
    return [...this.#status.questions(), ...this.#types.questions(), ...amounts, ...(this.#credits?.questions() ?? [])];
  }
}

const timesOf = (layout: Layout): TimeOf[] => {
  const more = [...(layout.rows ?? []), ...(layout.also ?? []), ...Object.values(layout.meanings ?? {})];
  return [...listOf<TimeOf>(layout.time?.from as TimeOf | TimeOf[] | undefined), ...more.flatMap((each) => each?.at ?? [])];
};

export const payments: Kind = {
  makeReader: (plan: Plan, context: ImportContext) => new PaymentsReader(plan, context),
  amountKeys: (layout) =>
    [
      layout.amount,
      ...[...(layout.rows ?? []), ...(layout.also ?? []), ...Object.values(layout.meanings ?? {})].map((each) => each?.amount),
    ]
      .flatMap((sum) => termsOf(sum))
      .map(({ key }) => key),
  dateKeys: (layout) =>
    timesOf(layout).map((time) =>
      typeof time === 'string' ? { key: time } : { key: time.date, time: time.time, zone: time.zone },
    ),
};
