// The way back from an upgrade: the backup of before it takes the place of the folder's stores, with the facts that were accepted since where they can be taken
// along. What state has learnt since is lost, and listed; all of it is in a sealed backup that is made first.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { backupClosed } from '../backup/closed-backup.ts';
import { leaveToErase, rememberBackupFolder } from '../backup/erasure-list.ts';
import { BackupRefused, manifestFile } from '../backup/manifest.ts';
import { erasuresFor } from '../backup/restore.ts';
import type { Config } from '../config/config.ts';
import { writeDurably } from '../files/durable.ts';
import { removeWorkFolders } from '../files/work-folder.ts';
import { takeLock } from '../folder/lock.ts';
import { checkFolder, ledgerFault, markClosing } from '../folder/marks.ts';
import { requireNobodyElse } from '../folder/service-file.ts';
import { readJson } from '../kit/stored-json.ts';
import { type FolderVersion, laterName, ownVersion, readFolderVersion, readUpgradePlan, refuseNewer } from './folder-file.ts';
import { storeFile } from './found-numbers.ts';
import { addLaterFacts } from './later-folder.ts';
import { lostRows } from './lost-rows.ts';
import { previousFolder, putBack, versionOfPrevious } from './put-back.ts';

/** What was there before the way back, sealed; the next way back takes its place. */
export const replacedFolder = (dataDir: string): string => join(dataDir, 'replaced');
/** What the way back did, for who reads it later. */
const reportFile = (dataDir: string): string => join(dataDir, 'returned.json');

const lost = z.object({
  table: z.string(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  names: z.array(z.string()),
});
const reportShape = z.object({
  from: z.string(),
  to: z.string(),
  facts: z.array(z.object({ profile_id: z.string(), taken: z.int(), left_out: z.int() })),
  lost: z.array(lost),
  /** Null after an upgrade that had not ended: nothing was written since. */
  replaced: z.string().nullable(),
});
export type Returned = z.infer<typeof reportShape>;

export interface RestorePreviousOptions {
  config: Config;
  now: number;
  say: (line: string) => void;
}

/** Nobody may have the folder open. @throws BackupRefused where there is no backup of before an upgrade */
export async function restorePrevious({ config, now, say }: RestorePreviousOptions): Promise<Returned> {
  const { dataDir } = config;
  if (!existsSync(manifestFile(previousFolder(dataDir))))
    throw new BackupRefused(
      `${dataDir} has no backup of before an upgrade: it was not upgraded by this version. \`tributary restore <folder>\` restores any other backup into an empty folder.`,
    );
  refuseNewer(dataDir);
  const lock = takeLock(dataDir);
  try {
    await requireNobodyElse(dataDir);
    return await goBack({ config, now, say });
  } finally {
    lock.release();
  }
}

async function goBack({ config, now, say }: RestorePreviousOptions): Promise<Returned> {
  const { dataDir } = config;
  removeWorkFolders(dataDir);
  const plan = readUpgradePlan(dataDir);
  const from = plan?.from ?? versionOfPrevious(dataDir);
  const to = plan?.to ?? readFolderVersion(dataDir) ?? ownVersion();
  if (!plan) requireUpgraded(dataDir, from, to);
  if (plan?.phase !== 'returning') rmSync(reportFile(dataDir), { force: true });
  // An upgrade that has not ended has let nobody write.
  if (!plan) await keepReplaced({ config, now, say });
  say(`The data folder goes back from ${laterName(from.version, to.version)} to ${from.version}.`);
  const isServed = plan?.phase !== 'upgrading';
  let report: Returned | undefined;
  await putBack({
    config,
    plan: { from, to },
    warn: say,
    archives: true,
    prepare: async (folder) => {
      const facts = isServed ? await addLaterFacts(config, folder) : [];
      const found = reportOf(dataDir, folder, { from: to.version, to: from.version, facts, isServed });
      const erased = erasuresFor(previousFolder(dataDir), dataDir);
      report = found;
      return () => {
        if (erased.length > 0) leaveToErase(dataDir, erased);
        writeDurably(reportFile(dataDir), `${JSON.stringify(found, undefined, 2)}\n`);
      };
    },
  });
  if (!report) throw new Error('the way back has no report');
  return report;
}

/** A backup that was put back already would undo what has been written since. */
function requireUpgraded(dataDir: string, from: FolderVersion, to: FolderVersion): void {
  if (!isDeepStrictEqual(from.numbers, to.numbers)) return;
  throw new BackupRefused(
    `${dataDir} is of version ${to.version} and was not upgraded since its backup was put back. \`tributary restore ${previousFolder(dataDir)}\` restores that backup into an empty folder.`,
  );
}

async function keepReplaced({ config, now, say }: RestorePreviousOptions): Promise<void> {
  const { dataDir } = config;
  checkFolder(dataDir);
  const fault = ledgerFault(dataDir);
  markClosing(dataDir);
  const [target, next] = [replacedFolder(dataDir), `${replacedFolder(dataDir)}.next`];
  rmSync(next, { recursive: true, force: true });
  say(`What the data folder is now is sealed in ${target}.`);
  await backupClosed({ config, now, warn: say, ledgerFault: fault }, next);
  rmSync(target, { recursive: true, force: true });
  renameSync(next, target);
  rememberBackupFolder(dataDir, target);
}

/** Of the first attempt, which wrote it before anything took a place: a repetition cannot compare any more. */
function reportOf(
  dataDir: string,
  folder: string,
  { from, to, facts, isServed }: Pick<Returned, 'from' | 'to' | 'facts'> & { isServed: boolean },
): Returned {
  const file = reportFile(dataDir);
  if (existsSync(file)) return readJson(file, reportShape, readFileSync(file, 'utf8'));
  const rows = isServed ? lostRows(storeFile(folder, 'state'), storeFile(dataDir, 'state')) : [];
  return { from, to, facts, lost: rows, replaced: isServed ? replacedFolder(dataDir) : null };
}
