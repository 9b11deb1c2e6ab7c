// What an uploaded file is, and what it would add: the same code as a commit, up to the first write.
import { createHash } from 'node:crypto';
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { UnusableFile } from '../../base/rows/csv-rows.ts';
import {
  AskedOfFile,
  candidatesOf,
  emailColumnOf,
  type JudgedFile,
  parquetReader,
  type ReadingMeter,
} from '../../collect/imports/index.ts';
import { readUnderMutex } from '../../collect/payments/index.ts';
import { hasSpend } from '../../collect/spend/index.ts';
import { settle } from '../../credit/pipeline/index.ts';
import { Rejects } from './rejects-file.ts';
import { type FileImport, findMapping, type Read } from './store.ts';
import type { StoredFile, StoredOutcome, StoredReading } from './stored.ts';
import { keepRejects, withUpload } from './upload-file.ts';
import { type Judgement, judgeFile, whyUnread } from './work/judge-file.ts';
import { ownFile } from './work/own-files.ts';
import { kindOf, openQuestions } from './work/questions.ts';
import { type ImportRequest, type ReadingOptions, requestFor } from './work/request.ts';
import type { Outcome, Work } from './work/work.ts';

export type Upload = Pick<FileImport, 'profileId' | 'importId' | 'fileName' | 'contentHash' | 'bytes'>;

const undefinedOfNull = <T>(value: T | null): T | undefined => value ?? undefined;

export function optionsOf(reading: StoredReading): ReadingOptions {
  return {
    as: undefinedOfNull(reading.as),
    layout: undefinedOfNull(reading.layout),
    timezone: undefinedOfNull(reading.timezone),
    currency: undefinedOfNull(reading.currency),
    platform: undefinedOfNull(reading.platform),
    account: undefinedOfNull(reading.account),
    prefix: undefinedOfNull(reading.prefix),
    onConflict: undefinedOfNull(reading.on_conflict),
    mapping: undefinedOfNull(reading.mapping),
    replies: reading.answers,
  };
}

/** @throws WrongReading, ApiError `validation_error` */
export const requestOf = (
  base: ReadBase,
  { profileId, fileName, contentHash }: Upload,
  reading: StoredReading,
  defaults?: { timezone: string; currency: string },
): ImportRequest =>
  requestFor(base, profileId, optionsOf(reading), { hashOf: async () => contentHash, nameOf: () => fileName, defaults });

/** An outcome in the terms of the contract. */
export const outcomeOf = ({
  created,
  known: existing,
  restored = 0,
  replaced = [],
  maybe_twice = [],
  not_taken,
}: Outcome): StoredOutcome => ({
  created,
  known: existing,
  restored,
  replaced,
  maybe_twice,
  not_taken,
});

const rowsOf = (rows: readonly { line: number; words?: string | undefined }[]) =>
  rows.map(({ line, words = null }) => ({ line, words }));

/** What of a file is shown, before it is known what a commit would do. */
function fileOf(file: JudgedFile, reading: StoredReading): StoredFile {
  const { layout, header = [] } = { ...file, header: file.summary.header };
  const names = header.map(({ column }) => column);
  const reads =
    reading.mapping?.reads ??
    (reading.as === null || reading.as === 'events' || reading.as === 'aggregates' ? undefined : reading.as);
  const { fields, reads: likely } = candidatesOf(names, reads);
  const email = emailColumnOf(header, likely);
  const chosen = new Map(Object.entries(reading.mapping?.columns ?? {}));
  const proposed = new Map([
    ...(email === undefined ? [] : [[email, 'email'] as const]),
    ...fields.flatMap(({ field, columns: [first] }) => (first === undefined ? [] : [[first, field] as const])),
  ]);
  return {
    file: file.file,
    layout: layout && layout.source !== 'mapping' ? { layout: layout.layout, title: layout.title, source: layout.source } : null,
    kind: kindOf(file) ?? null,
    rows: file.rows,
    not_read: whyUnread(file),
    counts: Object.entries(file.counts).map(([each, readings]) => ({ reads: each, readings })),
    left_out: file.left_out.map(({ reason, rows, first }) => ({ reason, rows, first: rowsOf(first) })),
    sums: file.sums,
    times: { zone: file.summary.unzoned > 0 ? (file.zone ?? null) : null, days_only: file.days_only },
    warnings: [...file.notes, ...file.summary.warnings],
    header: header.map(({ column, samples }) => ({
      column,
      samples,
      proposed: (reading.mapping ? chosen.get(column) : proposed.get(column)) ?? null,
    })),
    would: null,
  };
}

const hashOf = (columns: readonly string[]): string => createHash('sha256').update(JSON.stringify(columns)).digest('hex');

function headerHashOf([first]: readonly JudgedFile[]): string | null {
  const header = first?.summary.header;
  return header && header.length > 0 ? hashOf(header.map(({ column }) => column)) : null;
}

interface Judged extends Judgement {
  outcome?: Outcome;
}

