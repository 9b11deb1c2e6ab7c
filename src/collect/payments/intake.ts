// Payments on their way into the journal: as events that a server posts, under their own references, and a note of which facts an import brought itself.
import type { Base } from '../../base/base.ts';
import { type EventInput, patiently, type RefusedReason, reasonOfRow, type TakenEvent, takeEvents } from '../events/index.ts';
import { decimalOf, unitsOf } from './amounts.ts';
import { EarlierImports } from './earlier-imports.ts';
import { addRanges, type Brought, type ImportName } from './import-store.ts';
import {
  type EarlierMoney,
  isAnotherSale,
  lesserTotals,
  moneyAmong,
  moneylessAmong,
  TAKEN,
  wordsOfChange,
} from './reference-effects.ts';
import { type Draft, REFUNDED_TOTAL } from './statements/draft.ts';
import { GrowingRanges } from './statements/ranges.ts';
import { contentOf, References } from './withdrawn.ts';

/** Ranges of facts that are kept in memory before they are written down. */
const MAX_RANGES = 1_000;
const LISTED_REFUSALS = 100;

/** What figures lack by a refusal. */
export interface LostDraft {
  draft: Draft;
  reason: RefusedReason;
  /** Figures would be lower with it: a refund, or a smaller amount of a sale. */
  isLowering: boolean;
}

/** @param lost Nothing where more is known already. */
export type OnRefused = (paid: Paid, words: string, lost?: LostDraft) => void;

const isRefund = ({ refundOf }: Draft): boolean => refundOf !== undefined;

const lostOf = (draft: Draft, reason: RefusedReason): LostDraft => ({ draft, reason, isLowering: isRefund(draft) });

/** What is in doubt where one of two amounts is right: their difference, or in another currency all of it. */
function differenceOf(draft: Draft, earlier: EarlierMoney | undefined): LostDraft {
  if (earlier?.currency !== draft.currency || isAnotherSale(draft, earlier)) return lostOf(draft, 'used_key');
  const more = unitsOf(draft.amount) - unitsOf(earlier.amount);
  const amount = decimalOf(more < 0n ? -more : more);
  return { draft: { ...draft, amount }, reason: 'used_key', isLowering: isRefund(draft) !== more < 0n };
}

interface Listeners {
  onRefused?: OnRefused | undefined;
  /** Told of each draft that counts from now on. @param seq Of a fact of the import itself; none of one that was undone before. */
  onNew?: ((draft: Draft, seq?: bigint) => Promise<void>) | undefined;
}

interface Settled {
  taken: TakenEvent[];
  /** Places of rows that were undone before and count again. */
  restored: ReadonlySet<number>;
}

export interface Paid {
  row: number;
  draft: Draft;
  /** Its place among the files of an archive. */
  file?: number;
}

/** The event of a draft, as a server would post it. */
export function inputOf({ key, refundOf, at, amount, currency, person, ...more }: Draft): EventInput {
  const { type = refundOf === undefined ? 'payment_received' : 'refund', installmentOf, dealId, about, sale } = more;
  return {
    event_type: type,
    idempotency_key: key,
    occurred_at: at,
    ...(amount === '' ? {} : { value: { amount, currency } }),
    ...(refundOf === undefined ? {} : { refund_of: refundOf }),
    ...(installmentOf === undefined ? {} : { installment_of: installmentOf }),
    ...(dealId === undefined ? {} : { deal_id: dealId }),
    ...(about === undefined ? {} : { properties: about }),
    ...(sale === undefined ? {} : { sale }),
    ...(Object.keys(person).length === 0 ? {} : { user_traits: person }),
  };
}

/** Takes payments in, and writes down which facts are the import's own and which it found. */
const PAYMENTS_FILE = { kind: 'file', credential: 'payments' } as const;

export class Intake {
  readonly #base: Base;
  readonly #import: ImportName;
  readonly #own = new GrowingRanges();
  readonly #found = new GrowingRanges();
  #writing: Promise<void> = Promise.resolve();
  readonly #earlier: EarlierImports;
  #references: { decision: bigint; references: References } | undefined;
  created = 0;
  known = 0;
  readonly refused: Brought['refused'] = [];
  /** All that were refused; `refused` lists the first. */
  refusals = 0;
  readonly #isStrict: boolean;
  readonly #listeners: Listeners;

  /** @param isStrict Of a file whose row has another amount than what came before under its reference, the row is refused in words. */
  constructor(base: Base, imported: ImportName, isStrict = false, listeners: Listeners = {}) {
    this.#listeners = listeners;
    this.#base = base;
    this.#earlier = new EarlierImports(base, imported.profileId);
    this.#import = imported;
    this.#isStrict = isStrict;
  }

