// The page of attribution as a snapshot: what each row earned under the chosen models, what it cost, and the range of all models.
import type { components } from '../../../base/contract/types.ts';
import { MODELS, type Model } from '../../../credit/goals/index.ts';
import type { Block, Headline } from './document.ts';

type Answer = Pick<components['schemas']['AttributionAnswer'], 'data' | 'meta' | 'warnings' | 'outside'>;
type Row = Answer['data']['rows'][number];

const MAX_ROWS = 200;
const MAX_BARS = 12;

const NAMES: Readonly<Record<string, { one: string; many: string }>> = {
  channel: { one: 'Channel', many: 'Channels' },
  source: { one: 'Source', many: 'Sources' },
  campaign: { one: 'Campaign', many: 'Campaigns' },
  adset: { one: 'Ad set', many: 'Ad sets' },
  ad: { one: 'Ad', many: 'Ads' },
};
const namesOf = (dimension: string): { one: string; many: string } =>
  NAMES[dimension] ?? { one: dimension, many: `By ${dimension}` };

/** Outcomes such as leads carry no money; then their number is compared. */
const hasMoney = ({ data }: Answer): boolean => MODELS.some((model) => Number(data.totals.models[model]?.revenue ?? 0) !== 0);

const amountOf = (row: Row, model: Model, isMoney: boolean): number =>
  Number((isMoney ? row.models[model]?.revenue : row.models[model]?.conversions) ?? 0);

/** The largest first. */
function sorted(answer: Answer, model: Model): Row[] {
  const isMoney = hasMoney(answer);
  const more = (a: Row, b: Row): number => amountOf(b, model, isMoney) - amountOf(a, model, isMoney);
  return answer.data.rows.toSorted((a, b) => more(a, b) || Number(b.spend ?? 0) - Number(a.spend ?? 0));
}

export function barsOf(answer: Answer, model: Model): Block {
  const isMoney = hasMoney(answer);
  return {
    kind: 'bars',
    title: `${namesOf(answer.meta.dimension).many}${answer.outside ? '' : ', with the range of all nine models'}`,
    unit: isMoney ? 'money' : 'credit',
    model,
    rows: sorted(answer, model)
      .filter((row) => row.models[model] !== undefined)
      .slice(0, MAX_BARS)
      .map((row) => {
        const all = MODELS.filter((each) => row.models[each] !== undefined).map((each) => amountOf(row, each, isMoney));
        return { name: row.label, value: amountOf(row, model, isMoney), low: Math.min(...all), high: Math.max(...all) };
      }),
  };
}

type Cells = (string | number | null)[];

/** Rows of the table, at its end what no touch earned, and the total. */
export function tableOf(answer: Answer, models: readonly Model[]): Block {
  const { data, meta } = answer;
  const [first = 'last_non_direct'] = models;
  const rows = sorted(answer, first);
  const credited = (figures: Row['models'][string] | undefined): Cells => [
    figures?.conversions ?? null,
    figures?.revenue ?? null,
    figures?.roas ?? null,
    figures?.cost_per_conversion ?? null,
  ];
  const unattributed = (model: Model): Cells => {
    const rest = data.unattributed.models[model];
    return [rest?.conversions ?? null, rest?.revenue ?? null, null, null];
  };
  return {
    kind: 'table',
    title: namesOf(meta.dimension).many,
    columns: [
      { name: namesOf(meta.dimension).one, unit: null },
      { name: 'Spend', unit: 'money' },
      ...models.flatMap((model) => [
        { name: 'Conversions', unit: 'credit' as const, model },
        { name: 'Revenue', unit: 'money' as const, model },
        { name: 'ROAS', unit: 'ratio' as const, model },
        { name: 'Cost', unit: 'money' as const, model },
      ]),
      { name: 'Disagreement', unit: 'percent' },
    ],
    rows: [
      ...rows
        .slice(0, MAX_ROWS)
        .map((row): Cells => [row.label, row.spend, ...models.flatMap((model) => credited(row.models[model])), row.disagreement]),
      ['Unattributed', null, ...models.flatMap(unattributed), null],
      ['Total', data.totals.spend, ...models.flatMap((model) => credited(data.totals.models[model])), null],
    ],
    rows_left_out: Math.max(0, rows.length - MAX_ROWS),
    ...(answer.outside ? { withheld: rows.slice(0, MAX_ROWS).flatMap(({ models: shown }, i) => (shown[first] ? [] : [i])) } : {}),
  };
}

export function headlineOf({ data }: Answer, model: Model): Headline {
  const total = data.totals.models[model];
  return [
    { name: 'Revenue', unit: 'money', value: total?.revenue ?? null },
    { name: 'Conversions', unit: 'credit', value: total?.conversions ?? null },
    { name: 'Spend', unit: 'money', value: data.totals.spend },
  ];
}
