// The studies of the sandbox: a lift study of its shop that has ended, and a split test that runs. Their days follow from the account's today.
import { Temporal } from 'temporal-polyfill';
import { shopAccount } from './market.ts';
import type { Market } from './state.ts';

const before = (today: string, days: number): string => Temporal.PlainDate.from(today).subtract({ days }).toString();

/** Ad sets by their names, which people may have changed. */
const idsOf = ({ adSets }: Pick<Market, 'adSets'>, ...names: string[]): string[] =>
  adSets.filter(({ name }) => names.includes(name)).map(({ id }) => id);

export function studiesOf(state: Pick<Market, 'accounts' | 'adSets'>, accountId: string, today: string) {
  if (accountId !== shopAccount(state).id) return [];
  const [lift, split] = [`${accountId}01`, `${accountId}02`];
  return [
    {
      id: lift,
      name: 'Does retargeting sell?',
      type: 'LIFT',
      status: 'DONE',
      starts_on: before(today, 60),
      ends_on: before(today, 33),
      arms: [
        { id: `${lift}-1`, name: 'Sees the ads', percent: 90, ad_set_ids: idsOf(state, 'Seen a product') },
        { id: `${lift}-2`, name: 'Without the ads', percent: 10, ad_set_ids: [] },
      ],
      // Retargeting sells to people who would buy anyway: a fifth of its sales would not have been made (`MERITS` of the demo).
      outcome: { measure: 'purchases', ratio: 1.21, low: 1.02, high: 1.43 },
    },
    {
      id: split,
      name: 'Stills against reels',
      type: 'SPLIT_TEST',
      status: 'RUNNING',
      starts_on: before(today, 9),
      ends_on: before(today, -5),
      arms: [
        { id: `${split}-1`, name: 'Interiors', percent: 50, ad_set_ids: idsOf(state, 'Interiors') },
        { id: `${split}-2`, name: 'Remote work', percent: 50, ad_set_ids: idsOf(state, 'Remote work') },
      ],
      outcome: null,
    },
  ];
}
