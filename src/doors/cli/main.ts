// Entry of the command line: runs what was asked, and turns what goes wrong into one line and an exit code.
import { CommanderError } from 'commander';
import { EXIT } from './command-options.ts';
import { createProgram } from './program.ts';
import { createScreen } from './screen.ts';

/** Codes that mean: asked wrongly, not failed. */
const USAGE = new Set(['usage', 'validation_error', 'invalid_parameter', 'unknown_command']);

// Whatever is written from here on, by the service as by any command, is its user's alone; what a program started from here
// writes, too.
process.umask(0o077);

const FIELD = /^(email|workspace|profile|currency|timezone|domain|name|scopes|rate_limit_per_minute)(?:\[\d+\])?: /;

const argv = process.argv.slice(2);
const screen = createScreen({ json: argv.includes('--json') });
const program = createProgram();

try {
  if (argv.length === 0) program.help({ error: true });
  await program.parseAsync(argv, { from: 'user' });
} catch (error) {
  process.exitCode = await report(error);
}

/** Operations name their fields; here they are options. */
function optionNamed(message: string): string {
  return message.replace(FIELD, (_, field: string) => `--${field === 'rate_limit_per_minute' ? 'rate-limit' : field}: `);
}

async function report(error: unknown): Promise<number> {
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
