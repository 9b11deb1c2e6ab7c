// A file read to its end before anything of it is written: what it would bring, or why nothing of it is imported.
import type { Base } from '../../../base/base.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { AskedOfFile, type JudgedFile, judge, type Question, readBeside } from '../../../collect/imports/index.ts';
import { aggregatesWork } from './aggregates.ts';
import { customersWork } from './customers.ts';
import { eventsWork } from './events.ts';
import { type OwnKind, ownKindOf } from './own-files.ts';
import { paymentsWork } from './payments.ts';
import { kindOf, obstacleOf } from './questions.ts';
import type { ImportKind } from './request.ts';
import { spendWork } from './spend.ts';
import type { KindWork, ReadyFile, Work } from './work.ts';

const KIND_WORK: Readonly<Record<ImportKind, (base: Base, work: Work) => KindWork>> = {
  payments: paymentsWork,
  deals: paymentsWork,
  spend: spendWork,
  events: eventsWork,
  customers: customersWork,
  aggregates: aggregatesWork,
};

/** Why nothing is imported, in the words of the command line. */
export interface Obstacle {
  file: string;
  words: string;
  /** Asked where a person's decision would help, beside what the files ask. */
  question?: Question | undefined;
  /** No answer to what the files ask would end it. */
  isFinal?: boolean;
}

export interface Judgement {
  files: JudgedFile[];
  kind: ImportKind | undefined;
  /** An obstacle, a file that is ready, or one with the product's own columns. */
  obstacle?: Obstacle;
  ready?: ReadyFile;
  own?: OwnKind;
}

/** Files of an archive are named after it. */
const nameInArchive = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** What one file of several is, in words. */
function natureOf(file: JudgedFile): string {
  const own = ownKindOf(file);
  if (own) return `${own} in the columns of this service`;
  const { layout, summary } = file;
  if (layout) return kindOf(file) ?? layout.reads;
  const isEmpty = summary.questions.some(({ ask, choices = [] }) => ask === 'mapping' && choices.length === 0);
  return isEmpty ? 'without columns' : 'not known';
}

/** Why no row of a file was read; null of one that was. */
export function whyUnread(file: JudgedFile): string | null {
  const { refuse, questions } = file.summary;
  if (refuse) return refuse.words;
  if (file.rows > 0 || questions.length === 0) return null;
  const own = ownKindOf(file);
  if (own) return `It has ${natureOf(file)}.`;
  if (file.layout) return 'It is asked about.';
  return natureOf(file) === 'not known' ? 'No known tool writes such a file.' : 'It has no columns.';
}

/** The files of an archive are imported together, so all are of one kind; each file is named with what it is. */
function obstacleOfArchive(files: readonly JudgedFile[], { request, file }: Work): Obstacle | undefined {
  const [first] = files;
  if (!first || first.file === request.orderOf(file).name) return undefined;
  const refused = files.find(({ summary }) => summary.refuse);
  if (refused)
    return { file: refused.file, words: `${nameInArchive(refused.file)}: ${refused.summary.refuse?.words}`, isFinal: true };
  const listed = (some: readonly JudgedFile[]): string => some.map((each) => nameInArchive(each.file)).join(', ');
  const byNature = Map.groupBy(files, natureOf);
  if (byNature.size > 1) {
    const natures = [...byNature].map(([nature, some]) => `${nature}: ${listed(some)}`).join('; ');
    const words = `The archive has files of several kinds (${natures}). Unpack it, and import the files of each kind apart.`;
    return { file, words, isFinal: true };
  }
  const isOwn = !request.isMapped && request.orderOf(file).layout === undefined && ownKindOf(first) !== undefined;
  if (!isOwn) return undefined;
  const words = `The archive has ${natureOf(first)} (${listed(files)}), which are imported as they are: unpack it, and import each file.`;
  return { file, words, isFinal: true };
}

/** Why a file is not imported. */
function obstacleAmong(files: readonly JudgedFile[], { request, file }: Work): Obstacle | undefined {
  for (const each of files) {
    const words = obstacleOf(each, request.orderOf(file), request.as);
    if (words !== undefined)
      return { file: each.file, words: files.length > 1 ? `${nameInArchive(each.file)}: ${words}` : words };
  }
  return undefined;
}

/** @throws UnusableFile of what is no file of rows. */
export async function judgeFile(base: Base, work: Work): Promise<Judgement> {
  const { request, file, reject } = work;
  const order = request.orderOf(file);
  const works = new Map<ImportKind, KindWork>();
  const files = await judge(readBeside(order, work), (reading, head) => {
    if (reading.kind === 'left_out') reject?.(reading);
    const kind = kindOf(head);
    if (kind === undefined) return;
    const ofKind = works.get(kind) ?? KIND_WORK[kind](base, work);
    works.set(kind, ofKind);
    ofKind.see?.(reading, head);
  });
  const [first] = files;
  if (!first) return { files, kind: undefined, obstacle: { file, words: 'There is no file in it.' } };
  const ofArchive = obstacleOfArchive(files, work);
  if (ofArchive) return { files, kind: kindOf(first), obstacle: ofArchive };
  const own = request.isMapped || order.layout !== undefined ? undefined : ownKindOf(first);
  if (own && (request.as ?? own) === own) return { files, kind: own, own };
  const kind = kindOf(first);
  const obstacle = obstacleAmong(files, work);
  if (obstacle) return { files, kind, obstacle };
  const ofKind = kind && works.get(kind);
  if (!ofKind) return { files, kind, obstacle: { file, words: 'There is nothing to import in it.' } };
  try {
    return { files, kind, ready: await ofKind.ready(files) };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const question = error instanceof AskedOfFile ? error.question : undefined;
    return { files, kind, obstacle: { file, words: error.message, question } };
  }
}
