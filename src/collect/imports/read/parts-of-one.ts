// Rows that are parts of one sale, refund or day of spend: their amounts are added, in the order in which each was first met.
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { SCALE } from './row-view.ts';

/** More are kept in memory at once by no import. */
const MOST = 1_000_000;

export interface Part<First> {
  first: First;
  lines: number[];
  amount: string;
}

interface Sum<First> {
  first: First;
  lines: number[];
  units: bigint;
}

export class PartsOfOne<First extends { amount: string }> {
  readonly #sums = new Map<string, Sum<First>>();

  /** @param key Texts that all parts of one have in common. */
  add(key: readonly (string | null)[], part: First, line: number): void {
    const name = JSON.stringify(key);
    const existing = this.#sums.get(name);
    if (!existing && this.#sums.size >= MOST)
      throw new UnusableFile(`The file has more than ${MOST} orders or days of spend. Import it in parts.`);
    const sum = existing ?? { first: part, lines: [], units: 0n };
    sum.units += unitsOf(part.amount, SCALE);
    sum.lines.push(line);
    this.#sums.set(name, sum);
  }

  all(): Part<First>[] {
    return [...this.#sums.values()].map(({ first, lines, units }) => ({
      first,
      lines,
      amount: decimalText(units, SCALE),
    }));
  }
}
