// How much of a file may be sales that were there before it, by the rule of the page Sales seen twice. What is certainly one sale counts once,
// and is not among them.

import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { WarehouseFailure } from '../../../base/warehouse/port.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { dealKeyOf, type EventBody, enrichEvent, tokeniserOf } from '../../events/index.ts';
import { Sums } from '../amounts.ts';
import { inputOf } from '../intake.ts';
import type { Draft } from '../statements/draft.ts';

/** Sales that are compared together. */
const MOST = 20_000;
const SERVER = 'server';

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

type Compared = ReturnType<
  typeof prepared<'warehouse/collect/payments/sales_near_counted_list' | 'warehouse/collect/payments/sales_maybe_counted_list'>
>;

export class MaybeCountedSales {
  readonly #base: ReadBase;
  readonly #profileId: string;
  readonly #sums = new Sums();
  readonly #payments = new Map<string, number>();
  #waiting: Draft[] = [];
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
    if (isSale(draft) && this.#waiting.push(draft) >= MOST) await this.#compare();
  }

  async list(): Promise<MaybeCounted[]> {
    await this.#compare();
    return this.#sums.list().map((sum) => ({ ...sum, payments: this.#payments.get(sum.currency) ?? 0 }));
  }

  async #compare(): Promise<void> {
    const drafts = this.#waiting;
    this.#waiting = [];
    if (drafts.length === 0 || !(await this.#base.warehouse.exists(this.#profileId))) return;
    const near = await this.#near(drafts);
    for (const { currency, amount } of near.length === 0 ? [] : await this.#doubled(near)) {
      this.#sums.add(currency, amount, false);
      this.#payments.set(currency, (this.#payments.get(currency) ?? 0) + 1);
    }
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
    return this.#found(drafts, plan);
  }

  async #doubled(drafts: readonly Draft[]): Promise<Draft[]> {
    const facts = drafts.map((draft) => this.#bodyOf(draft));
    const named = facts.flatMap((body, at) => (body?.identifiers ?? []).map((each) => ({ at, ...each })));
    const keys = facts.flatMap((body, at) => {
      const own = body?.outcome_key === undefined ? [] : [{ kind: 'payment', sale_key: body.outcome_key }];
      return [...own, ...(body?.sale?.keys ?? [])].map((each) => ({ at, ...each }));
    });
    const plan = prepared('warehouse/collect/payments/sales_maybe_counted_list', {
      ...moneyOf(drafts),
      systems: facts.map((body) => body?.sale?.system ?? SERVER),
      payer_numbers: drafts.flatMap(({ person }, at) => (hasPayer(person) ? [BigInt(at)] : [])),
      identifier_numbers: named.map(({ at }) => BigInt(at)),
      priorities: named.map(({ priority }) => BigInt(priority)),
      identifiers: named.map(({ identifier_key }) => BigInt(identifier_key)),
      key_numbers: keys.map(({ at }) => BigInt(at)),
      key_kinds: keys.map(({ kind }) => kind),
      keys: keys.map(({ sale_key }) => BigInt(sale_key)),
      before_seq: this.#first ?? null,
    });
    return this.#found(drafts, plan);
  }

  /** An import goes on while the figures cannot be read: it is the queue that says later what may be counted twice. */
  async #found(drafts: readonly Draft[], plan: Compared): Promise<Draft[]> {
    try {
      const rows = await this.#base.warehouse.query({ profileId: this.#profileId }, plan);
      return rows.flatMap(({ number }) => drafts[Number(number)] ?? []);
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
