// The keys of the files of one archive: a row that an earlier file of it has, too, brings nothing again, and one that says something else of the same key is
// refused in words, whether the figures have the earlier one already or not.
import { Remembered } from '../../imports/pure.ts';
import { type Draft, PREFIX } from '../statements/draft.ts';
import type { Drafted } from './drafts.ts';

const DAY_MICROS = 86_400_000_000;
/** A row of a sheet that comes again is on its day, or on the one beside it in another zone. */
const SAME_ROW_DAYS = 2;
/** The place of a file and a day since 1970 are one number. */
const DAYS = 1 << 16;

const dayOf = ({ at }: Draft): number => Math.max(0, Math.floor(at / DAY_MICROS)) % DAYS;
const moneyOf = ({ amount, currency }: Draft): string => `${amount} ${currency}`;

export class KeysOfArchive {
  readonly #keys = new Remembered();
  #file = 0;

  /** The next file. */
  begin(): void {
    this.#file += 1;
  }

  /** Without what an earlier file has. */
  of(drafted: Drafted): Drafted {
    const fresh: Draft[] = [];
    for (const draft of drafted.drafts) {
      const words = this.#differs(draft);
      if (words !== undefined) return { drafts: [], reason: 'unreadable', words };
      if (this.#isOfThis(draft)) fresh.push(draft);
    }
    if (drafted.drafts.length === 0 || fresh.length === drafted.drafts.length) return drafted;
    return fresh.length > 0 ? { drafts: fresh } : { drafts: [], reason: 'order_line' };
  }

  #isOfThis(draft: Draft): boolean {
    const before = this.#keys.get(draft.key);
    if (!before) this.#keys.set(draft.key, this.#file * DAYS + dayOf(draft), moneyOf(draft));
    return !before || Math.floor(before.number / DAYS) === this.#file;
  }

  /** Why what an earlier file says is not the same. */
  #differs(draft: Draft): string | undefined {
    const before = this.#keys.get(draft.key);
    if (!before || Math.floor(before.number / DAYS) === this.#file) return undefined;
    const isFar = draft.isOfSheet === true && Math.abs((before.number % DAYS) - dayOf(draft)) > SAME_ROW_DAYS;
    if (before.cameWith(moneyOf(draft)) && !isFar) return undefined;
    return `${draft.key} is in another file of the archive, too, ${isFar ? 'on another day' : 'with another amount'}: what is read first counts. If they are two sales, unpack the archive and put a prefix before the numbers of one file (${PREFIX}).`;
  }
}
