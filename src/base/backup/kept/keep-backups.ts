// Scheduled backups: one is made when it is due, brought to its place and restored from there once a day into a folder that is then removed; old ones go.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Base } from '../../base.ts';
import { fileHash, writeDurably } from '../../files/durable.ts';
import { withWorkFolder } from '../../files/work-folder.ts';
import { EARLIER_KEYS, earlierKeysText } from '../../state/earlier-keys.ts';
import { bytesByStore, rememberBackup } from '../../usage.ts';
import { defineSchedule } from '../../work/schedule.ts';
import { writeBackup } from '../backup.ts';
import { listFile, SINCE } from '../erasure-list.ts';
import { MANIFEST } from '../manifest.ts';
import { restore } from '../restore.ts';
import { requireWhole } from '../restored.ts';
import { fetchBackup } from './fetch-backup.ts';
import type { FileStore } from './file-store.ts';
import { openBackupStore } from './open-store.ts';
import { type BackupRecord, readBackupRecord, writeBackupRecord } from './record.ts';
import { backupName, backupsIn, expiredBackups, type KeptBackup } from './retention.ts';

const TICK_SECONDS = 600;
const HOUR_MS = 3_600_000;
/** A tick that comes a little early makes the backup all the same. */
const EARLY_MS = (TICK_SECONDS * 1000) / 2;
const VERIFY_EVERY_MS = 24 * HOUR_MS - EARLY_MS;

/** What one run did. */
export interface KeptRun {
  made: string | undefined;
  removed: string[];
  verified: string | undefined;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** One look at the place after the other: two at once would remove what the other writes. */
export const keepBackups = (base: Base, options: { isNow?: boolean } = {}): Promise<KeptRun> =>
  base.mutex('scheduled backups', '', () => keepOnce(base, options.isNow ?? false));

async function keepOnce(base: Base, isNow: boolean): Promise<KeptRun> {
  const keeping = new Keeping(base);
  try {
    const store = await openBackupStore(base.config);
    try {
      return await keeping.run(store, isNow);
    } finally {
      await store.close();
    }
  } catch (error) {
    keeping.noteFailure(error as Error);
    throw error;
  }
}

class Keeping {
  readonly #base: Base;
  readonly #dataDir: string;
  readonly #installation: string;
  #record: BackupRecord;
  #step: 'back up' | 'verify' = 'back up';

  constructor(base: Base) {
    this.#base = base;
    this.#dataDir = base.config.dataDir;
    this.#installation = base.state.statement('base/installation_get').get()?.id ?? '';
    this.#record = readBackupRecord(this.#dataDir);
  }

  async run(store: FileStore, isNow: boolean): Promise<KeptRun> {
    const backup = isNow || this.#isDue() ? await this.#make(store) : undefined;
    await this.#passKeys(store);
    const kept = await this.#own(store);
    await this.#passErasures(store, kept);
    const removed = await this.#removeExpired(store, kept);
    this.#step = 'verify';
    const verified = await this.#verifyNewest(store, kept);
    this.#note({ failed: undefined });
    return { made: backup, removed, verified };
  }

  noteFailure({ message }: Error): void {
    const at = iso(this.#base.clock.now());
    this.#note({ failed: { step: this.#step, at, since: this.#record.failed?.since ?? at, message } });
  }

  #note(change: Partial<BackupRecord>): void {
    this.#record = { ...this.#record, ...change };
    writeBackupRecord(this.#dataDir, this.#record);
  }

  #isDue(): boolean {
    const { made: last } = this.#record;
    const dueAt = last === undefined ? 0 : Date.parse(last.at) + this.#base.config.backupHours * HOUR_MS - EARLY_MS;
    return this.#base.clock.now() >= dueAt;
  }

  /** Those of this installation, the newest first. */
  async #own(store: FileStore): Promise<KeptBackup[]> {
    const [prefix] = backupName(this.#installation, 0).split('-19');
    return backupsIn(await store.list()).filter(({ name }) => name.startsWith(`${prefix}-`));
  }

