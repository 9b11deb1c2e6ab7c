// The command that loads a file: its rows are sealed while the rest of it is read, and all of them brought to the last mart.

import { z } from 'zod';
import { profileSettings } from '../../account/profiles/index.ts';
import { checkedTimezone } from '../../account/workspaces/index.ts';
import { landedOf, loadOwn, notTakenOf, type OwnKind, type OwnLoad, reportBuild, shownOwn } from '../../act/uploads/index.ts';
import type { Base } from '../../base/base.ts';
import { trackLoad } from '../../base/loads.ts';
import type { RejectRow } from '../../collect/payments/index.ts';
import { ON_CONFLICT } from '../../collect/spend/index.ts';
import { settle } from '../../credit/pipeline/index.ts';
import { type Command, checked, profileArg, profileOf, type Report, type Result } from './command.ts';
import type { CommandRequest } from './import/order.ts';

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

/** Loads a file and, unless an option says not to wait, computes its figures up to the last mart. */
export const backfill: Command = async (base, args, report) => {
  const { kind, file, wait, force, dry_run: dryRun, reject_file: rejectFile, profile_id, ...more } = checked(loadArgs, args);
  const profileId = profileOf(base, profile_id);
  const timezone = checkedTimezone('timezone', more.timezone ?? profileSettings(base, profileId).timezone);
  return trackLoad(base, profileId, report, (tracked) =>
    load(base, profileId, { kind, file, wait, dryRun, force, rejectFile, timezone, onConflict: more.on_conflict }, tracked),
  );
};

async function load(base: Base, profileId: string, input: OwnLoad, report: Report): Promise<Result> {
  const before = base.journal.lastSeq(profileId);
  const filled = await loadOwn(base, profileId, input, report);
  const answer = shownOwn(base, profileId, input, filled);
  if (!input.wait || input.dryRun) return { ...answer, computed: false };
  const { accepted, duplicates } = filled;
  const through = base.journal.lastSeq(profileId);
  await settle(base, profileId, { fit: true, onProgress: reportBuild(report) });
  if (input.kind === 'spend' || accepted === 0) return { ...answer, computed: true };
  // Only without other writers are the facts of the stretch the rows of the file.
  const landed = through - before === BigInt(accepted) ? await landedOf(base, profileId, before, through) : accepted;
  return { ...answer, accepted: landed, duplicates: duplicates + accepted - landed, computed: true };
}

const SAME_FILE =
  'This file was imported before, byte for byte: nothing is added. `tributary backfill … --force` reads it again; rows whose key is known count once.';

/** Loads a file with our own columns for the command `import`, which computes the figures at its end. */
export async function loadOwnFile(
  base: Base,
  { profileId, dryRun, timezone, onConflict }: Pick<CommandRequest, 'profileId' | 'dryRun' | 'timezone' | 'onConflict'>,
  { kind, file, reject }: { kind: OwnKind; file: string; reject?: RejectRow | undefined },
  report: Report,
): Promise<Result> {
  const input: OwnLoad = { kind, file, wait: false, dryRun, force: false, rejectFile: undefined, timezone, onConflict };
  if (reject) input.onReject = ({ line, reason }) => reject({ line, reason: 'not_taken', words: reason });
  const filled = await loadOwn(base, profileId, input, report);
  const { accepted, duplicates, rejected, errors, already_loaded, ...rest } = shownOwn(base, profileId, input, filled);
  return {
    ...rest,
    computed: false,
    created: accepted,
    known: duplicates,
    already_imported: already_loaded,
    ...(already_loaded ? { warnings: [SAME_FILE] } : {}),
    not_taken: notTakenOf({ rejected, errors }),
  };
}
