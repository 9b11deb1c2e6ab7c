// The version of this program, and the numbers of what it writes, as docs/releases.md lists them of releases; of a data folder what its own files say,
// also of one that this version refuses. Opens nothing.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stateFile } from '../../base/state/open-state.ts';
import { readFolderVersion, readUpgradePlan } from '../../base/upgrade/folder-file.ts';
import { commitOf, ownNumbers, programVersion } from '../../base/upgrade/version.ts';
import { CommandError } from '../jobs/protocol.ts';
import { createScreen, listing } from './screen.ts';

export function addVersion(program: Command): void {
  program
    .command('version')
    .description('print the version, its commit and the numbers of its stores; with --data also those of a data folder')
    .option('--data <folder>', 'a data folder, which may be in use and of another version')
    .option('--json', 'print the result as one JSON object')
    .action(async ({ json, data }: { json?: boolean; data?: string }) => {
      const { figuresName } = await import('../../credit/pipeline/index.ts');
      const stores = ownNumbers();
      const own = { version: programVersion(), commit: commitOf(), stores, figures: figuresName() };
      const folder = data === undefined ? undefined : folderOf(resolve(data));
      const text = listing({
        version: own.version,
        commit: own.commit ?? 'unknown',
        ...stores,
        figures: own.figures,
        ...(folder ? { 'data folder': textOf(folder) } : {}),
      });
      createScreen({ json: json ?? false }).result({ ...own, ...(folder ? { data_folder: folder } : {}) }, text);
    });
}

function folderOf(dataDir: string) {
  if (!existsSync(stateFile(dataDir))) throw new CommandError('usage', `${dataDir} has no installation.`);
  const kept = readFolderVersion(dataDir);
  const plan = readUpgradePlan(dataDir);
  return {
    data_dir: dataDir,
    /** Null for one that no release has opened. */
    version: kept?.version ?? null,
    stores: kept?.numbers ?? null,
    interrupted: plan ? { phase: plan.phase, from: plan.from.version, to: plan.to.version } : null,
  };
}

function textOf({ version, stores, interrupted }: ReturnType<typeof folderOf>): string {
  if (interrupted?.phase === 'upgrading') return `its upgrade from ${interrupted.from} to ${interrupted.to} was interrupted`;
  if (interrupted) return `its return from ${interrupted.to} to ${interrupted.from} was interrupted`;
  if (!stores) return 'of no release';
  const numbers = Object.entries(stores).map(([name, number]) => `${name} ${number}`);
  return `version ${version} (${numbers.join(', ')})`;
}
