// What a row says of a sale beside its money: invoice, the provider's payment id, a dispute, and the person.
import { meaningsOfWords } from '../layout/layouts.ts';
import { comparable } from '../layout/names.ts';
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

function personOf(view: RowView, layout: Layout): Person | undefined {
  const person: Person = {};
  for (const part of ['email', 'phone', 'name', 'customer'] as const) {
    const text = view.first(layout.person?.[part]);
    if (text !== '') person[part] = text;
  }
  return Object.keys(person).length === 0 ? undefined : person;
}

export function detailsOf(view: RowView, layout: Layout, disputes: DisputeWords): SaleDetails {
  const details: SaleDetails = {};
  const invoice = view.first(layout.invoice);
  const payment = view.id(layout.payment_reference);
  const dispute = disputes.of(view);
  const person = personOf(view, layout);
  if (invoice !== '') details.invoice = invoice;
  if (payment !== '') details.payment_reference = payment;
  if (dispute) details.dispute = dispute;
  if (person) details.person = person;
  return details;
}
