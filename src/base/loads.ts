// The loads in progress with their positions: in memory only, for pages that are opened during them. A load that ends, or fails, is removed; one
// inside another (a file of a demo) reports into the same entry.
import type { Base, ReadBase } from './base.ts';

/** The position of a command; `total` where it is known. */
export interface Progress {
  phase: string;
  done: number;
  total?: number | undefined;
  unit: string;
  note?: string | undefined;
}

type Report = (progress: Progress) => void;

export interface Load {
  progress: Progress;
  /** The profile had no fact before: there is nothing else to show of it yet. */
  isFirst: boolean;
}

const loadsOf = (base: Pick<ReadBase, 'memo'>): Map<string, Load & { depth: number }> =>
  base.memo('loads', () => new Map<string, Load & { depth: number }>());

/** The position of this profile's load; undefined while nothing loads. */
export const loadOf = (base: Pick<ReadBase, 'memo'>, profileId: string): Load | undefined => loadsOf(base).get(profileId);

/** Runs `work`, and keeps what it reports for `loadOf` until it has ended. */
export async function trackLoad<T>(
  base: Base,
  profileId: string,
  report: Report,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const all = loadsOf(base);
  const isFirst = base.journal.lastSeq(profileId) === 0n;
  const load = all.get(profileId) ?? { depth: 0, isFirst, progress: { phase: 'start', done: 0, unit: 'rows' } };
  load.depth++;
  all.set(profileId, load);
  try {
    return await work((progress) => {
      load.progress = progress;
      report(progress);
    });
  } finally {
    load.depth--;
    if (load.depth === 0) all.delete(profileId);
  }
}
