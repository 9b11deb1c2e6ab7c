// Follows the journal and resolves each identified fact to a customer, in seq order, before anything is landed. A chunk's
// decisions, its tables and the cursor `stitched` are one transaction of state, so a crash anywhere is made good by going on.
import type { Base } from '../../../base/base.ts';
import type { Fact, Journal } from '../../../base/journal/journal.ts';
import { yieldToEventLoop } from '../../../base/kit/backoff.ts';
import { readEvidence, UnreadableFact } from './evidence.ts';
import { Register } from './register.ts';

export const STITCHED = 'stitched';
/** A chunk blocks the event loop until it is committed, so it stays short: a new customer with its identifiers takes 0.3 ms. */
const CHUNK_FACTS = 500;
/** The time of a chunk while other work waits for the loop, and while none does: a commit takes 5 to 8 ms for a chunk of any length. */
const CHUNK_MS = { beside: 15, alone: 50 };
const MAX_CHUNK_FACTS = 2_000;
/** The number of facts that are read together, and processed before the time is checked again. */
const PAGE_FACTS = 20;
const ATTEMPTS = 3;

export type StitchBase = Pick<Base, 'state' | 'signals'> & { journal: Journal };

/** Profiles whose journal is known to hold no traits of stitched facts: a process that dies between commit and emptying leaves some. */
const cleanProfiles = ({ state }: Pick<Base, 'state'>): Set<string> =>
  state.memo('profiles without traits of stitched facts', () => new Set());

interface Chunk {
  to: bigint;
  hadTraits: boolean;
}

/** A fact whose evidence can be read but not taken. It may have written half of what it means, so its chunk is undone. */
class FailedFact extends Error {
  readonly seq: bigint;
  /** Shown and kept: it says what kind of fault it was, and no word of the fact. */
  readonly reason: string;
  constructor(seq: bigint, cause: Error) {
    super(cause.message, { cause });
    this.seq = seq;
    this.reason = `not_taken:${(cause as { code?: string }).code ?? cause.name}`;
  }
}

/**
 * Can the fact be to blame? Of SQLite's errors, only for what it says of a row: a full or failing disk, a busy or closed
 * store and want of memory would be compared with whichever fact came along.
 */
function isOfTheFact(base: StitchBase, error: unknown): error is Error {
  if (!(error instanceof Error) || !base.state.db.open || 'syscall' in error || /allocation failed/.test(error.message))
    return false;
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || !code.startsWith('SQLITE_') || /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG)/.test(code);
}

/** Traits that the door has sealed beside its facts, by seq: opening them again costs a tenth of a new customer. */
export type ClearTraits = ReadonlyMap<bigint, Readonly<Record<string, string>>>;

interface Work {
  limit: number;
  /** The longest time of a chunk, in ms. */
  ms: number;
  traits: ClearTraits | undefined;
}

function takeOrSetAside(
  base: StitchBase,
  register: Register,
  fact: Fact,
  traits: ClearTraits | undefined,
  setAside: ReadonlyMap<bigint, string>,
): void {
  const reason = setAside.get(fact.seq);
  if (reason !== undefined) {
    register.quarantine(fact, reason);
    return;
  }
  for (let attempt = 1; ; attempt++) {
    try {
      register.take(readEvidence(base, fact, traits?.get(fact.seq)));
      return;
    } catch (error) {
      if (!(error instanceof UnreadableFact)) throw isOfTheFact(base, error) ? new FailedFact(fact.seq, error) : error;
      if (attempt < ATTEMPTS) continue;
      register.quarantine(fact, error.code);
      return;
    }
  }
}

