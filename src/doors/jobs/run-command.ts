// Runs a command on a data folder: in this process when nobody holds the folder, else through whoever does.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../base/kit/config.ts';
import { DataFolderLocked } from '../../base/lock.ts';
import { closeBase, openBase } from '../../base/open.ts';
import { readServiceFile } from '../../base/service-file.ts';
import { stateFile } from '../../base/state/open-state.ts';
import { callHolder, HolderAway } from './admin-client.ts';
import { startAdminServer } from './admin-server.ts';
import { type CommandName, commands, type Result } from './commands.ts';
import { CommandError, type Progress } from './protocol.ts';

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
): Promise<Result> {
  if (name !== 'init' && !existsSync(stateFile(config.dataDir))) {
    throw new CommandError('no_installation', `There is no installation in ${config.dataDir}; \`tributary init\` makes one.`);
  }
  const began = performance.now();
  let isSaid = false;
  for (;;) {
    try {
      return await runHere(config, name, args, listener);
    } catch (error) {
      if (!(error instanceof DataFolderLocked)) throw error;
      const answer = await runThere(config, name, args, listener);
      if (answer) return answer;
      const waited = performance.now() - began;
      if (waited > PATIENCE_MS) throw error;
      if (waited > SAY_AFTER_MS && !isSaid) listener.notice(`${error.message} Waiting for it.`);
      isSaid ||= waited > SAY_AFTER_MS;
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** Opens the stores, serves others who come meanwhile, and closes when the last is through. */
async function runHere(config: Config, name: CommandName, args: Record<string, unknown>, listener: Listener): Promise<Result> {
  const base = await openBase(config);
  try {
    const admin = await startAdminServer(base, '');
    try {
      return await commands[name](base, args, listener.progress);
    } finally {
      await admin.close();
    }
  } finally {
    await closeBase(base);
  }
}

/** `undefined` when the holder is not to be reached at the moment. */
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
