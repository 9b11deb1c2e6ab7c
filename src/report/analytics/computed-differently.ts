// What another version of the program moved between two states of knowledge: the differences that were measured when it replaced the figures, in the
// profile's currency of now. They were measured once, at the update, and not for each earlier state.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, roundedQuotient, unitsOf } from '../../base/kit/decimals.ts';
import { prepared } from '../../base/warehouse/statements.ts';
import type { Knowledge } from '../../credit/as-of/index.ts';
import { ask, type Difference, type FigureChange, figureChanges } from '../../credit/pipeline/index.ts';

type Schemas = components['schemas'];
type Measures = Schemas['ChangedFigures'];

export interface FiguresQuestion {
  date_from: string;
  date_to: string;
  goal: string;
  model: string;
}

/** What the new figures have more. */
interface Moved {
  totals: Measures;
  /** By channel; null: what no touch earned. */
  channels: Map<string | null, Measures>;
}

/** Was it served at the earlier point, and replaced by the later one? At the point of the comparison it is both. */
export function isBetween({ seq, decision, changedAt }: FigureChange, from: Knowledge, to: Knowledge): boolean {
  const isAfter = from.requestedAt === null ? from.seq <= seq && from.decision <= decision : from.requestedAt < changedAt;
  const isBefore = to.requestedAt === null ? to.seq >= seq && to.decision >= decision : to.requestedAt >= changedAt;
  return isAfter && isBefore;
}

/** Whether a sum is of the figures that are asked for. */
const isOf = ({ measure, day, goal, model }: Difference, question: FiguresQuestion): boolean =>
  day >= question.date_from &&
  day <= question.date_to &&
  (measure === 'spend' || goal === question.goal) &&
  (measure !== 'credited' || model === question.model);

const NAMES = ['spend', 'revenue', 'outcomes', 'credited_revenue'] as const;
const RATE_DECIMALS = 18;
/** Of money times millionths. */
const MONEY_DECIMALS = 12;

/** What one unit of a currency is worth on a day; undefined without a rate. */
async function ratesOf(base: ReadBase, profileId: string, differences: readonly Difference[]) {
  const days = new Map(differences.map(({ day, currency }) => [`${day} ${currency}`, { day, currency }]));
  const params = { days_listed: JSON.stringify([...days.values()]) };
  const rows = await ask(base, profileId, prepared('warehouse/report/analytics/listed_rates', params, ['of_list']));
  const rates = new Map(rows.map(({ day, currency, rate }) => [`${day} ${currency}`, unitsOf(rate, RATE_DECIMALS)]));
  return ({ day, currency }: Difference): bigint => rates.get(`${day} ${currency}`) ?? 0n;
}

interface Sums {
  weight: bigint;
  money: bigint;
}

/** Undefined where nothing that is asked for was moved. */
async function movedOf(
  base: ReadBase,
  profileId: string,
  changes: readonly FigureChange[],
  question: FiguresQuestion,
): Promise<Moved | undefined> {
  const differences = changes.flatMap((change) => (change.differences ?? []).filter((difference) => isOf(difference, question)));
  if (differences.length === 0) return undefined;
  const rateOf = await ratesOf(base, profileId, differences);
  const sumsOf = (measure: Difference['measure'], channel?: string | null): Sums => {
    const some = differences.filter((each) => each.measure === measure && (channel === undefined || each.channel === channel));
    const money = some.reduce((sum, each) => sum + unitsOf(each.amount, 6) * rateOf(each), 0n);
    return {
      weight: some.reduce((sum, each) => sum + BigInt(each.weight), 0n),
      money: roundedQuotient(money, 10n ** BigInt(RATE_DECIMALS + MONEY_DECIMALS - 6)),
    };
  };
  const names = [...new Set(differences.filter(({ measure }) => measure !== 'converted').map(({ channel }) => channel))];
  const channels = names.map((channel) => ({ channel, spend: sumsOf('spend', channel), earned: sumsOf('credited', channel) }));
  const converted = sumsOf('converted');
  const credited = channels.reduce(
    (sum, { earned }) => ({ weight: sum.weight + earned.weight, money: sum.money + earned.money }),
    { weight: 0n, money: 0n },
  );
  const text = (units: bigint): string => decimalText(units, 6);
  return {
    totals: {
      spend: text(sumsOf('spend').money),
      revenue: text(converted.money),
      outcomes: text(converted.weight),
      credited_revenue: text(credited.money),
    },
    channels: new Map<string | null, Measures>([
      ...channels.map(({ channel, spend, earned }): [string | null, Measures] => [
        channel,
        { spend: text(spend.money), revenue: null, outcomes: text(earned.weight), credited_revenue: text(earned.money) },
      ]),
      [
        null,
        {
          spend: null,
          revenue: null,
          outcomes: text(converted.weight - credited.weight),
          credited_revenue: text(converted.money - credited.money),
        },
      ],
    ]),
  };
}