/** @param setAside Facts that were put aside, with the reason. */
function stitchChunk(
  base: StitchBase,
  profileId: string,
  upTo: bigint,
  { limit, ms, traits: clear }: Work,
  setAside: ReadonlyMap<bigint, string>,
): Chunk {
  return base.state.txUnsynced(() => {
    const after = base.state.cursor(STITCHED, profileId);
    if (after >= upTo) return { to: after, hadTraits: false };
    const register = new Register(base, profileId);
    const ends = performance.now() + ms;
    let [to, taken, hadTraits] = [after, 0, false];
    while (to < upTo && taken < limit && (taken === 0 || performance.now() < ends)) {
      const count = Math.min(PAGE_FACTS, limit - taken);
      const facts = base.journal.readIdentified(profileId, to, upTo, count);
      for (const fact of facts) takeOrSetAside(base, register, fact, clear, setAside);
      taken += facts.length;
      hadTraits ||= facts.some((fact) => fact.traits !== null);
      // A full page may have more behind it; otherwise nothing up to `upTo` needs work.
      to = facts.length < count ? upTo : (facts.at(-1) as Fact).seq;
    }
    register.close();
    base.state.setCursor(STITCHED, profileId, to);
    return { to, hadTraits };
  });
}

/** Empties the journal's traits up to `upTo`; until that has succeeded the profile counts as not clean. */
async function emptyTraits(base: StitchBase, profileId: string, upTo: bigint): Promise<void> {
  const profiles = cleanProfiles(base);
  profiles.delete(profileId);
  if (upTo > 0n) await base.journal.clearTraits(profileId, upTo);
  profiles.add(profileId);
}

/** Counts how often a fact made its chunk fail; after the last attempt it is put aside, so that it blocks no other fact. */
function attemptsOnFacts(): { make(work: (setAside: ReadonlyMap<bigint, string>) => Chunk): Chunk | undefined } {
  const failures = new Map<bigint, number>();
  const setAside = new Map<bigint, string>();
  return {
    make: (work) => {
      try {
        return work(setAside);
      } catch (error) {
        if (!(error instanceof FailedFact)) throw error;
        const times = (failures.get(error.seq) ?? 0) + 1;
        failures.set(error.seq, times);
        if (times >= ATTEMPTS) setAside.set(error.seq, error.reason);
        return undefined;
      }
    },
  };
}

/**
 * Stitches the facts that were in the journal when the call began, in transactions of at most `limit` identified facts, and answers how far
 * it came. Facts without identifiers only move the cursor. Emits `decisions` after each chunk that moved it. Traits are emptied
 * once, at the end: until then, and after a failure, the profile counts as not clean. Chunks are synced together, before that
 * and before it resolves, as what follows (landing, sealing) is made from them and cannot be taken back.
 */
export async function stitch(
  base: StitchBase,
  profileId: string,
  options: { limit?: number; told?: ClearTraits } = {},
): Promise<{ from: bigint; to: bigint }> {
  const limit = Math.max(1, Math.min(options.limit ?? CHUNK_FACTS, MAX_CHUNK_FACTS));
  const from = base.state.cursor(STITCHED, profileId);
  const upTo = base.journal.lastSeq(profileId);
  // A call that failed may have left chunks that are not on disk.
  await base.state.synced();
  if (!cleanProfiles(base).has(profileId)) await emptyTraits(base, profileId, from);
  if (from >= upTo) return { from, to: from };
  // A profile without its key can read no traits: that is no fault of the facts, and must not quarantine them.
  base.state.keys.token(profileId, STITCHED, '');
  let [to, hadTraits, took] = [from, false, 0];
  const attempts = attemptsOnFacts();
  try {
    while (to < upTo) {
      const ms = (await yieldToEventLoop(took)) ? CHUNK_MS.beside : CHUNK_MS.alone;
      const began = performance.now();
      const chunk = attempts.make((setAside) =>
        stitchChunk(base, profileId, upTo, { limit, ms, traits: options.told }, setAside),
      );
      if (chunk) {
        to = chunk.to;
        hadTraits ||= chunk.hadTraits;
        base.signals.emit('decisions', profileId);
      }
      took = performance.now() - began;
    }
  } catch (error) {
    cleanProfiles(base).delete(profileId);
    throw error;
  }
  await base.state.synced();
  if (hadTraits) await emptyTraits(base, profileId, to);
  return { from, to };
}
