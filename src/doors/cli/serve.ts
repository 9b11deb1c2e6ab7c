// Runs the service in the foreground: HTTP, pipeline and admin socket, until a signal ends it.
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type { Config } from '../../base/config/config.ts';
import { DataFolderLocked } from '../../base/folder/lock.ts';
import { readServiceFile } from '../../base/folder/service-file.ts';
import { type Service, startService } from '../../service.ts';
import { startAdminServer } from '../jobs/admin-server.ts';
import { CommandError } from '../jobs/protocol.ts';
import { nextCommand } from './folder.ts';

/** The shutdown takes at most ten seconds; running commands are asked to come again. */
const COMMANDS_MS = 2_000;
const ALL_MS = 9_500;

export interface RunningService {
  service: Service;
  /** Settles when a signal has ended the service and all is closed. */
  ended: Promise<void>;
}

/** By default garbage may grow to three times the live memory before it is collected; a warehouse is on the same machine. */
const GARBAGE_PERCENT = 50;

export async function serve(config: Config): Promise<RunningService> {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  const service = await startService(config).catch((error: unknown) => {
    throw error instanceof DataFolderLocked ? whoHolds(error) : error;
  });
  const admin = await startAdminServer(service.base, service.address);
  let stopping = false;
  const ended = new Promise<void>((done, failed) => {
    const stop = (signal: NodeJS.Signals): void => {
      if (stopping) process.exit(130);
      stopping = true;
      service.base.log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(1), ALL_MS).unref();
      admin
        .close(COMMANDS_MS)
        .then(() => service.stop())
        .then(done, failed);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
  // Compiled modules are written at the end of a process; one that runs for weeks may be killed.
  flushCompileCache();
  return { service, ended };
}

function whoHolds(error: DataFolderLocked): CommandError {
  const http = readServiceFile(error.dataDir)?.http;
  const open = nextCommand('open', error.dataDir);
  return new CommandError(
    'data_folder_in_use',
    http ? `${error.message} It serves ${http}. \`${open}\` signs you in.` : error.message,
  );
}
