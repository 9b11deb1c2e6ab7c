// What `status` says of scheduled backups, and of scheduled exports of figures.
import { type BackupRecord, readBackupRecord } from '../../base/backup/kept/record.ts';
import type { Base } from '../../base/base.ts';
import { type ExportRecord, readExportRecord } from '../../credit/pipeline/index.ts';

export interface ScheduledBackups {
  target: string;
  every_hours: number;
  last_made: BackupRecord['made'] | null;
  /** The last that was restored from its place into a scratch folder, whole. */
  last_verified: BackupRecord['verified'] | null;
  last_failure: BackupRecord['failed'] | null;
}

/** Null where no place is set. */
export function scheduledBackupsOf({ config }: Base): ScheduledBackups | null {
  if (config.backupTarget === undefined) return null;
  const { made: last, verified, failed } = readBackupRecord(config.dataDir);
  return {
    target: config.backupTarget,
    every_hours: config.backupHours,
    last_made: last ?? null,
    last_verified: verified ?? null,
    last_failure: failed ?? null,
  };
}

export function backupProblems(backups: ScheduledBackups | null): { what: string; next: string }[] {
  if (backups?.last_failure == null) return [];
  const { step, since, message } = backups.last_failure;
  if (step === 'back up')
    return [
      {
        what: `No scheduled backup could be made since ${since}: ${message}`,
        next: 'Put the cause right; the service tries again every ten minutes, and `tributary backups make` at once.',
      },
    ];
  return [
    {
      what: `The newest scheduled backup could not be restored into a scratch folder: ${message}`,
      next: '`tributary backups make` makes another and verifies it. If that fails too, check the disk of the place.',
    },
  ];
}

export interface ScheduledExports {
  target: string;
  every_hours: number;
  last_made: ExportRecord['made'] | null;
  last_failure: ExportRecord['failed'] | null;
}

/** Null where no place is set. */
export function scheduledExportsOf({ config }: Base): ScheduledExports | null {
  if (config.exportTarget === undefined) return null;
  const { made: last, failed } = readExportRecord(config.dataDir);
  return {
    target: config.exportTarget,
    every_hours: config.exportHours,
    last_made: last ?? null,
    last_failure: failed ?? null,
  };
}

export function exportProblems(exports: ScheduledExports | null): { what: string; next: string }[] {
  if (exports?.last_failure == null) return [];
  const { since, message } = exports.last_failure;
  return [
    {
      what: `The figures could not be exported since ${since}: ${message}`,
      next: 'Put the cause right; the service tries again every ten minutes, and `tributary exports make` at once.',
    },
  ];
}
