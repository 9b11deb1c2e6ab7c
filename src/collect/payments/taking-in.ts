// Taking a statement in: its rows become facts through the same intake as events that servers post, under keys made of the statement's
// own references. So the same sale counts once, whichever statement or event brings it, and a runner that takes over from a lost one
// finds what that one wrote.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { writeAudit } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { type EventInput, patiently, type TakenEvent, takeEvents } from '../events/index.ts';
import {
  addRanges,
  type Brought,
  finishImport,
  type ImportRange,
  piecesOf,
  rangesOf,
  type StatementImport,
  undoImport,
} from './import-store.ts';
import { moneylessAmong, TAKEN } from './known-references.ts';
import type { Draft, Interpreted } from './statements/interpret.ts';
import { GrowingRanges, type Range, united, without } from './statements/ranges.ts';
import { Tally } from './statements/scan.ts';
import { readBeside } from './statements/statement-thread.ts';

/** Ranges of facts that are kept in memory before they are written down. */
const MOST_RANGES = 1_000;
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
    const { profileId, importId } = this.#import;
    // TRICKY: the import is part of the content, so `duplicate` can only mean a fact that this very import wrote before it was
    // interrupted; what anybody else brought under the same key is a conflict, and stays theirs.
    const rows = paid.map(({ draft }) => ({ input: inputOf(draft), content: { import_id: importId, ...draft } }));
    const taking = patiently(() => takeEvents(this.#base, profileId, rows, 'server'));
    const before = this.#writing;
    this.#writing = taking.then((taken) => this.#note(paid, taken));
    this.#writing.catch(() => undefined); // met by whoever waits for the next batch
    await before;
  }

  async #note(paid: readonly Paid[], taken: readonly TakenEvent[]): Promise<void> {
    const { profileId } = this.#import;
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
    if (this.#own.length + this.#found.length > MOST_RANGES) this.#base.state.tx(() => this.writeDown());
  }

  #refuse(row: number, words: string): void {
    if (this.refused.length < LISTED_REFUSALS) this.refused.push({ row, words });
  }

  /** Resolves when all of it is on disk. */
  async end(): Promise<void> {
    await this.#writing;
  }

  /** What is not written down yet; inside the caller's transaction. */
  writeDown(): void {
    addRanges(this.#base, this.#import, this.#own.take(), true);
    addRanges(this.#base, this.#import, this.#found.take(), false);
  }
}

const paidBy = (rows: readonly Interpreted[]): Paid[] =>
  rows.flatMap(({ row, drafts }) => drafts.map((draft) => ({ row, draft })));

interface TakenRows {
  result: Brought;
  /** Inside a transaction: the facts that are not written down yet. */
  writeDown: () => void;
}

async function takeRows(base: Base, imported: StatementImport): Promise<TakenRows> {
  const { plan, found } = imported;
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
  const { created, known, refused } = intake;
  return {
    result: { counts: tally.counts, totals: tally.sums.list(), created, known, refused },
    writeDown: () => intake.writeDown(),
  };
}

const running = new WeakMap<object, Map<string, Promise<Brought>>>();

/** Takes an import in that has begun; who asks while it runs waits for the same. */
export function takeIn(base: Base, imported: StatementImport, actor: string, workspaceId: string): Promise<Brought> {
  const mine = running.get(base.state) ?? new Map<string, Promise<Brought>>();
  running.set(base.state, mine);
  const known = mine.get(imported.importId);
  if (known) return known;
  const taking = takeRows(base, imported)
    .then(({ result, writeDown }) => {
      settleAnd(base, imported, actor, () => {
        writeDown();
        finishImport(base, imported, result);
        const { created, known: found } = result;
        writeAudit(base, {
          ...auditOf(imported, actor, workspaceId),
          action: 'payments.imported',
          detail: { created, known: found },
        });
      });
      return result;
    })
    .finally(() => mine.delete(imported.importId));
  mine.set(imported.importId, taking);
  return taking;
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

/** Facts that only imports brought, all of them undone since. */
function withdrawn(ranges: readonly ImportRange[]): Range[] {
  const own = united(ranges.filter(({ isOwn }) => isOwn).map(({ range }) => range));
  const listed = united(ranges.filter(({ isUndone }) => !isUndone).map(({ range }) => range));
  return without(own, listed);
}

/**
 * Changes an import, and decides what that takes out of the figures or gives back to them, in one transaction. What two imports brought
 * goes with the last of them; what came by other ways stays.
 */
function settleAnd(base: Base, { profileId, importId }: StatementImport, actor: string, change: () => void): void {
  base.state.tx(() => {
    const before = withdrawn(rangesOf(base, profileId));
    change();
    const after = withdrawn(rangesOf(base, profileId));
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
