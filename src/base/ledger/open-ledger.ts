// The ledger as its callers see it: writes are gathered for the thread, one message at a time, and reads use a connection of their own. A file
// that is missing, damaged or another one than state knows is moved aside at once, at the start or while it serves, and a new one is begun:
// what had not ended is in state, and is announced again from there.
import type { Statement } from 'better-sqlite3';
import { sqlText } from '../sql/sql-files.ts';
import { isSound } from './entry-sums.ts';
import { isDamage, ledgerFile, moveAside, type OpenFile, openKnown, openNew, removeAsides } from './file.ts';
import {
  type Entry,
  type Lane,
  type Ledger,
  type LedgerIdentity,
  type LedgerLoss,
  LedgerRefusal,
  type LedgerRow,
  type Operation,
} from './ledger.ts';
import { LedgerThread } from './ledger-thread.ts';

export interface OpenLedgerOptions {
  /** As state knows the file; undefined where it knows none. */
  expected?: LedgerIdentity | undefined;
  /** What is known to be wrong with the file, as in LedgerLoss. */
  fault?: string | undefined;
  /** Receives why the thread died, before it is started again. */
  onDeath?: (error: Error) => void;
  /** Receives what became of a file whose place a new one has taken. */
  onLost?: (loss: LedgerLoss, identity: LedgerIdentity) => void;
}

type Params = Record<string, unknown>;

const entryOf = (row: LedgerRow): Entry => ({
  entryNo: row.entry_no,
  ledger: row.ledger,
  profileId: row.profile_id,
  key: row.key,
  state: row.state,
  at: row.at,
  updatedAt: row.updated_at,
  body: JSON.parse(row.body),
  ...(row.lane === null ? {} : { lane: row.lane }),
  ...(row.due_at === null ? {} : { dueAt: row.due_at }),
});

const sum = (changes: readonly number[]): number => changes.reduce((total, each) => total + each, 0);

/** The statements that read, on one file. */
function readsOf({ db }: OpenFile) {
  const reading = (name: string) => db.prepare<[Params], LedgerRow>(sqlText(`ledger/${name}`));
  return {
    page: reading('entries_page'),
    pageOfState: reading('entries_page_of_state'),
    byKey: reading('entry_get'),
    lanePage: reading('lane_page'),
    due: reading('lane_due_list'),
    nextDue: db.prepare<[Lane], { due_at: number | null }>(sqlText('ledger/lane_due_next')),
  };
}
type Reads = ReturnType<typeof readsOf>;

class UnsoundEntry extends Error {}

/** @throws UnsoundEntry */
function rowsOf(statement: Statement<[Params], LedgerRow>, params: Params): Entry[] {
  const rows = statement.all(params);
  const unsound = rows.find((row) => !isSound(row));
  if (unsound) throw new UnsoundEntry(`entry ${unsound.entry_no} is not what was written`);
  return rows.map(entryOf);
}

/** The file that is open and its thread, which another file and thread can replace. */
class OpenLedger {
  readonly #file: string;
  readonly #options: OpenLedgerOptions;
  #open: OpenFile;
  #reads: Reads;
  #thread: LedgerThread;
  /** Threads of files that were replaced. */
  #ending: Promise<void>[] = [];

