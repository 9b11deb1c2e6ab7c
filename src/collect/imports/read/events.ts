// Reads the history of another analytics tool: views of pages and other events, purchases, refunds and goals, and which ids are of one person. Each row has
// one meaning by its layout; a purchase that comes again under the same transaction is left out, as is an event under the same id.
import type { Layout } from '../layout/shape.ts';
import { listOf, type Plan, termsOf } from '../plan/plan.ts';
import type { ImportContext, Moment, Question, Reading } from '../reading.ts';
import { readCurrency } from '../values/currencies.ts';
import { Conditions } from './conditions.ts';
import { EventFields } from './event-fields.ts';
import { firstMoment } from './moments.ts';
import { PaymentRows, type RowMeaning } from './payment-row.ts';
import { type Kind, type KindReader, UnknownWords } from './reader.ts';
import { RecentIds } from './recent-ids.ts';
import { minorUnits, type RowView, UnreadableCell } from './row-view.ts';
import { otherRow } from './totals.ts';

const MICROS: Readonly<Record<'seconds' | 'milliseconds' | 'microseconds', number>> = {
  seconds: 1_000_000,
  milliseconds: 1_000,
  microseconds: 1,
};
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1) * 1000, Date.UTC(2101, 0, 1) * 1000];

type Outcome = Extract<Reading, { kind: 'outcome' }>;

class EventsReader implements KindReader {
  readonly #plan: Plan;
  readonly #timeKeys: readonly string[];
  readonly #rows: PaymentRows;
  readonly #fields: EventFields;
  readonly #types: UnknownWords;
  readonly #ids = new RecentIds();
  readonly #transactions = new RecentIds();

  constructor(plan: Plan, context: ImportContext) {
    this.#plan = plan;
    this.#timeKeys = dateKeysOf(plan.layout);
    const conditions = new Conditions();
    this.#types = new UnknownWords('type', plan.layout.types?.from, plan, context);
    this.#fields = new EventFields(plan.layout, conditions);
    this.#rows = new PaymentRows(plan.layout, conditions, { status: this.#types, type: this.#types });
  }

