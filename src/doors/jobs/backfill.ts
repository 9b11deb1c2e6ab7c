// The command that loads a file: its rows are sealed while the rest of it is read, and all of them brought to the last mart.

import { z } from 'zod';
import { profileSettings } from '../../account/profiles/index.ts';
import { checkedTimezone } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import { trackLoad } from '../../base/loads.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { backfillEvents, wordsOf } from '../../collect/events/index.ts';
import { backfillSpend } from '../../collect/spend/index.ts';
import { uncountedAmong } from '../../credit/definitions/index.ts';
import { ask, holdPipeline, sealAhead, settle } from '../../credit/pipeline/index.ts';
import { type Command, checked, profileArg, profileOf, type Report, type Result, reportBuild } from './command.ts';

const loadArgs = profileArg.extend({
  kind: z.enum(['events', 'spend']),
  file: z.string(),
  wait: z.boolean().default(true),
  force: z.boolean().default(false),
  dry_run: z.boolean().default(false),
  reject_file: z.string().optional(),
  timezone: z.string().optional(),
});

/** The number of facts of a stretch of the journal that became events. A row without a key is known as a repeat only when it lands. */
async function landedOf(base: Base, profileId: string, after: bigint, through: bigint): Promise<number> {
  const [row] = await ask(base, profileId, statement('warehouse/doors/jobs/events_count', { after, through }));
  return Number(row?.events);
}

const AHEAD_ROWS = 50_000;

/** Works on what has come of a file while the rest is read; the answer waits for its end. */
function besideReading(base: Base, profileId: string): { goOn(rows: number): void; whenDone(): Promise<void> } {
  let running: Promise<void> | undefined;
  let begunAt = 0;
  return {
    goOn: (rows) => {
      if (running || rows - begunAt < AHEAD_ROWS) return;
      begunAt = rows;
      // An error here occurs again, and is reported, when the rest is computed.
      running = sealAhead(base, profileId)
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    whenDone: async () => running,
  };
}

/** Loads a file and, unless an option says not to wait, computes its figures up to the last mart. */
export const backfill: Command = async (base, args, report) => {
  const { kind, file, wait, force, dry_run: dryRun, reject_file: rejectFile, profile_id, ...more } = checked(loadArgs, args);
  const profileId = profileOf(base, profile_id);
  const timezone = checkedTimezone('timezone', more.timezone ?? profileSettings(base, profileId).timezone);
  return trackLoad(base, profileId, report, (tracked) =>
    load(base, profileId, { kind, file, wait, dryRun, force, rejectFile, timezone }, tracked),
  );
};

interface Load {
  kind: 'events' | 'spend';
  file: string;
  wait: boolean;
  dryRun: boolean;
  force: boolean;
  rejectFile: string | undefined;
  timezone: string;
}

async function load(base: Base, profileId: string, input: Load, report: Report): Promise<Result> {
  const { kind, file, wait, dryRun, force, rejectFile, timezone } = input;
  const fill = kind === 'events' ? backfillEvents : backfillSpend;
  const before = base.journal.lastSeq(profileId);
  // Landing once, at the end, is cheaper than landing beside the reader.
  const release = holdPipeline(base, profileId);
  const beside = besideReading(base, profileId);
  const filled = await fill(base, {
    profileId,
    file,
    dryRun,
    force,
    timezone,
    ...(rejectFile === undefined ? {} : { rejectFile }),
    onProgress: ({ rows, bytes, totalBytes }) => {
      report({ phase: 'read', done: bytes, total: totalBytes, unit: 'bytes', note: `${rows} rows` });
      if (wait && !dryRun) beside.goOn(rows);
    },
  }).finally(async () => {
    // Nothing is left under way, however the reading ends.
    await beside.whenDone();
    release();
  });
  const { outcomes, ...counts } = filled;
  const types = outcomes && uncountedAmong(base, profileId, outcomes);
  const uncounted = types ? { uncounted: types.map((type) => ({ ...type, message: wordsOf(type) })) } : {};
  const answer = { profile_id: profileId, kind, file, ...counts, ...uncounted };
  if (!wait || dryRun) return { ...answer, computed: false };
  const { accepted, duplicates } = filled;
  const through = base.journal.lastSeq(profileId);
  await settle(base, profileId, { fit: true, onProgress: reportBuild(report) });
  if (kind === 'spend' || accepted === 0) return { ...answer, computed: true };
  // Only without other writers are the facts of the stretch the rows of the file.
  const landed = through - before === BigInt(accepted) ? await landedOf(base, profileId, before, through) : accepted;
  return { ...answer, accepted: landed, duplicates: duplicates + accepted - landed, computed: true };
}
