// Whether there are backups, elsewhere, and whether their place can be reached from here.
import { existsSync, statSync } from 'node:fs';
import { openBackupStore } from '../../../base/backup/kept/open-store.ts';
import { readBackupPlace } from '../../../base/backup/kept/place.ts';
import { stateFile } from '../../../base/state/open-state.ts';
import { lastBackup } from '../../../base/usage.ts';
import type { Check } from './finding.ts';

const OLD_MS = 7 * 86_400_000;

export const checkBackups: Check = async ({ config }) => {
  const { dataDir, backupTarget } = config;
  if (backupTarget === undefined) return existsSync(stateFile(dataDir)) ? noSchedule(dataDir) : [];
  const place = readBackupPlace(backupTarget);
  if (
    place.kind === 'folder' &&
    existsSync(place.folder) &&
    existsSync(dataDir) &&
    statSync(place.folder).dev === statSync(dataDir).dev
  )
    return [
      {
        check: 'backup_disk',
        what: `Backups are kept on the disk of the data folder: when the disk is lost, both are.`,
        next: 'Set TRIBUTARY_BACKUP_TARGET to a folder of another disk, a bucket or an SFTP server.',
      },
    ];
  try {
    const store = await openBackupStore(config);
    await store.list().finally(() => store.close());
    return [];
  } catch (error) {
    return [
      {
        check: 'backup_place',
        what: `The place of backups cannot be used: ${(error as Error).message}`,
        next: 'Put the cause right, then `tributary backups make`.',
      },
    ];
  }
};

function noSchedule(dataDir: string) {
  const last = lastBackup(dataDir);
  if (last !== undefined && Date.now() - Date.parse(last.at) < OLD_MS) return [];
  return [
    {
      check: 'no_backups',
      what: last === undefined ? 'There is no backup of this folder.' : `The last backup is of ${last.at}.`,
      next: 'Set TRIBUTARY_BACKUP_TARGET: the service then makes, verifies and removes backups automatically.',
    },
  ];
}
