// The journal as callers see it: hands appends to the writer, reads by a read-only connection of its own, and refuses what would
// overfill the disk.
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { DISK_FULL, usedShare } from '../files/disk.ts';
import { Gate } from '../kit/hold.ts';
import { Mutex } from '../kit/mutex.ts';
import { addColumns, type Chunk, type Packed } from './group.ts';
import { type Journal, JournalRefusal } from './journal.ts';
import { journalReader } from './journal-reader.ts';
import { checkFact } from './sound-fact.ts';
import { NOTHING, Writer, type WriterOptions } from './writer.ts';

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
  const intake = new Intake(dirname(file), options);
  return {
    ...intakeOf(writer, intake),
    ...journalReader(db),
    ...removalsOf(writer),
    setInstallation: (installation) => writer.run({ task: 'set_installation', profileId: '', installation }),
    prepare: (module) => writer.run({ task: 'load', profileId: '', module }),
    forget: (profileId) => writer.forget(profileId),
    shut: (profileId, moved) => intake.shut(profileId, moved),
    reopen: (profileId) => intake.reopen(profileId),
    whenWritten: (profileId) => writer.whenWritten(profileId),
    adoptOutcomes: (profileId, outcomes, isFirst) => writer.run({ task: 'adopt_outcomes', profileId, outcomes, isFirst }),
    adopt: (profileId, lastSeq, segments) => writer.run({ task: 'adopt', profileId, lastSeq, segments }),
    probe: () => writer.run(NOTHING),
    close: async () => {
      await writer.drain();
      db.close();
      await writer.close();
    },
  };
}

/** Refuses facts of archived profiles and of moved ones, on a full disk, and of a profile that uses more than its share of it. */
class Intake {
  readonly #diskUsed: () => number;
  readonly #refuseAt: number;
  readonly #overShare: OpenJournalOptions['overShare'];
  readonly #archived = new Set<string>();
  readonly #moved = new Map<string, string>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isFull = false;

  constructor(folder: string, options: OpenJournalOptions) {
    this.#diskUsed = options.diskUsed ?? (() => usedShare(folder));
    this.#refuseAt = options.refuseAtUsed ?? DISK_FULL;
    this.#overShare = options.overShare;
  }

  shut(profileId: string, moved?: string): void {
    if (moved === undefined) this.#archived.add(profileId);
    else this.#moved.set(profileId, moved);
  }

  reopen(profileId: string): void {
    this.#moved.delete(profileId);
  }

  check(profileIds: Iterable<string>): void {
    for (const profileId of profileIds) {
      if (this.#archived.has(profileId)) throw new JournalRefusal('closed', 'The profile is archived.');
      const moved = this.#moved.get(profileId);
      if (moved !== undefined) throw new JournalRefusal('moved', moved);
    }
    this.#refuseFullDisk();
    for (const profileId of profileIds) {
      const reason = this.#overShare?.(profileId);
      if (reason !== undefined) throw new JournalRefusal('profile_share', reason);
    }
  }

  #refuseFullDisk(): void {
    if (performance.now() - this.#checkedAt >= DISK_CHECK_MS) {
      this.#checkedAt = performance.now();
      this.#isFull = this.#diskUsed() >= this.#refuseAt;
    }
    if (this.#isFull) throw new JournalRefusal('disk_full', 'The disk is nearly full; no more data is accepted.');
  }
}

function intakeOf(writer: Writer, intake: Intake): Pick<Journal, 'append' | 'appendMade' | 'holdAppends' | 'appendSealed'> {
  return {
    append: async (facts) => {
      if (facts.length === 0) return [];
      for (const fact of facts) checkFact(fact);
      intake.check(new Set(facts.map(({ profileId }) => profileId)));
      return writer.append(facts);
    },
    appendMade: async (maker, order) => {
      if (order.rows === 0) return [];
      intake.check([order.profileId]);
      return writer.appendMade(maker, order);
    },
    holdAppends: (profileId) => writer.hold(profileId),
    appendSealed: async (profileId, segment, kept) => {
      const values: Packed[] = [];
      for (const { fact } of kept) {
        checkFact(fact);
        addColumns(values, fact);
      }
      intake.check([profileId]);
      await writer.run({ task: 'append_sealed', profileId, segment, seqs: kept.map(({ seq }) => seq), values });
    },
  };
}

type Removals = Pick<
  Journal,
  'clearTraits' | 'trim' | 'rewrite' | 'rewriteOutcomes' | 'recordSegment' | 'giveBack' | 'wipe' | 'purge' | 'hold' | 'whenFree'
>;

/** Deletes and rewrites, which wait for a backup. */
function removalsOf(writer: Writer): Removals {
  const gate = new Gate();
  const wipes = new Mutex();
  async function remove(chunk: Chunk): Promise<void> {
    await gate.whenFree();
    await writer.run(chunk);
  }

  // One at a time: the second may have to overwrite pages that the first has passed.
  const wipe = (): Promise<void> =>
    wipes.run('', async () => {
      await remove({ task: 'wipe_anew', profileId: '' });
      await remove({ task: 'wipe', profileId: '' });
    });

  return {
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
    giveBack: () => remove({ task: 'give_back', profileId: '' }),
    wipe,
    purge: async (profileId) => {
      await writer.whenWritten(profileId);
      await remove({ task: 'purge', profileId });
      await writer.forget(profileId);
      writer.dropMaker(profileId);
      await wipe();
    },
    hold: () => gate.take(),
    whenFree: () => gate.whenFree(),
  };
}
