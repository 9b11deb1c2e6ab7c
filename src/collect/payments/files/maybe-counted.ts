// How much of a file may be sales that were there before it, by the rule of the page Sales seen twice. What is certainly one sale counts once,
// and is not among them.

import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { WarehouseFailure } from '../../../base/warehouse/port.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { dealKeyOf, type EventBody, enrichEvent, tokeniserOf } from '../../events/index.ts';
import { decimalOf, unitsOf } from '../amounts.ts';
import { inputOf } from '../intake.ts';
import type { Draft } from '../statements/draft.ts';
import { type Companions, NamesTogether } from './companions.ts';
import { ReturnedOf } from './returned-of.ts';

/** Sales that are compared together. */
const MOST = 20_000;
const SERVER = 'server';
/** Places for the identifiers that one of a sale came with. */
const RANKS = 100;

/** In one currency: exact decimal text. */
export interface MaybeCounted {
  currency: string;
  payments: number;
  amount: string;
}

const isSale = ({ refundOf, installmentOf, amount }: Draft): boolean =>
  refundOf === undefined && installmentOf === undefined && amount !== '';

/** An id that a provider gave its customer is nobody whom another system knows. */
const hasPayer = ({ email, phone, national_id }: Draft['person']): boolean => (email ?? phone ?? national_id) !== undefined;

/** A sale that may be counted twice, and what it is worth. */
interface Doubled {
  currency: string;
  units: bigint;
  /** Of a sale of the file. */
  key: string | undefined;
}

type ByDraft = ReadonlyMap<Draft, readonly Companions[]>;

export class MaybeCountedSales {
  readonly #base: ReadBase;
  readonly #profileId: string;
  readonly #doubled: Doubled[] = [];
  readonly #together = new NamesTogether();
  readonly #returned = new ReturnedOf();
  #waiting: Draft[] = [];
  /** Of those that wait: people whose identifiers came with theirs before. */
  #companions = new Map<Draft, Companions[]>();
  /** The first fact of the file itself. */
  #first: bigint | undefined;

  constructor(base: ReadBase, profileId: string) {
    this.#base = base;
    this.#profileId = profileId;
  }

