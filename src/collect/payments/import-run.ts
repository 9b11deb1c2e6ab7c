// Taking a statement in: its rows become facts through the same intake as events that servers post, under keys made of the statement's
// own references. So the same sale counts once, whichever statement or event brings it, and a runner that takes over from a lost one
// finds what that one wrote.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import type { AfterBase, Base } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { defineJob, JobRefused, type JobRun } from '../../base/work/job.ts';
import { addJob, runInTurn } from '../../base/work/runner.ts';
import {
  type Brought,
  findImport,
  finishImport,
  forgetRanges,
  hasPieces,
  type ImportName,
  markUndone,
  piecesOf,
  rangesOf,
  type StatementImport,
} from './import-store.ts';
import { Intake, type Paid } from './intake.ts';
import type { Interpreted } from './statements/interpret.ts';
import { type Range, without } from './statements/ranges.ts';
import { Tally } from './statements/scan.ts';
import { readBeside } from './statements/statement-thread.ts';
import { UnreadableStatement } from './statements/unreadable.ts';
import { withdrawnOf } from './withdrawn.ts';

const paidBy = (rows: readonly Interpreted[]): Paid[] =>
  rows.flatMap(({ row, drafts }) => drafts.map((draft) => ({ row, draft })));

export interface TakenRows {
  result: Brought;
  /** Inside a transaction: the facts that are not stored yet. */
  writeDown: () => void;
}

async function takeRows(base: Base, imported: StatementImport): Promise<TakenRows> {
  const { plan, found } = imported;
  forgetRanges(base, imported);
  const intake = new Intake(base, imported);
  const tally = new Tally();
  const opened = { plan, headerRow: found.headerRow, delimiter: found.delimiter };
  for await (const rows of readBeside(opened, piecesOf(base, imported))) {
    for (const row of rows) tally.add(row);
    await intake.take(paidBy(rows));
    // The journal sends a batch off at the end of this turn of the event loop; the next batch would hold it back.
    await endOfTurn();
  }
  await intake.end();
  const { created, known: existing, refused } = intake;
  return {
    result: { counts: tally.counts, totals: tally.sums.list(), created, known: existing, refused },
    writeDown: () => intake.writeDown(),
  };
}

/** Reads an import that has begun, and takes its payments in. One that is through already is left alone. */
async function takeIn(base: Base, job: JobRun<z.infer<typeof payload>>): Promise<object> {
  const { profileId } = job;
  const { import_id: importId, actor, workspace_id: workspaceId } = job.payload;
  const imported = findImport(base, profileId, importId);
  if (imported?.status !== 'committing' || !hasPieces(base, importId)) return {};
  const { result, writeDown } = await takeRows(base, imported).catch(refuseUnreadable);
  const { created, known: existing } = result;
  job.finish(() => {
    completeImport(base, imported, { actor, workspaceId }, { result, writeDown });
    return { created, known: existing };
  });
  return {};
}

/** Ends an import whose facts are on disk, with its audit row and its event, in one transaction. */
export function completeImport(
  base: Base,
  imported: StatementImport,
  { actor, workspaceId }: { actor: string; workspaceId: string },
  { result, writeDown }: TakenRows,
): void {
  const { created, known: existing } = result;
  settleAnd(base, imported, actor, () => {
    writeDown();
    finishImport(base, imported, result);
    writeAudit(base, {
      ...auditOf(imported, actor, workspaceId),
      action: 'payments.imported',
      detail: { created, known: existing },
    });
    announceImport(base, imported, { created, known: existing });
  });
}

function announceImport(tx: Base, { profileId, importId }: StatementImport, counts: { created: number; known: number }): void {
  const data = { import_id: importId, kind: 'payments', ...counts };
  announceEvent(tx, { type: 'import.completed', key: importId, profileId, occurredAt: tx.clock.now(), data });
}

/** The same file reads the same the next time. */
function refuseUnreadable(error: unknown): never {
  if (error instanceof UnreadableStatement) throw new JobRefused(error.message, { cause: error });
  throw error;
}

const payload = z.object({ import_id: z.string(), actor: z.string(), workspace_id: z.string() });

/**
 * One import of a workspace after the other: of two of one profile at once, one could give a withdrawn payment back while the other takes
 * another in under the same reference; and a workspace of many profiles has one reader like any other.
 */
export const importJob = defineJob({
  kind: 'payment_import',
  payload,
  concurrencyKey: (job) => `payment_import ${job.payload.workspace_id}`,
  concurrency: 4,
  leaseSeconds: 600,
  retry: { attempts: 1_000, maxPauseMs: 600_000 },
  failureText: 'an import of payments could not be finished; the service retries automatically, and when it is committed again',
  run: takeIn,
});

export const isImportRunning = (base: Base, { importId }: StatementImport): boolean =>
  base.state.jobs.latestOf(importJob.kind, importId)?.status === 'running';

/** Has an import finished; inside the transaction that begins it, and again for one whose job has ended without it. */
export function queueImport(base: Base, { profileId, importId }: StatementImport, actor: string, workspaceId: string): void {
  const { jobId, created } = addJob(base, importJob, {
    profileId,
    dedupeKey: importId,
    payload: { import_id: importId, actor, workspace_id: workspaceId },
  });
  if (!created) base.state.jobs.revive(jobId);
}

/** Takes an import in that has begun; who asks while it runs waits for the same. */
export async function finishNow(base: AfterBase, { profileId, importId }: StatementImport): Promise<void> {
  const ended = await runInTurn(base, importJob, { profileId, dedupeKey: importId });
  if (!ended || ended.isDone) return;
  throw ended.error instanceof JobRefused && ended.error.cause ? ended.error.cause : ended.error;
}

const auditOf = ({ importId, profileId }: ImportName, actor: string, workspaceId: string) => ({
  actor,
  workspaceId,
  profileId,
  subject: importId,
});

/** Takes out of every figure what an import brought and no other import that is through lists; of one that is undone or gone, nothing. */
export function takeOutOf(base: Base, { profileId, importId }: ImportName, actor: string, workspaceId: string): void {
  const imported = findImport(base, profileId, importId);
  if (imported?.status === 'completed') takeOut(base, imported, actor, workspaceId);
}

/** Takes out of every figure what an import brought and no other import that is through lists. */
export function takeOut(base: Base, imported: StatementImport, actor: string, workspaceId: string): void {
  settleAnd(base, imported, actor, () => {
    markUndone(base, imported);
    writeAudit(base, { ...auditOf(imported, actor, workspaceId), action: 'payments.import_undone' });
  });
}

/**
 * Changes an import, and decides what that takes out of the figures or gives back to them, in one transaction. What two imports brought
 * goes with the last of them; what came by other ways stays.
 */
export function settleAnd(base: Base, { profileId, importId }: ImportName, actor: string, change: () => void): void {
  base.state.tx(() => {
    const before = withdrawnOf(rangesOf(base, profileId));
    change();
    const after = withdrawnOf(rangesOf(base, profileId));
    decide('facts_withdrawn', without(after, before));
    decide('facts_restored', without(before, after));
  });
  base.signals.emit('decisions', profileId);

  function decide(kind: 'facts_withdrawn' | 'facts_restored', ranges: Range[]): void {
    if (ranges.length === 0) return;
    base.state.decide({
      profileId,
      kind,
      subject: importId,
      payload: { import_id: importId, ranges },
      actor,
      afterSeq: base.journal.lastSeq(profileId),
      decidedAt: base.clock.now(),
    });
  }
}
