// Likely causes of a day that a rule names, and the money that is concerned: revenue against what is usual, as visitors × outcomes per visitor × revenue
// per outcome, whose parts add up to the difference; the channels that differ most; and what else was wrong at the time.
import type { ReadBase } from '../../../base/base.ts';
import { channelRevenue } from '../../../report/analytics/index.ts';
import { openProblems, outagesIn } from '../../../report/quality/index.ts';
import { connectionsOf } from '../../connections/index.ts';
import type { Contents, StoredCondition } from '../stored.ts';
import { type Board, plusDays } from './board.ts';
import { decimalOf, moneyText } from './figures.ts';
import { type DayRule, type Hit, seriesOf } from './judge-day.ts';

type Cause = Contents['causes'][number];
type Money = NonNullable<Contents['money']>;

const MAX_CHANNELS = 3;
const DAYS_OF_CHANNELS = 28;

const cents = (value: number): number => Math.round(value * 100) / 100;

interface Sides {
  now: number;
  usual: number;
}

/** A figure of one day, and what is usual; null where one of them is not known. */
function sidesOf(board: Board, figure: 'visitors' | 'outcomes' | 'revenue' | 'spend', day: number, rule: DayRule): Sides | null {
  const { series, usual } = seriesOf(board, figure, rule);
  const [now, expected] = [series[day] ?? null, usual[day] ?? null];
  return now === null || expected === null ? null : { now, usual: expected };
}

/** More or less than usual from one day to another. */
export function moneyOf(board: Board, { from, to }: { from: number; to: number }, rule: DayRule, hit: Hit): Money | null {
  const { currency } = board;
  if (rule.kind === 'pace') return { amount: decimalOf(cents(hit.value - hit.usual)), currency, of: 'spend' };
  const of = hit.figure === 'spend' || hit.figure === 'cost_per_outcome' ? 'spend' : 'revenue';
  const days = Array.from({ length: to - from + 1 }, (_, n) => sidesOf(board, of, from + n, rule)).filter((day) => day !== null);
  if (days.length === 0) return null;
  return { amount: decimalOf(cents(days.reduce((sum, { now, usual }) => sum + now - usual, 0))), currency, of };
}

/** The mean over all orders in which three factors can change, one after the other. */
function partsOf(before: readonly [number, number, number], after: readonly [number, number, number]): number[] {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  const parts = [0, 0, 0];
  for (const order of orders) {
    const at: [number, number, number] = [...before];
    for (const factor of order) {
      const product = at[0] * at[1] * at[2];
      at[factor] = after[factor];
      parts[factor] = (parts[factor] ?? 0) + (at[0] * at[1] * at[2] - product) / orders.length;
    }
  }
  return parts;
}

/** Nothing where a part is not known; of a factor that has no value, that of the other side. Without measured visitors, outcomes are one factor. */
export function factorCauses(visitors: Sides, outcomes: Sides, revenue: Sides, currency: string): Cause[] {
  const hasVisitors = visitors.usual > 0;
  const people: Sides = hasVisitors ? visitors : { now: 1, usual: 1 };
  const rateOf = (side: keyof Sides): number | null => (people[side] > 0 ? outcomes[side] / people[side] : null);
  const worthOf = (side: keyof Sides): number | null => (outcomes[side] > 0 ? revenue[side] / outcomes[side] : null);
  const [rateBefore, worthBefore] = [rateOf('usual'), worthOf('usual')];
  if (rateBefore === null || worthBefore === null || (outcomes.now === 0 && revenue.now !== 0)) return [];
  if (people.now === 0 && outcomes.now > 0) return [];
  const before = [people.usual, rateBefore, worthBefore] as const;
  const after = [people.now, rateOf('now') ?? rateBefore, worthOf('now') ?? worthBefore] as const;
  const [first = 0, second = 0] = partsOf(before, after).map(cents);
  const amounts = [first, second, cents(cents(revenue.now - revenue.usual) - first - second)];
  return (hasVisitors ? FACTORS : [null, OUTCOMES, FACTORS[2]])
    .flatMap((factor, n) => (factor ? [factorCause(factor, amounts[n] ?? 0, currency)] : []))
    .toSorted(bySize);
}