  async #make(store: FileStore): Promise<string> {
    const base = this.#base;
    const name = backupName(this.#installation, base.clock.now());
    const stores = await bytesByStore(this.#dataDir);
    const room = stores.state + stores.journal + stores.ledger + stores.archive;
    const bytes = await withWorkFolder(this.#dataDir, room, async (work) => {
      const folder = join(work, name);
      const { files } = await writeBackup(base, folder);
      for (const path of filesOf(folder)) await store.put(`${name}/${path}`, join(folder, path));
      return files.reduce((sum, file) => sum + file.bytes, 0);
    });
    const at = iso(base.clock.now());
    rememberBackup(this.#dataDir, { at, path: `${base.config.backupTarget}/${name}`, bytes });
    this.#note({ made: { name, at, bytes } });
    return name;
  }

  /** Who was erased since a backup was made is erased again when it is restored: each has the list of today. */
  async #passErasures(store: FileStore, kept: readonly KeptBackup[]): Promise<void> {
    const list = listFile(this.#dataDir);
    if (!existsSync(list)) return;
    const sha256 = await fileHash(list);
    if (sha256 === this.#record.erasures) return;
    for (const { name, isWhole } of kept) if (isWhole) await store.put(`${name}/${SINCE}`, list);
    this.#note({ erasures: sha256 });
  }

  /** The present master key opens the backups that were made with an earlier one, too. */
  async #passKeys(store: FileStore): Promise<void> {
    const text = earlierKeysText(this.#base.state);
    if (text === undefined) return;
    const sha256 = createHash('sha256').update(text).digest('hex');
    if (sha256 === this.#record.earlier_keys) return;
    const file = join(this.#dataDir, EARLIER_KEYS);
    writeDurably(file, text);
    for (const { name, isWhole } of await this.#own(store)) if (isWhole) await store.put(`${name}/${EARLIER_KEYS}`, file);
    this.#note({ earlier_keys: sha256 });
  }

  /** The manifest goes first: what is left after a crash is no backup any more. */
  async #removeExpired(store: FileStore, kept: readonly KeptBackup[]): Promise<string[]> {
    const expired = expiredBackups(kept, { now: this.#base.clock.now(), keepDays: this.#base.config.backupKeepDays });
    for (const { name, paths } of expired) {
      const manifest = `${name}/${MANIFEST}`;
      await store.remove([...paths.filter((path) => path === manifest), ...paths.filter((path) => path !== manifest)]);
    }
    return expired.map(({ name }) => name);
  }

  async #verifyNewest(store: FileStore, kept: readonly KeptBackup[]): Promise<string | undefined> {
    const newest = kept.find(({ isWhole }) => isWhole);
    const { verified } = this.#record;
    const isRecent = verified !== undefined && this.#base.clock.now() - Date.parse(verified.at) < VERIFY_EVERY_MS;
    if (newest === undefined || isRecent) return undefined;
    await this.#restoreInto(store, newest);
    this.#note({ verified: { name: newest.name, at: iso(this.#base.clock.now()) } });
    return newest.name;
  }

  #restoreInto(store: FileStore, backup: KeptBackup): Promise<void> {
    const { config, state } = this.#base;
    return withWorkFolder(this.#dataDir, backup.bytes * (store.localFolder ? 1 : 2), async (work) => {
      const source = await fetchBackup(store, backup, join(work, 'fetched'));
      const dataDir = join(work, 'data');
      await restore(source, dataDir, { masterKey: state.masterKey().toString('base64') });
      await requireWhole({ ...config, dataDir, ballastMb: 0 });
    });
  }
}

/** The manifest last: without it the place has no backup of that name. */
function filesOf(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)).replaceAll(sep, '/'));
  return [...paths.filter((path) => path !== MANIFEST), MANIFEST];
}

/** What failed is in `status` until a run succeeds; the next look tries again. */
export const scheduledBackups = defineSchedule({
  kind: 'scheduled_backup',
  times: { everySeconds: TICK_SECONDS },
  profiles: ({ config }) => (config.backupTarget === undefined ? [] : ['']),
  leaseSeconds: 60,
  retry: { attempts: 1 },
  failureText: 'the scheduled backup ended; the next look makes it',
  run: async (base) => {
    // A look that was planned before the setting was removed.
    if (base.config.backupTarget === undefined) return undefined;
    const run = await keepBackups(base).catch((error: unknown) => {
      base.log.error({ err: error }, 'the scheduled backup failed; the next look tries again in ten minutes');
      return undefined;
    });
    if (run?.made) base.log.info({ backup: run.made }, 'backed up');
    if (run?.verified) base.log.info({ backup: run.verified }, 'the newest backup was restored into a scratch folder, whole');
    return run;
  },
});
