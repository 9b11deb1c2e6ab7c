// Payments and deals of a file: judged before anything is written, then written as an import of their own, which can be undone. The file is read from its
// beginning each time, so that it is never whole in memory. The import's name is made of the file and of how it is read: who imports it again, or after a
// kill, continues with the same one.
import { createHash } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Base, ReadBase } from '../../../base/base.ts';
import { type FileHead, type ImportPart, type JudgedFile, LeftOutByReason, type LeftOutRows } from '../../imports/index.ts';
import { EarlierImports, wordsOfSameFile } from '../earlier-imports.ts';
import { completeImport } from '../import-run.ts';
import { beginImport, findImport, forgetRanges, keepImport, type StatementImport } from '../import-store.ts';
import { Intake, type Paid } from '../intake.ts';
import { lesserTotals, moneyAmong, wordsOfChange } from '../reference-effects.ts';
import type { Draft } from '../statements/draft.ts';
import { References } from '../withdrawn.ts';
import { KeysOfArchive } from './archive-keys.ts';
import { foundIn, planOf } from './begin-file.ts';
import { Brought, type DraftedRow } from './brought.ts';
import { type Drafted, Drafts } from './drafts.ts';
import { LostRows } from './lost-rows.ts';
import { type MaybeCounted, MaybeCountedSales } from './maybe-counted.ts';
import type { SaleLinks } from './sale-links.ts';
import { TakenSums } from './taken-sums.ts';
import { withWonDeals } from './won-deals.ts';
import { withWonDisputes } from './won-disputes.ts';

const DAY_MS = 86_400_000;
/** One that was interrupted is forgotten after. */
const UNFINISHED_MS = 7 * DAY_MS;
const LISTED_ROWS = 20;

export interface PaymentsFile {
  profileId: string;
  workspaceId: string;
  actor: string;
  name: string;
  /** Identifies what is read and how: the digest of the bytes and of every option. */
  content: string;
  /** Reads the file from its beginning. */
  parts: () => AsyncIterable<ImportPart>;
  /** Put before each reference. */
  prefix: string;
  /** Told of each row that brings nothing after all, with the reason. */
  reject?: RejectRow | undefined;
  /** Told under which name the import begins, in the transaction that begins it. */
  onBegin?: ((importId: string) => void) | undefined;
}

/** @param reason One word. */
export type RejectRow = (row: { line: number; reason: string; words?: string | undefined }) => void;

export interface JudgedPayments {
  files: JudgedFile[];
  links: SaleLinks;
}

/** Rows that bring nothing though they have money, or bring it in doubt, with their lines. */
export interface NotTaken {
  rows: number;
  first: { line: number; words: string }[];
}

export interface PaymentsOutcome {
  import_id: string;
  /** Facts that are new, that came before with the same money, and that count again after they were undone. */
  created: number;
  known: number;
  restored: number;
  /** Came before with other money, or name no sale or a day to come, or are refused as events. */
  not_taken: NotTaken;
  /** Rows that were read and bring nothing: deals that are not won, reversals that a later row undoes. */
  left_out: LeftOutRows[];
  /** New sales that may have been there already under another system, by currency. */
  maybe_twice?: MaybeCounted[];
  /** By file of an archive, of the rows that are taken. */
  sums?: JudgedFile['sums'][];
  already_imported: boolean;
  /** Sentences for the person who sent the file. */
  notes?: string[];
}

/** After the first pass, in which `links` noted what refunds name: finds the sales that are meant. */
export async function findSales(
  { parts }: Pick<PaymentsFile, 'parts'>,
  { files, links }: JudgedPayments,
): Promise<JudgedPayments> {
  if (!links.isAsking) return { files, links };
  for await (const part of parts())
    for (const reading of 'readings' in part ? part.readings : []) {
      links.find(reading);
      links.count(reading);
    }
  return { files, links };
}

/** @param onFile Told of each file of an archive before its rows. */
async function* draftedRows(
  base: ReadBase,
  file: PaymentsFile,
  { files, links }: JudgedPayments,
  onFile: (head: FileHead) => void,
): AsyncGenerator<DraftedRow[]> {
  const until = (base.clock.now() + DAY_MS) * 1000;
  // Two rows of one file are compared where it is read.
  const archive = files.length > 1 ? new KeysOfArchive() : undefined;
  let drafts: Drafts | undefined;
  for await (const part of file.parts()) {
    if ('head' in part) {
      onFile(part.head);
      archive?.begin();
      drafts = new Drafts({ head: part.head, links, prefix: file.prefix, until });
    } else if ('readings' in part) {
      const rows = part.readings.map((reading) => {
        const drafted: Drafted = drafts?.of(reading) ?? { drafts: [], reason: 'unreadable' };
        return { reading, drafted: archive?.of(drafted) ?? drafted };
      });
      yield withWonDeals(base, file.profileId, await withWonDisputes(base, file.profileId, rows));
    }
  }
}

