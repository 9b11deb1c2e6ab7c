// Runs a command in this process: opens the stores, serves others who come meanwhile, and closes when the last is through.
import { existsSync } from 'node:fs';
import type { Config } from '../../base/kit/config.ts';
import { DataFolderLocked } from '../../base/lock.ts';
import { closeBase, openBase } from '../../base/open.ts';
import { stateFile } from '../../base/state/open-state.ts';
import { startAdminServer } from './admin-server.ts';
import type { Result } from './command.ts';
import { type CommandName, checks, commands } from './commands.ts';
import { CommandError, type Progress } from './protocol.ts';

/** The answer; or the sentence that says who holds the folder instead. */
export async function runHere(
  config: Config,
  name: CommandName,
  args: Record<string, unknown>,
  progress: (progress: Progress) => void,
): Promise<{ answer: Result } | { held: string }> {
  if (name !== 'init' && !existsSync(stateFile(config.dataDir))) {
    throw new CommandError('no_installation', `There is no installation in ${config.dataDir}; \`tributary init\` makes one.`);
  }
  checks[name]?.(args);
  const base = await openBase(config, { warehouseStarts: 'when asked' }).catch((error: unknown) => {
    if (error instanceof DataFolderLocked) return error.message;
    throw error;
  });
  if (typeof base === 'string') return { held: base };
  try {
    const admin = await startAdminServer(base, '');
    try {
      return { answer: await commands[name](base, args, progress) };
    } finally {
      await admin.close();
    }
  } finally {
    await closeBase(base);
  }
}
