// The leaderboard of a profile's ads as a snapshot. Members get it as it is; readers outside get the ads by the cells that leave sign-in, on closed days whose
// number depends on nobody.
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import type { Leaderboard } from '../../../base/contract/slice-hooks.ts';
import { attributionAnswer } from '../attribution.ts';
import { closedThrough } from '../outside/reader.ts';
import { type Answered, type At, type Question, shown } from './answers.ts';
import type { Block, Headline } from './document.ts';

const MAX_ROWS = 100;
const OUTSIDE_DAYS = 28;
const DAY_MS = 86_400_000;

type Cells = Extract<Block, { kind: 'table' }>['rows'][number];

/** @param question Without days until the snapshot has its own: those of now. */
export async function leaderboard(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const { profileId } = at.profile;
  if (at.isOutside) return outsideLeaderboard(at, base, question);
  const found = await hooksOf(base)
    .find((hooks) => hooks.leaderboard)
    ?.leaderboard?.(base, profileId);
  if (!found) throw new ApiError('invalid_state', 'No payment counts as a conversion, so no ad can be compared by its sales.');
  const { version, currency, goal, model, days } = found;
  // There is one leaderboard, that of now: of other days its figures are no later state of the same.
  if (question.date_to !== undefined && (question.date_to !== days.date_to || question.date_from !== days.date_from))
    throw new ApiError('invalid_state', `The leaderboard is now that of ${days.date_from} to ${days.date_to}.`);
  const meta = { version, currency, timezone: profileSettings(base, profileId).timezone };
  const counters = countersOf(found);
  const blocks: Block[] = [{ kind: 'figures', figures: counters }, tableOf(found)];
  return { ...shown([{ meta }], { goal, model, blocks }, counters), days };
}

const countersOf = ({ brief }: Leaderboard): Headline => [
  { name: 'Live', unit: 'count', value: String(brief.live) },
  { name: 'Proven', unit: 'count', value: String(brief.proven) },
  { name: 'Winners', unit: 'count', value: String(brief.winners) },
  { name: 'Tired', unit: 'count', value: String(brief.fatiguing) },
  { name: 'New', unit: 'count', value: String(brief.new) },
  { name: 'Spent on unproven ads', unit: 'money', value: brief.unproven_spend },
];

const percentOf = (rate: { rate: number } | null): number | null => (rate === null ? null : 100 * rate.rate);

const cellsOf = ({ ad_name, ad_id, rates, interval, ...row }: Leaderboard['rows'][number]): Cells => [
  ad_name ?? ad_id,
  row.is_winner ? 'Winner' : row.is_proven ? 'Proven' : 'Unproven',
  row.spend,
  row.attributed_cash_outcomes,
  row.cost_per_cash_outcome,
  interval.low,
  interval.high,
  percentOf(rates.hook),
  percentOf(rates.hold),
  percentOf(rates.click),
  percentOf(rates.sale),
];

const tableOf = ({ rows }: Leaderboard): Block => ({
  kind: 'table',
  title: 'Ads by the most that a sale costs with a probability of 90 %',
  columns: [
    { name: 'Ad', unit: null },
    { name: 'Evidence', unit: null },
    { name: 'Spend', unit: 'money' },
    { name: 'Sales', unit: 'credit' },
    { name: 'A sale costs', unit: 'money' },
    { name: 'At least', unit: 'money' },
    { name: 'At most', unit: 'money' },
    { name: '3-second hook', unit: 'percent' },
    { name: 'Hold', unit: 'percent' },
    { name: 'Clicks of times shown', unit: 'percent' },
    { name: 'Sales of clicks', unit: 'percent' },
  ],
  rows: rows.slice(0, MAX_ROWS).map(cellsOf),
  rows_left_out: Math.max(0, rows.length - MAX_ROWS),
});

type Row = Awaited<ReturnType<typeof attributionAnswer>>['data']['rows'][number];

/** An ad that cost something. */
interface Sold {
  name: string;
  spend: number;
  /** Of people that may be shown; 0: too few. */
  sales: number;
}

const NOTE =
  'The sales of an ad are those of days on which at least five people bought after it. Others are left out, so a sale costs at most what is shown. Ads are in the order of what a sale costs, by these alone, with a probability of 90 % at most.';

async function outsideLeaderboard(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const { date_to = closedThrough(base, at.profile.profileId) } = question;
  const { date_from = new Date(Date.parse(date_to) - (OUTSIDE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10) } = question;
  const days = { date_from, date_to };
  const answer = await attributionAnswer({ ...at, params: { ...days, dimension: 'ad', audience: 'outside' } }, base);
  const [model = 'last_non_direct'] = answer.meta.models;
  const ads = answer.data.rows
    .filter(isAd)
    .map((row): Sold => ({ name: row.label, spend: Number(row.spend), sales: Number(row.models[model]?.conversions ?? 0) }))
    .sort(byWorst);
  const [spend, sales] = ads.reduce(([money, sold], ad) => [money + ad.spend, sold + ad.sales], [0, 0]);
  const headline: Headline = [
    { name: 'Spend', unit: 'money', value: spend.toFixed(2) },
    { name: 'Sales', unit: 'credit', value: sales > 0 ? String(sales) : null },
  ];
  const few = { unit: 'count', value: null, withheld: 'few_people' } as const;
  const [spent, sold] = headline;
  const blocks: Block[] = [
    {
      kind: 'figures',
      figures: [
        ...(spent ? [spent] : []),
        ...(sold ? [sales > 0 ? sold : { ...sold, withheld: 'few_people' as const }] : []),
        { name: 'Proven', ...few },
        { name: 'Winners', ...few },
      ],
    },
    outsideTable(ads),
  ];
  const report = { ...answer, warnings: [...(answer.warnings ?? []), { code: 'few_people', message: NOTE }] };
  return { ...shown([report], { goal: answer.meta.goal, model, blocks }, headline), days };
}

/** Not what is of no ad, or of several that are folded together. */
const isAd = ({ key, spend }: Row): boolean => Number(spend ?? 0) > 0 && !key.startsWith('(');

const byWorst = (a: Sold, b: Sold): number => {
  const [one, other] = [atWorst(a), atWorst(b)];
  return one === other ? b.spend - a.spend : one < other ? -1 : 1;
};

const atWorst = ({ spend, sales }: Sold): number => (sales > 0 ? spend / leastOf(sales) : Number.POSITIVE_INFINITY);

/** The mean around which so many sales or more come at random in one of ten cases: the Gamma distribution by Wilson and Hilferty. */
const leastOf = (sales: number): number => sales * Math.max(0, 1 - 1 / (9 * sales) - 1.2816 / (3 * Math.sqrt(sales))) ** 3;

function outsideTable(ads: readonly Sold[]): Block {
  const kept = ads.slice(0, MAX_ROWS);
  return {
    kind: 'table',
    title: 'Ads with sales of at least five people',
    columns: [
      { name: 'Ad', unit: null },
      { name: 'Spend', unit: 'money' },
      { name: 'Sales', unit: 'credit' },
      { name: 'A sale costs at most', unit: 'money' },
    ],
    rows: kept.map(
      ({ name, spend, sales }): Cells =>
        sales > 0 ? [name, spend, sales, (spend / sales).toFixed(2)] : [name, spend, null, null],
    ),
    rows_left_out: Math.max(0, ads.length - MAX_ROWS),
    withheld: kept.flatMap(({ sales }, place) => (sales > 0 ? [] : [place])),
  };
}
