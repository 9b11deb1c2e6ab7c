// What a data folder has that a restored backup lacks: its facts are added, and what its state has learnt since is listed.
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { BackupRefused } from '../backup/manifest.ts';
import type { Config } from '../config/config.ts';
import { takeLock } from '../folder/lock.ts';
import { checkFolder, markClosing } from '../folder/marks.ts';
import { requireNobodyElse } from '../folder/service-file.ts';
import { StoresDisagree } from '../folder/stores-disagree.ts';
import { createLog } from '../kit/log.ts';
import { openWarehouse } from '../warehouse/warehouse.ts';
import { storeFile } from './found-numbers.ts';
import { type LaterFacts, takeLaterFacts } from './later-facts.ts';
import { type LostRows, lostRows } from './lost-rows.ts';

export interface Later {
  facts: LaterFacts[];
  /** Null where the state of the folder is missing or cannot be read. */
  lost: LostRows[] | null;
}

/** Facts of the data folder of `config` go behind those of the backup that is in `folder`. Nobody else may have either open. */
export async function addLaterFacts(config: Config, folder: string): Promise<LaterFacts[]> {
  const { dataDir } = config;
  const warehouse = await openWarehouse({ dataDir, config, log: createLog(config), starts: 'when asked' });
  try {
    const [journal, target] = [storeFile(dataDir, 'journal'), storeFile(folder, 'journal')];
    return await takeLaterFacts({ dataDir, journal, target, profiles: profilesIn(folder), warehouse });
  } finally {
    await warehouse.close();
  }
}

function profilesIn(folder: string): Set<string> {
  const db = new Database(storeFile(folder, 'state'), { readonly: true });
  try {
    return new Set(db.prepare<[], string>('select profile_id from access_profiles').pluck().all());
  } finally {
    db.close();
  }
}

/**
 * Adds to a folder that was just restored what the folder that it replaces accepted after the backup.
 * @param config Of the restored folder. @param from A data folder that nobody serves; it is only read. @throws BackupRefused
 */
export async function addLater(config: Config, from: string): Promise<Later> {
  if (!existsSync(storeFile(from, 'journal')))
    throw new BackupRefused(`${from} has no journal.sqlite: no facts can be taken from it.`);
  const lock = takeLock(from);
  try {
    await requireNobodyElse(from);
    letLogsGo(from);
    const facts = await addLaterFacts({ ...config, dataDir: from }, config.dataDir);
    return { facts, lost: lostOf(config.dataDir, from) };
  } finally {
    lock.release();
  }
}

/** To read a store is to close it, and with that its log goes: a sound folder that was killed opens without it then. */
function letLogsGo(dataDir: string): void {
  try {
    checkFolder(dataDir);
  } catch (error) {
    if (error instanceof StoresDisagree) return;
    throw error;
  }
  markClosing(dataDir);
}

function lostOf(restored: string, from: string): LostRows[] | null {
  if (!existsSync(storeFile(from, 'state'))) return null;
  try {
    return lostRows(storeFile(restored, 'state'), storeFile(from, 'state'));
  } catch {
    // A damaged state is why somebody restores.
    return null;
  }
}
