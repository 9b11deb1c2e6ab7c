// The journal as callers see it: hands appends to the writer, reads by a read-only connection of its own, and refuses what would
// overfill the disk.
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { DISK_FULL, usedShare } from '../files/disk.ts';
import { Gate } from '../kit/hold.ts';
import { Mutex } from '../kit/mutex.ts';
import type { Chunk } from './group.ts';
import { type Appended, type Journal, JournalRefusal } from './journal.ts';
import { journalReader } from './journal-reader.ts';
import { checkFact } from './sound-fact.ts';
import { Writer, type WriterOptions } from './writer.ts';

const REWRITTEN_ROWS = 500;
const DISK_CHECK_MS = 1_000;

export interface OpenJournalOptions extends WriterOptions {
  /** Used share of the file system from which intake is refused. */
  refuseAtUsed?: number;
  /** Used share of the file system now, 0 … 1; measured when absent. */
  diskUsed?: () => number;
  /** Why a profile may take no more room, in words; undefined where it may. */
  overShare?: (profileId: string) => string | undefined;
  maxPages?: number;
}

export const journalFile = (dataDir: string): string => join(dataDir, 'journal.sqlite');

export async function openJournal(dataDir: string, options: OpenJournalOptions = {}): Promise<Journal> {
  const file = journalFile(dataDir);
  const writer = new Writer({ file, ...(options.maxPages ? { maxPages: options.maxPages } : {}) }, options);
  await writer.start();
  const db = new Database(file, { readonly: true, fileMustExist: true });
  const diskUsed = options.diskUsed ?? (() => usedShare(dirname(file)));
  const refuseAt = options.refuseAtUsed ?? DISK_FULL;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isFull = false;

  function refuseFullDisk(): void {
    if (performance.now() - checkedAt >= DISK_CHECK_MS) {
      checkedAt = performance.now();
      isFull = diskUsed() >= refuseAt;
    }
    if (isFull) throw new JournalRefusal('disk_full', 'The disk is nearly full; no more data is accepted.');
  }

  function refuseOverShare(profileId: string): void {
    const words = options.overShare?.(profileId);
    if (words !== undefined) throw new JournalRefusal('profile_share', words);
  }

  const removals = new Gate();
  const wipes = new Mutex();
  const gone = new Set<string>();
  async function remove(chunk: Chunk): Promise<void> {
    await removals.whenFree();
    await writer.run(chunk);
  }

  // One at a time: what the second has to overwrite may stand where the first has been.
  const wipe = (): Promise<void> =>
    wipes.run('', async () => {
      await remove({ task: 'wipe_anew', profileId: '' });
      await remove({ task: 'wipe', profileId: '' });
    });

  function refuseGone(isGone: boolean): void {
    if (isGone) throw new JournalRefusal('closed', 'The profile is archived.');
  }

  return {
    append: async (facts) => {
      if (facts.length === 0) return [];
      for (const fact of facts) checkFact(fact);
      refuseGone(gone.size > 0 && facts.some(({ profileId }) => gone.has(profileId)));
      refuseFullDisk();
      for (const { profileId } of facts) refuseOverShare(profileId);
      return writer.append(facts) as Promise<Appended[]>;
    },
    appendMade: async (maker, order) => {
      if (order.rows === 0) return [];
      refuseGone(gone.has(order.profileId));
      refuseFullDisk();
      refuseOverShare(order.profileId);
      return writer.appendMade(maker, order);
    },
    ...journalReader(db),
    clearTraits: (profileId, upTo) => remove({ task: 'clear_traits', profileId, upTo }),
    trim: (profileId, upTo) => remove({ task: 'trim', profileId, upTo }),
    rewrite: async (profileId, facts) => {
      for (let from = 0; from < facts.length; from += REWRITTEN_ROWS)
        await remove({ task: 'rewrite', profileId, facts: facts.slice(from, from + REWRITTEN_ROWS) });
    },
    rewriteOutcomes: async (profileId, outcomes) => {
      for (let from = 0; from < outcomes.length; from += REWRITTEN_ROWS)
        await remove({ task: 'rewrite_outcomes', profileId, outcomes: outcomes.slice(from, from + REWRITTEN_ROWS) });
    },
    recordSegment: (profileId, segment) => remove({ task: 'record_segment', profileId, segment }),
    setInstallation: (installation) => writer.run({ task: 'set_installation', profileId: '', installation }),
    giveBack: () => remove({ task: 'give_back', profileId: '' }),
    wipe,
    prepare: (module) => writer.run({ task: 'load', profileId: '', module }),
    forget: (profileId) => writer.forget(profileId),
    shut: (profileId) => {
      gone.add(profileId);
    },
    purge: async (profileId) => {
      await writer.whenWritten(profileId);
      await remove({ task: 'purge', profileId });
      await writer.forget(profileId);
      writer.dropMaker(profileId);
      await wipe();
    },
    // No profile has this name: there is nothing to empty.
    probe: () => writer.run({ task: 'clear_traits', profileId: '', upTo: 0n }),
    hold: () => removals.take(),
    whenFree: () => removals.whenFree(),
    close: async () => {
      await writer.drain();
      db.close();
      await writer.close();
    },
  };
}
