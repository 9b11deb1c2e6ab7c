// Facts withdrawn by undone imports, and the current fact of a reference: the payment that counts, the withdrawn one
// that a row would give back, or none, and then the row is accepted as it reads now.
import type { ReadBase } from '../../base/base.ts';
import { contentHashOf, type Generation, generationsOf } from '../events/index.ts';
import { erasedRepeats, type Repeatable } from '../identity/index.ts';
import { type ImportRange, rangesOf } from './import-store.ts';
import type { Draft } from './statements/draft.ts';
import { isIn, placeIn, type Range, united, without } from './statements/ranges.ts';

/**
 * The text by which a row's fact is compared. The import is part of it, so `duplicate` can only mean a fact that this import wrote before
 * it was interrupted; what anybody else brought under the same key is a conflict, and stays theirs.
 */
export const contentOf = (importId: string, draft: Draft) => ({ import_id: importId, ...draft });

const listedOf = (ranges: readonly ImportRange[]): Range[] =>
  united(ranges.filter(({ isUndone }) => !isUndone).map(({ range }) => range));

/** Facts that only imports brought, all of them undone since. */
export function withdrawnOf(ranges: readonly ImportRange[]): Range[] {
  const own = united(ranges.filter(({ isOwn }) => isOwn).map(({ range }) => range));
  return without(own, listedOf(ranges));
}

/** The withdrawn facts of a profile at one moment, each with the import that brought it. */
class Withdrawn {
  readonly #listed: Range[];
  readonly #own: { range: Range; importId: string }[];
  readonly #ownRanges: Range[];

  constructor(ranges: readonly ImportRange[]) {
    this.#listed = listedOf(ranges);
    // One import alone brought a fact: ranges of two never meet.
    this.#own = ranges.filter(({ isOwn }) => isOwn).sort((a, b) => a.range[0] - b.range[0]);
    this.#ownRanges = this.#own.map(({ range }) => range);
  }

  /** Undefined for a fact that is not withdrawn. */
  importOf(seq: bigint): string | undefined {
    const place = placeIn(this.#ownRanges, Number(seq));
    if (place === undefined || isIn(this.#listed, Number(seq))) return undefined;
    return this.#own[place]?.importId;
  }
}

/** The current fact of a reference. `next` is the generation of a row that finds none that counts. */
export type UnderReference =
  | { state: 'new' }
  | { state: 'counted'; seq: bigint; generation: number }
  | { state: 'comes back'; seq: bigint }
  | { state: 'differs'; next: number };

/** Looks under references, as things are when it is made. */
export class References {
  readonly #base: ReadBase;
  readonly #profileId: string;
  readonly #withdrawn: Withdrawn;
  readonly #erased: ((fact: Repeatable) => bigint | undefined) | undefined;

  constructor(base: ReadBase, profileId: string) {
    this.#base = base;
    this.#profileId = profileId;
    this.#withdrawn = new Withdrawn(rangesOf(base, profileId));
    this.#erased = erasedRepeats(base, profileId);
  }

  isWithdrawn(seq: bigint): boolean {
    return this.#withdrawn.importOf(seq) !== undefined;
  }

  /** The fact that counts under a reference. */
  standing(key: string): bigint | undefined {
    return generationsOf(this.#base, this.#profileId, key).find(({ seq }) => !this.isWithdrawn(seq))?.seq;
  }

  under(draft: Draft): UnderReference {
    const generations = generationsOf(this.#base, this.#profileId, draft.key);
    if (generations.length === 0) return { state: 'new' };
    // A fact that is not withdrawn comes first: two with one reference would count twice.
    const generation = generations.findIndex(({ seq }) => !this.isWithdrawn(seq));
    const standing = generations[generation];
    if (standing) return { state: 'counted', seq: standing.seq, generation };
    const same = generations.find((each) => this.#isSame(each, draft));
    return same ? { state: 'comes back', seq: same.seq } : { state: 'differs', next: generations.length };
  }

  /** True if a withdrawn fact says what the row says. An erased one is compared by its remaining part. */
  #isSame({ outcomeKey, seq }: Generation, draft: Draft): boolean {
    const importId = this.#withdrawn.importOf(seq) as string;
    const contentHash = contentHashOf(contentOf(importId, draft));
    const [kept] = this.#base.journal.outcomesOf(this.#profileId, [seq]);
    if (kept && Buffer.compare(kept.contentHash, contentHash) === 0) return true;
    return this.#erased?.({ outcomeKey, contentHash }) !== undefined;
  }
}
