// Answers of destinations that speak of single events, judged entry by entry: what an entry accepts or refuses stays so, whatever the others
// are, and an event of which nothing can be read is undecided.
import type { Receipt, Rejection } from './destination.ts';

type Judged = Pick<Receipt, 'rejected' | 'undecided'>;

const positions = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** All events of a request of which the answer says nothing. */
export const nothingDecided = (count: number): Judged => ({ rejected: [], undecided: positions(count) });

/** What an entry says of its event. */
export type Verdict = 'accepted' | Omit<Rejection, 'index'> | undefined;

/**
 * Answers with an entry for each event, in the order of the request. With more entries than events it is unknown which belongs to which.
 * @param read Undefined for an entry that cannot be read.
 */
export function judgeInOrder(count: number, entries: readonly unknown[], read: (entry: unknown) => Verdict): Judged {
  if (entries.length > count) return nothingDecided(count);
  const verdicts = positions(count).map((index) => read(entries[index]));
  return {
    rejected: verdicts.flatMap((verdict, index) => (typeof verdict === 'object' ? [{ index, ...verdict }] : [])),
    undecided: positions(count).filter((index) => verdicts[index] === undefined),
  };
}

/**
 * Answers that name the refused events by their positions and accept the others. An entry without such a position may be about any event.
 * @param read Undefined for an entry that cannot be read.
 */
export function judgeNamed(count: number, entries: readonly unknown[], read: (entry: unknown) => Rejection | undefined): Judged {
  const found = entries.map(read).map((entry) => (entry && entry.index < count ? entry : undefined));
  const rejected = new Map<number, Rejection>();
  for (const entry of found) if (entry && !rejected.has(entry.index)) rejected.set(entry.index, entry);
  const isWhole = found.every((entry) => entry !== undefined);
  return { rejected: [...rejected.values()], undecided: isWhole ? [] : positions(count).filter((index) => !rejected.has(index)) };
}
