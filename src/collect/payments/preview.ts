// The first rows of a statement in words: what each would bring, and what of it is known already.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { type Known, type KnownKeys, knownAmong, TAKEN } from './known-references.ts';
import type { PreviewRow } from './statements/scan.ts';

type Row = components['schemas']['StatementRow'];
type Brings = Row['brings'][number];

export async function shownPreview(base: ReadBase, profileId: string, preview: readonly PreviewRow[]): Promise<Row[]> {
  const known = await knownAmong(
    base,
    profileId,
    preview.flatMap(({ drafts }) => drafts),
  );
  return preview.map((row) => shownRow(row, known));
}

function shownRow({ row, verdict, words, drafts, hasSale }: PreviewRow, known: KnownKeys): Row {
  const brings = drafts.map(({ key, refundOf, at, amount, currency, person }) => ({
    reference: key,
    refund_of: refundOf ?? null,
    paid_at: new Date(at / 1000).toISOString(),
    amount,
    currency,
    identifiers: Object.keys(person),
    is_known: isCounted(known.get(key)),
  }));
  const [first, second] = brings;
  if (words !== '' || !first) return { row, verdict, words, brings };
  const sale = first.refund_of;
  const what = sale === null ? wordsOfSale(first, second) : `Reverses ${first.amount} ${first.currency} of ${sale}`;
  return { row, verdict, words: `${what}${wordsOfKnown(first, hasSale, known)}.`, brings };
}

/** Whether the commit counts it as known: it brings no new fact. */
const isCounted = (known: Known | undefined): boolean => known === 'money' || known === 'comes back';

const WORDS: Record<Known, string> = {
  money: '; it came before, and counts once',
  none: `; ${TAKEN}`,
  'comes back': '; it came before and was undone: it counts again',
  differs: '; its reference came before with other content, which was undone and stays out: this counts',
};

function wordsOfKnown({ reference, refund_of: sale }: Brings, hasSale: boolean, known: KnownKeys): string {
  const its = known.get(reference);
  if (its) return WORDS[its];
  const waits = sale !== null && !hasSale && known.get(sale) !== 'money';
  return waits ? ', a sale that has not come yet: it counts once that has' : '';
}

const wordsOfSale = ({ amount, currency }: Brings, back: Brings | undefined): string =>
  `A sale of ${amount} ${currency}${back ? `, of which ${back.amount} ${back.currency} was refunded` : ''}`;