/** Adds what a commit would do, or why it would do nothing. */
async function previewed(base: Base, work: Work, judgement: Judgement): Promise<Judged> {
  const ready = judgement.own === undefined ? judgement.ready : ownFile(base, work, judgement.own);
  if (!ready) return judgement;
  try {
    return { ...judgement, outcome: await ready.preview() };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const question = error instanceof AskedOfFile ? error.question : undefined;
    return { ...judgement, obstacle: { file: work.file, words: error.message, question } };
  }
}

/** The answer to a judged file. */
function readOf(
  { files, kind = undefined, obstacle, outcome, own }: Judged,
  request: ImportRequest,
  reading: StoredReading,
): Read {
  const shown = files.map((file) => fileOf(file, reading));
  const [first] = shown;
  if (first && outcome) {
    first.would = outcomeOf(outcome);
    first.warnings.push(...(outcome.notes ?? []));
    for (const [place, sums] of (outcome.sums ?? []).entries()) Object.assign(shown[place] ?? {}, { sums });
    first.left_out.push(...(outcome.left_out ?? []).map(({ first: rows, ...more }) => ({ ...more, first: rowsOf(rows) })));
  }
  if (first && own !== undefined && outcome) {
    const rows = outcome.created + outcome.known + outcome.not_taken.rows;
    Object.assign(first, { kind: own, header: [], rows, not_read: null });
  }
  const isAsked = own === undefined && obstacle?.isFinal !== true;
  const asked = isAsked ? files.flatMap((file) => openQuestions(file, request.orderOf(file.file))) : [];
  const questions = [...asked, ...(obstacle?.question ? [obstacle.question] : [])];
  const preview = {
    files: shown,
    questions: questions.map(({ ask, words, choices = [] }) => ({ ask, words, choices })),
    refusal: null,
    header_hash: own === undefined ? headerHashOf(files) : null,
  };
  if (questions.length > 0) return { status: 'asks', kind: kind ?? null, preview };
  if (!obstacle) return { status: 'ready', kind: kind ?? null, preview };
  const refused = files.find(({ summary }) => summary.refuse)?.summary.refuse;
  const { reason = 'nothing_to_import', words } = refused ?? {};
  // Of several files, the obstacle names the one.
  const refusal = { reason, words: files.length > 1 ? obstacle.words : (words ?? obstacle.words) };
  return { status: 'refused', kind: kind ?? null, preview: { ...preview, refusal } };
}

const unreadable = (words: string): Read => ({
  status: 'refused',
  kind: null,
  preview: { files: [], questions: [], refusal: { reason: 'not_readable', words }, header_hash: null },
});

/** Reads an upload as it is said to be. @throws WrongReading, ApiError, UploadGone */
async function readOnce(read: ReadBase, upload: Upload, reading: StoredReading, who: Who, meter: ReadingMeter): Promise<Read> {
  const base = keeperOf(read);
  const request = requestOf(base, upload, reading);
  const rejects = new Rejects();
  const result = await withUpload(base, upload, async (file) => {
    const parquetRows = parquetReader(base.warehouse, upload.profileId);
    const mostMs = base.config.importFileSeconds * 1000;
    const work: Work = { request, file, ...who, parquetRows, meter, mostMs, reject: rejects.ofFile(upload.fileName) };
    try {
      const read = readOf(await previewed(base, work, await judgeFile(base, work)), request, reading);
      await rejects.readOriginals(work, upload.fileName);
      return read;
    } catch (error) {
      if (error instanceof UnusableFile) return unreadable(error.message);
      throw error;
    }
  });
  await keepRejects(base, upload, rejects.lines());
  return result;
}

interface Who {
  actor: string;
  workspaceId: string;
}

export interface ReadUpload {
  read: Read;
  reading: StoredReading;
  isMappingKept: boolean;
}

/**
 * Reads an upload, by the mapping of an earlier file of the same header where nothing else is said.
 * @throws WrongReading, ApiError, UploadGone
 */
export async function readUpload(
  base: ReadBase,
  upload: Upload,
  reading: StoredReading,
  who: Who,
  mayKeep: boolean,
): Promise<ReadUpload> {
  // Spend in force is compared with the file's: what waits to be computed belongs to it.
  if (hasSpend(base, upload.profileId)) await settle(keeperOf(base), upload.profileId);
  return readUnderMutex(base, who.workspaceId, async (meter) => {
    const read = await readOnce(base, upload, reading, who, meter);
    const hash = read.preview.header_hash;
    const isAsked = read.preview.questions.some(({ ask }) => ask === 'mapping');
    const mapping = mayKeep && isAsked && hash !== null ? findMapping(base, upload.profileId, hash) : null;
    if (!mapping) return { read, reading, isMappingKept: false };
    const mapped = { ...reading, as: mapping.reads === 'receipts' ? null : mapping.reads, mapping };
    return { read: await readOnce(base, upload, mapped, who, meter), reading: mapped, isMappingKept: true };
  });
}
