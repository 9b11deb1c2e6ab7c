// Whether the service can do its work: each store is asked something real and small, and must answer soon.
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';

/** Longer than any of these takes on a busy machine, shorter than what asks gives up after. */
const DEADLINE_MS = 1_500;

export type Answer = 'ok' | 'unavailable';

/** What each store says; who does not answer in time is unavailable. */
export async function readiness(base: Base): Promise<Record<'state' | 'journal' | 'warehouse', Answer>> {
  const [state, journal, warehouse] = await Promise.all([
    answerOf(async () => base.state.lastDecision('')),
    answerOf(async () => {
      base.journal.lastSeq('');
      await base.journal.probe();
    }),
    answerOf(() => askWarehouse(base)),
  ]);
  return { state, journal, warehouse };
}

/** Where there is no live file yet, a running process is all that can be asked for. */
async function askWarehouse(base: Base): Promise<void> {
  if (base.warehouse.status().pid === undefined) throw new Error('The warehouse process is not running.');
  const profileId = await anyLive(base);
  if (profileId === undefined) return;
  await base.warehouse.query({ profileId }, { sql: sqlText('warehouse/base/probe') }, { deadlineMs: DEADLINE_MS });
}

async function anyLive(base: Base): Promise<string | undefined> {
  for (const { profileId } of base.journal.profiles()) if (await base.warehouse.exists(profileId)) return profileId;
  return undefined;
}

function answerOf(ask: () => Promise<unknown>): Promise<Answer> {
  return new Promise((done) => {
    const timer = setTimeout(() => done('unavailable'), DEADLINE_MS);
    ask()
      .then(
        () => done('ok'),
        () => done('unavailable'),
      )
      .finally(() => clearTimeout(timer));
  });
}
