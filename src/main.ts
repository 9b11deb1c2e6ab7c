// The entry of the process: the command line. Its command `serve` starts the service (service.ts).
import { runCommand } from './doors/cli/run.ts';

// What is written from here on, by the service as by any command, only its user can read; what a program started from here writes, too.
process.umask(0o077);

await runCommand(process.argv.slice(2));
