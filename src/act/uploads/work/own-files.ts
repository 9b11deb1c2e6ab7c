// Files with the product's own columns (docs/own-data.md): their rows are sealed while the rest of the file is read.
import { basename } from 'node:path';
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import type { Progress } from '../../../base/loads.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import {
  type BackfillOptions,
  type BackfillReport,
  backfillEvents,
  countFileRows,
  countRefusedRow,
  type RejectedRow,
  reasonOfRow,
  saveRefused,
  wordsOf,
} from '../../../collect/events/index.ts';
import type { JudgedFile } from '../../../collect/imports/index.ts';
import { backfillSpend, hasSpend, type OnConflict, type PlannedDay } from '../../../collect/spend/index.ts';
import { uncountedAmong } from '../../../credit/definitions/index.ts';
import { type AdvanceProgress, ask, holdPipeline, sealAhead, settle } from '../../../credit/pipeline/index.ts';
import { spendReaderOf } from '../../connections/index.ts';
import { noOutcome, type ReadyFile, type Work } from './work.ts';

export type Report = (progress: Progress) => void;

export const reportBuild =
  (report: Report) =>
  ({ phase, landedSeq, lastSeq }: AdvanceProgress): void =>
    report({ phase, done: Number(landedSeq), total: Number(lastSeq), unit: 'facts' });

export interface OwnLoad extends Pick<BackfillOptions, 'onFacts' | 'onReject'> {
  kind: 'events' | 'spend';
  file: string;
  /** Its figures are wanted at its end. */
  wait: boolean;
  dryRun: boolean;
  force: boolean;
  rejectFile: string | undefined;
  timezone: string;
  onConflict?: OnConflict | undefined;
  /** Of spend: keeps what is planned before it is written. */
  keepPlan?: ((plan: () => Promise<PlannedDay[]>) => Promise<PlannedDay[]>) | undefined;
}

export type OwnKind = OwnLoad['kind'];

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

/** Of spend, whether days are reported again, and which days a connection reads. */
async function readyForSpend(base: Base, profileId: string, { onConflict, keepPlan }: OwnLoad, report: Report) {
  // Spend in force is compared with the file's: what waits to be computed belongs to it.
  if (hasSpend(base, profileId)) await settle(base, profileId, { onProgress: reportBuild(report) });
  return { onConflict, keepPlan, readerOf: spendReaderOf(base, profileId) };
}

/** A row that may be an outcome: it has a key or money. */
function countRefusedEvent(base: Base, profileId: string, { reason, record = {} }: RejectedRow): void {
  const { event_type, idempotency_key, value_amount: amount, currency } = record;
  if ((idempotency_key ?? '') === '' && (amount ?? '') === '') return;
  const event = { event_type, idempotency_key, value: { amount, currency } };
  countRefusedRow(base, profileId, { layout: 'events', reason: reasonOfRow(reason), event });
}

const MAX_NAME = 120;

/** What its sender knows it by, without its folder. */
const nameOfFile = (file: string): string =>
  basename(file)
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME);

/** Loads a file, and leaves its figures to be computed. */
export async function loadOwn(base: Base, profileId: string, input: OwnLoad, report: Report): Promise<BackfillReport> {
  const { kind, file, wait, dryRun, force, rejectFile, timezone, onFacts, onReject } = input;
  const spend = kind === 'spend' ? await readyForSpend(base, profileId, input, report) : undefined;
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
    ...(onFacts === undefined ? {} : { onFacts }),
    onReject: (row) => {
      if (kind === 'events' && !dryRun) countRefusedEvent(base, profileId, row);
      onReject?.(row);
    },
    onProgress: ({ rows, bytes, totalBytes }) => {
      report({ phase: 'read', done: bytes, total: totalBytes, unit: 'bytes', note: `${rows} rows` });
      if (wait && !dryRun) beside.goOn(rows);
    },
  };
  const filling = spend ? backfillSpend(base, { ...options, ...spend }) : backfillEvents(base, options);
  const counted = filling.then((filled) => {
    const { accepted, duplicates: repeated, rejected: refused } = filled;
    if (kind === 'events' && !dryRun) countFileRows(base, profileId, nameOfFile(file), { accepted, repeated, refused });
    return filled;
  });
  return counted.finally(async () => {
    saveRefused(base);
    // Nothing is left under way, however the reading ends.
    await beside.whenDone();
    release();
  });
}

/** What the command tells of a loaded file. */
export function shownOwn(base: Base, profileId: string, { kind, file }: Pick<OwnLoad, 'kind' | 'file'>, filled: BackfillReport) {
  const { outcomes, ...counts } = filled;
  const types = outcomes && uncountedAmong(base, profileId, outcomes);
  const uncounted = types ? { uncounted: types.map((type) => ({ ...type, message: wordsOf(type) })) } : {};
  return { profile_id: profileId, kind, file, ...counts, ...uncounted };
}

/** The number of facts of a stretch of the journal that became events. A row without a key is known as a repeat only when it lands. */
export async function landedOf(base: Base, profileId: string, after: bigint, through: bigint): Promise<number> {
  const [row] = await ask(base, profileId, statement('warehouse/act/uploads/events_count', { after, through }));
  return Number(row?.events);
}

/** The events that facts of a stretch of the journal repeat, once they have landed. */
export async function repeatedFirsts(base: Base, profileId: string, after: bigint, through: bigint): Promise<bigint[]> {
  if (after >= through) return [];
  await settle(base, profileId);
  const rows = await ask(base, profileId, statement('warehouse/act/uploads/repeated_firsts_list', { after, through }));
  return rows.map(({ first_seq }) => first_seq);
}

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

const rejected = z.array(z.object({ line: z.number(), reason: z.string() }));

/** Rows that were refused, as an import shows them. */
export const notTakenOf = ({ rejected: rows, errors }: Pick<BackfillReport, 'rejected' | 'errors'>) => ({
  rows,
  first: rejected.parse(errors).map(({ line, reason }) => ({ line, words: reason })),
});

/** A file of our own as one of any other kind. */
export function ownFile(base: Base, { request, file, memory, reject }: Work, kind: OwnKind): ReadyFile {
  const { profileId, timezone, onConflict } = request;
  const take = async (dryRun: boolean, onRows: (rows: number) => void) => {
    const outcome = noOutcome();
    const load: OwnLoad = { kind, file, wait: false, dryRun, force: true, rejectFile: undefined, timezone, onConflict };
    if (reject) load.onReject = ({ line, reason }) => reject({ line, reason: 'not_taken', words: reason });
    if (memory) {
      let own = 0;
      load.onFacts = (facts) => {
        own += facts.filter((fact) => memory.isOwnFact(fact)).length;
        outcome.created = own;
      };
      load.keepPlan = async (plan) => {
        const begun = memory.plannedDays();
        const days = begun?.days ?? (await plan());
        if (!begun) memory.planDays(days, outcome);
        return days;
      };
    }
    const filled = await loadOwn(base, profileId, load, ({ note }) => onRows(Number.parseInt(note ?? '0', 10)));
    const { accepted, duplicates } = filled;
    const created = kind === 'events' && memory ? outcome.created : accepted;
    const not_taken = notTakenOf(filled);
    return { ...outcome, created, known: accepted + duplicates - created, not_taken };
  };
  return { preview: () => take(true, () => undefined), commit: (onRows) => take(false, onRows) };
}
