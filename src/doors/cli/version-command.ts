// The version of this program, and the numbers of what it writes, as docs/releases.md lists them of releases. Opens nothing.
import type { Command } from 'commander';
import { commitOf, ownNumbers, programVersion } from '../../base/upgrade/version.ts';
import { createScreen, listing } from './screen.ts';

export function addVersion(program: Command): void {
  program
    .command('version')
    .description('print the version, its commit and the numbers of its stores')
    .option('--json', 'print the result as one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const { figuresName } = await import('../../credit/pipeline/index.ts');
      const version = { version: programVersion(), commit: commitOf(), stores: ownNumbers(), figures: figuresName() };
      const { stores, commit, ...rest } = version;
      const text = listing({ version: rest.version, commit: commit ?? 'unknown', ...stores, figures: rest.figures });
      createScreen({ json: json ?? false }).result(version, text);
    });
}
