// The identity of a row that brings none: the hash of its content, and which one it is among equals in its file. The same file
// gives the same identities again, so a second load adds nothing, and two equal rows stay two.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import { key62 } from '../../../base/kit/ids.ts';

const FIRST_SIZE = 1 << 12;

/** Counts occurrences of 64-bit hashes in 12 bytes each: open addressing, at most half full. */
class Occurrences {
  #high = new Uint32Array(FIRST_SIZE);
  #low = new Uint32Array(FIRST_SIZE);
  #counts = new Uint32Array(FIRST_SIZE);
  #used = 0;

  /** The number of earlier rows with this hash. */
  count(high: number, low: number): number {
    if (this.#used * 2 >= this.#counts.length) this.#grow();
    const at = this.#place(high, low);
    if (this.#counts[at] === 0) {
      this.#high[at] = high;
      this.#low[at] = low;
      this.#used += 1;
    }
    const before = this.#counts[at] as number;
    this.#counts[at] = before + 1;
    return before;
  }

  #place(high: number, low: number): number {
    const mask = this.#counts.length - 1;
    let at = (high ^ low) & mask;
    while (this.#counts[at] !== 0 && (this.#high[at] !== high || this.#low[at] !== low)) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [high, low, counts] = [this.#high, this.#low, this.#counts];
    this.#high = new Uint32Array(counts.length * 2);
    this.#low = new Uint32Array(counts.length * 2);
    this.#counts = new Uint32Array(counts.length * 2);
    for (let i = 0; i < counts.length; i += 1) {
      if (counts[i] === 0) continue;
      const at = this.#place(high[i] as number, low[i] as number);
      this.#high[at] = high[i] as number;
      this.#low[at] = low[i] as number;
      this.#counts[at] = counts[i] as number;
    }
  }
}

/** Gives the rows of one file, in its order, the dedupe key of their content and occurrence. */
export function rowIdentities(): (content: unknown) => bigint {
  const occurrences = new Occurrences();
  return (content) => {
    const digest = createHash('sha256').update(canonicalJson(content)).digest();
    const before = occurrences.count(digest.readUInt32BE(0), digest.readUInt32BE(4));
    return key62(`row:${digest.toString('hex')}:${before}`);
  };
}
