// Sets of seqs as ranges: sorted, apart, both ends included.

export type Range = readonly [first: number, last: number];

/** The same set, in as few ranges as it takes. */
export function united(ranges: readonly Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** The part of `ranges` that is not in `others`; both united. */
export function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const result: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    let from = first;
    while (next < others.length && (others[next] as Range)[1] < from) next += 1;
    for (let at = next; at < others.length && (others[at] as Range)[0] <= last; at += 1) {
      const [start, end] = others[at] as Range;
      if (start > from) result.push([from, start - 1]);
      from = Math.max(from, end + 1);
    }
    if (from <= last) result.push([from, last]);
  }
  return result;
}

/** Which of the ranges contains a seq; they are sorted and apart. */
export function placeIn(ranges: readonly Range[], seq: number): number | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle] as Range)[1] < seq) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found && found[0] <= seq ? low : undefined;
}

export const isIn = (ranges: readonly Range[], seq: number): boolean => placeIn(ranges, seq) !== undefined;

/** A set that grows by one seq at a time: consecutive seqs take the room of one. */
export class GrowingRanges {
  #ranges: [number, number][] = [];

  get length(): number {
    return this.#ranges.length;
  }

  add(seq: number): void {
    const last = this.#ranges.at(-1);
    if (last && seq === last[1] + 1) last[1] = seq;
    else this.#ranges.push([seq, seq]);
  }

  /** Returns the content and empties the set. */
  take(): Range[] {
    const ranges = united(this.#ranges);
    this.#ranges = [];
    return ranges;
  }
}
