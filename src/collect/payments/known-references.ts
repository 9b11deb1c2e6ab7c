// The references of a statement that are known already, and whether what came under them brought money.
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';

/** Of a reference that something else than a sale or a refund has. */
export const TAKEN = 'an event without money has its reference, so it would not count: a reference_prefix tells them apart';

/**
 * Those of the facts, by their seqs, that brought no money: a lead under the key of its order is no sale that came before. What the
 * figures do not know, or cannot be asked of, is taken for the sale.
 */
export async function moneylessAmong(base: Base, profileId: string, seqs: readonly bigint[]): Promise<Set<bigint>> {
  if (seqs.length === 0) return new Set();
  const sql = sqlText('warehouse/collect/payments/moneyless_among');
  const asked = base.warehouse.query({ profileId }, { sql, params: { seqs: [...seqs] } });
  const rows = await asked.catch((error: unknown) => {
    if (error instanceof WarehouseFailure) return [];
    throw error;
  });
  return new Set(rows.map((row) => row['seq'] as bigint));
}

/** By key: whether what came under it brought money. */
export type KnownKeys = Map<string, 'money' | 'none'>;

export async function knownAmong(base: Base, profileId: string, keys: readonly string[]): Promise<KnownKeys> {
  const seqs = new Map<string, bigint>();
  for (const key of new Set(keys)) {
    const seq = base.journal.seqOfOutcome(profileId, base.state.keys.tokenBytes(profileId, 'outcome', key));
    if (seq !== undefined) seqs.set(key, seq);
  }
  const moneyless = await moneylessAmong(base, profileId, [...seqs.values()]);
  return new Map([...seqs].map(([key, seq]) => [key, moneyless.has(seq) ? 'none' : 'money']));
}
