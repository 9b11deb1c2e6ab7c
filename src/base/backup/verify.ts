// Verifying a backup without restoring it: every file is opened to its end, and the databases are read as a restore would read them. Nothing but the
// databases is written anywhere, into a private folder that is gone afterwards.
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { journalFile } from '../journal/open-journal.ts';
import { damagedRows } from '../journal/row-sums.ts';
import { manifestPath } from '../journal/segments.ts';
import { readJson } from '../kit/stored-json.ts';
import { decisionDamage } from '../state/decision-sums.ts';
import { stateFile } from '../state/open-state.ts';
import { bringToThisVersion } from '../upgrade/upgrade.ts';
import { type BackupManifest, BackupRefused, readBackupManifest } from './manifest.ts';
import { type BackupKeys, type OpenedBackup, withBackup } from './opened.ts';
import { erasuresFor, requireFit } from './restore.ts';

const SEGMENT = '.parquet';
const segmentShape = z.object({ sha256: z.string() });

export interface VerifiedBackup {
  manifest: BackupManifest;
  /** People who were erased after it was made, and whom a restore erases again. */
  erasures: number;
}

const isDatabase = (path: string): boolean => path === basename(path) && /\.sqlite(?:\.age)?$/.test(path);

/** What a verification writes, or a little less. */
export const bytesOfDatabases = (folder: string): number =>
  readBackupManifest(resolve(folder))
    .files.filter(({ path }) => isDatabase(path))
    .reduce((sum, { bytes }) => sum + bytes, 0);

/** @param scratch An empty folder that nobody else can read. @throws BackupRefused for what a restore would refuse. */
export async function verifyBackup(folder: string, keys: BackupKeys, scratch: string): Promise<VerifiedBackup> {
  const source = resolve(folder);
  return withBackup(source, keys, async (opened) => {
    const databases = opened.paths.filter(isDatabase);
    for (const path of opened.paths.filter((each) => !databases.includes(each) && !each.endsWith(SEGMENT)))
      if (path.endsWith('.json')) await opened.place(path, join(scratch, path));
      else await opened.check(path);
    for (const path of opened.paths.filter((each) => each.endsWith(SEGMENT))) await requireSegment(opened, path, scratch);
    for (const path of databases) await opened.place(path, join(scratch, path));
    for (const path of databases) requireReadable(join(scratch, path), path);
    bringToThisVersion(scratch);
    requireFit(scratch, opened.manifest);
    return { manifest: opened.manifest, erasures: erasuresFor(source, undefined).length };
  });
}

async function requireSegment(opened: OpenedBackup, path: string, scratch: string): Promise<void> {
  const described = manifestPath(path);
  if (!opened.paths.includes(described)) throw new BackupRefused(`The backup is incomplete: ${described} is missing.`);
  const { sha256 } = readJson(described, segmentShape, readFileSync(join(scratch, described), 'utf8'));
  if ((await opened.check(path)) !== sha256)
    throw new BackupRefused(`The backup is damaged: ${path} is not as its manifest says.`);
}

function requireReadable(file: string, name: string): void {
  const db = new Database(file, { readonly: true });
  try {
    const verdict = String(db.pragma('quick_check', { simple: true }));
    if (verdict !== 'ok') throw new BackupRefused(`The backup is damaged: ${name}: ${verdict}.`);
    const isState = name === basename(stateFile(''));
    const fault = isState ? decisionDamage(db) : undefined;
    if (fault !== undefined) throw new BackupRefused(`The backup is damaged: ${fault}.`);
    if (name === basename(journalFile('')) && damagedRows(db, 1).length > 0)
      throw new BackupRefused(`The backup is damaged: a row of ${name} is not as it was written.`);
  } finally {
    db.close();
  }
}