  row(view: RowView): Reading[] {
    if (otherRow(view, this.#plan) === 'note') return [];
    try {
      return [this.#reading(view)];
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      return [{ kind: 'left_out', line: view.line, reason: 'unreadable', words: error.message }];
    }
  }

  #reading(view: RowView): Reading {
    const { fields: width } = this.#plan.layout;
    if (width !== undefined && view.width !== width) throw new UnreadableCell(`The line has ${view.width} of ${width} fields.`);
    const leftOut = (reason: string): Reading => ({ kind: 'left_out', line: view.line, reason });
    const id = this.#fields.id(view);
    // A copy with another fingerprint is another event under the same id.
    if (id !== '' && this.#ids.isRepeated(`${id}\n${view.text('fingerprint')}`)) return leftOut('duplicate_id');
    const found = this.#rows.meaningOf(view);
    switch (found.meaning) {
      case 'page_view':
      case 'event':
        return this.#event(view, found.meaning, id);
      case 'purchase':
      case 'refund':
      case 'goal':
        return this.#outcome(view, found);
      case 'identify':
        return this.#identify(view);
      case 'alias':
        return this.#alias(view);
      default:
        return leftOut(found.meaning);
    }
  }

  #momentOf(view: RowView): Moment {
    const { time } = this.#plan.layout;
    const moment = time?.unit === undefined ? firstMoment(view, time?.from, this.#plan) : this.#numberedMoment(view, time.unit);
    if (!moment) throw new UnreadableCell('The row has no time.');
    return moment;
  }

  /** A count since 1970. */
  #numberedMoment(view: RowView, unit: keyof typeof MICROS): Moment | undefined {
    const text = view.first(this.#timeKeys);
    if (text === '') return undefined;
    const at = Math.round(Number(text) * (MICROS[unit] as number));
    if (!(at >= EARLIEST && at < LATEST))
      throw new UnreadableCell(`${JSON.stringify(text.slice(0, 40))} is no number of ${unit} since 1970.`);
    return { at };
  }

  #event(view: RowView, meaning: 'page_view' | 'event', id: string): Reading {
    const visitor = this.#fields.first(view, this.#plan.layout.visitor);
    if (visitor === '') return { kind: 'left_out', line: view.line, reason: 'no_visitor' };
    const name = meaning === 'page_view' ? 'page_view' : this.#nameOf(view);
    const event = { name, visitor, values: this.#fields.of(view), ...this.#momentOf(view) };
    return { kind: 'event', line: view.line, ...(id === '' ? {} : { id }), ...event };
  }

  #nameOf(view: RowView): string {
    const name = this.#fields.first(view, this.#plan.layout.name ?? 'name') || view.text(this.#plan.layout.types?.from ?? '');
    if (name === '') throw new UnreadableCell('The event has no name.');
    return name;
  }

  #outcome(view: RowView, { meaning, parts }: RowMeaning): Reading {
    const { layout } = this.#plan;
    const moment = firstMoment(view, parts.at ?? undefined, this.#plan) ?? this.#momentOf(view);
    const reference = meaning === 'refund' ? (parts.of ?? layout.of ?? layout.reference) : (parts.reference ?? layout.reference);
    const transaction = meaning === 'goal' ? '' : this.#fields.first(view, reference ?? undefined);
    if (meaning === 'purchase' && transaction !== '' && this.#transactions.isRepeated(transaction))
      return { kind: 'left_out', line: view.line, reason: 'duplicate_transaction' };
    const [visitor, user] = [this.#fields.text(view, listOf(layout.visitor)[0] ?? ''), this.#fields.of(view).user];
    const outcome: Outcome = {
      kind: 'outcome',
      line: view.line,
      type: meaning,
      transaction_id: transaction === '' ? null : transaction,
      visitor: visitor === '' ? null : visitor,
    };
    return { ...outcome, ...(user === undefined ? {} : { user }), ...this.#moneyOf(view, parts), ...moment };
  }

  /** Nothing where the row has no amount: of a refund that is the whole. */
  #moneyOf(view: RowView, parts: RowMeaning['parts']): { amount: string; currency: string } | undefined {
    const { layout } = this.#plan;
    const named = this.#fields.first(view, parts.currency ?? layout.currency?.from);
    const currency = named === '' ? this.#plan.currency : readCurrency(named);
    if (currency === undefined) throw new UnreadableCell(`${JSON.stringify(named.slice(0, 40))} is no currency.`);
    const money = view.sum(parts.amount ?? layout.amount, minorUnits(currency));
    if (!money) return undefined;
    if (money.isNegative) throw new UnreadableCell('The amount is below zero.');
    return { amount: money.amount, currency: money.currency ?? currency };
  }

  #identify(view: RowView): Reading {
    const { identify } = this.#plan.layout;
    const [visitor, user] = [this.#fields.first(view, identify?.visitor), this.#fields.first(view, identify?.user)];
    if (visitor === '' || user === '') return { kind: 'left_out', line: view.line, reason: 'no_visitor' };
    return { kind: 'identify', line: view.line, visitor, user, ...this.#momentOf(view) };
  }

  #alias(view: RowView): Reading {
    const { alias } = this.#plan.layout;
    const [from, to] = [this.#fields.first(view, alias?.from), this.#fields.first(view, alias?.to)];
    if (from === '' || to === '') return { kind: 'left_out', line: view.line, reason: 'no_visitor' };
    return { kind: 'alias', line: view.line, from, to, ...this.#momentOf(view) };
  }

  end(): Reading[] {
    return [];
  }

  questions(): Question[] {
    return this.#types.questions();
  }
}

const dateKeysOf = ({ time }: Layout): string[] =>
  listOf(time?.from).flatMap((each) => (typeof each === 'string' ? [each] : [each.date]));

export const events: Kind = {
  makeReader: (plan, context) => new EventsReader(plan, context),
  amountKeys: ({ amount, rows = [], meanings = {} }) =>
    [amount, ...rows.map((each) => each.amount), ...Object.values(meanings).map((each) => each?.amount)].flatMap((sum) =>
      termsOf(sum).map(({ key }) => key),
    ),
  dateKeys: (layout) => (layout.time?.unit === undefined ? dateKeysOf(layout).map((key) => ({ key })) : []),
};
