// What reads and builds of the warehouse wait for: places for readers, with a deadline, the gate of heavy builds, which go one at a time, and the
// counts of writes by which a cache of a file's content is out of date.
import { key62 } from '../../kit/ids.ts';
import { type ReadSize, type Target, WarehouseFailure, type Writes } from '../port.ts';

/** One holder at a time, who gives it back by calling what it got. */
export class Gate {
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<() => void> {
    const before = this.#last;
    let release = (): void => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}

interface Waiter {
  size: ReadSize;
  admit: () => void;
}

/** The request: the size known beforehand, or the key by which it is learnt. */
interface ReadRequest {
  name: string;
  size: ReadSize | undefined;
}

/** A read that is expected to take longer than this is heavy. */
const HEAVY_MS = 250;
const REMEMBERED = 10_000;

/**
 * Places for reads. So many run at once; one place is kept for reads that were quick before (or are new), so that they never wait
 * behind heavy ones alone. As many places again are for small reads, which wait only for one another.
 */
export class Places {
  readonly #total: number;
  /** By a hash of the read's name, as names hold whole statements. */
  readonly #expected = new Map<bigint, number>();
  #waiters: Waiter[] = [];
  readonly #running: Record<ReadSize, number> = { small: 0, middling: 0, heavy: 0 };

  constructor(total: number) {
    this.#total = total;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get running(): number {
    const { small, middling, heavy } = this.#running;
    return small + middling + heavy;
  }

  /**
   * Waits for a place at most `waitMs`, otherwise refuses as busy. The place is refunded by the function answered; `cutOff` says that the
   * read did not come to its end.
   */
  async take({ name, size: fixedSize }: ReadRequest, waitMs: number): Promise<(cutOff: boolean) => void> {
    const key = fixedSize === undefined ? key62(name) : undefined;
    const size = fixedSize ?? (this.#isHeavy(key) ? 'heavy' : 'middling');
    if (this.#admits(size)) this.#running[size] += 1;
    else await this.#wait(size, waitMs);
    const start = performance.now();
    return (cutOff) => {
      if (key !== undefined) this.#remember(key, cutOff ? Number.POSITIVE_INFINITY : performance.now() - start);
      this.#running[size] -= 1;
      this.#admitWaiters();
    };
  }

  #isHeavy(key: bigint | undefined): boolean {
    return key !== undefined && (this.#expected.get(key) ?? 0) > HEAVY_MS;
  }

  #admits(size: ReadSize): boolean {
    const { small, middling, heavy } = this.#running;
    if (size === 'small') return small < this.#total;
    return middling + heavy < this.#total && (size === 'middling' || heavy < this.#total - 1);
  }

  #wait(size: ReadSize, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        size,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(new WarehouseFailure('busy', 'Too many queries are running.'));
      }, waitMs);
      this.#waiters.push(waiter);
    });
  }

  #admitWaiters(): void {
    for (const waiter of [...this.#waiters]) {
      if (!this.#admits(waiter.size)) continue;
      this.#waiters = this.#waiters.filter((other) => other !== waiter);
      this.#running[waiter.size] += 1;
      waiter.admit();
    }
  }

  /** TRICKY: a quick read is slow on a busy machine; so what is expected falls at once, but no more than doubles. */
  #remember(key: bigint, ms: number): void {
    const expected = Math.min(ms, 2 * (this.#expected.get(key) ?? Number.POSITIVE_INFINITY));
    this.#expected.delete(key);
    this.#expected.set(key, expected);
    const oldest = this.#expected.size > REMEMBERED ? this.#expected.keys().next().value : undefined;
    if (oldest !== undefined) this.#expected.delete(oldest);
  }
}

// The time that the caller of a read waits.

/** The result, or a refusal as busy after `ms` milliseconds; then `giveUp` is called once. */
export function withinDeadline<T>(result: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        giveUp();
        reject(new WarehouseFailure('busy', 'The query took longer than it may.'));
      },
      Math.max(0, ms),
    );
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export class WriteCounts {
  readonly #done = new Map<string, number>();
  readonly #files = new Map<string, number>();
  readonly #underWay = new Map<string, number>();

  of(profileId: string): Writes {
    return {
      count: this.#done.get(profileId) ?? 0,
      files: this.#files.get(profileId) ?? 0,
      isUnderWay: this.#underWay.has(profileId),
    };
  }

  /** Notes that another file is the live one: reads of the earlier file are out of date. */
  addFile(profileId: string): void {
    this.#files.set(profileId, (this.#files.get(profileId) ?? 0) + 1);
    this.#add(profileId);
  }

  /** A swap or a removal. One that fails may have been done all the same. */
  duringFile<T>(profileId: string, replace: () => Promise<T>): Promise<T> {
    return this.during({ profileId }, () => replace().finally(() => this.addFile(profileId)));
  }

  #add(profileId: string): void {
    this.#done.set(profileId, (this.#done.get(profileId) ?? 0) + 1);
  }

  /** A write that fails may have been taken all the same, so it counts too. Builds have no readers who keep anything. */
  async during<T>({ profileId, build }: Target, write: () => Promise<T>): Promise<T> {
    if (build !== undefined) return write();
    this.#underWay.set(profileId, (this.#underWay.get(profileId) ?? 0) + 1);
    try {
      return await write();
    } finally {
      this.#add(profileId);
      const left = (this.#underWay.get(profileId) ?? 1) - 1;
      if (left > 0) this.#underWay.set(profileId, left);
      else this.#underWay.delete(profileId);
    }
  }
}
