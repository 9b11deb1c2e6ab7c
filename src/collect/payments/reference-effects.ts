// The references of a statement that are known already, and whether what came under them brought money.
import type { ReadBase } from '../../base/base.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { decimalOf, unitsOf } from './amounts.ts';
import type { Draft } from './statements/draft.ts';
import { References } from './withdrawn.ts';

/** The reference of a fact that is neither a sale nor a refund. */
export const TAKEN =
  'an event without money has the same reference, so the row would not count: use a reference_prefix to distinguish them';

/**
 * Facts, by their seqs, that brought no money: a lead under the key of its order is no earlier sale. A fact that the
 * figures lack, or that cannot be read, counts as the sale.
 */
export async function moneylessAmong(base: ReadBase, profileId: string, seqs: readonly bigint[]): Promise<Set<bigint>> {
  if (seqs.length === 0) return new Set();
  const reads = base.warehouse.query({ profileId }, statement('warehouse/collect/payments/moneyless_among', { seqs: [...seqs] }));
  const rows = await reads.catch((error: unknown) => {
    if (error instanceof WarehouseFailure) return [];
    throw error;
  });
  return new Set(rows.map((row) => row.seq));
}

/** What came under a reference, in its currency. */
export interface EarlierMoney {
  amount: string;
  currency: string;
}

/** The money of facts, by their seqs, without facts that the figures lack or that cannot be read. */
export async function moneyAmong(base: ReadBase, profileId: string, seqs: readonly bigint[]): Promise<Map<bigint, EarlierMoney>> {
  if (seqs.length === 0) return new Map();
  const reads = base.warehouse.query({ profileId }, statement('warehouse/collect/payments/money_among', { seqs: [...seqs] }));
  const rows = await reads.catch((error: unknown) => {
    if (error instanceof WarehouseFailure) return [];
    throw error;
  });
  return new Map(rows.map(({ seq, amount, currency }) => [seq, { amount, currency }]));
}

/** Of a row whose reference came before with other money; undefined where it is the same, or not known. */
export function wordsOfChange({ key, amount, currency }: Draft, earlier: EarlierMoney | undefined): string | undefined {
  if (!earlier || amount === '') return undefined;
  if (earlier.currency === currency && unitsOf(earlier.amount) === unitsOf(amount)) return undefined;
  return `${key} came before with ${decimalOf(unitsOf(earlier.amount))} ${earlier.currency}, and here with ${amount} ${currency}: what came first stays. Undo the earlier import first if this is right.`;
}

/**
 * The effect of a reference so far: money that counts, or no money; or money that was undone, which the row would give back
 * or take the place of.
 */
export type ReferenceEffect = 'money' | 'none' | 'comes back' | 'differs';

/** By key; a key that is not in it is new. */
export type EffectByKey = Map<string, ReferenceEffect>;

export async function findEffects(base: ReadBase, profileId: string, drafts: readonly Draft[]): Promise<EffectByKey> {
  const references = new References(base, profileId);
  const keys: EffectByKey = new Map();
  const standing = new Map<string, bigint>();
  for (const draft of drafts) {
    const sale = draft.refundOf === undefined ? undefined : references.standing(draft.refundOf);
    if (draft.refundOf !== undefined && sale !== undefined) standing.set(draft.refundOf, sale);
    const under = references.under(draft);
    if (under.state === 'counted') standing.set(draft.key, under.seq);
    if (under.state === 'comes back' || under.state === 'differs') keys.set(draft.key, under.state);
  }
  const moneyless = await moneylessAmong(base, profileId, [...standing.values()]);
  for (const [key, seq] of standing) keys.set(key, moneyless.has(seq) ? 'none' : 'money');
  return keys;
}
