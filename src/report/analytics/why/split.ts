// How the difference of a row is divided among the factors of its money: visits × conversions per visit × value per conversion. Each factor gets
// the mean of what it changes over all orders in which factors can change (the Shapley value), so the parts add up to the difference, and
// neither period comes first. The part of visits is divided once more, into all visits and the row's share of them (mix).
import {
  compareFractions,
  type Expression,
  flooredMicros,
  isZero,
  minus,
  NOTHING,
  number,
  over,
  plus,
  times,
} from './expression.ts';

export const STEPS = ['visits', 'mix', 'conversion_rate', 'order_value', 'refunds', 'without_visits'] as const;
export type Step = (typeof STEPS)[number];
export type Split = Record<Step, Expression>;

/** One period of a row. Money is after refunds; without money, conversions themselves are what is divided. */
export interface Side {
  visits: Expression;
  conversions: Expression;
  money: { revenue: Expression; refunded: Expression } | null;
}

interface Periods<Of> {
  before: Of;
  after: Of;
}

const TWO = number(2n);
const SIX = number(6n);
const ONE = number(1n);

const NO_STEPS: Split = {
  visits: NOTHING,
  mix: NOTHING,
  conversion_rate: NOTHING,
  order_value: NOTHING,
  refunds: NOTHING,
  without_visits: NOTHING,
};

/** In both periods; what has no divisor in one of them is as in the other, so that nothing is said to have changed it. */
function inBoth(sides: Periods<Side>, isKnown: (side: Side) => boolean, of: (side: Side) => Expression): Periods<Expression> {
  const { before, after } = sides;
  const [then, now] = [isKnown(before), isKnown(after)];
  if (!then && !now) return { before: NOTHING, after: NOTHING };
  return { before: of(then ? before : after), after: of(now ? after : before) };
}

const hasVisits = ({ visits }: Side): boolean => !isZero(visits);
const hasConversions = ({ conversions }: Side): boolean => !isZero(conversions);

/** What a factor is multiplied by, while two others change before it, after it, or one of each. */
const meanOf = (a: Periods<Expression>, b: Periods<Expression>): Expression =>
  over(
    plus(
      plus(plus(times(times(TWO, a.before), b.before), times(a.before, b.after)), times(a.after, b.before)),
      times(times(TWO, a.after), b.after),
    ),
    SIX,
  );

const change = ({ before, after }: Periods<Expression>): Expression => minus(after, before);
const middle = ({ before, after }: Periods<Expression>): Expression => over(plus(before, after), TWO);

/** The value of a conversion: after refunds, before them, and the refunds. */
interface Worth {
  net: Periods<Expression>;
  gross: Periods<Expression>;
  refunds: Periods<Expression>;
}

function worthOf(sides: Periods<Side>): Worth | null {
  if (sides.before.money === null) return null;
  const each = (of: (money: NonNullable<Side['money']>) => Expression): Periods<Expression> =>
    inBoth(sides, hasConversions, ({ money, conversions }) => (money === null ? NOTHING : over(of(money), conversions)));
  return {
    net: each(({ revenue }) => revenue),
    gross: each(({ revenue, refunded }) => plus(revenue, refunded)),
    refunds: each(({ refunded }) => refunded),
  };
}

const UNIT: Periods<Expression> = { before: ONE, after: ONE };

/** The parts of a row's difference. `all` are the visits of all rows. */
export function splitOf(sides: Periods<Side>, all: Periods<Expression>): Split {
  const { before, after } = sides;
  if (!hasConversions(before) && !hasConversions(after)) return NO_STEPS;
  const isVisited = [before, after].every((side) => hasVisits(side) || !hasConversions(side));
  return isVisited ? visitedSplit(sides, all) : unvisitedSplit(sides);
}

function visitedSplit(sides: Periods<Side>, all: Periods<Expression>): Split {
  const worth = worthOf(sides);
  const net = worth?.net ?? UNIT;
  const visits = { before: sides.before.visits, after: sides.after.visits };
  const rate = inBoth(sides, hasVisits, (side) => over(side.conversions, side.visits));
  const share = sharesOf(visits, all);
  const perVisit = meanOf(rate, net);
  const perValue = meanOf(visits, rate);
  return {
    visits: times(times(change(all), middle(share)), perVisit),
    mix: times(times(middle(all), change(share)), perVisit),
    conversion_rate: times(change(rate), meanOf(visits, net)),
    order_value: worth === null ? NOTHING : times(change(worth.gross), perValue),
    refunds: worth === null ? NOTHING : times(minus(worth.refunds.before, worth.refunds.after), perValue),
    without_visits: NOTHING,
  };
}

/** A period without any visit has no shares: those of the other are taken, so that the change is one of all visits. */
function sharesOf(visits: Periods<Expression>, all: Periods<Expression>): Periods<Expression> {
  const before = isZero(all.before) ? null : over(visits.before, all.before);
  const after = isZero(all.after) ? null : over(visits.after, all.after);
  return { before: before ?? after ?? NOTHING, after: after ?? before ?? NOTHING };
}

/** Conversions of a period in which the row had no visit cannot be conversions per visit: their number is a part of its own. */
function unvisitedSplit(sides: Periods<Side>): Split {
  const worth = worthOf(sides);
  const conversions = { before: sides.before.conversions, after: sides.after.conversions };
  if (worth === null) return { ...NO_STEPS, without_visits: change(conversions) };
  return {
    ...NO_STEPS,
    without_visits: times(change(conversions), middle(worth.net)),
    order_value: times(change(worth.gross), middle(conversions)),
    refunds: times(minus(worth.refunds.before, worth.refunds.after), middle(conversions)),
  };
}

/**
 * The parts in units of 10^-6, which add up to the difference: each is rounded down, and what is left goes one by one to the parts that lost most,
 * the earlier of equals first.
 */
export function roundedSteps(split: Split, difference: bigint): Record<Step, bigint> {
  const parts = STEPS.map((step, at) => ({ step, at, ...flooredMicros(split[step]) }));
  const left = difference - parts.reduce((sum, { micros }) => sum + micros, 0n);
  const order = [...parts].sort((a, b) => compareFractions(b.rest, a.rest) || a.at - b.at);
  const raised = new Set(order.slice(0, Number(left)).map(({ step }) => step));
  if (left < 0n || left > BigInt(STEPS.length)) throw new RangeError('The parts are not those of the difference.');
  const micros = (step: Step): bigint => (parts.find((part) => part.step === step)?.micros ?? 0n) + (raised.has(step) ? 1n : 0n);
  return {
    visits: micros('visits'),
    mix: micros('mix'),
    conversion_rate: micros('conversion_rate'),
    order_value: micros('order_value'),
    refunds: micros('refunds'),
    without_visits: micros('without_visits'),
  };
}
