// The first rows of a statement in words: what each would bring, and what of it is known already.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { type EffectByKey, findEffects, lesserTotals, type ReferenceEffect, TAKEN } from './reference-effects.ts';
import type { Draft } from './statements/draft.ts';
import type { PreviewRow } from './statements/scan.ts';
import { References } from './withdrawn.ts';

type Row = components['schemas']['StatementRow'];
type Brings = Row['brings'][number];

export async function shownPreview(base: ReadBase, profileId: string, preview: readonly PreviewRow[]): Promise<Row[]> {
  const drafts = preview.flatMap((row) => row.drafts);
  const keys = await findEffects(base, profileId, drafts);
  const lesser = await lesserTotals(base, profileId, new References(base, profileId), drafts);
  return preview.map((row) => shownRow(row, keys, lesser));
}

/** @param lesser Totals of refunds below what is known, which bring nothing, with the reason. */
function shownRow(
  { row, verdict, words, drafts, hasSale }: PreviewRow,
  existing: EffectByKey,
  lesser: ReadonlyMap<Draft, string>,
): Row {
  const kept = drafts.filter((draft) => !lesser.has(draft));
  const refused = drafts.flatMap((draft) => lesser.get(draft) ?? []).join(' ');
  const brings = kept.map(({ key, refundOf, at, amount, currency, person }) => ({
    reference: key,
    refund_of: refundOf ?? null,
    paid_at: new Date(at / 1000).toISOString(),
    amount,
    currency,
    identifiers: Object.keys(person),
    is_known: isCounted(existing.get(key)),
  }));
  const [first, second] = brings;
  if (words !== '' || !first) return { row, verdict, words: refused === '' ? words : refused, brings };
  const sale = first.refund_of;
  const what = sale === null ? wordsOfSale(first, second) : `Reverses ${first.amount} ${first.currency} of ${sale}`;
  return { row, verdict, words: `${what}${wordsOfKnown(first, hasSale, existing)}. ${refused}`.trimEnd(), brings };
}

/** True if the commit counts it as known: it brings no new fact. */
const isCounted = (match: ReferenceEffect | undefined): boolean => match === 'money' || match === 'comes back';

const WORDS: Record<ReferenceEffect, string> = {
  money: '; it came before, and counts once',
  none: `; ${TAKEN}`,
  'comes back': '; it came before and was undone: it counts again',
  differs: '; its reference came before with other content, which was undone and stays out: this counts',
};

function wordsOfKnown({ reference, refund_of: sale }: Brings, hasSale: boolean, keys: EffectByKey): string {
  const its = keys.get(reference);
  if (its) return WORDS[its];
  const waits = sale !== null && !hasSale && keys.get(sale) !== 'money';
  return waits ? ', a sale that has not come yet: it counts once that has' : '';
}

const wordsOfSale = ({ amount, currency }: Brings, back: Brings | undefined): string =>
  `A sale of ${amount} ${currency}${back ? `, of which ${back.amount} ${back.currency} was refunded` : ''}`;
