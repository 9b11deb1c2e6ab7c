// The references of a statement that are known already, and whether what came under them added money.
import type { ReadBase } from '../../base/base.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { decimalOf, unitsOf } from './amounts.ts';
import { type Draft, PREFIX, REFUNDED_TOTAL } from './statements/draft.ts';
import { References } from './withdrawn.ts';

/** The reference of a fact that is neither a sale nor a refund. */
export const TAKEN =
  'an event without money has the same reference, so the row would not count: use a reference_prefix to distinguish them';

/** The rows of a read; none while the figures cannot be read. */
const readable = <Row>(reads: Promise<Row[]>): Promise<Row[]> =>
  reads.catch((error: unknown) => {
    if (error instanceof WarehouseFailure) return [];
    throw error;
  });

/**
 * Facts, by their seqs, that brought no money: a lead under the key of its order is no earlier sale. A fact that the
 * figures lack, or that cannot be read, counts as the sale.
 */
export async function moneylessAmong(base: ReadBase, profileId: string, seqs: readonly bigint[]): Promise<Set<bigint>> {
  if (seqs.length === 0) return new Set();
  const rows = await readable(
    base.warehouse.query({ profileId }, statement('warehouse/collect/payments/moneyless_among', { seqs: [...seqs] })),
  );
  return new Set(rows.map((row) => row.seq));
}

/** What came under a reference, in its currency. */
export interface EarlierMoney {
  amount: string;
  currency: string;
  /** Microseconds since 1970, where it is asked for. */
  at?: number;
}

/** A row of a sheet that came before is on its day, or on the one beside it in another zone. */
const SAME_ROW_MICROS = 2 * 86_400_000_000;

/** Is a row of a sheet another sale than the one that came under its number? */
export const isAnotherSale = ({ isOfSheet, at }: Draft, earlier: EarlierMoney): earlier is EarlierMoney & { at: number } =>
  isOfSheet === true && earlier.at !== undefined && Math.abs(at - earlier.at) > SAME_ROW_MICROS;

/** The money of facts, by their seqs, without facts that the figures lack or that cannot be read. */
export async function moneyAmong(base: ReadBase, profileId: string, seqs: readonly bigint[]): Promise<Map<bigint, EarlierMoney>> {
  if (seqs.length === 0) return new Map();
  const rows = await readable(
    base.warehouse.query({ profileId }, statement('warehouse/collect/payments/money_among', { seqs: [...seqs] })),
  );
  return new Map(rows.map(({ seq, amount, currency, at_micros }) => [seq, { amount, currency, at: Number(at_micros) }]));
}

/**
 * Of a row whose reference came before with other money; undefined where it is the same, or not known.
 * @param file The file that brought it, with when; undefined of what a server or a connection sent.
 */
export function wordsOfChange(
  draft: Draft,
  earlier: EarlierMoney | undefined,
  file: () => string | undefined,
): string | undefined {
  const { key, amount, currency, at } = draft;
  if (!earlier || amount === '') return undefined;
  if (isAnotherSale(draft, earlier))
    return `${key} came before on ${dayOf(earlier.at)}${ofFile(file())}, and here on ${dayOf(at)}: are they two sales, as of two sheets with numbers of their own? Then put a prefix before the numbers of this one (${PREFIX}). If it is one sale, undo the earlier import first.`;
  if (earlier.currency === currency && unitsOf(earlier.amount) === unitsOf(amount)) return undefined;
  const before = `${key} came before with ${decimalOf(unitsOf(earlier.amount))} ${earlier.currency}`;
  const here = `and here with ${amount} ${currency}: what came first stays`;
  const from = file();
  if (from === undefined)
    return `${before}, from a server or a connection, ${here}. If this amount is right, correct it there. If it is another sale, put a prefix before the numbers of this file (${PREFIX}).`;
  return `${before}${ofFile(from)}, ${here}. If this amount is right, undo that import and import this file again. If it is another sale, put a prefix before the numbers of this file (${PREFIX}).`;
}

const ofFile = (file: string | undefined): string => (file === undefined ? '' : ` (${file})`);

const dayOf = (micros: number): string => new Date(micros / 1_000).toISOString().slice(0, 10);

/**
 * Of drafts that say how much of their sale was returned in all, those of which more was known by then: a refund is not taken back, so such a row is an
 * older export, or wrong. By draft, in words. One that is known itself is not among them.
 */
export async function lesserTotals(
  base: ReadBase,
  profileId: string,
  references: References,
  drafts: readonly Draft[],
): Promise<Map<Draft, string>> {
  const totals = drafts.flatMap((draft) => {
    const sale = draft.type === REFUNDED_TOTAL && draft.refundOf !== undefined ? references.standing(draft.refundOf) : undefined;
    return sale === undefined || references.under(draft).state === 'counted' ? [] : [{ draft, sale }];
  });
  if (totals.length === 0) return new Map();
  const seqs = totals.map(({ sale }) => sale);
  const rows = await readable(
    base.warehouse.query({ profileId }, statement('warehouse/collect/payments/refunded_totals_among', { seqs })),
  );
  const earlierTotals = Map.groupBy(rows, ({ seq }) => seq);
  return new Map(
    totals.flatMap(({ draft, sale }): [Draft, string][] => {
      const larger = (earlierTotals.get(sale) ?? []).find(
        ({ amount, currency, at_micros }) =>
          currency === draft.currency && Number(at_micros) <= draft.at && unitsOf(amount) > unitsOf(draft.amount),
      );
      return larger ? [[draft, wordsOfLesser(draft, larger)]] : [];
    }),
  );
}

const wordsOfLesser = ({ refundOf = '', amount, currency }: Draft, larger: EarlierMoney): string =>
  `${refundOf}: this row says that ${amount} ${currency} of it were returned in all, and an earlier import ${decimalOf(unitsOf(larger.amount))} ${larger.currency}. What was returned stays: is this an older export? If the larger total is wrong, undo the import that has it.`;

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