/** A channel without a row earned nothing. */
export const nothing: Measures = { spend: null, revenue: null, outcomes: '0', credited_revenue: '0' };

/** What was shown before the move. A figure that was not known and has not moved stays unknown. */
const unmoved = (now: Measures, moved: Measures | undefined): Measures =>
  ({
    ...now,
    ...Object.fromEntries(
      NAMES.filter((name) => moved !== undefined && (moved[name] ?? '0') !== '0').map((name) => [
        name,
        decimalText(unitsOf(now[name] ?? '0', 6) - unitsOf(moved?.[name] ?? '0', 6), 6),
      ]),
    ),
  }) satisfies Measures;

/** Figures as they were served, before other code computed them. */
export async function servedFigures<State extends Moved>(
  base: ReadBase,
  profileId: string,
  changes: readonly FigureChange[],
  state: State,
  question: FiguresQuestion,
): Promise<State> {
  const moved = await movedOf(base, profileId, changes, question);
  if (!moved) return state;
  const names = new Set([...state.channels.keys(), ...moved.channels.keys()]);
  return {
    ...state,
    totals: unmoved(state.totals, moved.totals),
    channels: new Map([...names].map((name) => [name, unmoved(state.channels.get(name) ?? nothing, moved.channels.get(name))])),
  };
}

/** As the answer of `GET /attribution/changes` lists them. */
export const listedChanges = (changes: readonly FigureChange[]) =>
  changes.map(({ changedAt, fromVersion, toVersion, differences }) => ({
    changed_at: new Date(changedAt).toISOString(),
    from_version: fromVersion,
    to_version: toVersion,
    is_compared: differences !== null,
  }));

const SAID_FOR_MS = 30 * 86_400_000;

interface Said {
  sentence: string;
  since: string;
}

/** What a reader of these days should know, for 30 days after the update; undefined where nothing of them is computed differently. */
export async function computedDifferently(
  base: ReadBase,
  profileId: string,
  question: FiguresQuestion & { currency: string },
): Promise<Said | undefined> {
  const recent = (await figureChanges(base, profileId)).filter(({ changedAt }) => changedAt > base.clock.now() - SAID_FOR_MS);
  const concerns = ({ differences }: FigureChange): boolean => differences === null || differences.some(isOfAnyModel(question));
  const changes = recent.filter(concerns);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return undefined;
  const versions = `Version ${last.toVersion} computes these days otherwise than ${first.fromVersion ?? 'the version before'}`;
  const found = changes.flatMap(({ differences }) => (differences ?? []).filter(isOfAnyModel(question)));
  const moved = await movedOf(base, profileId, changes, question);
  const unknown = changes.every(({ differences }) => differences !== null)
    ? []
    : ['what else differs is unknown, as figures of before could not be read'];
  const parts = [
    ...daysText(found),
    ...(moved ? movedTexts(moved.totals, question.currency) : []),
    ...creditText(found),
    ...unknown,
  ];
  return { sentence: `${versions}: ${parts.join('; ')}.`, since: new Date(first.changedAt).toISOString() };
}

const isOfAnyModel =
  (question: FiguresQuestion) =>
  (difference: Difference): boolean =>
    isOf(difference, { ...question, model: difference.model ?? question.model });

function daysText(found: readonly Difference[]): string[] {
  const days = [...new Set(found.map(({ day }) => day))].sort();
  if (days.length === 0) return [];
  return [days.length === 1 ? `${days[0]}` : `${days.length} days from ${days[0]} to ${days.at(-1)}`];
}

function movedTexts(moved: Measures, currency: string): string[] {
  const texts = [
    { name: 'revenue', value: moved.revenue, unit: ` ${currency}` },
    { name: 'conversions', value: moved.outcomes, unit: '' },
    { name: 'spend', value: moved.spend, unit: ` ${currency}` },
  ];
  return texts.flatMap(({ name, value, unit }) =>
    value === null || value === '0' ? [] : [`${name} ${value.startsWith('-') ? '−' : '+'}${value.replace('-', '')}${unit}`],
  );
}

function creditText(found: readonly Difference[]): string[] {
  const channels = [...new Set(found.flatMap(({ measure, channel }) => (measure === 'credited' ? (channel ?? []) : [])))].sort();
  return channels.length === 0 ? [] : [`credit of ${channels.join(', ')}`];
}
