// The command that loads a file: its rows are sealed while the rest of it is read, and all of them brought to the last mart.

import { z } from 'zod';
import { profileSettings } from '../../account/profiles/index.ts';
import { checkedTimezone } from '../../account/workspaces/index.ts';
import { spendReaderOf } from '../../act/connections/index.ts';
import type { Base } from '../../base/base.ts';
import { trackLoad } from '../../base/loads.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { type BackfillOptions, backfillEvents, wordsOf } from '../../collect/events/index.ts';
import type { JudgedFile } from '../../collect/imports/index.ts';
import { backfillSpend, hasSpend, ON_CONFLICT, type OnConflict } from '../../collect/spend/index.ts';
import { uncountedAmong } from '../../credit/definitions/index.ts';
import { ask, holdPipeline, sealAhead, settle } from '../../credit/pipeline/index.ts';
import { type Command, checked, profileArg, profileOf, type Report, type Result, reportBuild } from './command.ts';
import type { ImportRequest } from './import/order.ts';

const loadArgs = profileArg.extend({
  kind: z.enum(['events', 'spend']),
  file: z.string(),
  wait: z.boolean().default(true),
  force: z.boolean().default(false),
  dry_run: z.boolean().default(false),
  reject_file: z.string().optional(),
  timezone: z.string().optional(),
  on_conflict: z.enum(ON_CONFLICT).optional(),
});

/** The number of facts of a stretch of the journal that became events. A row without a key is known as a repeat only when it lands. */
export async function landedOf(base: Base, profileId: string, after: bigint, through: bigint): Promise<number> {
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
    load(base, profileId, { kind, file, wait, dryRun, force, rejectFile, timezone, onConflict: more.on_conflict }, tracked),
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
  onConflict?: OnConflict | undefined;
}

/** Of spend, whether days are reported again, and which days a connection reads. */
async function readyForSpend(base: Base, profileId: string, { onConflict }: Load, report: Report) {
  // Spend in force is compared with the file's: what waits to be computed belongs to it.
  if (hasSpend(base, profileId)) await settle(base, profileId, { onProgress: reportBuild(report) });
  return { onConflict, readerOf: spendReaderOf(base, profileId) };
}

async function load(base: Base, profileId: string, input: Load, report: Report): Promise<Result> {
  const { kind, file, wait, dryRun, force, rejectFile, timezone } = input;
  const spend = kind === 'spend' ? await readyForSpend(base, profileId, input, report) : undefined;
  const before = base.journal.lastSeq(profileId);
  // Landing once, at the end, is cheaper than landing beside the reader.
  const release = holdPipeline(base, profileId);
  const beside = besideReading(base, profileId);
  const options: BackfillOptions = {
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
  };
  const filling = spend ? backfillSpend(base, { ...options, ...spend }) : backfillEvents(base, options);
  const filled = await filling.finally(async () => {
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

export type OwnKind = Load['kind'];

/** The columns of our own files, by which one is known (docs/own-data.md). */
const OWN_COLUMNS: Readonly<Record<OwnKind, readonly string[]>> = {
  events: ['event_type', 'occurred_at'],
  spend: ['platform', 'account_id', 'day', 'currency', 'spend'],
};

/** Of a file of no known layout: whether it has the columns of our own. */
export function ownKindOf({ summary }: Pick<JudgedFile, 'summary'>): OwnKind | undefined {
  const headers = summary.questions.find(({ ask }) => ask === 'mapping')?.choices ?? [];
  return (['events', 'spend'] as const).find((kind) => OWN_COLUMNS[kind].every((column) => headers.includes(column)));
}

/** Loads a file with our own columns for the command `import`, which computes the figures at its end. */
export async function loadOwnFile(
  base: Base,
  { profileId, dryRun, timezone, onConflict }: Pick<ImportRequest, 'profileId' | 'dryRun' | 'timezone' | 'onConflict'>,
  { kind, file }: { kind: OwnKind; file: string },
  report: Report,
): Promise<Result> {
  const input: Load = { kind, file, wait: false, dryRun, force: false, rejectFile: undefined, timezone, onConflict };
  const { accepted, duplicates, rejected, errors, already_loaded, ...rest } = await load(base, profileId, input, report);
  const first = z.array(z.object({ line: z.number(), reason: z.string() })).parse(errors);
  return {
    ...rest,
    ...{ created: accepted, known: duplicates, already_imported: already_loaded },
    not_taken: { rows: rejected, first: first.map(({ line, reason }) => ({ line, words: reason })) },
  };
}
