// Errors of commands, in one line and with a code: the same for a command that ran here and for one that the service ran.
import { BackupRefused } from '../../base/backup/manifest.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { NoRoom } from '../../base/files/work-folder.ts';
import { DataFolderLocked, DataFolderUnwritable } from '../../base/folder/lock.ts';
import { StoresDisagree } from '../../base/folder/stores-disagree.ts';
import { ArchiveDamaged } from '../../base/journal/archive.ts';
import { MoveRefused } from '../../base/move/move-file.ts';
import { UnusableFile } from '../../base/rows/row-file.ts';
import { MasterKeyError } from '../../base/state/master-key.ts';
import { SchemaDiffers } from '../../base/state/schema.ts';
import { FolderRefused } from '../../base/upgrade/folder-file.ts';
import { EngineRefused, WarehouseFailure } from '../../base/warehouse/port.ts';
import { CommandError } from './protocol.ts';

export interface Refusal {
  code: string;
  message: string;
  /** False for an unforeseen error: its cause belongs into the log. */
  isForeseen: boolean;
}

/** Control characters that came in with a name or a file would play with the screen. */
const oneLine = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\p{Cc}/gu, '\ufffd')
    .trim();

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { code: 'internal_error', message: oneLine(String(error)), isForeseen: false };
  const code = codeOf(error);
  return { code: code ?? 'internal_error', message: oneLine(wordsOf(error)) || error.name, isForeseen: code !== undefined };
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

/** System errors of a file or a port, in words. */
function wordsOf(error: Error): string {
  if (isDamagedDatabase(error))
    return `A database of the data folder is damaged (${error.message}): stop the service, and restore the last backup into an empty folder with \`tributary restore\`.`;
  const { code, path, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE' && port !== undefined) return `Port ${port} is in use; choose another with --port.`;
  if (code === 'EADDRNOTAVAIL' && address !== undefined)
    return `${address} is no address of this machine; choose another with --host.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} is not for this user; choose one above 1023 with --port.`;
  if (code === 'ENOSPC' || isOf(error, 'FULL')) return 'The disk is full: make room, then repeat the command.';
  if (isOf(error, 'READONLY'))
    return 'A database of the data folder can only be read by this user: run the command as the user of the service, who owns the folder and its files, or make the disk writable.';
  if (isOf(error, 'CANTOPEN'))
    return 'A database of the data folder cannot be opened: check that --data names the folder and that this user may read and write it.';
  if (path === undefined) return error.message;
  if (code === 'ENOENT') return `${path} does not exist, or a folder on the way to it does not.`;
  if (code === 'ENOTDIR') return `${path} cannot be: a part of this path is a file, not a folder.`;
  if (code === 'EISDIR') return `${path} is a folder, not a file.`;
  if (code === 'EEXIST') return `${path} exists already.`;
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read or written by this user.`;
  if (code === 'EROFS') return `${path} is on a disk that can only be read.`;
  return error.message;
}

/** An error of SQLite, or one of its kind, such as SQLITE_READONLY_DIRECTORY. */
const isOf = (error: Error, kind: string): boolean => ((error as NodeJS.ErrnoException).code ?? '').startsWith(`SQLITE_${kind}`);

const isDamagedDatabase = (error: Error): boolean => isOf(error, 'CORRUPT') || isOf(error, 'NOTADB');
const isUnwritable = (error: Error): boolean => ['FULL', 'READONLY', 'CANTOPEN'].some((kind) => isOf(error, kind));

function codeOf(error: Error): string | undefined {
  if (isDamagedDatabase(error)) return 'store_damaged';
  if (isUnwritable(error)) return 'system_error';
  if (error instanceof ApiError || error instanceof CommandError) return error.code;
  if (error instanceof DataFolderLocked) return 'data_folder_in_use';
  if (error instanceof DataFolderUnwritable) return 'data_folder_unwritable';
  if (error instanceof BackupRefused) return 'backup_refused';
  if (error instanceof MoveRefused) return 'move_refused';
  if (error instanceof NoRoom) return 'no_room';
  if (error instanceof EngineRefused) return 'engine_refused';
  if (error instanceof SchemaDiffers || error instanceof FolderRefused) return 'schema_differs';
  if (error instanceof ArchiveDamaged) return 'archive_damaged';
  if (error instanceof WarehouseFailure && error.reason === 'busy') return 'service_unavailable';
  if (error instanceof StoresDisagree) return 'stores_disagree';
  if (error instanceof MasterKeyError) return 'master_key';
  if (error instanceof UnusableFile) return 'unusable_file';
  const system = (error as NodeJS.ErrnoException).code;
  return system !== undefined && SYSTEM_CODES.has(system) ? 'system_error' : undefined;
}
