// The entry of the process: the command line. Its command `serve` starts the service (service.ts).
import { runCommand } from './doors/cli/run.ts';

// Files written from here on, by the service as by any command, are readable only by its user; those of child processes, too.
process.umask(0o077);

await runCommand(process.argv.slice(2));
