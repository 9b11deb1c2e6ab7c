// Backups: making, verifying and sealing them, and restoring one.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isBackupName } from '../../base/backup/kept/retention.ts';
import { CommandError } from '../jobs/protocol.ts';
import { askHidden, canAsk } from './ask.ts';
import * as texts from './backup-texts.ts';
import { common, run } from './command-options.ts';
import { type CommonOptions, configOf } from './folder.ts';
import { createScreen } from './screen.ts';

interface BackupOptions extends CommonOptions {
  withKey?: boolean;
  verify?: boolean;
  seal?: boolean;
}

export function addBackups(program: Command): void {
  common(program.command('backup'))
    .description('make a sealed copy of the data folder while it is in use')
    .argument('<folder>', 'a folder that is empty or missing; with --verify and --seal, that of a backup')
    .option('--with-key', 'include the master key, sealed by a pass phrase (BACKUP_PASSPHRASE, or the command requests it)')
    .option('--verify', 'open the backup and read it to its end, without restoring it')
    .option('--seal', 'seal a backup that an earlier version left unsealed, in its place')
    .addHelpText(
      'after',
      '\nA backup is sealed with the master key. Keep copies of that key elsewhere: without it, or the pass phrase of --with-key, nobody can open a backup.',
    )
    .action(async (folder: string, options: BackupOptions) => {
      if (options.verify && (options.seal || options.withKey))
        throw new CommandError('usage', '--verify only reads: it goes with no other option of this command');
      if (options.verify) await verify(resolve(folder), options);
      else if (options.seal) await seal(resolve(folder), options);
      else await make(resolve(folder), options);
    });
  common(program.command('restore'))
    .description('fill an empty data folder from a backup (set MASTER_KEY if the backup has no key)')
    .argument('[src]', 'folder of a backup; or the name of a scheduled one, or `latest`, at TRIBUTARY_BACKUP_TARGET')
    .option(
      '--later <folder>',
      'add the facts that this data folder accepted after the backup, and list what is lost of its state',
    )
    .option('--previous', 'go back to before the last upgrade: put back the backup that it made, with the facts accepted since')
    .option('--erasures <path>', 'the list of erasures of a newer backup or data folder, for a backup that was moved')
    .action(restore);
  addKept(program);
}

function addKept(program: Command): void {
  const kept = program.command('backups').description('backups that the service makes on a schedule (TRIBUTARY_BACKUP_TARGET)');
  common(kept.command('list'))
    .description('list the backups at their place; needs no data folder')
    .action(async (options: CommonOptions) => (await import('./kept-backups.ts')).list(options));
  common(kept.command('make'))
    .description('make one now, remove old ones, and verify the newest if none was verified for a day')
    .action(async (options: CommonOptions) => {
      await run('backups-make', options, {}, texts.keptRun);
    });
}

/** For a backup that is made: typed twice, as nobody could correct it later. */
async function newPassphrase(options: CommonOptions): Promise<string> {
  const { backupPassphrase } = configOf(options);
  if (backupPassphrase !== undefined) return backupPassphrase;
  if (!canAsk() || options.json)
    throw new CommandError('usage', '--with-key needs a pass phrase, which seals the key: set BACKUP_PASSPHRASE');
  const typed = await askHidden('Pass phrase for the master key in the backup: ');
  if ((await askHidden('Once more: ')) !== typed) throw new CommandError('usage', 'the two pass phrases are not the same');
  return typed;
}

async function make(dest: string, options: BackupOptions): Promise<void> {
  const key_passphrase = options.withKey ? await newPassphrase(options) : undefined;
  await run('backup', options, { dest, key_passphrase }, texts.backedUp);
}

