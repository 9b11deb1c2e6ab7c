// Which records of many are worth comparing, and the comparing itself: a million of them are neither compared each with each nor kept as
// a million objects. Plain data in, likely pairs out.
import { blocksOf, type Comparable, type MatchReason, match, PROPOSED_FROM } from './matcher.ts';

export interface LikelyPair {
  one: bigint;
  two: bigint;
  /** Thousandths. */
  score: number;
  reasons: MatchReason[];
}

/** A block of more members is sorted, and each is compared with this many following ones only. */
const WHOLE_BLOCK = 24;
const NEIGHBOURS = 8;

const FIELD = '\u001f';
const ITEM = '\u001e';

/** One string in place of an object with ten fields: a fifth of the memory. Names come first, so that sorting joins like records. */
function packed(record: Comparable): string {
  const { last, first, birth, postcode, city, nationalId, street, numbers, phones, emails } = record;
  const lists = [street, numbers, phones, emails].map((list) => list.join(ITEM));
  return [last, first, birth, postcode, city, nationalId, ...lists].join(FIELD);
}

const listOf = (text: string): string[] => (text === '' ? [] : text.split(ITEM));

function unpacked(text: string): Comparable {
  const [last = '', first = '', birth = '', postcode = '', city = '', nationalId = '', ...lists] = text.split(FIELD);
  const [street = '', numbers = '', phones = '', emails = ''] = lists;
  return {
    last,
    first,
    birth,
    postcode,
    city,
    nationalId,
    street: listOf(street),
    numbers: listOf(numbers),
    phones: listOf(phones),
    emails: listOf(emails),
  };
}

/** 32 bits; two keys of one hash cost a comparison too many, and no more. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The number of places that fit into one number together with 32 bits of a hash. */
const PLACES = 2 ** 21;

/** Growing list of numbers, without the boxes of an array. */
class Numbers {
  private held = new Float64Array(1 << 16);
  private count = 0;

  push(value: number): void {
    if (this.count === this.held.length) {
      const wider = new Float64Array(this.held.length * 2);
      wider.set(this.held);
      this.held = wider;
    }
    this.held[this.count++] = value;
  }

  sorted(): Float64Array {
    return this.held.subarray(0, this.count).sort();
  }
}

/** Customers to be compared with one another. Beyond two million of them, those of other parts of the list are not met. */
export class Blocks {
  private readonly customers: bigint[] = [];
  private readonly records: string[] = [];
  /** Hash of a block and place of a member, in one number each. */
  private readonly members: Numbers[] = [];

  add(customer: bigint, record: Comparable): void {
    const place = this.records.length;
    this.customers.push(customer);
    this.records.push(packed(record));
    const part = Math.floor(place / PLACES);
    this.members[part] ??= new Numbers();
    const members = this.members[part];
    for (const key of blocksOf(record)) members.push(hashOf(key) * PLACES + (place % PLACES));
  }

  get size(): number {
    return this.records.length;
  }

  /** Every pair from the threshold on, once. */
  *likely(threshold = PROPOSED_FROM): Generator<LikelyPair> {
    const pairNames = new Set<number>();
    for (const [part, members] of this.members.entries()) {
      for (const block of blocksIn(members.sorted(), part * PLACES)) {
        for (const [i, j, found] of this.compared(block, threshold)) {
          const name = i * this.records.length + j;
          if (pairNames.has(name)) continue;
          pairNames.add(name);
          yield {
            one: this.customers[i] as bigint,
            two: this.customers[j] as bigint,
            score: Math.min(999, Math.floor(found.score * 1000)),
            reasons: found.reasons,
          };
        }
      }
    }
  }

  private *compared(block: number[], threshold: number): Generator<[number, number, ReturnType<typeof match>]> {
    const isWhole = block.length <= WHOLE_BLOCK;
    if (!isWhole) block.sort((a, b) => ((this.records[a] as string) < (this.records[b] as string) ? -1 : 1));
    const records = block.map((place) => unpacked(this.records[place] as string));
    for (const [at, record] of records.entries()) {
      const end = isWhole ? records.length : Math.min(records.length, at + 1 + NEIGHBOURS);
      for (let next = at + 1; next < end; next++) {
        const found = match(record, records[next] as Comparable);
        if (found.score < threshold) continue;
        const [i, j] = [block[at] as number, block[next] as number];
        yield i < j ? [i, j, found] : [j, i, found];
      }
    }
  }
}

/** Runs of one hash with two members or more. */
function* blocksIn(sorted: Float64Array, first: number): Generator<number[]> {
  let block: number[] = [];
  let hash = -1;
  for (const value of sorted) {
    const place = value % PLACES;
    const own = (value - place) / PLACES;
    if (own !== hash) {
      if (block.length > 1) yield block;
      block = [];
      hash = own;
    }
    if (block.at(-1) !== first + place) block.push(first + place);
  }
  if (block.length > 1) yield block;
}