const noRows = (): NotTaken => ({ rows: 0, first: [] });

function note(rows: NotTaken, line: number, words: string, reject?: RejectRow): void {
  reject?.({ line, reason: 'not_taken', words });
  rows.rows += 1;
  if (rows.first.length < LISTED_ROWS) rows.first.push({ line, words });
}

/** Why a row that was read brings nothing after all: it names no sale, or a day to come. */
const refusalOf = ({ reading, drafted }: DraftedRow): string | undefined =>
  reading.kind !== 'left_out' && drafted.reason === 'unreadable' ? (drafted.words ?? '') : undefined;

const paidBy = (rows: readonly DraftedRow[], file: number): Paid[] =>
  rows.flatMap(({ reading, drafted }) => drafted.drafts.map((draft) => ({ row: reading.line, draft, file })));

/** The payments of a file, and what they come to. */
class TakenRows {
  readonly sums = new TakenSums();
  #file = 0;

  begin(head: FileHead): void {
    this.#file = this.sums.begin(head);
  }

  of(rows: readonly DraftedRow[]): Paid[] {
    const paid = paidBy(rows, this.#file);
    this.sums.add(paid);
    return paid;
  }
}

/** Rows that bring nothing after all. */
function noteNothing(
  rows: readonly DraftedRow[],
  notTaken: NotTaken,
  leftOut: LeftOutByReason,
  reject: RejectRow | undefined,
): void {
  for (const row of rows) {
    const { reading, drafted } = row;
    const words = refusalOf(row);
    if (words !== undefined) note(notTaken, reading.line, words, reject);
    else if (drafted.reason !== undefined && reading.kind !== 'left_out') {
      reject?.({ line: reading.line, reason: drafted.reason });
      leftOut.add({ kind: 'left_out', line: reading.line, reason: drafted.reason });
    }
  }
}

/** What a commit would write. */
export async function previewPayments(base: ReadBase, file: PaymentsFile, judged: JudgedPayments): Promise<PaymentsOutcome> {
  const { importId, found } = importUnder(base, file);
  const outcome = emptyOutcome(importId);
  outcome.already_imported = found?.status === 'completed';
  if (found && outcome.already_imported) outcome.notes = [wordsOfSameFile(found)];
  const references = new References(base, file.profileId);
  const leftOut = new LeftOutByReason();
  const sales = new MaybeCountedSales(base, file.profileId);
  const taken = new TakenRows();
  const earlier = new EarlierImports(base, file.profileId);
  const notTake = (paid: Paid, words: string): void => {
    note(outcome.not_taken, paid.row, words, file.reject);
    taken.sums.takeOff(paid);
  };
  for await (const rows of draftedRows(base, file, judged, (head) => taken.begin(head))) {
    noteNothing(rows, outcome.not_taken, leftOut, file.reject);
    const compared = { references, earlier, outcome, notTake };
    for (const draft of await compare(base, file, taken.of(rows), compared)) await sales.add(draft);
  }
  return { ...outcome, left_out: leftOut.list(), maybe_twice: await sales.list(), sums: taken.sums.list() };
}

interface Compared {
  references: References;
  earlier: EarlierImports;
  outcome: PaymentsOutcome;
  notTake: (paid: Paid, words: string) => void;
}

/** @returns The drafts that would be new, or count again. */
async function compare(
  base: ReadBase,
  { profileId }: PaymentsFile,
  paid: readonly Paid[],
  { references, earlier, outcome, notTake }: Compared,
): Promise<Draft[]> {
  const fresh: Draft[] = [];
  const standing = new Map<bigint, Paid[]>();
  const drafts = paid.map(({ draft }) => draft);
  const lesser = await lesserTotals(base, profileId, references, drafts);
  for (const each of paid) {
    const refused = lesser.get(each.draft);
    if (refused !== undefined) {
      notTake(each, refused);
      continue;
    }
    const under = references.under(each.draft);
    if (under.state === 'counted') {
      standing.set(under.seq, [...(standing.get(under.seq) ?? []), each]);
      continue;
    }
    fresh.push(each.draft);
    if (under.state === 'comes back') outcome.restored += 1;
    else outcome.created += 1;
  }
  const money = await moneyAmong(base, profileId, [...standing.keys()]);
  for (const [seq, same] of standing)
    for (const each of same) {
      const words = wordsOfChange(each.draft, money.get(seq), () => earlier.wordsOf(seq));
      if (words === undefined) outcome.known += 1;
      else notTake(each, words);
    }
  return fresh;
}

const emptyOutcome = (importId: string): PaymentsOutcome => ({
  import_id: importId,
  created: 0,
  known: 0,
  restored: 0,
  not_taken: noRows(),
  left_out: [],
  already_imported: false,
});

/** The import of this content: one that waits or is through; or a new one, as the last was undone. */
function importUnder(
  base: ReadBase,
  { profileId, content, prefix }: PaymentsFile,
): { importId: string; found?: StatementImport } {
  for (let turn = 0; ; turn += 1) {
    const hex = createHash('sha256')
      .update(JSON.stringify([profileId, content, prefix, turn]))
      .digest('hex');
    const importId = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
    const found = findImport(base, profileId, importId);
    if (!found) return { importId };
    if (found.status !== 'undone') return { importId, found };
  }
}

/** The import, begun; what is its own already is found again. */
function begin(base: Base, file: PaymentsFile, head: FileHead): StatementImport {
  return base.state.tx(() => {
    const { importId, found } = importUnder(base, file);
    const { profileId, actor, name, prefix } = file;
    file.onBegin?.(importId);
    if (found && found.status !== 'parsed') return found;
    const now = base.clock.now();
    const plan = planOf(head, prefix, (now + DAY_MS) * 1000);
    const expiresAt = now + UNFINISHED_MS;
    if (!found)
      keepImport(base, {
        importId,
        profileId,
        fileName: name.slice(0, 200),
        found: foundIn(head),
        plan,
        expiresAt,
        kept: new Uint8Array(),
        actor,
      });
    const imported = findImport(base, profileId, importId) as StatementImport;
    beginImport(base, imported, plan, expiresAt);
    return { ...imported, status: 'committing' };
  });
}

/** Takes the file in, as it was judged. @param onRows Told of the readings so far. */
export async function takePayments(
  base: Base,
  file: PaymentsFile,
  judged: JudgedPayments,
  onRows: (rows: number) => void = () => undefined,
): Promise<PaymentsOutcome> {
  const [head] = judged.files;
  if (!head) throw new Error('a file without a layout was to be imported');
  const imported = begin(base, file, head);
  const outcome = emptyOutcome(imported.importId);
  if (imported.status === 'completed') {
    const { created = 0, known: existing = 0 } = imported.result ?? {};
    const notes = [wordsOfSameFile(imported)];
    return { ...outcome, already_imported: true, known: created + existing, sums: [], notes };
  }
  forgetRanges(base, imported);
  const { reject } = file;
  const lost = new LostRows(base, file.profileId, head);
  const sales = new MaybeCountedSales(base, file.profileId);
  const taken = new TakenRows();
  const intake = new Intake(base, imported, true, {
    onRefused: (paid, words, refused) => {
      reject?.({ line: paid.row, reason: 'not_taken', words });
      taken.sums.takeOff(paid);
      if (refused) lost.addDraft(refused);
    },
    onNew: (draft, seq) => sales.add(draft, seq),
  });
  const brought = new Brought();
  const leftOut = new LeftOutByReason();
  let readings = 0;
  for await (const rows of draftedRows(base, file, judged, (each) => taken.begin(each))) {
    noteNothing(rows, outcome.not_taken, leftOut, reject);
    for (const row of rows) {
      brought.add(row);
      if (refusalOf(row) !== undefined) lost.addReading(row.reading, file.prefix);
      else if (row.reading.kind === 'left_out' && row.reading.lost) lost.addUnread(row.reading.lost, file.prefix);
    }
    readings += rows.length;
    onRows(readings);
    await intake.take(taken.of(rows));
    // The journal sends a batch off at the end of this turn of the event loop; the next batch would hold it back.
    await endOfTurn();
  }
  await intake.end();
  lost.save();
  const { created, known: existing, refused } = intake;
  const result = { counts: brought.counts, totals: brought.sums.list(), created, known: existing, refused };
  completeImport(base, imported, file, { result, writeDown: () => intake.writeDown() });
  for (const { row, words } of refused) outcome.not_taken.first.push({ line: row, words });
  outcome.not_taken.rows += intake.refusals;
  const sums = taken.sums.list();
  return { ...outcome, left_out: leftOut.list(), created, known: existing, maybe_twice: await sales.list(), sums };
}
