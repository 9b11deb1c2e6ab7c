// The command that imports files: recognised by their layouts, or as a person says that they are read. All files are judged before the first is written, so
// that one that has to be asked about leaves nothing half done.
import { z } from 'zod';
import { findProfile } from '../../../account/places/index.ts';
import {
  type ImportKind,
  type Judgement,
  judgeFile,
  landedOf,
  type Outcome,
  type OwnKind,
  openRejects,
  type ReadyFile,
  type RejectsFile,
  reportBuild,
} from '../../../act/uploads/index.ts';
import type { Base } from '../../../base/base.ts';
import { trackLoad } from '../../../base/loads.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { type JudgedFile, parquetReader } from '../../../collect/imports/index.ts';
import type { RejectRow } from '../../../collect/payments/index.ts';
import { holdPipeline, settle } from '../../../credit/pipeline/index.ts';
import { loadOwnFile } from '../backfill.ts';
import type { Command, Report, Result } from '../command.ts';
import { CommandError } from '../protocol.ts';
import { type CommandRequest, requestOf } from './order.ts';

const ACTOR = 'system';

/** A file that is ready to be imported. */
interface Ready {
  file: string;
  kind: ImportKind;
  files: JudgedFile[];
  work: ReadyFile | { own: OwnKind; reject: RejectRow | undefined };
}

const refused = (file: string, words: string): CommandError =>
  new CommandError('import_refused', `${file}: ${words} Nothing was written.`.replace(/( Nothing was written\.)+$/, '$1'));

/** @throws CommandError with the reason against it. */
function readyOf(file: string, { files, kind, obstacle, ready, own }: Judgement, reject: RejectRow | undefined): Ready {
  if (obstacle) throw refused(obstacle.file, obstacle.words);
  const work = own === undefined ? ready : { own, reject };
  if (!kind || !work) throw refused(file, 'There is nothing to import in it.');
  return { file, kind, files, work };
}

async function allJudged(
  base: Base,
  request: CommandRequest,
  report: Report,
  rejects: RejectsFile | undefined,
): Promise<Ready[]> {
  const { profileId } = request;
  const workspaceId = findProfile(base, profileId)?.workspaceId ?? '';
  const parquetRows = parquetReader(base.warehouse, profileId);
  const ready: Ready[] = [];
  for (const [done, file] of request.files.entries()) {
    report({ phase: 'check', done, total: request.files.length, unit: 'files', note: file });
    try {
      const reject = rejects?.rejects.ofFile(file);
      const work = { request, file, actor: ACTOR, workspaceId, parquetRows, reject };
      ready.push(readyOf(file, await judgeFile(base, work), reject));
    } catch (error) {
      throw error instanceof UnusableFile ? refused(file, error.message) : error;
    }
  }
  return ready;
}

/** How many readings of each kind the files have. */
function countsOf(files: readonly JudgedFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const file of files) for (const [kind, count] of Object.entries(file.counts)) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

function shown({ file, kind, files }: Ready, { left_out = [], sums: taken, notes = [], ...outcome }: Outcome): Result {
  const layout = files[0]?.layout;
  const unzoned = files.find(({ summary }) => summary.unzoned > 0);
  const isDayed = kind === 'spend' || kind === 'customers' || kind === 'aggregates';
  return {
    file,
    kind,
    layout: layout?.layout,
    layout_title: layout?.title,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    counts: countsOf(files),
    left_out: [...files.flatMap((each) => each.left_out), ...left_out],
    sums: taken?.flat() ?? files.flatMap(({ sums }) => sums),
    ...(isDayed ? {} : { times: { zone: unzoned?.zone, days_only: files.reduce((sum, { days_only }) => sum + days_only, 0) } }),
    warnings: [...notes, ...files.flatMap((each) => [...each.notes, ...each.summary.warnings])],
    ...outcome,
  };
}

async function importOne(base: Base, request: CommandRequest, ready: Ready, report: Report): Promise<Result> {
  const { file, work } = ready;
  if ('own' in work)
    return { file, ...(await loadOwnFile(base, request, { kind: work.own, file, reject: work.reject }, report)) };
  try {
    const commit = () => work.commit((rows) => report({ phase: 'import', done: rows, unit: 'rows', note: file }));
    return shown(ready, await (request.dryRun ? work.preview() : commit()));
  } catch (error) {
    throw error instanceof UnusableFile ? refused(file, error.message) : error;
  }
}

/** What came of a file, and its stretch of the journal. */
interface Done {
  result: Result;
  kind: ImportKind;
  after: bigint;
  through: bigint;
}

/** Events without a key are known as repeats only when they land; that is counted only without other writers. */
async function withRepeats(base: Base, profileId: string, { result, kind, after, through }: Done): Promise<Result> {
  const { created, known: existing } = z.looseObject({ created: z.number(), known: z.number() }).parse(result);
  if (kind !== 'events' || created === 0 || through - after !== BigInt(created)) return result;
  const landed = await landedOf(base, profileId, after, through);
  return { ...result, created: landed, known: existing + created - landed };
}

/** Sales of a file are compared with those of the files before it, which belong to the figures then. */
const isCompared = ({ kind }: Ready, done: readonly Done[]): boolean =>
  kind === 'payments' && done.some((each) => each.kind === 'payments' && each.through > each.after);

/** Imports files and, unless an option says not to wait, computes their figures up to the last mart. */
export const importFiles: Command = async (base, args, report) => {
  const request = requestOf(base, args);
  const { profileId, dryRun, wait, rejectFile } = request;
  const rejects = rejectFile === undefined ? undefined : openRejects(rejectFile);
  return trackLoad(base, profileId, report, async (tracked) => {
    // Spend in force is compared with the file's: what waits to be computed belongs to it.
    if (base.journal.lastSeq(profileId) > 0n) await settle(base, profileId, { onProgress: reportBuild(tracked) });
    const ready = await allJudged(base, request, tracked, rejects);
    let release = holdPipeline(base, profileId);
    const done: Done[] = [];
    try {
      for (const each of ready) {
        if (!dryRun && isCompared(each, done)) {
          release();
          await settle(base, profileId, { onProgress: reportBuild(tracked) });
          release = holdPipeline(base, profileId);
        }
        const after = base.journal.lastSeq(profileId);
        const result = await importOne(base, request, each, tracked);
        done.push({ result, kind: each.kind, after, through: base.journal.lastSeq(profileId) });
      }
    } finally {
      release();
    }
    const parquetRows = parquetReader(base.warehouse, profileId);
    for (const { file } of ready) await rejects?.rejects.readOriginals({ request, file, parquetRows }, file);
    const isComputed = wait && !dryRun;
    if (isComputed) await settle(base, profileId, { fit: true, onProgress: reportBuild(tracked) });
    const files = isComputed
      ? await Promise.all(done.map((each) => withRepeats(base, profileId, each)))
      : done.map(({ result }) => result);
    return { profile_id: profileId, dry_run: dryRun, files, computed: isComputed };
  }).finally(() => rejects?.close());
};
