// Which sale of its file a refund belongs to: it names the sale by its reference or by the invoice or the provider's payment id of its row. And which
// reversals were won back. Only what refunds name is remembered, so a file of any length takes little room.
import type { Reading } from '../../imports/index.ts';

type Back = Extract<Reading, { kind: 'refund' | 'reversal' | 'won_back' }>;

const nameOf = ({ of, amount, currency }: Back): string => JSON.stringify([of, amount, currency]);

export class SaleLinks {
  /** By what refunds name: the reference of the sale, once it was seen; null where several sales have it. */
  readonly #named = new Map<string, string | null | undefined>();
  readonly #won = new Map<string, number>();

  /** In the first pass: what refunds name. */
  note(reading: Reading): void {
    if (reading.kind !== 'refund' && reading.kind !== 'reversal' && reading.kind !== 'won_back') return;
    if (reading.of !== null && !this.#named.has(reading.of)) this.#named.set(reading.of, undefined);
    if (reading.kind === 'won_back') this.#won.set(nameOf(reading), (this.#won.get(nameOf(reading)) ?? 0) + 1);
  }

  /** True if a further pass is needed to find the sales that are named. */
  get isAsking(): boolean {
    return this.#named.size > 0;
  }

  /** In the second pass: the sales. */
  find(reading: Reading): void {
    if (reading.kind !== 'sale' || reading.reference === null) return;
    const { reference, invoice, payment_reference } = reading;
    if (this.#named.has(reference)) this.#named.set(reference, reference);
    for (const other of [invoice, payment_reference]) {
      if (other === undefined || other === reference || !this.#named.has(other)) continue;
      const found = this.#named.get(other);
      // What names a sale by its own reference is that sale.
      if (found === other) continue;
      this.#named.set(other, found === undefined || found === reference ? reference : null);
    }
  }

  /** The reference of the sale that is named: that of the file, or else the name itself. */
  referenceOf(named: string): string {
    return this.#named.get(named) ?? named;
  }

  /** True, once for each, of a reversal that a later row of the file undoes, and of that row. */
  isUndone(reading: Back, seen: Map<string, { reversals: number; wins: number }>): boolean {
    const name = nameOf(reading);
    const won = this.#won.get(name) ?? 0;
    if (won === 0 || reading.kind === 'refund') return false;
    const counts = seen.get(name) ?? { reversals: 0, wins: 0 };
    seen.set(name, counts);
    if (reading.kind === 'reversal') {
      counts.reversals += 1;
      return counts.reversals <= won;
    }
    counts.wins += 1;
    return counts.wins <= (this.#reversals.get(name) ?? 0);
  }

  readonly #reversals = new Map<string, number>();

  /** In the second pass as well: a win without its reversal in the file is a payment of its own. */
  count(reading: Reading): void {
    if (reading.kind !== 'reversal' || !this.#won.has(nameOf(reading))) return;
    this.#reversals.set(nameOf(reading), (this.#reversals.get(nameOf(reading)) ?? 0) + 1);
  }
}
