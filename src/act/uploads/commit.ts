// The commit of an upload: a job that goes on after a kill. What it is about to write, and what of it is its own, is kept before it is written.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { UnusableFile } from '../../base/rows/csv-rows.ts';
import { defineJob, JobRefused, type JobRun } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { parquetReader } from '../../collect/imports/index.ts';
import { EventFacts, findPaymentsImport } from '../../collect/payments/index.ts';
import { hasSpend } from '../../collect/spend/index.ts';
import { holdPipeline, settle } from '../../credit/pipeline/index.ts';
import { outcomeOf, requestOf } from './preview.ts';
import { Rejects } from './rejects-file.ts';
import {
  type FileImport,
  failImport,
  findImport,
  finishImport,
  type ImportName,
  keepDays,
  keptDays,
  namePayments,
  planImport,
} from './store.ts';
import type { StoredOutcome, StoredRun } from './stored.ts';
import { forgetFile, keepRejects, UploadGone, withUpload } from './upload-file.ts';
import { judgeFile } from './work/judge-file.ts';
import { landedOf, ownFile, repeatedFirsts } from './work/own-files.ts';
import type { Outcome, Work, WorkMemory } from './work/work.ts';

const DAY_MS = 86_400_000;
/** For one that was interrupted, and for the list of rejected rows afterwards. */
export const KEPT_AFTER_MS = 7 * DAY_MS;

export interface Progress {
  phase: 'check' | 'import';
  done: number;
}

const progressOfAll = (base: ReadBase): Map<string, Progress> => base.memo('imports of files that run', () => new Map());

/** How far an import is that runs; before its job begins it is at the beginning. */
export const progressOf = (base: ReadBase, importId: string): Progress =>
  progressOfAll(base).get(importId) ?? { phase: 'check', done: 0 };

/** Facts of events that this import lists, and days of spend that it writes. */
function memoryOf(base: Base, imported: FileImport, run: StoredRun, facts: EventFacts | undefined): WorkMemory {
  const after = BigInt(run.after_seq);
  return {
    importId: imported.importId,
    beginPayments: (importId) => namePayments(base, imported, importId),
    isOwnFact: ({ seq, isNew }) => {
      // What came since it began is its own from before it was interrupted: imports of a workspace run one after the other.
      const isOwn = isNew || seq > after;
      facts?.note(seq, isOwn);
      return isOwn;
    },
    plannedDays: () => {
      const days = keptDays(base, imported);
      if (days.length === 0) return undefined;
      const outcome = findImport(base, imported.profileId, imported.importId)?.run?.outcome;
      return { days, outcome: plain(outcome) };
    },
    planDays: (days, outcome) =>
      base.state.tx(() => {
        keepDays(base, imported, days);
        planImport(base, imported, { ...run, outcome: outcomeOf(outcome) });
      }),
  };
}

const plain = (outcome: StoredOutcome | undefined): Outcome => ({
  created: 0,
  known: 0,
  ...outcome,
  already_imported: false,
  not_taken: {
    rows: outcome?.not_taken.rows ?? 0,
    first: (outcome?.not_taken.first ?? []).map(({ line, words }) => ({ line, words: words ?? '' })),
  },
});

/** Of an import of payments that was through before its job was interrupted: what it brought then. */
function broughtBefore(base: Base, imported: FileImport, outcome: Outcome): Outcome {
  const named = findImport(base, imported.profileId, imported.importId)?.paymentsImport ?? null;
  const isOwn = imported.paymentsImport !== null && imported.paymentsImport === named;
  if (!outcome.already_imported || !isOwn || named === null) return outcome;
  const { created = 0, known: existing = 0 } = findPaymentsImport(base, imported.profileId, named)?.result ?? {};
  return { ...outcome, created, known: existing };
}

/**
 * Events without a key are known as repeats only when they land; that is counted only without other writers. Of an import that continues, repeats
 * are its own from before.
 */
async function withRepeats(base: Base, profileId: string, after: bigint, through: bigint, outcome: Outcome): Promise<Outcome> {
  const { created, known: existing } = outcome;
  if (created === 0 || through - after !== BigInt(created)) return outcome;
  await settle(base, profileId);
  const landed = await landedOf(base, profileId, after, through);
  return { ...outcome, created: landed, known: existing + created - landed };
}

interface Taken {
  outcome: Outcome;
  facts: EventFacts | undefined;
  rejects: Rejects;
}

class Stopped extends Error {
  constructor() {
    super('the import was interrupted');
  }
}

/** What came before belongs to what a file is compared with: spend in force, and sales that may be the same. */
const isCompared = (base: Base, { kind, profileId }: FileImport): boolean =>
  kind === 'payments' ? base.journal.lastSeq(profileId) > 0n : kind === 'spend' && hasSpend(base, profileId);