  constructor(dataDir: string, options: OpenLedgerOptions) {
    this.#file = ledgerFile(dataDir);
    this.#options = options;
    const found = options.fault ?? openKnown(this.#file, options.expected);
    this.#open = typeof found === 'string' ? this.#begin(found) : found;
    this.#reads = readsOf(this.#open);
    this.#thread = this.#newThread();
  }

  get identity(): LedgerIdentity {
    return this.#open.identity;
  }

  get waiting(): number {
    return this.#thread.waiting;
  }

  #begin(what: string): OpenFile {
    const movedTo = moveAside(this.#file);
    const open = openNew(this.#file);
    this.#options.onLost?.({ what, movedTo }, open.identity);
    return open;
  }

  #newThread(): LedgerThread {
    const thread: LedgerThread = new LedgerThread(this.#file, {
      death: (error) => this.#options.onDeath?.(error),
      damage: (message) => {
        if (thread === this.#thread) this.renew(`was damaged (${message})`);
      },
    });
    return thread;
  }

  /** @throws LedgerRefusal, also for what was written into a file that was replaced meanwhile. */
  async write(operations: readonly Operation[]): Promise<number> {
    const thread = this.#thread;
    const changes = await thread.write(operations);
    if (thread !== this.#thread) throw new LedgerRefusal('replaced', 'The ledger was replaced while it was written.');
    return sum(changes);
  }

  renew(what: string): void {
    const [before, thread] = [this.#open.db, this.#thread];
    this.#open = this.#begin(what);
    this.#reads = readsOf(this.#open);
    this.#thread = this.#newThread();
    before.close();
    this.#ending.push(thread.close());
  }

  /** A read that finds damage is repeated on the file that is begun then. */
  read<T>(ask: (reads: Reads) => T): T {
    try {
      return ask(this.#reads);
    } catch (error) {
      if (!(error instanceof UnsoundEntry) && !isDamage(error)) throw error;
      this.renew(`was damaged (${(error as Error).message})`);
      return ask(this.#reads);
    }
  }

  async close(): Promise<void> {
    this.#open.db.close();
    await Promise.all([this.#thread.close(), ...this.#ending]);
  }
}

export async function openLedger(dataDir: string, options: OpenLedgerOptions = {}): Promise<Ledger> {
  const open = new OpenLedger(dataDir, options);
  const write = (operations: readonly Operation[]): Promise<number> => open.write(operations);
  return {
    append: (entries) => write(entries.map(({ body, ...entry }) => ({ type: 'add', entry, body: JSON.stringify(body ?? null) }))),
    update: (changes) =>
      write(
        changes.map(({ body, keeps, ...entry }) => ({
          type: 'update',
          entry,
          keeps,
          body: body === undefined ? null : JSON.stringify(body),
        })),
      ),
    page: (ledger, profileId, { limit, before = Number.MAX_SAFE_INTEGER, state }) => {
      const params = { ledger, profile_id: profileId, before, limit };
      return open.read(({ page, pageOfState }) =>
        state === undefined ? rowsOf(page, params) : rowsOf(pageOfState, { ...params, state }),
      );
    },
    lanePage: (lane, { limit, before = Number.MAX_SAFE_INTEGER, states }) =>
      open
        .read(({ lanePage }) => states.flatMap((state) => rowsOf(lanePage, { ...lane, state, before, limit })))
        .sort((a, b) => b.entryNo - a.entryNo)
        .slice(0, limit),
    due: (lane, options) => open.read(({ due }) => rowsOf(due, { ...lane, ...options })),
    nextDue: (lane) => open.read(({ nextDue }) => nextDue.get(lane)?.due_at ?? undefined),
    endLane: (lane, end) => write([{ type: 'end', lane, ...end }]),
    byKey: (ledger, profileId, key) => open.read(({ byKey }) => rowsOf(byKey, { ledger, profile_id: profileId, key })[0]),
    forget: (ledger, before) => write([{ type: 'forget', ledger, before }]),
    erase: async (profileId, words) => {
      removeAsides(dataDir);
      if (words.length > 0) await write([{ type: 'erase', profileId, words }]);
    },
    replaceWaiting: async (profileId, entries) => {
      const adopted = entries.map((entry) => ({ type: 'adopt', profileId, entry }) as const);
      await write([{ type: 'drop waiting', profileId }, ...adopted]);
    },
    purge: async (profileId) => {
      removeAsides(dataDir);
      await write([{ type: 'purge', profileId }]);
    },
    get waiting() {
      return open.waiting;
    },
    get identity() {
      return open.identity;
    },
    renew: (what) => open.renew(what),
    close: () => open.close(),
  };
}
