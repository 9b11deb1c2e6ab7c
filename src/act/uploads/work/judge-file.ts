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

/** Why the files of an archive are not imported together, or the one file not at all. */
function obstacleAmong(files: readonly JudgedFile[], { request, file }: Work): Obstacle | undefined {
  for (const each of files) {
    const words = obstacleOf(each, request.orderOf(file), request.as);
    if (words !== undefined) return { file: each.file, words };
  }
  const byKind = Map.groupBy(files, kindOf);
  if (byKind.size === 1) return undefined;
  const listed = [...byKind].map(([kind, ofKind]) => `${kind}: ${ofKind.map((each) => nameInArchive(each.file)).join(', ')}`);
  return {
    file,
    words: `The archive has files of several kinds (${listed.join('; ')}). Unpack it, and import the files of each kind apart.`,
  };
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
