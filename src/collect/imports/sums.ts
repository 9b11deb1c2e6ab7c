// What readings come to by currency: sales less refunds and reversals, plus what was won back; or receipts; or spend; or what was measured elsewhere:
// purchases of another tool, or deals that were won.
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { SCALE } from './read/row-view.ts';
import type { Reading } from './reading.ts';

export class ReadingSums {
  readonly #units = new Map<string, bigint>();

  add(reading: Reading): void {
    if (reading.kind === 'sale' || reading.kind === 'won_back' || reading.kind === 'receipt')
      this.#add(reading.currency, reading.amount, 1n);
    else if (reading.kind === 'refund' || reading.kind === 'reversal') this.#add(reading.currency, reading.amount, -1n);
    else if (reading.kind === 'spend') this.#add(reading.currency, reading.spend, 1n);
  }

  /** A purchase in an export of events, whose refunds often have no amount and are not subtracted, or a deal that was won. */
  addOutcome(reading: Extract<Reading, { kind: 'outcome' | 'deal' }>): void {
    const { amount, currency } = reading;
    const isWon = reading.kind === 'deal' ? reading.state === 'won' : reading.type === 'purchase';
    if (isWon && amount !== undefined && currency !== undefined) this.#add(currency, amount, 1n);
  }

  #add(currency: string, amount: string, sign: bigint): void {
    this.#units.set(currency, (this.#units.get(currency) ?? 0n) + sign * unitsOf(amount, SCALE));
  }

  /** Exact decimal text by currency. */
  byCurrency(): Record<string, string> {
    return Object.fromEntries([...this.#units].map(([currency, units]) => [currency, decimalText(units, SCALE)]));
  }
}
