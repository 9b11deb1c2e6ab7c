// The leaderboard of a profile's ads as a snapshot. Members get it as it is; readers outside get the ads by the cells that leave sign-in, on closed days whose
// number depends on nobody.
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import type { Leaderboard, LeaderSort } from '../../../base/contract/slice-hooks.ts';
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import { attributionAnswer } from '../attribution.ts';
import { closedThrough } from '../outside/reader.ts';
import { type Answered, type At, type Question, shown } from './answers.ts';
import type { Block, Headline } from './document.ts';

const MAX_ROWS = 100;
const OUTSIDE_DAYS = 28;
const DAY_MS = 86_400_000;
/** Money and shared sales have six at every door. */
const DECIMALS = 6;

type Cells = Extract<Block, { kind: 'table' }>['rows'][number];

/** @param question Without days until the snapshot has its own: those of now. */
export async function leaderboard(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const { profileId } = at.profile;
  const { sort = 'cost' } = question;
  if (at.isOutside) return outsideLeaderboard(at, base, question);
  const found = await hooksOf(base)
    .find((hooks) => hooks.leaderboard)
    ?.leaderboard?.(base, profileId, sort);
  if (!found) throw new ApiError('invalid_state', 'No payment counts as a conversion, so no ad can be compared by its sales.');
  const { version, currency, goal, model, days } = found;
  // There is one leaderboard, that of now: of other days its figures are no later state of the same.
  if (question.date_to !== undefined && (question.date_to !== days.date_to || question.date_from !== days.date_from))
    throw new ApiError('invalid_state', `The leaderboard is now that of ${days.date_from} to ${days.date_to}.`);
  const meta = { version, currency, timezone: profileSettings(base, profileId).timezone };
  const counters = countersOf(found);
  const blocks: Block[] = [{ kind: 'figures', figures: counters }, tableOf(found, sort)];
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

type RateName = Exclude<LeaderSort, 'cost'>;

/** In the words of the page. */
const RATE_NAMES: Readonly<Record<RateName, string>> = {
  hook: '3-second hook',
  hold: 'Hold',
  click: 'Clicks of times shown',
  sale: 'Sales of clicks',
};
const RATES = ['hook', 'hold', 'click', 'sale'] as const satisfies readonly RateName[];

const believedOf = (rate: { shrunk: number } | null): number | null => (rate === null ? null : 100 * rate.shrunk);

const cellsOf = ({ ad_name, ad_id, rates, interval, ...row }: Leaderboard['rows'][number], sort: LeaderSort): Cells => [
  ad_name ?? ad_id,
  row.is_winner ? 'Winner' : row.is_proven ? 'Proven' : 'Unproven',
  row.spend,
  row.attributed_cash_outcomes,
  row.cost_per_cash_outcome,
  interval.low,
  interval.high,
  ...RATES.map((name) => percentOf(rates[name])),
  ...(sort === 'cost' ? [] : [believedOf(rates[sort])]),
];

const titleBy = (sort: LeaderSort): string =>
  sort === 'cost'
    ? 'Ads by the most that a sale costs with a probability of 90 %'
    : `Ads by what is believed of a rate: ${RATE_NAMES[sort]}`;

const tableOf = ({ rows }: Leaderboard, sort: LeaderSort): Block => ({
  kind: 'table',
  title: titleBy(sort),
  columns: [
    { name: 'Ad', unit: null },
    { name: 'Evidence', unit: null },
    { name: 'Spend', unit: 'money' },
    { name: 'Sales', unit: 'credit' },
    { name: 'A sale costs', unit: 'money' },
    { name: 'At least', unit: 'money' },
    { name: 'At most', unit: 'money' },
    ...RATES.map((name) => ({ name: RATE_NAMES[name], unit: 'percent' as const })),
    ...(sort === 'cost' ? [] : [{ name: `${RATE_NAMES[sort]}, believed`, unit: 'percent' as const }]),
  ],
  rows: rows.slice(0, MAX_ROWS).map((row) => cellsOf(row, sort)),
  rows_left_out: Math.max(0, rows.length - MAX_ROWS),
});

type Row = Awaited<ReturnType<typeof attributionAnswer>>['data']['rows'][number];

/** An ad that cost something: the texts of its report. */
interface Sold {
  name: string;
  spend: string;
  /** Of people that may be shown; null: too few. */
  sales: string | null;
  cost: string | null;
}

const NOTE =
  'The sales of an ad are those of days on which at least five people bought after it. Others are left out, so a sale costs at most what is shown. Ads are in the order of what a sale costs, by these alone, with a probability of 90 % at most.';

async function outsideLeaderboard(at: At, base: ReadBase, question: Question): Promise<Answered> {
  if (question.sort !== undefined && question.sort !== 'cost')
    throw new ApiError('validation_error', 'question.sort: readers outside get no rates of ads; leave it out.');
  const { date_to = closedThrough(base, at.profile.profileId) } = question;
  const { date_from = new Date(Date.parse(date_to) - (OUTSIDE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10) } = question;
  const days = { date_from, date_to };
  const answer = await attributionAnswer({ ...at, params: { ...days, dimension: 'ad', audience: 'outside' } }, base);
  const [model = 'last_non_direct'] = answer.meta.models;
  const ads = answer.data.rows
    .filter(isAd)
    .map((row) => soldOf(row, model))
    .sort(byWorst);
  const sales = ads.flatMap((ad) => ad.sales ?? []);
  const headline: Headline = [
    { name: 'Spend', unit: 'money', value: sumOf(ads.map(({ spend }) => spend)) },
    { name: 'Sales', unit: 'credit', value: sales.length > 0 ? sumOf(sales) : null },
  ];
  const few = { unit: 'count', value: null, withheld: 'few_people' } as const;
  const [spent, sold] = headline;
  const blocks: Block[] = [
    {
      kind: 'figures',
      figures: [
        ...(spent ? [spent] : []),
        ...(sold ? [sales.length > 0 ? sold : { ...sold, withheld: 'few_people' as const }] : []),
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

function soldOf({ label, spend, models }: Row, model: string): Sold {
  const { conversions = '0', cost_per_conversion: cost = null } = models[model] ?? {};
  const hasSales = Number(conversions) > 0;
  return { name: label, spend: spend ?? '0', sales: hasSales ? conversions : null, cost: hasSales ? cost : null };
}

const sumOf = (amounts: readonly string[]): string =>
  decimalText(
    amounts.reduce((sum, amount) => sum + unitsOf(amount, DECIMALS), 0n),
    DECIMALS,
  );

const byWorst = (a: Sold, b: Sold): number => {
  const [one, other] = [atWorst(a), atWorst(b)];
  return one === other ? Number(b.spend) - Number(a.spend) : one < other ? -1 : 1;
};

const atWorst = ({ spend, sales }: Sold): number =>
  sales === null ? Number.POSITIVE_INFINITY : Number(spend) / leastOf(Number(sales));

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
    rows: kept.map(({ name, spend, sales, cost }): Cells => [name, spend, sales, cost]),
    rows_left_out: Math.max(0, ads.length - MAX_ROWS),
    withheld: kept.flatMap(({ sales }, place) => (sales === null ? [place] : [])),
  };
}
