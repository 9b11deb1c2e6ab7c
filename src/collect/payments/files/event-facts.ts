// Which facts a file of events brought, kept beside those of payments, as both may list one outcome: what is undone goes with the last import that lists it.
import type { Base } from '../../../base/base.ts';
import { settleAnd } from '../import-run.ts';
import {
  addRanges,
  beginImport,
  findImport,
  finishImport,
  forgetRanges,
  type ImportName,
  keepImport,
  rangesOf,
} from '../import-store.ts';
import { GrowingRanges, isIn, united } from '../statements/ranges.ts';
import { noCounts } from '../statements/scan.ts';
import { EVENTS_FORMAT, foundIn, planOf } from './begin-file.ts';

const DAY_MS = 86_400_000;
/** One that was interrupted is forgotten after. */
const UNFINISHED_MS = 7 * DAY_MS;
/** Ranges in memory before they are written down. */
const MAX_RANGES = 1_000;

export interface EventsImport extends ImportName {
  actor: string;
  name: string;
}

export class EventFacts {
  readonly #base: Base;
  readonly #import: EventsImport;
  readonly #own = new GrowingRanges();
  readonly #found = new GrowingRanges();

  /** Begins it, or goes on with what was begun: its facts are found again. */
  constructor(base: Base, imported: EventsImport) {
    this.#base = base;
    this.#import = imported;
    base.state.tx(() => {
      const { profileId, importId, actor, name } = imported;
      const found = findImport(base, profileId, importId);
      if (found) {
        forgetRanges(base, found);
        return;
      }
      const now = base.clock.now();
      const head = { form: 'table', layout: undefined, zone: undefined, currency: undefined } as const;
      const plan = planOf(head, '', (now + DAY_MS) * 1000, { format: EVENTS_FORMAT, title: 'Events' });
      const kept = { found: foundIn(head), plan, expiresAt: now + UNFINISHED_MS, kept: new Uint8Array() };
      keepImport(base, { importId, profileId, fileName: name.slice(0, 200), ...kept, actor });
      beginImport(base, findImport(base, profileId, importId) as NonNullable<typeof found>, plan, kept.expiresAt);
    });
  }

  /** @param isOwn False of a fact that came before. */
  note(seq: bigint, isOwn: boolean): void {
    (isOwn ? this.#own : this.#found).add(Number(seq));
    if (this.#own.length + this.#found.length > MAX_RANGES) this.#base.state.tx(() => this.#writeDown());
  }

  #writeDown(): void {
    addRanges(this.#base, this.#import, this.#own.take(), true);
    addRanges(this.#base, this.#import, this.#found.take(), false);
  }

  /** Of events that facts of this import repeat, those that another import brought: undone there, they count again. */
  noteRepeated(firsts: readonly bigint[]): void {
    const brought = united(rangesOf(this.#base, this.#import.profileId).map(({ range }) => range));
    for (const seq of firsts) if (isIn(brought, Number(seq))) this.note(seq, false);
  }

  /** What it lists counts from now on, also what was undone before; inside the caller's transaction. */
  complete(counts: { created: number; known: number }): void {
    const imported = findImport(this.#base, this.#import.profileId, this.#import.importId);
    if (imported?.status !== 'committing') return;
    settleAnd(this.#base, imported, this.#import.actor, () => {
      this.#writeDown();
      finishImport(this.#base, imported, { counts: noCounts(), totals: [], ...counts, refused: [] });
    });
  }
}
