// What a row says of a sale beside its money: invoice, order, the provider's payment id, a dispute, and the person.
import { meaningsOfWords } from '../layout/layouts.ts';
import { comparable, type Template, templateOf } from '../layout/names.ts';
import type { Layout } from '../layout/shape.ts';
import { listOf } from '../plan/plan.ts';
import type { Person, SaleDetails } from '../reading.ts';
import type { RowView } from './row-view.ts';

/** The words of a column of disputes. */
export class DisputeWords {
  readonly #from: readonly string[];
  readonly #words: ReadonlyMap<string, 'open' | 'won' | 'lost'>;

  constructor({ dispute }: Layout) {
    this.#from = listOf(dispute?.from);
    this.#words = meaningsOfWords(dispute?.words ?? {});
  }

  of(view: RowView): 'open' | 'won' | 'lost' | undefined {
    // Words of other states may be in the same column.
    return this.#from.map((key) => this.#words.get(comparable(view.text(key)))).find((state) => state !== undefined);
  }
}

/** The number of the order that a payment pays. */
export class OrderNumbers {
  readonly #order: Layout['order'];
  readonly #templates: readonly Template[];

  constructor({ order }: Layout) {
    this.#order = order;
    this.#templates = (order?.text ?? []).map((text) => templateOf(text, false));
  }

  /** A word without a digit is no number: "Order of May". */
  of(view: RowView): string | undefined {
    if (!this.#order) return undefined;
    const own = view.id(this.#order.from);
    if (own !== '') return own;
    const text = view.first(this.#order.in);
    const found = this.#templates.map((template) => template.match(text)?.['order'] ?? '');
    return found.find((each) => /\d/.test(each));
  }
}

function personOf(view: RowView, layout: Layout): Person | undefined {
  const person: Person = {};
  for (const part of ['email', 'phone', 'name', 'customer'] as const) {
    const text = view.first(layout.person?.[part]);
    if (text !== '') person[part] = text;
  }
  return Object.keys(person).length === 0 ? undefined : person;
}

export function detailsOf(view: RowView, layout: Layout, words: { disputes: DisputeWords; orders: OrderNumbers }): SaleDetails {
  const details: SaleDetails = {};
  const invoice = view.first(layout.invoice);
  const payment = view.id(layout.payment_reference);
  const dispute = words.disputes.of(view);
  const order = words.orders.of(view);
  const person = personOf(view, layout);
  if (invoice !== '') details.invoice = invoice;
  if (payment !== '') details.payment_reference = payment;
  if (order !== undefined) details.order = order;
  if (dispute) details.dispute = dispute;
  if (person) details.person = person;
  return details;
}
