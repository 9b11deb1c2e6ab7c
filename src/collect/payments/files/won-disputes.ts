// A dispute that is won gives the money back that it took, also where two exports of one tool say the two: such a tool has no row for the money that comes
// again, only a word beside the sale. Which export is read first does not matter: the later one brings what the two together say.
import type { ReadBase } from '../../../base/base.ts';
import { decimalOf, unitsOf } from '../amounts.ts';
import { type EarlierMoney, moneyAmong } from '../reference-effects.ts';
import { DISPUTE_STATE, type Draft, disputeStateKeyOf, reversalKeyOf, wonKeyOf } from '../statements/draft.ts';
import { References } from '../withdrawn.ts';
import type { DraftedRow } from './brought.ts';

/** Reversals that a state of the sale says, not a row of the money that moved: that has its own for what is won back. */
const OF_STATE = ['dispute', 'dispute_lost'] as const;

/** Gives a reversed sale its money again. */
const wonBack = ({ at }: Draft, saleKey: string, { amount, currency }: EarlierMoney): Draft => ({
  key: wonKeyOf(saleKey),
  installmentOf: saleKey,
  at,
  amount,
  currency,
  person: {},
  about: { reason: 'dispute_won' },
});

const isWon = ({ type, about }: Draft): boolean => type === DISPUTE_STATE && about?.['dispute'] === 'won';

/** A reversal by a state of its sale, with the key of that sale. */
function stateOfSale({ key, refundOf = '' }: Draft): string | undefined {
  return OF_STATE.some((why) => key === reversalKeyOf(refundOf, why)) ? refundOf : undefined;
}

interface Reversed {
  draft: Draft;
  saleKey: string;
  why: (typeof OF_STATE)[number];
  seq: bigint;
}

/** Reversals that count of the sales whose dispute these rows say was won. */
function reversedSales(references: References, drafts: readonly Draft[]): Reversed[] {
  return drafts.filter(isWon).flatMap((draft) => {
    const saleKey = draft.installmentOf ?? '';
    return OF_STATE.flatMap((why) => {
      const seq = references.standing(reversalKeyOf(saleKey, why));
      return seq === undefined ? [] : [{ draft, saleKey, why, seq }];
    });
  });
}

/** The reversal as it came, so that this file has it too, and the money that comes again. */
function reversedAndWon({ draft, saleKey, why }: Reversed, money: EarlierMoney): Draft[] {
  const { at } = draft;
  const { currency } = money;
  const amount = decimalOf(unitsOf(money.amount));
  const key = reversalKeyOf(saleKey, why);
  return [
    { key, refundOf: saleKey, at, amount, currency, person: {}, type: why, about: { reason: why } },
    wonBack(draft, saleKey, { amount, currency }),
  ];
}

/** Rows with what disputes that were won give back, as things are now. */
export async function withWonDisputes(base: ReadBase, profileId: string, rows: DraftedRow[]): Promise<DraftedRow[]> {
  const drafts = rows.flatMap(({ drafted }) => drafted.drafts);
  if (!drafts.some((draft) => isWon(draft) || stateOfSale(draft) !== undefined)) return rows;
  const references = new References(base, profileId);
  const reversed = new Map(reversedSales(references, drafts).map((each) => [each.draft, each]));
  const money = await moneyAmong(
    base,
    profileId,
    [...reversed.values()].map(({ seq }) => seq),
  );
  const more = (draft: Draft, of: readonly Draft[]): Draft[] => {
    const found = reversed.get(draft);
    const sale = of.find(({ key }) => key === draft.installmentOf);
    const earlier = found && (money.get(found.seq) ?? sale);
    if (found && earlier) return reversedAndWon(found, earlier);
    const saleKey = stateOfSale(draft);
    const isWonElsewhere = saleKey !== undefined && references.standing(disputeStateKeyOf(saleKey, 'won')) !== undefined;
    return isWonElsewhere ? [wonBack(draft, saleKey, draft)] : [];
  };
  return rows.map(({ reading, drafted }) =>
    drafted.reason === undefined
      ? { reading, drafted: { drafts: drafted.drafts.flatMap((draft, _place, all) => [draft, ...more(draft, all)]) } }
      : { reading, drafted },
  );
}