  /** One batch is written while the next is enriched, never more: the file waits for the disk. */
  async take(all: readonly Paid[]): Promise<void> {
    const paid = await this.#withoutLesserTotals(all);
    if (paid.length === 0) return;
    const taking = this.#send(paid.map(({ draft }) => ({ draft, generation: 0 })));
    const before = this.#writing;
    this.#writing = taking.then((taken) => this.#note(paid, taken));
    this.#writing.catch(() => undefined); // met by anyone who waits for the next batch
    await before;
  }

  /** A total below what is known to be returned is refused in words, not written. */
  async #withoutLesserTotals(paid: readonly Paid[]): Promise<readonly Paid[]> {
    const totals = paid.flatMap(({ draft }) => (draft.type === REFUNDED_TOTAL ? [draft] : []));
    if (totals.length === 0) return paid;
    const lesser = await lesserTotals(this.#base, this.#import.profileId, this.#referencesNow(), totals);
    if (lesser.size === 0) return paid;
    return paid.filter((each) => {
      const words = lesser.get(each.draft);
      if (words !== undefined) this.#refuse(each, words);
      return words === undefined;
    });
  }

  #send(drafts: readonly { draft: Draft; generation: number }[]): Promise<TakenEvent[]> {
    const { profileId, importId } = this.#import;
    const rows = drafts.map(({ draft, generation }) => ({
      input: inputOf(draft),
      content: contentOf(importId, draft),
      generation,
    }));
    return patiently(() => takeEvents(this.#base, profileId, rows, 'server', PAYMENTS_FILE));
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
  async #settled(paid: readonly Paid[], first: readonly TakenEvent[]): Promise<Settled> {
    const taken = [...first];
    const restored = new Set<number>();
    if (!taken.some(({ status }) => status === 'conflict')) return { taken, restored };
    const references = this.#referencesNow();
    const again: { place: number; draft: Draft; generation: number }[] = [];
    for (const [place, fact] of first.entries()) {
      if (fact.status !== 'conflict' || !references.isWithdrawn(fact.seq)) continue;
      const { draft } = paid[place] as Paid;
      const under = references.under(draft);
      if (under.state === 'comes back') {
        taken[place] = { status: 'conflict', seq: under.seq };
        restored.add(place);
      }
      // Facts that were accepted before are sent as well: they may be this import's own, from before it was interrupted.
      if (under.state === 'counted') again.push({ place, draft, generation: under.generation });
      if (under.state === 'differs') again.push({ place, draft, generation: under.next });
    }
    if (again.length === 0) return { taken, restored };
    for (const [index, fact] of (await this.#send(again)).entries()) taken[again[index]?.place as number] = fact;
    return { taken, restored };
  }

  async #note(paid: readonly Paid[], first: readonly TakenEvent[]): Promise<void> {
    const { profileId } = this.#import;
    const { taken, restored } = await this.#settled(paid, first);
    const conflicts = taken.flatMap((fact) => (fact.status === 'conflict' ? [fact.seq] : []));
    const moneyless = await moneylessAmong(this.#base, profileId, conflicts);
    const money = this.#isStrict ? await moneyAmong(this.#base, profileId, conflicts) : new Map();
    for (const [place, fact] of taken.entries()) {
      const each = paid[place] as Paid;
      const { draft } = each;
      if (fact.status === 'rejected') {
        this.#refuse(each, fact.error.message, lostOf(draft, reasonOfRow(fact.error.message)));
        continue;
      }
      if (fact.status === 'conflict' && draft.amount !== '' && moneyless.has(fact.seq)) {
        this.#refuse(each, `${draft.key}: ${TAKEN}.`, lostOf(draft, 'used_key'));
        continue;
      }
      const file = (): string | undefined => this.#earlier.wordsOf(fact.seq);
      const change = fact.status === 'conflict' ? wordsOfChange(draft, money.get(fact.seq), file) : undefined;
      if (change !== undefined) {
        this.#refuse(each, change, differenceOf(draft, money.get(fact.seq)));
        continue;
      }
      const isOwn = fact.status !== 'conflict';
      (isOwn ? this.#own : this.#found).add(Number(fact.seq));
      if (isOwn) {
        this.created += 1;
        await this.#listeners.onNew?.(draft, fact.seq);
      } else {
        this.known += 1;
        if (restored.has(place)) await this.#listeners.onNew?.(draft);
      }
    }
    if (this.#own.length + this.#found.length > MAX_RANGES) this.#base.state.tx(() => this.writeDown());
  }

  #refuse(...[paid, words, lost]: Parameters<OnRefused>): void {
    this.refusals += 1;
    this.#listeners.onRefused?.(paid, words, lost);
    if (this.refused.length < LISTED_REFUSALS) this.refused.push({ row: paid.row, words });
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
