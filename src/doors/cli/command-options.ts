// The common parts of commands: their options, running them, and the process that has the folder.
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../base/config/config.ts';
import { readServiceFile } from '../../base/folder/service-file.ts';
import type { Result } from '../jobs/command.ts';
import type { CommandName } from '../jobs/commands.ts';
import { type CommonOptions, configOf, DEFAULT_FOLDER } from './folder.ts';
import { createScreen } from './screen.ts';

export const EXIT = { failed: 1, usage: 2, partly: 3, incomplete: 4 } as const;

export interface Options extends CommonOptions {
  profile?: string;
}

export const common = (command: Command, folder = DEFAULT_FOLDER): Command =>
  command
    .option('--data <folder>', `the data folder (default: TRIBUTARY_DATA, otherwise ${folder})`)
    .option('--json', 'print the result as one JSON object');

export const forProfile = (command: Command): Command =>
  common(command).option('--profile <id>', 'the profile; optional if there is only one');

/** Runs a stored command and shows what came of it. */
export async function run(
  name: CommandName,
  options: CommonOptions,
  args: Record<string, unknown>,
  show: (result: Result) => string,
  besides: (config: Config, answer: Result) => Result = () => ({}),
): Promise<Result> {
  const screen = createScreen({ json: options.json ?? false });
  try {
    const config = configOf({ ...options, logLevel: 'warn' });
    const { runCommand } = await import('../jobs/run-command.ts');
    const answer = await runCommand(config, name, args, screen);
    const result = { ...answer, ...besides(config, answer) };
    screen.result(result, show(result));
    return result;
  } finally {
    screen.done();
  }
}

/** The process that has locked the folder, without its token. A command that had to open the folder itself has left by now. */
export function holderOf(config: Config): { pid: number; http: string } | null {
  const service = readServiceFile(config.dataDir);
  return service ? { pid: service.pid, http: service.http } : null;
}

export const pick = (data: string | undefined, json: boolean | undefined): CommonOptions => ({
  ...(data === undefined ? {} : { data }),
  ...(json === undefined ? {} : { json }),
});

export function portNumber(text: string): number {
  const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
  if (!isPort) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
