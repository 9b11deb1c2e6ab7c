// The texts that customers are found by. Each profile numbers its own in a range of numbers that is its alone, in the order in which
// they came, so that a search reads the newest of one profile and no other's.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { BigRow, RowOf } from '../../../base/state/state.ts';
import type { IdentifierType } from '../identifiers.ts';
import { readableEmail } from '../spelling/emails.ts';
import { fold } from './folding.ts';

/** The distance between the ranges of two profiles. */
const RANGE_BITS = 40n;

export interface TextRange {
  profileNo: bigint;
  first: bigint;
  last: bigint;
  /** The number of the newest text; below `first` without any. */
  newest: bigint;
}

function rangeOf(row: BigRow<RowOf<'collect/identity/search_profile_add' | 'collect/identity/search_profile_get'>>): TextRange {
  const profileNo = row.profile_no;
  const begin = profileNo << RANGE_BITS;
  const last = begin + (1n << RANGE_BITS) - 1n;
  return { profileNo, first: begin + 1n, last, newest: row.last_value_no ?? begin };
}

/** Undefined for a profile that never had a text. */
export function textRange(base: Pick<ReadBase, 'state'>, profileId: string): TextRange | undefined {
  const [row] = base.state.statement('collect/identity/search_profile_get').allBig({ profile_id: profileId });
  return row && rangeOf(row);
}

/**
 * Gathers texts and writes them with `close`, inside the same transaction, as they count on from the newest.
 * TRICKY: the index writes down what it contains whenever a statement ends, so texts that come one by one cost three times as much.
 */
export class SearchTexts {
  readonly #base: Pick<Base, 'state'>;
  readonly #profileId: string;
  /** The name of each customer; all other texts beside it. */
  readonly #names = new Map<bigint, string>();
  #texts: { customerNo: bigint; kind: string; value: string }[] = [];

  constructor(base: Pick<Base, 'state'>, profileId: string) {
    this.#base = base;
    this.#profileId = profileId;
  }

  add(customerNo: bigint, kind: Exclude<IdentifierType, 'national_id'>, text: string): void {
    // An address is looked for in the letters of its domain, too.
    const texts = kind === 'email' ? [text, readableEmail(text)] : [text];
    for (const value of new Set(texts.map(fold))) if (value !== '') this.#texts.push({ customerNo, kind, value });
  }

  /** @param isFirst The customer has had no name so far. */
  name(customerNo: bigint, text: string, isFirst: boolean): void {
    const value = fold(text);
    if (!this.#names.delete(customerNo) && !isFirst)
      this.#base.state
        .statement('collect/identity/search_name_remove')
        .run({ profile_id: this.#profileId, customer_no: customerNo });
    if (value !== '') this.#names.set(customerNo, value);
  }

  /** Nothing finds the customer any more. */
  forget(customerNo: bigint): void {
    this.#names.delete(customerNo);
    this.#texts = this.#texts.filter((text) => text.customerNo !== customerNo);
    this.#base.state
      .statement('collect/identity/search_values_erase')
      .run({ profile_id: this.#profileId, customer_no: customerNo });
  }

  close(): void {
    for (const [customerNo, value] of this.#names) this.#texts.push({ customerNo, kind: 'name', value });
    this.#names.clear();
    if (this.#texts.length === 0) return;
    const { profileNo, newest } = textRange(this.#base, this.#profileId) ?? this.#begin();
    let valueNo = newest;
    for (const { customerNo, kind, value } of this.#texts) {
      valueNo += 1n;
      const text = { customer_no: customerNo, kind, value };
      this.#base.state.statement('collect/identity/search_value_add').run({ value_no: valueNo, profile_no: profileNo, ...text });
    }
    this.#base.state.statement('collect/identity/search_index_add').run({ from: newest + 1n, to: valueNo });
    this.#texts = [];
  }

  #begin(): TextRange {
    const [row] = this.#base.state.statement('collect/identity/search_profile_add').allBig({ profile_id: this.#profileId });
    if (!row) throw new Error('a profile was not entered in the index of search');
    return rangeOf(row);
  }
}
