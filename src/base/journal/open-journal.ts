// The journal as callers see it: hands appends to the writer, reads by a read-only connection of its own, and refuses what would
// overfill the disk.
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { DISK_FULL, usedShare } from '../files/disk.ts';
import { Gate } from '../kit/hold.ts';
import { Mutex } from '../work/memo.ts';
import { addColumns, type Chunk, type Packed } from './group.ts';
import { type Appended, type Journal, JournalRefusal, type JournalRefusalReason, type Refused } from './journal.ts';
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
  | 'clearTraits'
  | 'forgetCleared'
  | 'trim'
  | 'rewrite'
  | 'rewriteOutcomes'
  | 'recordSegment'
  | 'giveBack'
  | 'wipe'
  | 'purge'
  | 'hold'
  | 'whenFree'
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
    forgetCleared: (profileId) => remove({ task: 'forget_cleared', profileId }),
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

// Counts of the facts that the journal was asked to accept, by outcome, for /metrics: since the process began, over all profiles.

export interface IntakeCounts {
  /** Facts by outcome: `created`, `duplicate`, `conflict`, or the reason of a refusal. */
  readonly facts: ReadonlyMap<string, number>;
  /** Facts handed over and not answered yet. */
  readonly waiting: number;
  /** The age of the oldest waiting fact, by the process's own clock. */
  readonly waitingSeconds: number;
}

export interface RefusedWrites {
  /** Faults of all profiles; set from the first append that could not be written until one is. */
  first: { since: string; reason: JournalRefusalReason; message: string } | undefined;
  /** Why nothing of a profile is written that takes more than its share of the disk, one text for each. */
  readonly overShare: string[];
}

/** Faults of one profile, or of a duration within a client's retries: no fault of the journal. */
const NO_FAULT: readonly JournalRefusalReason[] = ['profile_queue_full', 'closed', 'moved', 'profile_share'];

/** A journal with what it was asked to accept so far, and the writes that it refuses at present. */
export interface CountedJournal extends Journal {
  readonly intake: IntakeCounts;
  readonly refused: RefusedWrites;
}

interface OpenCall {
  since: number;
  facts: number;
}

function countsOf(facts: Map<string, number>, open: Map<object, OpenCall>): IntakeCounts {
  return {
    facts,
    get waiting() {
      let sum = 0;
      for (const call of open.values()) sum += call.facts;
      return sum;
    },
    get waitingSeconds() {
      // In the order in which they came.
      const oldest = open.values().next().value;
      return oldest ? (performance.now() - oldest.since) / 1000 : 0;
    },
  };
}

export function counted(journal: Journal, overShare: () => string[] = () => []): CountedJournal {
  const refused: RefusedWrites = {
    first: undefined,
    get overShare() {
      return overShare();
    },
  };
  const facts = new Map<string, number>();
  const open = new Map<object, OpenCall>();
  const count = (outcome: string, n: number): void => void facts.set(outcome, (facts.get(outcome) ?? 0) + n);
  async function watch<T extends Appended | Refused>(rows: number, append: () => Promise<T[]>): Promise<T[]> {
    const call = {};
    open.set(call, { since: performance.now(), facts: rows });
    try {
      const appended = await append();
      if (rows > 0) refused.first = undefined;
      for (const each of appended) if ('status' in each) count(each.status, 1);
      return appended;
    } catch (error) {
      const reason = error instanceof JournalRefusal ? error.reason : 'failed';
      count(reason, rows);
      if (!NO_FAULT.includes(reason))
        refused.first ??= {
          since: new Date().toISOString(),
          reason,
          message: error instanceof Error ? error.message : String(error),
        };
      throw error;
    } finally {
      open.delete(call);
    }
  }
  return {
    ...journal,
    intake: countsOf(facts, open),
    refused,
    append: (list) => watch(list.length, () => journal.append(list)),
    appendMade: (maker, order) => watch(order.rows, () => journal.appendMade(maker, order)),
    appendSealed: async (profileId, segment, kept) => {
      await journal.appendSealed(profileId, segment, kept);
      refused.first = undefined;
      count('created', Number(segment.lastSeq - segment.firstSeq + 1n));
    },
    probe: async () => {
      await journal.probe();
      const installation = refused.first?.reason === 'disk_full' ? journal.installation() : undefined;
      // A transaction that writes nothing succeeds on a full disk too.
      if (installation) await journal.setInstallation(installation);
      refused.first = undefined;
    },
  };
}
