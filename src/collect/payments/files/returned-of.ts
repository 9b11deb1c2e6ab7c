// How much of a sale its own file says was returned: what may be counted twice of it is the rest.
import { unitsOf } from '../amounts.ts';
import { type Draft, REFUNDED_TOTAL } from '../statements/draft.ts';

/** Sales of a longer file are taken as if nothing of the others was returned. */
const MOST_SALES = 40_000;

interface Returned {
  currency: string;
  /** In millionths: of single refunds, and as the largest total says. */
  single: bigint;
  total: bigint;
}

export class ReturnedOf {
  readonly #sales = new Map<string, Returned>();

  add({ refundOf, type, amount, currency }: Draft): void {
    if (refundOf === undefined || amount === '') return;
    const returned = this.#sales.get(refundOf) ?? { currency, single: 0n, total: 0n };
    if (returned.currency !== currency || (this.#sales.size >= MOST_SALES && !this.#sales.has(refundOf))) return;
    const units = unitsOf(amount);
    if (type !== REFUNDED_TOTAL) returned.single += units;
    else if (units > returned.total) returned.total = units;
    this.#sales.set(refundOf, returned);
  }

  /** What is left of a sale, in millionths. */
  restOf(key: string, currency: string, units: bigint): bigint {
    const returned = this.#sales.get(key);
    if (returned?.currency !== currency) return units;
    const rest = units - (returned.single > returned.total ? returned.single : returned.total);
    return rest > 0n ? rest : 0n;
  }
}
