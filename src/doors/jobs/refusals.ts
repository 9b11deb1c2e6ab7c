// What went wrong, in one line and with a code: the same for a command that ran here and for one that the service ran.
import { BackupRefused } from '../../base/backup.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { StoresDisagree } from '../../base/journal/archive.ts';
import { UnusableFile } from '../../base/kit/row-file.ts';
import { DataFolderLocked } from '../../base/lock.ts';
import { MasterKeyError } from '../../base/state/master-key.ts';
import { CommandError } from './protocol.ts';

export interface Refusal {
  code: string;
  message: string;
  /** False for what nobody foresaw: the cause belongs into the log. */
  isForeseen: boolean;
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { code: 'internal_error', message: oneLine(String(error)), isForeseen: false };
  const code = codeOf(error);
  return { code: code ?? 'internal_error', message: oneLine(error.message) || error.name, isForeseen: code !== undefined };
}

/** Trouble with files and ports that a person can put right. */
const SYSTEM_CODES = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'EISDIR',
  'ENOTDIR',
  'ENOSPC',
  'EROFS',
  'EEXIST',
]);

function codeOf(error: Error): string | undefined {
  if (error instanceof ApiError || error instanceof CommandError) return error.code;
  if (error instanceof DataFolderLocked) return 'data_folder_in_use';
  if (error instanceof BackupRefused) return 'backup_refused';
  if (error instanceof StoresDisagree) return 'stores_disagree';
  if (error instanceof MasterKeyError) return 'master_key';
  if (error instanceof UnusableFile) return 'unusable_file';
  const system = (error as NodeJS.ErrnoException).code;
  return system !== undefined && SYSTEM_CODES.has(system) ? 'system_error' : undefined;
}
