// The store of short-lived values: a SQLite file whose deleted bytes are overwritten. A file that is damaged is replaced by an empty one, as
// nothing in it is the only copy of what happened.
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { makePrivate } from '../files/durable.ts';
import type { Clock } from '../kit/clock.ts';
import { sqlText } from '../sql/sql-files.ts';
import { SlackWiper } from '../sql/sqlite-slack.ts';
import { open, seal } from '../state/keyed-work.ts';
import type { State } from '../state/state.ts';
import { Transactions } from '../state/transactions.ts';
import { migrate } from '../upgrade/migrations.ts';
import { Mutex } from '../work/memo.ts';
import { type Kept, LIFE_DAYS, type PutOptions, type ShortLived } from './short-lived.ts';

const DAY_MS = 86_400_000;
/** A day is destroyed so long before its first value is seven days old: the upkeep comes once an hour. */
const EARLY_MS = 2 * 3_600_000;
const WIPE_PAUSE_MS = 20;
const CACHED_KEYS = 1_000;

export const shortLivedFile = (dataDir: string): string => join(dataDir, 'short-lived.sqlite');

export interface OpenShortLivedOptions {
  dataDir: string;
  clock: Clock;
  /** Seals the keys of days with those of profiles. */
  keys: Pick<State['keys'], 'encrypt' | 'decrypt'>;
  warn: (message: string) => void;
  /** The file was damaged and is begun again; what was in it is gone. `what` is a sentence about it. */
  onReplaced: (what: string) => void;
}

type Params = Record<string, unknown>;

const STATEMENTS = {
  addKey: 'day_key_add',
  expireKeys: 'day_keys_expire',
  purgeKeys: 'day_keys_purge',
  add: 'entry_add',
  put: 'entry_put',
  remove: 'entry_remove',
  expire: 'entries_expire',
  purge: 'entries_purge',
} as const;

