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
import { type EventInput, patiently, type TakenEvent, takeEvents } from '../events/index.ts';
import {
  addRanges,
  type Brought,
  findImport,
  finishImport,
  forgetRanges,
  hasPieces,
  piecesOf,
  rangesOf,
  type StatementImport,
  undoImport,
} from './import-store.ts';
import { moneylessAmong, TAKEN } from './reference-effects.ts';
import type { Draft, Interpreted } from './statements/interpret.ts';
import { GrowingRanges, type Range, without } from './statements/ranges.ts';
import { Tally } from './statements/scan.ts';
import { readBeside } from './statements/statement-thread.ts';
import { UnreadableStatement } from './statements/unreadable.ts';
import { contentOf, References, withdrawnOf } from './withdrawn.ts';

/** Ranges of facts that are kept in memory before they are written down. */
const MAX_RANGES = 1_000;
const LISTED_REFUSALS = 100;

interface Paid {
  row: number;
  draft: Draft;
}

function inputOf({ key, refundOf, at, amount, currency, person }: Draft): EventInput {
  return {
    event_type: refundOf === undefined ? 'payment_received' : 'refund',
    idempotency_key: key,
    occurred_at: at,
    value: { amount, currency },
    ...(refundOf === undefined ? {} : { refund_of: refundOf }),
    ...(Object.keys(person).length === 0 ? {} : { user_traits: person }),
  };
}

/** Takes payments in, and writes down which facts are the import's own and which it found. */
class Intake {
  readonly #base: Base;
  readonly #import: StatementImport;
  readonly #own = new GrowingRanges();
  readonly #found = new GrowingRanges();
  #writing: Promise<void> = Promise.resolve();
  #references: { decision: bigint; references: References } | undefined;
  created = 0;
  known = 0;
  readonly refused: Brought['refused'] = [];

  constructor(base: Base, imported: StatementImport) {
    this.#base = base;
    this.#import = imported;
  }

  /** One batch is written while the next is enriched, never more: the file waits for the disk. */
  async take(paid: readonly Paid[]): Promise<void> {
    if (paid.length === 0) return;
    const taking = this.#send(paid.map(({ draft }) => ({ draft, generation: 0 })));
    const before = this.#writing;
    this.#writing = taking.then((taken) => this.#note(paid, taken));
    this.#writing.catch(() => undefined); // met by anyone who waits for the next batch
    await before;
  }

  #send(drafts: readonly { draft: Draft; generation: number }[]): Promise<TakenEvent[]> {
    const { profileId, importId } = this.#import;
    const rows = drafts.map(({ draft, generation }) => ({
      ...{ input: inputOf(draft), content: contentOf(importId, draft), generation },
    }));
    return patiently(() => takeEvents(this.#base, profileId, rows, 'server'));
  }

  /** Computed again after a decision: another import may have been undone since. */
  #referencesNow(): References {
    const { profileId } = this.#import;
    const decision = this.#base.state.lastDecision(profileId);
    if (this.#references?.decision !== decision)
      this.#references = { decision, references: new References(this.#base, profileId) };
    return this.#references.references;
  }

  /**
   * The results of the rows, where a withdrawn fact does not count as the payment: the one that took its reference since does, or
   * the withdrawn one if the row has the same content; else the row becomes the reference's next generation.
   */
  async #settled(paid: readonly Paid[], first: readonly TakenEvent[]): Promise<TakenEvent[]> {
    const taken = [...first];
    if (!taken.some(({ status }) => status === 'conflict')) return taken;
    const references = this.#referencesNow();
    const again: { place: number; draft: Draft; generation: number }[] = [];
    for (const [place, fact] of first.entries()) {
      if (fact.status !== 'conflict' || !references.isWithdrawn(fact.seq)) continue;
      const { draft } = paid[place] as Paid;
      const under = references.under(draft);
      if (under.state === 'comes back') taken[place] = { status: 'conflict', seq: under.seq };
      // Facts that were accepted before are sent as well: they may be this import's own, from before it was interrupted.
      if (under.state === 'stands') again.push({ place, draft, generation: under.generation });
      if (under.state === 'differs') again.push({ place, draft, generation: under.next });
    }
    if (again.length === 0) return taken;
    for (const [index, fact] of (await this.#send(again)).entries()) taken[again[index]?.place as number] = fact;
    return taken;
  }

  async #note(paid: readonly Paid[], first: readonly TakenEvent[]): Promise<void> {
    const { profileId } = this.#import;
    const taken = await this.#settled(paid, first);
    const conflicts = taken.flatMap((fact) => (fact.status === 'conflict' ? [fact.seq] : []));
    const moneyless = await moneylessAmong(this.#base, profileId, conflicts);
    for (const [place, fact] of taken.entries()) {
      const { row, draft } = paid[place] as Paid;
      if (fact.status === 'rejected') {
        this.#refuse(row, fact.error.message);
        continue;
      }
      if (fact.status === 'conflict' && moneyless.has(fact.seq)) {
        this.#refuse(row, `${draft.key}: ${TAKEN}.`);
        continue;
      }
      const isOwn = fact.status !== 'conflict';
      (isOwn ? this.#own : this.#found).add(Number(fact.seq));
      if (isOwn) this.created += 1;
      else this.known += 1;
    }
    if (this.#own.length + this.#found.length > MAX_RANGES) this.#base.state.tx(() => this.writeDown());
  }

  #refuse(row: number, words: string): void {
    if (this.refused.length < LISTED_REFUSALS) this.refused.push({ row, words });
  }

  /** Resolves when all of it is on disk. */
  async end(): Promise<void> {
    await this.#writing;
  }

  /** Progress that is not recorded yet; inside the caller's transaction. */
  writeDown(): void {
    addRanges(this.#base, this.#import, this.#own.take(), true);
    addRanges(this.#base, this.#import, this.#found.take(), false);
  }
}

const paidBy = (rows: readonly Interpreted[]): Paid[] =>
  rows.flatMap(({ row, drafts }) => drafts.map((draft) => ({ row, draft })));

interface TakenRows {
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
    return { created, known: existing };
  });
  return {};
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

const auditOf = ({ importId, profileId }: StatementImport, actor: string, workspaceId: string) => ({
  ...{ actor, workspaceId, profileId, subject: importId },
});

/** Takes out of every figure what an import brought and no other import that is through lists. */
export function takeOut(base: Base, imported: StatementImport, actor: string, workspaceId: string): void {
  settleAnd(base, imported, actor, () => {
    undoImport(base, imported);
    writeAudit(base, { ...auditOf(imported, actor, workspaceId), action: 'payments.import_undone' });
  });
}

/**
 * Changes an import, and decides what that takes out of the figures or gives back to them, in one transaction. What two imports brought
 * goes with the last of them; what came by other ways stays.
 */
function settleAnd(base: Base, { profileId, importId }: StatementImport, actor: string, change: () => void): void {
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
      ...{ profileId, kind, subject: importId, payload: { import_id: importId, ranges }, actor },
      afterSeq: base.journal.lastSeq(profileId),
      decidedAt: base.clock.now(),
    });
  }
}
