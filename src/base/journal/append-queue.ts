// Appends that wait for the journal's writer: bounded per profile and in total, and served in turns, so that a flood in one
// profile delays mainly that profile.
import { type Appending, sizeOf } from './group.ts';
import type { Appended, Refused } from './journal.ts';
import { JournalRefusal } from './journal.ts';

export interface Waiting {
  appending: Appending;
  /** The number of facts that each profile has in the group; the first profile's turn it takes. */
  counts: ReadonlyMap<string, number>;
  resolve: (appended: (Appended | Refused)[]) => void;
  reject: (error: Error) => void;
}

export interface QueueLimits {
  perProfile: number;
  total: number;
}

export class AppendQueue {
  readonly #limits: QueueLimits;
  /** Lists of a profile's waiting appends, profiles in the order of their turns. */
  readonly #turns = new Map<string, Waiting[]>();
  /** Facts waiting or being written, by profile. */
  readonly #facts = new Map<string, number>();
  /** Profiles whose appends wait for a load of theirs. */
  readonly #held = new Set<string>();
  #total = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Facts of a profile that wait or are being written. */
  waitingOf(profileId: string): number {
    return this.#facts.get(profileId) ?? 0;
  }

  get isEmpty(): boolean {
    return this.#turns.size === 0;
  }

  /** Takes no append of the profile until it is let go. */
  hold(profileId: string): void {
    this.#held.add(profileId);
  }

  letGo(profileId: string): void {
    this.#held.delete(profileId);
  }

  /** Refuses facts that find the queue full. A list of any length is taken whole when no fact of its profile waits. */
  add(waiting: Waiting): void {
    const { appending, counts } = waiting;
    const size = sizeOf(appending);
    for (const [profileId, count] of counts) {
      const before = this.#facts.get(profileId) ?? 0;
      if (before > 0 && before + count > this.#limits.perProfile)
        throw new JournalRefusal('profile_queue_full', `${before} facts of this profile are waiting to be written.`);
    }
    if (this.#total > 0 && this.#total + size > this.#limits.total)
      throw new JournalRefusal('queue_full', `${this.#total} facts are waiting to be written.`);
    for (const [profileId, count] of counts) this.#facts.set(profileId, (this.#facts.get(profileId) ?? 0) + count);
    this.#total += size;
    const [profileId = ''] = counts.keys();
    const list = this.#turns.get(profileId);
    if (list) list.push(waiting);
    else this.#turns.set(profileId, [waiting]);
  }

  /** The next group: rounds over the profiles, one append each, until it contains `rows` facts (at least one append); none of held profiles. */
  take(rows: number): Waiting[] {
    const places = [...this.#turns]
      .filter(([profileId]) => !this.#held.has(profileId))
      .map(([profileId, list]) => ({ profileId, list, at: 0 }));
    const group: Waiting[] = [];
    let taken = 0;
    let open = places;
    while (open.length > 0 && taken < rows) {
      for (const place of open) {
        const next = place.list[place.at];
        if (!next || taken >= rows) break;
        place.at += 1;
        group.push(next);
        taken += sizeOf(next.appending);
      }
      open = open.filter((place) => place.at < place.list.length);
    }
    for (const { profileId, list, at } of places) {
      if (at === 0) continue;
      this.#turns.delete(profileId);
      // After the profiles that had no turn yet.
      if (at < list.length) this.#turns.set(profileId, list.slice(at));
    }
    return group;
  }

  /** All that waits, of held profiles too. */
  takeAll(): Waiting[] {
    const all = [...this.#turns.values()].flat();
    this.#turns.clear();
    return all;
  }

  /** The append was answered: its facts no longer count. */
  release(waiting: Waiting): void {
    for (const [profileId, count] of waiting.counts) {
      const left = (this.#facts.get(profileId) ?? 0) - count;
      if (left > 0) this.#facts.set(profileId, left);
      else this.#facts.delete(profileId);
    }
    this.#total -= sizeOf(waiting.appending);
  }
}

export function countByProfile(appending: Appending): Map<string, number> {
  if ('text' in appending) return new Map([[appending.profileId, appending.rows]]);
  const counts = new Map<string, number>();
  for (const { profileId } of appending) counts.set(profileId, (counts.get(profileId) ?? 0) + 1);
  return counts;
}
