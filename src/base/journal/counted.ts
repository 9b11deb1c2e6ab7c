// Counts of the facts that the journal was asked to accept, by outcome, for /metrics: since the process began, over all profiles.
import type { Appended, Journal, JournalRefusalReason, Refused } from './journal.ts';
import { JournalRefusal } from './journal.ts';

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
