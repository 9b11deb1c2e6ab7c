// Counts the writes, swaps and losses of each live file, for caches of its content.
import type { Target, Writes } from '../port.ts';

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
