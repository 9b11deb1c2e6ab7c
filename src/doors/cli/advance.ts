// `tributary demo --advance`: lets days pass in a demo, in the process that serves it; where none does, in a service of its own, so that
// every job of these days runs.
import { DataFolderLocked } from '../../base/folder/lock.ts';
import { startService } from '../../service.ts';
import { startAdminServer } from '../jobs/admin-server.ts';
import { carryOut } from '../jobs/commands.ts';
import { MAX_ADVANCE_DAYS, requireDemo } from '../jobs/demo-advance.ts';
import { CommandError } from '../jobs/protocol.ts';
import { type RunHere, runCommand } from '../jobs/run-command.ts';
import { configOf, DEMO_FOLDER } from './folder.ts';
import type { Screen } from './screen.ts';
import { advanced } from './texts.ts';

/** @throws CommandError for what is not a number of days: 7d. */
export function daysOf(text: string): number {
  const days = /^(\d{1,3})d$/.exec(text)?.[1];
  if (days === undefined || Number(days) < 1 || Number(days) > MAX_ADVANCE_DAYS)
    throw new CommandError('usage', `--advance takes days from 1d to ${MAX_ADVANCE_DAYS}d, for example 7d.`);
  return Number(days);
}

export async function runAdvance({ data, days }: { data?: string; days: number }, screen: Screen): Promise<void> {
  try {
    const config = configOf({ ...(data === undefined ? {} : { data }), port: 0, logLevel: 'warn' }, DEMO_FOLDER);
    requireDemo(config.dataDir);
    const result = await runCommand(config, 'demo-advance', { days }, screen, inService);
    screen.result(result, advanced(result));
  } finally {
    screen.done();
  }
}

const inService: RunHere = async (config, name, args, { progress }) => {
  const service = await startService(config).catch((error: unknown) => {
    if (error instanceof DataFolderLocked) return error.message;
    throw error;
  });
  if (typeof service === 'string') return { held: service };
  try {
    const admin = await startAdminServer(service.base, service.address);
    try {
      return { answer: await carryOut(service.base, name, args, progress) };
    } finally {
      await admin.close();
    }
  } finally {
    await service.stop();
  }
};