type Factor = readonly [kind: Cause['kind'], less: string, more: string];

const FACTORS: readonly [Factor, Factor, Factor] = [
  ['visitors', 'Fewer visitors', 'More visitors'],
  ['rate', 'A smaller share of visitors bought', 'A larger share of visitors bought'],
  ['value', 'Smaller orders', 'Larger orders'],
];
const OUTCOMES: Factor = ['rate', 'Fewer outcomes', 'More outcomes'];

const factorCause = ([kind, less, more]: Factor, amount: number, currency: string): Cause =>
  causeWith(kind, amount < 0 ? less : more, amount, currency);

const causeWith = (kind: Cause['kind'], text: string, amount: number, currency: string): Cause => ({
  kind,
  amount: decimalOf(amount),
  text: `${text}: ${signed(amount, currency)} of the revenue.`,
});

const signed = (amount: number, currency: string): string =>
  `${amount < 0 ? '\u2212' : '+'}${moneyText(Math.abs(amount), currency)}`;

const bySize = (a: Cause, b: Cause): number => Math.abs(Number(b.amount)) - Math.abs(Number(a.amount));

/** The channels whose revenue of a day differs most from their part of the weeks before. */
async function channelCauses(
  base: ReadBase,
  profileId: string,
  day: string,
  { usual }: Sides,
  currency: string,
): Promise<Cause[]> {
  const [now, before] = await Promise.all([
    channelRevenue(base, profileId, { date_from: day, date_to: day }),
    channelRevenue(base, profileId, { date_from: plusDays(day, -DAYS_OF_CHANNELS), date_to: plusDays(day, -1) }),
  ]);
  const all = [...before.values()].reduce((sum, revenue) => sum + Number(revenue ?? 0), 0);
  if (all <= 0) return [];
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((channel) => {
      const expected = (Number(before.get(channel) ?? 0) / all) * usual;
      return causeWith('channel', channel, cents(Number(now.get(channel) ?? 0) - expected), currency);
    })
    .filter(({ amount }) => Math.abs(Number(amount)) >= 0.1 * usual)
    .toSorted(bySize)
    .slice(0, MAX_CHANNELS);
}

const hasFilters = ({ channel, source, medium, campaign }: StoredCondition): boolean =>
  [channel, source, medium, campaign].some((each) => each !== undefined);

export async function causesOf(base: ReadBase, profileId: string, board: Board, day: number, rule: DayRule): Promise<Cause[]> {
  const on = board.rows[day]?.date_from ?? '';
  const around = circumstances(base, profileId, { date_from: on, date_to: on });
  if (rule.kind === 'pace') return around;
  const [visitors, outcomes, revenue] = (['visitors', 'outcomes', 'revenue'] as const).map((figure) =>
    sidesOf(board, figure, day, rule),
  );
  if (!revenue) return around;
  const factors = visitors && outcomes ? factorCauses(visitors, outcomes, revenue, board.currency) : [];
  const channels = hasFilters(rule.condition) ? [] : await channelCauses(base, profileId, on, revenue, board.currency);
  return [...factors, ...channels, ...around];
}

/** Outages of the days, and what needs a person now. */
export function circumstances(base: ReadBase, profileId: string, days: { date_from: string; date_to: string }): Cause[] {
  const outages = outagesIn(base, profileId, days).map(({ sender, from, to, events, usual }): Cause => {
    const span = to === null ? `since ${from}` : `from ${from} to ${to}`;
    return { kind: 'outage', text: `${sender} sent ${events} events ${span}, where ${usual} are usual.`, amount: null };
  });
  const findings = openProblems(base, profileId).map(
    ({ name }): Cause => ({ kind: 'finding', text: `The finding ${name} of data quality is a problem.`, amount: null }),
  );
  const connections = connectionsOf(base, profileId)
    .filter(({ status }) => status === 'reconnect_required' || status === 'needs_action')
    .map(
      ({ provider }): Cause => ({ kind: 'connection', text: `The connection to ${provider.name} needs a person.`, amount: null }),
    );
  return [...outages, ...findings, ...connections];
}
