// Counts what was done to each live file, for those who keep what they read of it.
import type { Target, Writes } from './port.ts';

export class WriteCounts {
  readonly #done = new Map<string, number>();
  readonly #underWay = new Map<string, number>();

  of(profileId: string): Writes {
    return { count: this.#done.get(profileId) ?? 0, isUnderWay: this.#underWay.has(profileId) };
  }

  add(profileId: string): void {
    this.#done.set(profileId, (this.#done.get(profileId) ?? 0) + 1);
  }

  /** A write that fails may have been taken all the same, so it counts too. Builds have no readers who keep anything. */
  async during<T>({ profileId, build }: Target, write: () => Promise<T>): Promise<T> {
    if (build !== undefined) return write();
    this.#underWay.set(profileId, (this.#underWay.get(profileId) ?? 0) + 1);
    try {
      return await write();
    } finally {
      this.add(profileId);
      const left = (this.#underWay.get(profileId) ?? 1) - 1;
      if (left > 0) this.#underWay.set(profileId, left);
      else this.#underWay.delete(profileId);
    }
  }
}