async function take(base: Base, imported: FileImport, run: StoredRun, file: string, job: JobRun<Payload>): Promise<Taken> {
  const { profileId, importId, fileName, reading, kind } = imported;
  const request = requestOf(base, imported, reading, run);
  const rejects = new Rejects();
  const name = fileName.slice(0, 200);
  const facts = kind === 'events' ? new EventFacts(base, { profileId, importId, actor: job.payload.actor, name }) : undefined;
  const work: Work = {
    request,
    file,
    actor: job.payload.actor,
    workspaceId: run.workspace_id,
    parquetRows: parquetReader(base.warehouse, profileId),
    reject: rejects.ofFile(fileName),
    memory: memoryOf(base, imported, run, facts),
  };
  if (isCompared(base, imported)) await settle(base, profileId);
  const judgement = await judgeFile(base, work);
  if (judgement.obstacle) throw new UnusableFile(judgement.obstacle.words);
  const ready = judgement.own === undefined ? judgement.ready : ownFile(base, work, judgement.own);
  if (!ready) throw new UnusableFile('There is nothing to import in it.');
  const release = holdPipeline(base, profileId);
  const before = base.journal.lastSeq(profileId);
  try {
    const outcome = await ready.commit((done) => {
      if (job.signal.aborted) throw new Stopped();
      progressOfAll(base).set(importId, { phase: 'import', done });
    });
    await endOfTurn();
    const through = base.journal.lastSeq(profileId);
    release();
    const isWhole = kind === 'events' && before === BigInt(run.after_seq);
    const counted = isWhole ? await withRepeats(base, profileId, before, through, outcome) : outcome;
    facts?.noteRepeated(await repeatedFirsts(base, profileId, BigInt(run.after_seq), through));
    await rejects.readOriginals(work, fileName);
    return { outcome: broughtBefore(base, imported, counted), facts, rejects };
  } finally {
    release();
  }
}

const payload = z.object({ import_id: z.string(), actor: z.string(), workspace_id: z.string() });
type Payload = z.infer<typeof payload>;

async function runImport(base: Base, job: JobRun<Payload>): Promise<object> {
  const imported = findImport(base, job.profileId, job.payload.import_id);
  const run = imported?.run;
  if (imported?.status !== 'running' || !run) return {};
  const { importId } = imported;
  try {
    if (imported.expiresAt <= base.clock.now()) throw new UploadGone();
    const taken = await withUpload(base, imported, (file) => take(base, imported, run, file, job));
    await keepRejects(base, imported, taken.rejects.lines());
    const { created, known: existing } = taken.outcome;
    job.finish(() => {
      complete(base, imported, job.payload, taken);
      return { created, known: existing };
    });
    await forgetFile(base, importId, 'file');
    return {};
  } catch (error) {
    if (!(error instanceof UnusableFile || error instanceof UploadGone)) throw error;
    const reason = error instanceof UploadGone ? 'expired' : 'nothing_to_import';
    base.state.tx(() => failImport(base, imported, { reason, words: error.message }));
    throw new JobRefused(error.message, { cause: error });
  } finally {
    progressOfAll(base).delete(importId);
  }
}

/** In the transaction that ends the job. */
function complete(
  base: Base,
  imported: FileImport,
  { actor, workspace_id: workspaceId }: Payload,
  { outcome, facts }: Taken,
): void {
  const { profileId, importId, kind } = imported;
  const { created, known: existing } = outcome;
  facts?.complete({ created, known: existing });
  finishImport(base, imported, outcomeOf(outcome), base.clock.now() + KEPT_AFTER_MS);
  const detail = { kind, created, known: existing };
  writeAudit(base, { actor, workspaceId, profileId, subject: importId, action: 'file.imported', detail });
  // Payments are announced by their own import, and sums of another tool change nothing that a subscriber could read.
  if (kind === null || kind === 'payments' || kind === 'deals' || kind === 'aggregates') return;
  const data = { import_id: importId, kind, created, known: existing };
  announceEvent(base, { type: 'import.completed', key: importId, profileId, occurredAt: base.clock.now(), data });
}

/** One import of a workspace after the other, statements included. */
export const commitJob = defineJob({
  kind: 'file_import',
  payload,
  concurrencyKey: (job) => `payment_import ${job.payload.workspace_id}`,
  concurrency: 2,
  leaseSeconds: 600,
  retry: { attempts: 1_000, maxPauseMs: 600_000 },
  failureText: 'an import of a file could not be finished; the service retries automatically, and when it is committed again',
  run: runImport,
});

/** Has an import finished; inside the transaction that begins it, and again for one whose job was lost. */
export function queueImport(base: Base, { profileId, importId }: ImportName, actor: string, workspaceId: string): void {
  const { jobId, created } = addJob(base, commitJob, {
    profileId,
    dedupeKey: importId,
    payload: { import_id: importId, actor, workspace_id: workspaceId },
  });
  if (!created) base.state.jobs.revive(jobId);
}

export const hasJob = (base: Base, importId: string): boolean =>
  base.state.jobs.latestOf(commitJob.kind, importId)?.status === 'running';

/** Of a running import whose job was lost, as by a move to another installation. */
export function queueLost(base: Base): void {
  for (const row of base.state.statement('act/uploads/file_imports_running').all()) {
    const name = { profileId: row.profile_id, importId: row.import_id };
    const profile = findProfile(base, name.profileId);
    const isLost = base.state.jobs.latestOf(commitJob.kind, name.importId) === undefined;
    if (profile && isLost) queueImport(base, name, row.created_by, profile.workspaceId);
  }
}
