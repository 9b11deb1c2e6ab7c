// Runs a command in this process: opens the stores, serves other commands during it, and closes after the last. The slices and the commands are loaded once
// the stores are open: a folder that does not open is refused in a third of the time.
import { existsSync } from 'node:fs';
import type { Config } from '../../base/config/config.ts';
import { collectHooks } from '../../base/contract/hooks.ts';
import { DataFolderLocked } from '../../base/folder/lock.ts';
import { hasParts } from '../../base/folder/marks.ts';
import { closeBase, openBase } from '../../base/open.ts';
import { stateFile } from '../../base/state/open-state.ts';
import type { Result } from './command.ts';
import type { CommandName } from './commands.ts';
import { CommandError } from './protocol.ts';
import type { Listener } from './run-command.ts';

/** A mistyped path would look like lost data: only `init` and `demo` make an installation. */
export function requireInstallation(dataDir: string): void {
  if (existsSync(stateFile(dataDir)) || hasParts(dataDir)) return;
  throw new CommandError('no_installation', `There is no installation in ${dataDir}; \`tributary init\` makes one.`);
}

/** The answer; or the sentence that names the process that has locked the folder. */
export async function runHere(
  config: Config,
  name: CommandName,
  args: Record<string, unknown>,
  { progress, notice }: Listener,
): Promise<{ answer: Result } | { held: string }> {
  if (name !== 'init') requireInstallation(config.dataDir);
  if (name === 'init') (await import('./commands.ts')).checkInstallation(args);
  const options = { warehouseStarts: 'when asked', isOnlyLooking: name === 'status', onUpgrade: notice } as const;
  const base = await openBase(config, options).catch((error: unknown) => {
    if (error instanceof DataFolderLocked) return error.message;
    throw error;
  });
  if (typeof base === 'string') return { held: base };
  try {
    const { slices } = await import('../../slices.ts');
    const { startAdminServer } = await import('./admin-server.ts');
    const { carryOut } = await import('./commands.ts');
    collectHooks(base, [...slices]);
    const admin = await startAdminServer(base, '');
    try {
      return { answer: await carryOut(base, name, args, progress) };
    } finally {
      await admin.close();
    }
  } finally {
    await closeBase(base);
  }
}
