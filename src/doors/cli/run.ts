// Runs a command line; an error becomes one line and an exit code.
import { CommanderError } from 'commander';
import { EXIT } from './command-options.ts';
import { createProgram } from './program.ts';
import { createScreen, type Screen } from './screen.ts';

/** Codes of a wrong command line; others mean that the command failed. */
const USAGE = new Set(['usage', 'validation_error', 'invalid_parameter', 'unknown_command']);

/** At the start of a message, and of each sentence of one that names several fields. */
const FIELD = /(^|\. )(email|workspace|profile|currency|timezone|domain|name|scopes|rate_limit_per_minute)(?:\[\d+\])?: /g;

export async function runCommand(args: string[]): Promise<void> {
  surviveClosedOutput();
  const program = createProgram();
  try {
    if (args.length === 0) program.help({ error: true });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = await report(createScreen({ json: args.includes('--json') }), error);
  }
}

/** The reader of the output may stop (`tributary status | head -1`): the command finishes its work without output. */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/** Operations name their fields; here they are options. */
function optionNamed(message: string): string {
  return message.replace(
    FIELD,
    (_, start: string, field: string) => `${start}--${field === 'rate_limit_per_minute' ? 'rate-limit' : field}: `,
  );
}

async function report(screen: Screen, error: unknown): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== 'commander.help')
      screen.refusal({ code: 'usage', message: error.message.replace(/^error: /, ''), isForeseen: true });
    return EXIT.usage;
  }
  const { refusalOf } = await import('../jobs/refusals.ts');
  const refusal = refusalOf(error);
  screen.refusal({ ...refusal, message: optionNamed(refusal.message) });
  if (process.env['TRIBUTARY_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return USAGE.has(refusal.code) ? EXIT.usage : EXIT.failed;
}
