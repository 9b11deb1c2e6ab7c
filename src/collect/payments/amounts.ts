// Exact amounts of payments.
const SCALE = 6;

/** The part of intake's message on negative amounts that concerns events, not the payment or refund in question. */
export const OF_REVERSALS = /; a reversal names.*?(?=\.?$)/;

/** Millionths in a decimal text of at most six decimals. */
export function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
}

/** A decimal text without zeros at its end. */
export function decimalOf(units: bigint): string {
  const digits = units.toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Sums of exact decimals, by currency. */
export class Sums {
  readonly #micros = new Map<string, bigint>();

  add(currency: string, amount: string, isNegative: boolean): void {
    const micros = unitsOf(amount);
    this.#micros.set(currency, (this.#micros.get(currency) ?? 0n) + (isNegative ? -micros : micros));
  }

  list(): { currency: string; amount: string }[] {
    return [...this.#micros]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, micros]) => ({ currency, amount: micros < 0n ? `-${decimalOf(-micros)}` : decimalOf(micros) }));
  }
}
