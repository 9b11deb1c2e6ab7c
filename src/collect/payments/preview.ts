// The first rows of a statement in words: what each would bring, and what of it is known already.
import type { Base } from '../../base/base.ts';
import type { components } from '../../base/contract/types.gen.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import type { PreviewRow } from './statements/scan.ts';

type Row = components['schemas']['StatementRow'];
type Brings = Row['brings'][number];

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
type KnownKeys = Map<string, 'money' | 'none'>;

async function knownAmong(base: Base, profileId: string, keys: readonly string[]): Promise<KnownKeys> {
  const seqs = new Map<string, bigint>();
  for (const key of new Set(keys)) {
    const seq = base.journal.seqOfOutcome(profileId, base.state.keys.tokenBytes(profileId, 'outcome', key));
    if (seq !== undefined) seqs.set(key, seq);
  }
  const moneyless = await moneylessAmong(base, profileId, [...seqs.values()]);
  return new Map([...seqs].map(([key, seq]) => [key, moneyless.has(seq) ? 'none' : 'money']));
}

export async function shownPreview(base: Base, profileId: string, preview: readonly PreviewRow[]): Promise<Row[]> {
  const keys = preview.flatMap(({ drafts }) => drafts.flatMap(({ key, refundOf }) => (refundOf ? [key, refundOf] : [key])));
  const known = await knownAmong(base, profileId, keys);
  return preview.map((row) => shownRow(row, known));
}

function shownRow({ row, verdict, words, drafts, hasSale }: PreviewRow, known: KnownKeys): Row {
  const brings = drafts.map(({ key, refundOf, at, amount, currency, identifiers }) => ({
    reference: key,
    refund_of: refundOf ?? null,
    paid_at: new Date(at / 1000).toISOString(),
    amount,
    currency,
    identifiers,
    is_known: known.get(key) === 'money',
  }));
  const [first, second] = brings;
  if (words !== '' || !first) return { row, verdict, words, brings };
  const sale = first.refund_of;
  const what = sale === null ? wordsOfSale(first, second) : `Reverses ${first.amount} ${first.currency} of ${sale}`;
  return { row, verdict, words: `${what}${wordsOfKnown(first, hasSale, known)}.`, brings };
}

function wordsOfKnown({ reference, refund_of: sale }: Brings, hasSale: boolean, known: KnownKeys): string {
  if (known.get(reference) === 'money') return '; it came before, and counts once';
  if (known.get(reference) === 'none') return `; ${TAKEN}`;
  const waits = sale !== null && !hasSale && known.get(sale) !== 'money';
  return waits ? ', a sale that has not come yet: it counts once that has' : '';
}

/** Of a reference that something else than a sale or a refund has. */
export const TAKEN = 'an event without money has its reference, so it would not count: a reference_prefix tells them apart';

const wordsOfSale = ({ amount, currency }: Brings, back: Brings | undefined): string =>
  `A sale of ${amount} ${currency}${back ? `, of which ${back.amount} ${back.currency} was given back` : ''}`;
