// Counts what the journal is asked to take in and what became of it, for /metrics: since the process began, over all profiles.
import type { Appended, Journal, Refused } from './journal.ts';
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
  async function watch<T extends Appended | Refused>(rows: number, append: () => Promise<T[]>): Promise<T[]> {
    const call = {};
    open.set(call, { since: performance.now(), facts: rows });
    try {
      const appended = await append();
      for (const each of appended) if ('status' in each) count(each.status, 1);
      return appended;
    } catch (error) {
      count(error instanceof JournalRefusal ? error.reason : 'failed', rows);
      throw error;
    } finally {
      open.delete(call);
    }
  }
  const watched: Journal = {
    ...journal,
    append: (list) => watch(list.length, () => journal.append(list)),
    appendMade: (maker, order) => watch(order.rows, () => journal.appendMade(maker, order)),
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