/** The keys that this data folder and this caller have; a pass phrase is asked for where the backup needs one. */
async function keysFor(folder: string, options: CommonOptions) {
  const config = configOf({ ...options, logLevel: 'warn' });
  const { readMasterKey } = await import('../../base/state/master-key.ts');
  const { readBackupManifest } = await import('../../base/backup/manifest.ts');
  const key = readMasterKey(config, (message) => createScreen({ json: options.json ?? false }).notice(message));
  const { opensBackup } = await import('../../base/backup/opened.ts');
  const manifest = readBackupManifest(folder);
  const { with_key, version } = manifest;
  const isOther = key !== undefined && with_key && !opensBackup(folder, manifest, key);
  const masterKey = isOther ? undefined : key?.bytes.toString('base64');
  const isAsked = masterKey === undefined && with_key && version > 1 && config.backupPassphrase === undefined && canAsk();
  const passphrase = isAsked ? await askHidden('Pass phrase of the master key in the backup: ') : config.backupPassphrase;
  return { config, keys: { masterKey, passphrase } };
}

async function verify(folder: string, options: CommonOptions): Promise<void> {
  const { keys } = await keysFor(folder, options);
  const { bytesOfDatabases, verifyBackup } = await import('../../base/backup/verify.ts');
  const { withTemporaryFolder } = await import('../../base/files/work-folder.ts');
  const { manifest, erasures } = await withTemporaryFolder(bytesOfDatabases(folder), (scratch) =>
    verifyBackup(folder, keys, scratch),
  );
  const { created_at, key_id, with_key, version, profiles, files } = manifest;
  const result = {
    backup: folder,
    created_at,
    key_id,
    with_key,
    is_sealed: version > 1,
    profiles,
    files: files.length,
    erasures,
  };
  createScreen({ json: options.json ?? false }).result(result, texts.verified(result));
}

async function seal(folder: string, options: BackupOptions): Promise<void> {
  const keyPassphrase = options.withKey ? await newPassphrase(options) : undefined;
  const config = configOf({ ...options, logLevel: 'warn' });
  const { readMasterKey } = await import('../../base/state/master-key.ts');
  const masterKey = readMasterKey(config, () => undefined)?.bytes.toString('base64');
  const { sealBackup } = await import('../../base/backup/seal-clear.ts');
  const { withTemporaryFolder } = await import('../../base/files/work-folder.ts');
  const { created_at, key_id, with_key, files } = await withTemporaryFolder(0, (work) =>
    sealBackup(folder, { masterKey, keyPassphrase, work, dataDir: config.dataDir }),
  );
  const result = { backup: folder, created_at, key_id, with_key, files: files.length };
  createScreen({ json: options.json ?? false }).result(result, texts.sealedBackup(result));
}

interface RestoreCommand extends CommonOptions {
  erasures?: string;
  later?: string;
  previous?: boolean;
}

async function restore(src: string | undefined, options: RestoreCommand): Promise<void> {
  if (options.previous) {
    if (src !== undefined || options.erasures !== undefined || options.later !== undefined)
      throw new CommandError('usage', '--previous goes with no folder and with no other option: the data folder has the backup');
    return goBack(options);
  }
  if (src === undefined) throw new CommandError('usage', "missing required argument 'src', or --previous");
  if (existsSync(src) || !(src === 'latest' || isBackupName(src))) return restoreFolder(resolve(src), options);
  const { withKept } = await import('./kept-backups.ts');
  await withKept(src, options, (folder) => restoreFolder(folder, options));
}

async function restoreFolder(source: string, options: RestoreCommand): Promise<void> {
  const { config, keys } = await keysFor(source, options);
  const { restoreAndErase } = await import('../jobs/restore.ts');
  const { erased, created_at, key_id, profiles, later } = await restoreAndErase(source, config, {
    ...keys,
    ...(options.erasures === undefined ? {} : { erasures: resolve(options.erasures) }),
    ...(options.later === undefined ? {} : { later: resolve(options.later) }),
  });
  const result = { data_dir: config.dataDir, backup: source, created_at, key_id, profiles, erased, ...(later ?? {}) };
  createScreen({ json: options.json ?? false }).result(result, texts.restored(result, later));
}

async function goBack(options: CommonOptions): Promise<void> {
  const screen = createScreen({ json: options.json ?? false });
  const config = configOf({ ...options, logLevel: 'warn' });
  const { restorePrevious } = await import('../../base/upgrade/restore-previous.ts');
  const returned = await restorePrevious({ config, now: Date.now(), say: (line) => screen.notice(line) });
  screen.result({ data_dir: config.dataDir, ...returned }, texts.returned(config.dataDir, returned));
}
