// Deliveries in the ledger. Each state has a shape of its own, so that a row that cannot be (delivered and still due, ended without its reason) does not
// compile, and is not read either: others go on without it (`unreadable.ts`).
import { z } from 'zod';
import type { Base, ReadBase } from '../base.ts';
import type { Entry, EntryChange, Kept, Lane, NewEntry } from '../ledger/ledger.ts';
import { noteReadable, noteUnreadable } from './unreadable.ts';

/** Until an entry that cannot be read is looked at again: by then the service may have another version. */
const UNREADABLE_PAUSE_MS = 3_600_000;

/** The fields of every row, whatever its state. */
const head = z.object({
  /** Unique in the profile's ledger. */
  key: z.string(),
  lane: z.string(),
  profileId: z.string(),
  entryNo: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});

/** When a row of a state is due: some time, never again, or either. */
export const DUE = z.number();
export const NEVER_DUE = z.null();
export const MAYBE_DUE = z.number().nullable();

/** The shape of rows of one state. */
export const rowShape = <State extends string, Due extends z.ZodType<number | null>, Content extends z.ZodType>(
  state: State,
  dueAt: Due,
  content: Content,
) => head.extend({ state: z.literal(state), dueAt, content });

export interface Row extends z.output<typeof head> {
  state: string;
  dueAt: number | null;
  content: unknown;
}

/** The ledger of a slice. */
export interface Deliveries<R extends Row> {
  ledger: string;
  states: readonly R['state'][];
  /** The union of the shapes of all states. */
  shape: z.ZodType<R>;
}

/** What a row becomes: the content of its next state, and the time where that state has one. */
export type NextOf<R extends Row> = R extends unknown
  ? Pick<R, 'state' | 'content'> & (null extends R['dueAt'] ? Partial<Pick<R, 'dueAt'>> : Pick<R, 'dueAt'>)
  : never;

/** States in which a row may be at its end. */
export type EndState<R extends Row> = R extends unknown ? (null extends R['dueAt'] ? R['state'] : never) : never;

/** Undefined for an entry that no shape takes; the log and `tributary status` name it. */
export function readRow<R extends Row>(base: ReadBase, { shape }: Deliveries<R>, entry: Entry): R | undefined {
  const { key, lane = '', profileId, entryNo, state, at: createdAt, updatedAt, dueAt = null, body: content } = entry;
  const read = shape.safeParse({ key, lane, profileId, entryNo, state, createdAt, updatedAt, dueAt, content });
  if (read.success) noteReadable(base, entry);
  else noteUnreadable(base, entry, read.error.issues);
  return read.data;
}

/** Undefined for one that is not there or cannot be read. */
export function findRow<R extends Row>(base: ReadBase, deliveries: Deliveries<R>, profileId: string, key: string): R | undefined {
  const entry = base.ledger.byKey(deliveries.ledger, profileId, key);
  return entry && readRow(base, deliveries, entry);
}

/** The entries that can be read. */
export const readRows = <R extends Row>(base: ReadBase, deliveries: Deliveries<R>, entries: readonly Entry[]): R[] =>
  entries.flatMap((entry) => readRow(base, deliveries, entry) ?? []);

/** What is due of a lane, the earliest first. What cannot be read stays as it is and is due later, so that it keeps no other waiting. */
export async function dueRows<R extends Row>(
  base: Base,
  deliveries: Deliveries<R>,
  lane: string,
  options: { now: number; limit: number },
): Promise<R[]> {
  const entries = base.ledger.due(laneIn(deliveries, lane), options);
  const rows = readRows(base, deliveries, entries);
  if (rows.length === entries.length) return rows;
  const read = new Set(rows.map(({ entryNo }) => entryNo));
  const dueAt = options.now + UNREADABLE_PAUSE_MS;
  await base.ledger.update(
    entries.flatMap(({ entryNo, ledger, profileId, key, state, updatedAt }) =>
      read.has(entryNo) ? [] : { ledger, profileId, key, state, at: updatedAt, dueAt },
    ),
  );
  return rows;
}

export const laneIn = ({ ledger }: Pick<Deliveries<Row>, 'ledger'>, lane: string): Lane => ({ ledger, lane });

/** A new row, due at once. */
export const pendingEntry = (
  ledger: string,
  { key, lane, profileId }: Pick<Row, 'key' | 'lane' | 'profileId'>,
  at: number,
  content: unknown,
): NewEntry => ({ ledger, profileId, key, state: 'pending', at, lane, dueAt: at, body: content });

interface Next {
  state: string;
  dueAt?: number | null;
  content: unknown;
}

/** As the ledger takes it; `at` is when it changed. A slice calls it with the `NextOf` of its rows. */
export const changeEntry = (
  ledger: string,
  { key, profileId }: Pick<Row, 'key' | 'profileId'>,
  at: number,
  { state, dueAt = null, content }: Next,
  keeps?: Kept,
): EntryChange => ({
  ledger,
  profileId,
  key,
  state,
  at,
  body: content,
  ...(dueAt === null ? {} : { dueAt }),
  ...(keeps === undefined ? {} : { keeps }),
});
