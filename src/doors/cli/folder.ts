// Which data folder a command works on, and the configuration that goes with it.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../../base/config/config.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { CommandError } from '../jobs/protocol.ts';

/** A command as a person types it here next: by the path of this one, and with its data folder where that is not the default. */
export function nextCommand(words: string, dataDir: string): string {
  const { TRIBUTARY_COMMAND, TRIBUTARY_DATA } = process.env;
  const isKnown = dataDir === resolve(TRIBUTARY_DATA || DEFAULT_FOLDER);
  return [TRIBUTARY_COMMAND || 'tributary', words, ...(isKnown ? [] : ['--data', dataDir])].join(' ');
}

export interface CommonOptions {
  data?: string;
  json?: boolean;
}

/** In a clone beside the sources; for a package, whose folder npm empties as it likes, where the user's programs keep their data. */
export const DEFAULT_FOLDER = import.meta.filename.endsWith('.ts') ? projectFile('warehouse', 'data') : dataOfUser();
export const DEMO_FOLDER = join(DEFAULT_FOLDER, 'demo');

function dataOfUser(): string {
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'tributary');
}

/** An option wins over its variable; of the data folder both win over `fallback`. */
export function configOf(
  input: { data?: string; port?: number; host?: string; logLevel?: string },
  fallback = DEFAULT_FOLDER,
): Config {
  const { TRIBUTARY_DATA, TRIBUTARY_LOG_LEVEL } = process.env;
  try {
    return readConfig({
      dataDir: resolve(input.data ?? (TRIBUTARY_DATA || fallback)),
      port: input.port,
      host: input.host,
      logLevel: TRIBUTARY_LOG_LEVEL ?? input.logLevel,
    });
  } catch (error) {
    throw new CommandError('usage', (error as Error).message);
  }
}
