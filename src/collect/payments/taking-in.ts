// Taking a statement in: its rows become facts through the same intake as events that servers post, under keys made of the statement's
// own references. So the same sale counts once, whichever statement or event brings it, and a runner that takes over from a lost one
// finds what that one wrote.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { writeAudit } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { numberOf } from '../../base/kit/ids.ts';
import { acceptEvents, type EventInput, patiently } from '../events/index.ts';
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
import type { Draft, Interpreted } from './statements/interpret.ts';
import { type Range, united, without } from './statements/ranges.ts';
import { Tally } from './statements/scan.ts';
import { readBeside } from './statements/statement-thread.ts';

const BATCH_ROWS = 500;
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

const single = (seqs: readonly bigint[]): Range[] => united(seqs.map((seq): Range => [Number(seq), Number(seq)]));

/** Takes one batch in, and writes down which facts are the import's own and which it found. */
class Intake {
  readonly #base: Base;
  readonly #import: StatementImport;
  created = 0;
  known = 0;
  readonly refused: Brought['refused'] = [];

  constructor(base: Base, imported: StatementImport) {
    this.#base = base;
    this.#import = imported;
  }

  async take(paid: readonly Paid[]): Promise<void> {
    const { profileId, importId } = this.#import;
    // TRICKY: the import is part of the content, so `duplicate` can only mean a fact that this very import wrote before it was
    // interrupted; what anybody else brought under the same key is a conflict, and stays theirs.
    const rows = paid.map(({ draft }) => ({ input: inputOf(draft), content: { import_id: importId, ...draft } }));
    const accepted = await patiently(() => acceptEvents(this.#base, profileId, rows, 'server'));
    const [own, found]: [bigint[], bigint[]] = [[], []];
    for (const [place, answer] of accepted.entries()) {
      const { row, draft } = paid[place] as Paid;
      if (answer.status !== 'rejected') own.push(numberOf('fact', profileId, answer.outcome_event_id) as bigint);
      else if (answer.error.code === 'idempotency_key_conflict') found.push(this.#seqOf(draft.key));
      else if (this.refused.length < LISTED_REFUSALS) this.refused.push({ row, words: answer.error.message });
    }
    this.created += own.length;
    this.known += found.length;
    this.#base.state.tx(() => {
      addRanges(this.#base, this.#import, single(own), true);
      addRanges(this.#base, this.#import, single(found), false);
    });
  }

  #seqOf(key: string): bigint {
    const { profileId } = this.#import;
    return this.#base.journal.seqOfOutcome(profileId, this.#base.state.keys.tokenBytes(profileId, 'outcome', key)) as bigint;
  }
}

const paidBy = (rows: readonly Interpreted[]): Paid[] =>
  rows.flatMap(({ row, drafts }) => drafts.map((draft) => ({ row, draft })));

async function takeRows(base: Base, imported: StatementImport): Promise<Brought> {
  const { plan, found } = imported;
  const intake = new Intake(base, imported);
  const tally = new Tally();
  for await (const rows of readBeside(
    { plan, headerRow: found.headerRow, delimiter: found.delimiter },
    piecesOf(base, imported),
  )) {
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      const batch = rows.slice(from, from + BATCH_ROWS);
      for (const row of batch) tally.add(row);
      const paid = paidBy(batch);
      if (paid.length > 0) await intake.take(paid);
      await endOfTurn();
    }
  }
  const { created, known, refused } = intake;
  return { counts: tally.counts, totals: tally.sums.list(), created, known, refused };
}

const running = new WeakMap<object, Map<string, Promise<Brought>>>();

/** Takes an import in that has begun; who asks while it runs waits for the same. */
export function takeIn(base: Base, imported: StatementImport, actor: string, workspaceId: string): Promise<Brought> {
  const mine = running.get(base.state) ?? new Map<string, Promise<Brought>>();
  running.set(base.state, mine);
  const known = mine.get(imported.importId);
  if (known) return known;
  const taking = takeRows(base, imported)
    .then((result) => {
      settleAnd(base, imported, actor, () => {
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
