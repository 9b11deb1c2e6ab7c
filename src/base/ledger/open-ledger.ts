// The ledger as its callers see it: writes are gathered for the thread, one message at a time, and reads use a connection of their own.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivate } from '../files/durable.ts';
import { sqlText } from '../sql/sql-files.ts';
import type { Entry, Lane, Ledger } from './ledger.ts';
import { LedgerThread } from './ledger-thread.ts';

export const ledgerFile = (dataDir: string): string => join(dataDir, 'ledger.sqlite');

export interface OpenLedgerOptions {
  /** Receives why the thread died, before it is started again. */
  onDeath?: (error: Error) => void;
  /** Receives where a file went that is no ledger. */
  onDamaged?: (movedTo: string) => void;
}

interface EntryRow {
  entry_no: number;
  ledger: string;
  profile_id: string;
  key: string;
  state: string;
  at: number;
  updated_at: number;
  body: string;
  lane: string | null;
  due_at: number | null;
}

const entryOf = (row: EntryRow): Entry => ({
  ...{ entryNo: row.entry_no, ledger: row.ledger, profileId: row.profile_id, key: row.key, state: row.state },
  ...{ at: row.at, updatedAt: row.updated_at, body: JSON.parse(row.body) },
  ...(row.lane === null ? {} : { lane: row.lane }),
  ...(row.due_at === null ? {} : { dueAt: row.due_at }),
});

const sum = (changes: readonly number[]): number => changes.reduce((total, each) => total + each, 0);

/** Opens the file, made or brought to this schema where it must be, for reading alone. */
function openFile(file: string): Database.Database {
  makePrivate(file);
  const db = new Database(file);
  try {
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.pragma('busy_timeout = 5000');
    const version = db.pragma('user_version', { simple: true });
    if (version === 0) db.transaction(() => db.exec(sqlText('ledger/schema'))).immediate();
    if (version === 1) db.transaction(() => db.exec(sqlText('ledger/lanes_add'))).immediate();
    db.pragma('query_only = on');
    // Reads the whole schema: damage in it is found here.
    db.prepare(sqlText('ledger/entry_get'));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A ledger that cannot be opened is moved aside: its content is history, and no other work waits for it. */
function openOrReplace(file: string, onDamaged: (movedTo: string) => void): Database.Database {
  try {
    return openFile(file);
  } catch (error) {
    if (!existsSync(file) || !isDamage(error)) throw error;
    const aside = `${file}.damaged-${process.hrtime.bigint()}`;
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end);
    onDamaged(aside);
    return openFile(file);
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(String(error.code));

export async function openLedger(dataDir: string, options: OpenLedgerOptions = {}): Promise<Ledger> {
  const file = ledgerFile(dataDir);
  const db = openOrReplace(file, (movedTo) => options.onDamaged?.(movedTo));
  const thread = new LedgerThread(file, (error) => options.onDeath?.(error));
  const reading = (name: string) => db.prepare<[Record<string, unknown>], EntryRow>(sqlText(`ledger/${name}`));
  const [pages, pagesOfState, byKey] = [reading('entries_page'), reading('entries_page_of_state'), reading('entry_get')];
  const [lanePages, due] = [reading('lane_page'), reading('lane_due_list')];
  const nextDue = db.prepare<[Lane], { due_at: number | null }>(sqlText('ledger/lane_due_next'));
  return {
    append: async (entries) =>
      sum(await thread.write(entries.map(({ body, ...entry }) => ({ type: 'add', entry, body: JSON.stringify(body ?? null) })))),
    update: async (changes) =>
      sum(
        await thread.write(
          changes.map(({ body, keeps, ...entry }) => ({
            type: 'update',
            ...{ entry, keeps },
            body: body === undefined ? null : JSON.stringify(body),
          })),
        ),
      ),
    page: (ledger, profileId, { limit, before = Number.MAX_SAFE_INTEGER, state }) => {
      const params = { ledger, profile_id: profileId, before, limit };
      const rows = state === undefined ? pages.all(params) : pagesOfState.all({ ...params, state });
      return rows.map(entryOf);
    },
    lanePage: (lane, { limit, before = Number.MAX_SAFE_INTEGER, states }) =>
      states
        .flatMap((state) => lanePages.all({ ...lane, state, before, limit }))
        .sort((a, b) => b.entry_no - a.entry_no)
        .slice(0, limit)
        .map(entryOf),
    due: (lane, options) => due.all({ ...lane, ...options }).map(entryOf),
    nextDue: (lane) => nextDue.get(lane)?.due_at ?? undefined,
    endLane: async (lane, end) => sum(await thread.write([{ type: 'end', lane, ...end }])),
    byKey: (ledger, profileId, key) => {
      const row = byKey.get({ ledger, profile_id: profileId, key });
      return row && entryOf(row);
    },
    forget: async (ledger, before) => sum(await thread.write([{ type: 'forget', ledger, before }])),
    erase: async (profileId, words) => {
      if (words.length > 0) await thread.write([{ type: 'erase', profileId, words }]);
    },
    replaceWaiting: async (profileId, entries) => {
      const adopted = entries.map((entry) => ({ type: 'adopt', profileId, entry }) as const);
      await thread.write([{ type: 'drop waiting', profileId }, ...adopted]);
    },
    purge: async (profileId) => void (await thread.write([{ type: 'purge', profileId }])),
    get waiting() {
      return thread.waiting;
    },
    close: async () => {
      db.close();
      await thread.close();
    },
  };
}
