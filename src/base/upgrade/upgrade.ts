// Opening a data folder of an earlier release: a sealed backup of it, then its stores brought to this version one migration at a time. Whenever the process
// ends, the next start goes on: before the backup is whole nothing has changed, and afterwards each store knows its number. A migration that fails
// puts the backup back.
import { renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { backupClosed } from '../backup/closed-backup.ts';
import { rememberBackupFolder } from '../backup/erasure-list.ts';
import { BackupRefused } from '../backup/manifest.ts';
import type { Config } from '../config/config.ts';
import { hasRoomFor, isOutOfRoom } from '../files/disk.ts';
import { writeDurably } from '../files/durable.ts';
import { NoRoom } from '../files/work-folder.ts';
import { markOpen } from '../folder/marks.ts';
import { moveState } from '../state/move-state.ts';
import { migrateState } from '../state/schema.ts';
import { bytesByStore } from '../usage.ts';
import {
  endUpgrade,
  FolderRefused,
  laterName,
  newerFolder,
  ownVersion,
  readFolderVersion,
  readUpgradePlan,
  type UpgradePlan,
  writeUpgradePlan,
} from './folder-file.ts';
import { foundNumber, storeFile } from './found-numbers.ts';
import { folderSteps } from './in-code.ts';
import { BASELINE, currentNumber, type Migration, migrate, STORES, type Store } from './migrations.ts';
import { previousFolder, previousVersionFile, putBack } from './put-back.ts';
import type { StoreNumbers } from './version.ts';

export interface UpgradeOptions {
  config: Config;
  now: number;
  warn: (message: string) => void;
  /** Receives a line for the operator at each step. */
  say: (line: string) => void;
  /** What is known to be wrong with the ledger, which is then replaced and not migrated. */
  ledgerFault: string | undefined;
}

const nameOf = ({ from, to }: UpgradePlan): string => laterName(from.version, to.version);

/** Under the lock, before anything of the folder changes. @throws FolderRefused for a newer folder */
export async function upgradeFolder(options: UpgradeOptions): Promise<void> {
  const { dataDir } = options.config;
  const plan = readUpgradePlan(dataDir);
  if (plan?.phase === 'returning')
    throw new FolderRefused(
      `The return of ${dataDir} to version ${plan.from.version} was interrupted: repeat \`tributary restore --previous\`.`,
    );
  const due = plan ?? planOf(dataDir, options.ledgerFault);
  if (!due) return;
  if (!plan) await beginUpgrade(options, due);
  options.say(`The data folder is upgraded from ${due.from.version} to ${nameOf(due)}.`);
  markOpen(dataDir);
  try {
    migrateStores(dataDir, { say: options.say, ledgerFault: options.ledgerFault });
    for (const [i, { name, run }] of folderSteps.slice(due.from.numbers.folder - 1).entries()) {
      options.say(`folder ${due.from.numbers.folder + 1 + i}: ${name}`);
      run(dataDir);
    }
  } catch (error) {
    await failUpgrade(options, due, error);
  }
  endUpgrade(dataDir, ownVersion());
  options.say(
    `The data folder is of version ${nameOf(due)} now. What it was before is in ${previousFolder(dataDir)}, and \`tributary restore --previous\` puts it back.`,
  );
}

/** What there is to do; undefined for a folder of this version, one without an installation, and one of no release, which `openState` refuses. */
function planOf(dataDir: string, ledgerFault: string | undefined): UpgradePlan | undefined {
  const state = foundNumber(dataDir, 'state');
  if (state === undefined) return undefined;
  const listed = readFolderVersion(dataDir);
  if (state > currentNumber('state')) throw newerFolder(dataDir, listed?.version);
  if (state < BASELINE.state) return undefined;
  const to = ownVersion();
  // A file that is not there, or is replaced, says nothing: the folder is what it was when it was there.
  const of = (store: Store): number =>
    (store === 'ledger' && ledgerFault !== undefined ? undefined : foundNumber(dataDir, store)) ??
    listed?.numbers[store] ??
    BASELINE[store];
  const numbers: StoreNumbers = {
    state,
    journal: of('journal'),
    ledger: of('ledger'),
    'short-lived': of('short-lived'),
    folder: listed?.numbers.folder ?? 1,
    archive: listed?.numbers.archive ?? 1,
  };
  const isOlder = [...STORES, 'folder' as const].some((name) => numbers[name] < to.numbers[name]);
  return isOlder ? { phase: 'upgrading', from: { version: listed?.version ?? 'an earlier one', numbers }, to } : undefined;
}

async function beginUpgrade({ config, say, ...options }: UpgradeOptions, plan: UpgradePlan): Promise<void> {
  const { dataDir } = config;
  const bytes = await bytesOfBackup(dataDir);
  const noRoom = (cause?: unknown): BackupRefused =>
    new BackupRefused(
      `The data folder is of version ${plan.from.version}, and there is no room for the backup (${Math.ceil(bytes / 1e6)} MB) that is made before it is upgraded to ${nameOf(plan)}: free some space. Nothing was changed.`,
      { cause },
    );
  if (!hasRoomFor(dataDir, bytes)) throw noRoom();
  say(
    `The data folder is of version ${plan.from.version}; it is backed up (${Math.ceil(bytes / 1e6)} MB) before it is upgraded.`,
  );
  const [target, next] = [previousFolder(dataDir), `${previousFolder(dataDir)}.next`];
  rmSync(next, { recursive: true, force: true });
  try {
    await backupClosed({ config, ...options }, next);
    writeDurably(previousVersionFile(next), `${JSON.stringify(plan.from)}\n`);
  } catch (error) {
    // Something else may fill the disk meanwhile: what there is of the backup takes its room from who has to free some.
    rmSync(next, { recursive: true, force: true });
    throw isOutOfRoom(error) || error instanceof NoRoom ? noRoom(error) : error;
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
  rememberBackupFolder(dataDir, target);
  writeUpgradePlan(dataDir, plan);
}

/** What a backup takes, with the largest database that is clear for a moment. */
async function bytesOfBackup(dataDir: string): Promise<number> {
  const { journal, state, ledger, archive } = await bytesByStore(dataDir);
  return journal + state + ledger + archive + Math.max(journal, state, ledger);
}

/**
 * The databases of a backup, in their places: those of a release are migrated, and the state of a version before the first is copied into the schema of this one.
 * @throws BackupRefused for those of a newer version
 */
export function bringToThisVersion(dataDir: string): void {
  const number = foundNumber(dataDir, 'state') ?? 0;
  if (number > currentNumber('state'))
    throw new BackupRefused('The backup was made by a newer version of Tributary: restore it with that version.');
  if (number >= BASELINE.state && number < currentNumber('state')) migrateStores(dataDir);
  else moveState(storeFile(dataDir, 'state'), Date.now());
}

interface MigrateStoresOptions {
  say?: (line: string) => void;
  ledgerFault?: string | undefined;
}

/** Brings the databases of a folder that nobody has open to this version. They may be of a release alone. */
function migrateStores(dataDir: string, { say, ledgerFault }: MigrateStoresOptions = {}): void {
  for (const store of STORES) {
    const number = foundNumber(dataDir, store);
    if (number === undefined || number >= currentNumber(store) || (store === 'ledger' && ledgerFault !== undefined)) continue;
    const db = new Database(storeFile(dataDir, store));
    try {
      db.pragma('journal_mode = wal');
      db.pragma('synchronous = full');
      const onMigration = ({ number: each, name }: Migration): void =>
        say?.(`${store} ${each} of ${currentNumber(store)}: ${name.replaceAll('-', ' ')}`);
      if (store === 'state') migrateState(db, onMigration);
      else migrate(db, store, { onMigration });
    } finally {
      db.close();
    }
  }
}

async function failUpgrade({ config, say, warn }: UpgradeOptions, plan: UpgradePlan, cause: unknown): Promise<never> {
  const { dataDir } = config;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isOutOfRoom(cause))
    throw new FolderRefused(
      `The upgrade of ${dataDir} from ${plan.from.version} to ${nameOf(plan)} was interrupted, as the disk is full or cannot be written to (${reason}): free some space, and the next start continues.`,
      { cause },
    );
  say(`The upgrade failed (${reason}); the backup is put back.`);
  await putBack({ config, warn, plan });
  throw new FolderRefused(
    `${dataDir} could not be upgraded from ${plan.from.version} to ${nameOf(plan)}: ${reason}. It is as it was before; use it with version ${plan.from.version}.`,
    { cause },
  );
}