function openFile(file: string): Database.Database {
  makePrivate(file);
  const db = new Database(file);
  try {
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.pragma('secure_delete = on');
    if (db.pragma('user_version', { simple: true }) === 0)
      db.transaction(() => db.exec(sqlText('short-lived/schema'))).immediate();
    migrate(db, 'short-lived');
    // Reads the whole schema: damage in it is found here.
    db.prepare(sqlText('short-lived/entry_get'));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_ERROR'].includes(String(error.code));

function openOrReplace(file: string, onReplaced: (what: string) => void): Database.Database {
  try {
    return openFile(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    const db = openFile(file);
    onReplaced(
      "short-lived.sqlite was damaged and is replaced by an empty one: conversions that waited then are matched without the browser's own data.",
    );
    return db;
  }
}

export const openShortLived = (options: OpenShortLivedOptions): ShortLived => new Store(options);

class Store implements ShortLived {
  readonly #db: Database.Database;
  readonly #clock: Clock;
  readonly #keys: OpenShortLivedOptions['keys'];
  readonly #transactions: Transactions;
  readonly #run: Record<keyof typeof STATEMENTS, Database.Statement<[Params]>>;
  readonly #key: Database.Statement<[Params], { sealed_key: Buffer }>;
  readonly #entry: Database.Statement<[Params], { day: number; sealed: Buffer }>;
  readonly #dayKeys = new Map<string, { key: KeyObject; sealed: Buffer }>();
  readonly #mutex = new Mutex();
  readonly #slack: SlackWiper;
  #hasSlack = true;

  constructor({ dataDir, clock, keys, warn, onReplaced }: OpenShortLivedOptions) {
    const file = shortLivedFile(dataDir);
    const db = openOrReplace(file, onReplaced);
    this.#db = db;
    this.#clock = clock;
    this.#keys = keys;
    this.#transactions = new Transactions(db, { warn });
    const prepare = (name: string) => db.prepare<[Params]>(sqlText(`short-lived/${name}`));
    const { addKey, expireKeys, purgeKeys, add, put, remove, expire, purge } = STATEMENTS;
    this.#run = {
      addKey: prepare(addKey),
      expireKeys: prepare(expireKeys),
      purgeKeys: prepare(purgeKeys),
      add: prepare(add),
      put: prepare(put),
      remove: prepare(remove),
      expire: prepare(expire),
      purge: prepare(purge),
    };
    this.#key = db.prepare(sqlText('short-lived/day_key_get'));
    this.#entry = db.prepare(sqlText('short-lived/entry_get'));
    this.#slack = new SlackWiper(file);
    this.#expireRows();
  }

  async put(profileId: string, values: ReadonlyMap<string, string>, options: PutOptions = {}): Promise<string[]> {
    if (values.size === 0) return [];
    const { isKept = false, day = this.today } = options;
    const { key, sealed: sealedKey } = this.#dayKey(profileId, day) ?? this.#newDayKey(profileId, day);
    const rows = [...values].map(([name, text]) => ({
      profile_id: profileId,
      name,
      day,
      sealed: seal(key, contextOf(profileId, name), Buffer.from(text, 'utf8')),
    }));
    const statement = isKept ? this.#run.add : this.#run.put;
    const news = this.#transactions.txUnsynced(() => {
      // With each value, as an earlier one may not have reached the disk.
      this.#run.addKey.run({ profile_id: profileId, day, sealed_key: sealedKey });
      return rows.filter((row) => statement.run(row).changes > 0).map(({ name }) => name);
    });
    this.#hasSlack = true;
    await this.#transactions.synced();
    return news;
  }

  get today(): number {
    return Math.floor(this.#clock.now() / DAY_MS);
  }

  get(profileId: string, names: Iterable<string>): Map<string, Kept> {
    const found = new Map<string, Kept>();
    const before = this.#firstDay();
    for (const name of names) {
      const row = this.#entry.get({ profile_id: profileId, name });
      const key = row && row.day >= before ? this.#dayKey(profileId, row.day)?.key : undefined;
      if (row && key) found.set(name, { text: open(key, contextOf(profileId, name), row.sealed).toString('utf8'), day: row.day });
    }
    return found;
  }

  async remove(profileId: string, names: Iterable<string>, { isWiped = false } = {}): Promise<void> {
    const changes = this.#transactions.tx(() =>
      [...names].reduce((sum, name) => sum + this.#run.remove.run({ profile_id: profileId, name }).changes, 0),
    );
    if (changes === 0) return;
    this.#hasSlack = true;
    // Earlier pages are in the log until it is emptied.
    this.#db.pragma('wal_checkpoint(truncate)');
    if (isWiped) await this.#wipe();
  }

  names(profileId: string, after: string, limit: number): string[] {
    const statement = this.#db.prepare<[Params], string>(sqlText('short-lived/names_list')).pluck();
    return statement.all({ profile_id: profileId, after, limit });
  }

  profiles(): string[] {
    return this.#db.prepare<[], string>(sqlText('short-lived/profiles_list')).pluck().all();
  }

  async expire(): Promise<void> {
    this.#expireRows();
    if (this.#hasSlack) await this.#wipe();
  }

  async purge(profileId: string): Promise<void> {
    this.#transactions.tx(() => {
      this.#run.purgeKeys.run({ profile_id: profileId });
      this.#run.purge.run({ profile_id: profileId });
    });
    this.#dayKeys.clear();
    await this.#wipe();
  }

  close(): void {
    this.#db.close();
    this.#slack.close();
  }

  /** Days before this one are over. */
  #firstDay(): number {
    return Math.floor((this.#clock.now() + EARLY_MS) / DAY_MS) - LIFE_DAYS + 1;
  }

  #expireRows(): void {
    const before = this.#firstDay();
    const changes = this.#transactions.tx(
      () => this.#run.expireKeys.run({ before }).changes + this.#run.expire.run({ before }).changes,
    );
    if (changes === 0) return;
    this.#hasSlack = true;
    this.#dayKeys.clear();
  }

  #dayKey(profileId: string, day: number): { key: KeyObject; sealed: Buffer } | undefined {
    const place = `${profileId} ${day}`;
    const cached = this.#dayKeys.get(place);
    if (cached) return cached;
    const row = this.#key.get({ profile_id: profileId, day });
    if (!row) return undefined;
    const key = createSecretKey(Buffer.from(this.#keys.decrypt(profileId, dayContext(day), row.sealed_key), 'base64'));
    return this.#cache(place, { key, sealed: row.sealed_key });
  }

  #newDayKey(profileId: string, day: number): { key: KeyObject; sealed: Buffer } {
    const bytes = randomBytes(32);
    const sealed = this.#keys.encrypt(profileId, dayContext(day), bytes.toString('base64'));
    return this.#cache(`${profileId} ${day}`, { key: createSecretKey(bytes), sealed });
  }

  #cache(place: string, found: { key: KeyObject; sealed: Buffer }): { key: KeyObject; sealed: Buffer } {
    if (this.#dayKeys.size >= CACHED_KEYS) this.#dayKeys.clear();
    this.#dayKeys.set(place, found);
    return found;
  }

  /** Page by page, while others use the file. */
  #wipe(): Promise<void> {
    return this.#mutex.run('', async () => {
      this.#hasSlack = false;
      for (let page: number | undefined = 1; page !== undefined && this.#db.open; ) {
        const next: number | undefined = this.#slack.step(this.#db, page, 0);
        await pause(next === page ? WIPE_PAUSE_MS : 0);
        page = next;
      }
    });
  }
}

const contextOf = (profileId: string, name: string): string => `${profileId}\0${name}`;
const dayContext = (day: number): string => `short-lived ${day}`;
