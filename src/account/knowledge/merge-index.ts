// Words of removed passages are only marked as deleted in the index. They leave it when its pages are merged, some milliseconds at a time.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';

const MERGED_PAGES = 16n;

/** Returns when the index has none of the words that were marked before. */
export function mergeIndex({ state, mutex }: Pick<Base, 'state' | 'mutex'>): Promise<void> {
  return mutex('account/knowledge index', '', async () => {
    const written = (): number => Number(state.statement('base/changes_count').get()?.changes);
    // A negative number requests all of the index to become one piece; the others continue with that.
    for (let pages = -MERGED_PAGES; ; pages = MERGED_PAGES) {
      const before = written();
      state.statement('account/knowledge/index_merge').run({ pages });
      if (written() - before < 2) return;
      await pause(1);
    }
  });
}

export const mergeJob = defineJob({
  kind: 'knowledge_index',
  payload: z.object({}),
  leaseSeconds: 120,
  retry: { attempts: 20, maxPauseMs: 600_000 },
  failureText: 'the index of documents could not be merged; the service retries automatically',
  run: (base) => mergeIndex(base),
});

/** In the transaction that removes passages. */
export const queueMerge = (tx: Base): void => void addJob(tx, mergeJob, { payload: {}, dedupeKey: 'all' });
