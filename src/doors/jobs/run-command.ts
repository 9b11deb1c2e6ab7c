// Runs a command on a data folder: through the process that has locked it, otherwise here. Code that opens the stores is only loaded
// in the second case.
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../base/config/config.ts';
import { readServiceFile } from '../../base/folder/service-file.ts';
import type { Progress } from '../../base/loads.ts';
import { callHolder, HolderAway } from './admin-client.ts';
import type { Result } from './command.ts';
import type { CommandName } from './commands.ts';
import { CommandError } from './protocol.ts';

/** A holder that starts or stops is soon reachable or gone. */
const LOOK_AGAIN_MS = 200;
const PATIENCE_MS = 60_000;
const SAY_AFTER_MS = 1_000;

export interface Listener {
  progress(progress: Progress): void;
  /** A sentence for the person at the screen. */
  notice(text: string): void;
}

export async function runCommand(
  config: Config,
  name: CommandName,
  args: Record<string, unknown>,
  listener: Listener,
  here: RunHere = runInStores,
): Promise<Result> {
  const began = performance.now();
  let isSaid = false;
  for (;;) {
    const answered = await runThere(config, name, args, listener);
    if (answered) return answered;
    const ran = await here(config, name, args, listener);
    if ('answer' in ran) return ran.answer;
    const waited = performance.now() - began;
    if (waited > PATIENCE_MS) throw new CommandError('data_folder_in_use', `${ran.held} It does not respond.`);
    if (waited > SAY_AFTER_MS && !isSaid) listener.notice(`${ran.held} Waiting for it.`);
    isSaid ||= waited > SAY_AFTER_MS;
    await pause(LOOK_AGAIN_MS);
  }
}

/** Runs it in this process; or answers the sentence that says who holds the folder instead. */
export type RunHere = (
  config: Config,
  name: CommandName,
  args: Record<string, unknown>,
  listener: Listener,
) => Promise<{ answer: Result } | { held: string }>;

const runInStores: RunHere = async (...call) => (await import('./run-here.ts')).runHere(...call);

/** `undefined` when no process has locked the folder, or that process cannot be reached at the moment. */
async function runThere(
  config: Config,
  name: CommandName,
  args: Record<string, unknown>,
  listener: Listener,
): Promise<Result | undefined> {
  const service = readServiceFile(config.dataDir);
  if (!service) return undefined;
  try {
    return await callHolder(service, name, args, listener.progress);
  } catch (error) {
    if (error instanceof HolderAway) return undefined;
    throw error;
  }
}
