// The words for a change that somebody else made at a platform: what was changed, from what to what, and who did it.
import type { Schemas } from '../api/client.ts';

type Change = Pick<Schemas['AdChange'], 'object' | 'field' | 'before' | 'after' | 'by' | 'via'>;

const FIELDS: Readonly<Record<Change['field'], string>> = {
  budget: 'Budget',
  status: 'Status',
  bid: 'Bid',
  targeting: 'Targeting',
  creative: 'Creative',
  schedule: 'Schedule',
  name: 'Name',
  created: 'Made',
  other: 'Something',
};
const LEVELS: Readonly<Record<Change['object']['type'], string>> = { campaign: 'campaign', adset: 'ad set', ad: 'ad' };

const MOST = 80;
const short = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

/** E.g. "Budget of ad set Wide: 20 → 30". */
export function changeText({ object, field, before, after }: Change): string {
  const values =
    before !== null && after !== null ? `: ${short(before)} → ${short(after)}` : after === null ? '' : `: ${short(after)}`;
  const name = short(object.name ?? object.id);
  return `${FIELDS[field]} of ${LEVELS[object.type]} ${name}${values}`;
}

/** E.g. "by Dana with Ads Manager". */
export const whoText = ({ by, via }: Pick<Change, 'by' | 'via'>): string =>
  `by ${by === null ? 'somebody' : short(by)}${via === null ? '' : ` with ${short(via)}`}`;
