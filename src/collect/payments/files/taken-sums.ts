// What the rows of a file that are taken come to, by month and currency: of drafts, so that a repeated line of an order counts once, and without those
// that are refused.
import { decimalText } from '../../../base/kit/decimals.ts';
import { dayAt, shiftsOfZone } from '../../../base/kit/time/zone-shifts.ts';
import type { FileHead, JudgedFile } from '../../imports/index.ts';
import { unitsOf } from '../amounts.ts';
import type { Paid } from '../intake.ts';

interface MonthSum {
  month: string;
  currency: string;
  units: bigint;
  drafts: number;
}

const SCALE = 6;

export class TakenSums {
  readonly #files: { zone: ReturnType<typeof shiftsOfZone>; sums: Map<string, MonthSum> }[] = [];

  /** The next file of an archive. @returns Its place. */
  begin({ zone = 'UTC' }: Pick<FileHead, 'zone'>): number {
    return this.#files.push({ zone: shiftsOfZone(zone), sums: new Map() }) - 1;
  }

  add(paid: readonly Paid[]): void {
    for (const each of paid) this.#count(each, 1);
  }

  /** Refused after all. */
  takeOff(paid: Paid): void {
    this.#count(paid, -1);
  }

  #count({ file: place = 0, draft: { at, amount, currency, refundOf } }: Paid, sign: 1 | -1): void {
    const file = this.#files[place];
    if (amount === '' || !file) return;
    const month = dayAt(file.zone, at / 1000).slice(0, 7);
    const name = `${month} ${currency}`;
    const sum = file.sums.get(name) ?? { month, currency, units: 0n, drafts: 0 };
    const units = unitsOf(amount);
    sum.units += (refundOf === undefined) === (sign === 1) ? units : -units;
    sum.drafts += sign;
    file.sums.set(name, sum);
  }

  /** By file; a month of which every row was refused has none. */
  list(): JudgedFile['sums'][] {
    return this.#files.map(({ sums }) =>
      [...sums.values()]
        .filter(({ drafts }) => drafts > 0)
        .sort((a, b) => (a.month < b.month ? -1 : 1))
        .map(({ month, currency, units }) => ({ month, currency, amount: decimalText(units, SCALE) })),
    );
  }
}
