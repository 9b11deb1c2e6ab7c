// What state has of deliveries until they have ended, and its way into the ledger. So a ledger that is lost loses no delivery: state queues again what it does
// not have any more. Each step may be repeated after a crash.
import type { Base } from '../base.ts';
import { yieldToEventLoop } from '../kit/backoff.ts';
import type { EntryChange, NewEntry } from '../ledger/ledger.ts';
import { moveOf } from '../move/moves.ts';
import { type Deliveries, findRow, type Row, readRow } from './rows.ts';

/** Items of one write of the ledger, and of one part of a comparison. */
export const PART = 500;
/** Between two parts of a comparison. */
const YIELD_MS = 50;

export interface QueueSteps<Item> {
  /** The next items that the ledger does not have. */
  read: () => Item[];
  entriesOf: (items: Item[], at: number) => NewEntry[];
  /** Some of the entries are in the ledger already: before they are marked. */
  onKnown?: (entries: readonly NewEntry[], at: number) => Promise<void>;
  /** The ledger has them from now on. */
  mark: (items: Item[], at: number) => void;
  /** Some of them may have ended long ago. */
  compare: (items: Item[]) => void;
}

export async function moveQueue<Item>(base: Base, { read, entriesOf, onKnown, mark, compare }: QueueSteps<Item>): Promise<void> {
  for (let items = read(); items.length > 0; items = read()) {
    const at = base.clock.now();
    const entries = entriesOf(items, at);
    const added = await base.ledger.append(entries);
    if (added < entries.length) await onKnown?.(entries, at);
    base.state.tx(() => mark(items, at));
    if (added < entries.length) compare(items);
  }
}

export interface RepeatSteps<R extends Row> {
  /** Keys of rows to be sent again at somebody's request. */
  keys: readonly string[];
  /** Undefined for one that is not sent again. */
  entryOf: (row: R, at: number) => EntryChange | undefined;
  /** It has not ended any more. */
  reopen: (row: R, at: number) => void;
  forget: (key: string) => void;
}

/** Makes rows pending again. What was sent since a crash in between stays as it is. */
export async function moveRepeats<R extends Row>(
  base: Base,
  deliveries: Deliveries<R>,
  profileId: string,
  { keys, entryOf, reopen, forget }: RepeatSteps<R>,
): Promise<void> {
  if (keys.length === 0) return;
  const at = base.clock.now();
  const repeats = keys.flatMap((key) => {
    const row = findRow(base, deliveries, profileId, key);
    const entry = row && entryOf(row, at);
    return entry ? [{ row, entry }] : [];
  });
  await base.ledger.update(repeats.map(({ entry }) => entry));
  base.state.tx(() => {
    for (const { row } of repeats) reopen(row, at);
    for (const key of keys) forget(key);
  });
}

export interface OpenItem {
  profileId: string;
  /** Of its row. */
  key: string;
}

export interface CompareSteps<Item, R extends Row> {
  /** It has ended: state forgets it. */
  end: (item: Item, row: R) => void;
  /** The ledger does not have it any more: state queues it. */
  queue: (item: Item) => void;
}

/** The items of a profile that moves stay as they are. */
export function compareItems<Item extends OpenItem, R extends Row>(
  base: Base,
  deliveries: Deliveries<R>,
  items: readonly Item[],
  { end, queue }: CompareSteps<Item, R>,
): void {
  base.state.txUnsynced(() => {
    for (const item of items) {
      if (moveOf(base, item.profileId)) continue;
      const entry = base.ledger.byKey(deliveries.ledger, item.profileId, item.key);
      if (!entry) {
        queue(item);
        continue;
      }
      // One that cannot be read is there: queued again, it would be known to the ledger for ever.
      const row = readRow(base, deliveries, entry);
      if (row?.dueAt === null) end(item, row);
    }
  });
}

/** Compares all that has not ended, a part at a time. @param read The part after an item. */
export async function compareInParts<Item>(
  read: (last: Item | undefined) => Item[],
  compare: (items: Item[]) => void,
): Promise<void> {
  for (let items = read(undefined); items.length > 0; items = read(items.at(-1))) {
    compare(items);
    await yieldToEventLoop(YIELD_MS);
  }
}