  /**
   * @param draft New: nothing came under its key.
   * @param seq Of one that is a fact by now: the figures may know it, and it is not compared with its own file.
   */
  async add(draft: Draft, seq?: bigint): Promise<void> {
    if (seq !== undefined && (this.#first === undefined || seq < this.#first)) this.#first = seq;
    this.#returned.add(draft);
    if (!isSale(draft)) return;
    const companions = this.#together.add(draft.person);
    if (companions.length > 0) this.#companions.set(draft, companions);
    if (this.#waiting.push(draft) >= MOST) await this.#compare();
  }

  async list(): Promise<MaybeCounted[]> {
    await this.#compare();
    const byCurrency = Map.groupBy(this.#doubled, ({ currency }) => currency);
    const restOf = ({ key, currency, units }: Doubled): bigint =>
      key === undefined ? units : this.#returned.restOf(key, currency, units);
    return [...byCurrency]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, all]) => ({
        currency,
        payments: all.length,
        amount: decimalOf(all.reduce((sum, each) => sum + restOf(each), 0n)),
      }));
  }

  async #compare(): Promise<void> {
    const [drafts, companions] = [this.#waiting, this.#companions];
    this.#waiting = [];
    this.#companions = new Map();
    if (drafts.length === 0 || !(await this.#base.warehouse.exists(this.#profileId))) return;
    const near = await this.#near(drafts);
    if (near.length > 0) this.#doubled.push(...(await this.#doubledAmong(near, companions)));
  }

  /** Most sales of a file have nothing beside them: only of the others it is asked who paid. */
  async #near(drafts: readonly Draft[]): Promise<Draft[]> {
    const tokens = tokeniserOf(this.#base, this.#profileId);
    const orders = drafts.flatMap(({ sale }, at) => (sale?.order_ids ?? []).map((id) => ({ at, key: dealKeyOf(tokens, id) })));
    const plan = prepared('warehouse/collect/payments/sales_near_counted_list', {
      ...moneyOf(drafts),
      order_numbers: orders.map(({ at }) => BigInt(at)),
      order_keys: orders.map(({ key }) => key),
      before_seq: this.#first ?? null,
    });
    const rows = await this.#readable(this.#base.warehouse.query({ profileId: this.#profileId }, plan));
    return rows.flatMap(({ number }) => drafts[Number(number)] ?? []);
  }

  async #doubledAmong(drafts: readonly Draft[], companions: ByDraft): Promise<Doubled[]> {
    const facts = drafts.map((draft) => this.#bodyOf(draft));
    const named = drafts.flatMap((draft, at) =>
      this.#namesOf(draft, facts[at], companions.get(draft)).map((each) => ({ at, ...each })),
    );
    const keys = facts.flatMap((body, at) => {
      const own = body?.outcome_key === undefined ? [] : [{ kind: 'payment', sale_key: body.outcome_key }];
      return [...own, ...(body?.sale?.keys ?? [])].map((each) => ({ at, ...each }));
    });
    const plan = prepared('warehouse/collect/payments/sales_maybe_counted_list', {
      ...moneyOf(drafts),
      systems: facts.map((body) => body?.sale?.system ?? SERVER),
      payer_numbers: drafts.flatMap(({ person }, at) => (hasPayer(person) ? [BigInt(at)] : [])),
      identifier_numbers: named.map(({ at }) => BigInt(at)),
      ranks: named.map(({ rank }) => BigInt(rank)),
      identifiers: named.map(({ key }) => BigInt(key)),
      key_numbers: keys.map(({ at }) => BigInt(at)),
      key_kinds: keys.map(({ kind }) => kind),
      keys: keys.map(({ sale_key }) => BigInt(sale_key)),
      before_seq: this.#first ?? null,
    });
    const rows = await this.#readable(this.#base.warehouse.query({ profileId: this.#profileId }, plan));
    return rows.map(({ number, amount, currency }) => ({
      currency,
      units: unitsOf(amount),
      key: number === null ? undefined : drafts[Number(number)]?.key,
    }));
  }

  /** Identifiers from the one that says who paid: after each that nobody has yet, those that it came with in the file. */
  #namesOf(draft: Draft, body: EventBody | undefined, companions: readonly Companions[] = []) {
    return (body?.identifiers ?? []).flatMap(({ type, priority, identifier_key: key }) => {
      const persons = companions.find((each) => each.type === type)?.persons ?? [];
      const others = persons.flatMap((person) => this.#bodyOf({ ...draft, person })?.identifiers ?? []);
      const rank = priority * RANKS;
      return [
        { key, rank },
        ...others.slice(0, RANKS - 1).map((other, at) => ({ key: other.identifier_key, rank: rank + at + 1 })),
      ];
    });
  }

  /** An import goes on while the figures cannot be read: it is the queue that says later what may be counted twice. */
  async #readable<Row>(rows: Promise<Row[]>): Promise<Row[]> {
    try {
      return await rows;
    } catch (error) {
      if (error instanceof WarehouseFailure) return [];
      throw error;
    }
  }

  /** As the fact would have it; undefined of one that would be refused. */
  #bodyOf(draft: Draft): EventBody | undefined {
    const tokens = tokeniserOf(this.#base, this.#profileId);
    const context = { profileId: this.#profileId, receivedAt: this.#base.clock.now(), trust: 'server', tokens } as const;
    try {
      const body: EventBody = JSON.parse(enrichEvent(inputOf(draft), context).body);
      return body;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

const moneyOf = (drafts: readonly Draft[]) => ({
  numbers: drafts.map((_, at) => BigInt(at)),
  moments: drafts.map(({ at }) => BigInt(at)),
  amounts: drafts.map(({ amount }) => amount),
  currencies: drafts.map(({ currency }) => currency),
});
