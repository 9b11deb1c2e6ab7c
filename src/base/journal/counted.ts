// Counts what the journal is asked to take in and what became of it, for /metrics: since the process began, over all profiles.
import type { Journal } from './journal.ts';
import { JournalRefusal } from './journal.ts';

export interface IntakeCounts {
  /** Facts by outcome: `created`, `duplicate`, `conflict`, or the reason of a refusal. */
  readonly facts: ReadonlyMap<string, number>;
  /** Facts handed over and not answered yet. */
  readonly waiting: number;
  /** How long the oldest of them waits, by the process's own clock. */
  readonly waitingSeconds: number;
}

const known = new WeakMap<Journal, IntakeCounts>();
const none: IntakeCounts = { facts: new Map(), waiting: 0, waitingSeconds: 0 };

/** What a journal made by `counted` has been asked so far. */
export const intakeCounts = (journal: Journal): IntakeCounts => known.get(journal) ?? none;

export function counted(journal: Journal): Journal {
  const facts = new Map<string, number>();
  const open = new Map<object, { since: number; facts: number }>();
  const count = (outcome: string, n: number): void => void facts.set(outcome, (facts.get(outcome) ?? 0) + n);
  const watched: Journal = {
    ...journal,
    append: async (list) => {
      const call = {};
      open.set(call, { since: performance.now(), facts: list.length });
      try {
        const appended = await journal.append(list);
        for (const { status } of appended) count(status, 1);
        return appended;
      } catch (error) {
        count(error instanceof JournalRefusal ? error.reason : 'failed', list.length);
        throw error;
      } finally {
        open.delete(call);
      }
    },
  };
  known.set(watched, {
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
  });
  return watched;
}
