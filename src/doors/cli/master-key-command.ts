// The command that replaces the master key, in a data folder that no service has open.
import type { Command } from 'commander';
import type { Rotation } from '../../base/state/rotate-master-key.ts';
import { common } from './command-options.ts';
import { type CommonOptions, configOf } from './folder.ts';
import { createScreen } from './screen.ts';

export function addMasterKey(program: Command): void {
  const masterKey = program.command('master-key').description('the key that seals keys, tokens and secrets');
  common(masterKey.command('rotate'))
    .description('replace the master key and seal everything with the new one; the service must be stopped')
    .addHelpText(
      'after',
      '\nThe new key is a random one in master.key of the data folder, or NEW_MASTER_KEY. A command that was interrupted continues when it is repeated; the folder is usable at every moment.\nKeep a copy of the new key elsewhere. It also opens backups that were made before, once they have the list of earlier keys.',
    )
    .action(async (options: CommonOptions) => {
      const screen = createScreen({ json: options.json ?? false });
      const config = configOf({ ...options, logLevel: 'warn' });
      const { requireInstallation } = await import('../jobs/run-here.ts');
      requireInstallation(config.dataDir);
      const { folderClock } = await import('../../base/folder/clock.ts');
      const { rotateMasterKey } = await import('../../base/state/rotate-master-key.ts');
      const rotation = await rotateMasterKey({
        config,
        clock: folderClock(config.dataDir),
        warn: (message) => screen.notice(message),
      });
      screen.result({ data_dir: config.dataDir, ...rotation }, textOf(rotation));
    });
}

function textOf(rotation: Rotation): string {
  const { key_id, replaced_key_id, values_sealed_again, values_not_opened, backups_reached, backups_not_reached } = rotation;
  const lines = [
    replaced_key_id === null
      ? `The master key is ${key_id}; the rotation that was interrupted has ended.`
      : `The master key is ${key_id} now and replaces ${replaced_key_id}: ${values_sealed_again} values were sealed again.`,
    rotation.key_file === null
      ? 'Set MASTER_KEY to the new key before you start the service.'
      : `It is in ${rotation.key_file}. Keep a copy elsewhere.`,
  ];
  if (values_not_opened > 0)
    lines.push(`${values_not_opened} values could not be opened with the replaced key either; they are left as they were.`);
  if (backups_reached > 0) lines.push(`The new key opens ${backups_reached} earlier backups, too.`);
  for (const folder of backups_not_reached)
    lines.push(`The backup ${folder} was not reached: keep the key ${replaced_key_id ?? 'of before'} for it.`);
  if (rotation.way_back_removed)
    lines.push('The backup of before the last upgrade was removed: there is no way back to that version.');
  return lines.join('\n');
}
