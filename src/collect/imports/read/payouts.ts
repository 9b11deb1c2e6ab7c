// Payouts of payment providers on a bank's statement: money that is counted where the provider took it from a buyer.
import { readSeed } from '../../../base/kit/seeds.ts';
import { comparable } from '../layout/names.ts';
import type { RowView } from './row-view.ts';

const words = (text: string): string => ` ${comparable(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

export class Payouts {
  readonly #keys: readonly string[];
  readonly #names: readonly string[];

  /** @param keys Columns that name the sender or say what the money is for. */
  constructor(keys: readonly string[]) {
    this.#keys = keys;
    this.#names = keys.length === 0 ? [] : readSeed('payment_providers').map(({ name }) => words(name));
  }

  isOne(view: RowView): boolean {
    return this.#keys.some((key) => {
      const text = words(view.text(key));
      return text.trim() !== '' && this.#names.some((name) => text.includes(name));
    });
  }
}
