// Sums of a range's money: per currency what is counted and what is not, and of all that has a rate how much is known. Currencies without a rate stand beside
// it in their own money and are never added.
import { decimalText, ratio } from '../../../base/kit/decimals.ts';
import { CONTAINED_REASONS, type MoneyPart, OUTSIDE_REASONS } from './parts.ts';

const textOf = (units: bigint): string => decimalText(units, 6);
const sumOf = (parts: readonly MoneyPart[], unitsOf: (part: MoneyPart) => bigint): bigint =>
  parts.reduce((sum, part) => sum + unitsOf(part), 0n);
const own = ({ own: units }: MoneyPart): bigint => units;
const priced = ({ amount }: MoneyPart): bigint => amount ?? 0n;
const entriesOf = (parts: readonly MoneyPart[]): number => parts.reduce((sum, { entries }) => sum + entries, 0);
const refundsOf = (parts: readonly MoneyPart[]): number => parts.reduce((sum, { refunds }) => sum + refunds, 0);

const OUTSIDE: ReadonlySet<string> = new Set(OUTSIDE_REASONS);
const CONTAINED: ReadonlySet<string> = new Set(CONTAINED_REASONS);
/** Known, and in no figure. */
export const isOutside = ({ reason }: Pick<MoneyPart, 'reason'>): boolean => OUTSIDE.has(reason);
export const isContained = ({ reason }: Pick<MoneyPart, 'reason'>): boolean => CONTAINED.has(reason);
const isUnpriced = ({ amount }: MoneyPart): boolean => amount === null;

/** Money without a rate, by currency. */
export const besideOf = (parts: readonly MoneyPart[]) =>
  [...Map.groupBy(parts.filter(isUnpriced), ({ currency }) => currency)]
    .map(([currency, mine]) => ({
      currency,
      entries: entriesOf(mine),
      refunds: refundsOf(mine),
      amount: textOf(sumOf(mine, own)),
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));

/** Sums of parts: the number of entries, the amount in the profile's currency, and other currencies in their own. */
export const totalOf = (parts: readonly MoneyPart[]) => ({
  entries: entriesOf(parts),
  refunds: refundsOf(parts),
  amount: textOf(sumOf(parts, priced)),
  beside: besideOf(parts),
});

const notCounted = (parts: readonly MoneyPart[]) =>
  OUTSIDE_REASONS.flatMap((reason) => {
    const mine = parts.filter((part) => part.reason === reason);
    return mine.length === 0 ? [] : [{ reason, entries: entriesOf(mine), amount: textOf(sumOf(mine, own)) }];
  });

/** Each currency in its own money: `known` is the same before and after each cure. */
export const currenciesOf = (cash: readonly MoneyPart[]) =>
  [...Map.groupBy(cash, ({ currency }) => currency)]
    .map(([currency, parts]) => {
      const counted = parts.filter(({ reason }) => reason === 'counted');
      const outside = parts.filter(isOutside);
      const twice = parts.filter(({ reason }) => reason === 'maybe_twice');
      return {
        currency,
        has_rate: !parts.some(isUnpriced),
        counted: textOf(sumOf(counted, own)),
        not_counted: notCounted(parts),
        known: textOf(sumOf(counted, own) + sumOf(outside, own)),
        maybe_twice: { entries: entriesOf(twice), amount: textOf(sumOf(twice, own)) },
      };
    })
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));

/** How much of the cash that has a rate is counted; null where nothing is known. */
function shareOf(counted: bigint, outside: readonly MoneyPart[]): number | null {
  // Of a refund without effect as of a sale without a goal, the amount is what is outside.
  const missing = sumOf(outside, (part) => (priced(part) < 0n ? -priced(part) : priced(part)));
  return counted <= 0n ? (missing > 0n ? 0 : null) : ratio(counted, counted + missing, 4);
}

/** @param isClosed Of parts outside: a person decided that they need no cure. */
export function sumsOf(parts: readonly MoneyPart[], isClosed: (part: MoneyPart) => boolean) {
  const cash = parts.filter(({ kind }) => kind === 'cash');
  const spend = parts.filter(({ kind, reason }) => kind === 'spend' && reason !== 'unknown_platform');
  const counted = sumOf(
    cash.filter(({ reason }) => reason === 'counted'),
    priced,
  );
  const outside = cash.filter(isOutside);
  const closed = outside.filter(isClosed);
  const open = outside.filter((part) => !isClosed(part));
  const openSpend = spend.filter((part) => isOutside(part) && !isClosed(part));
  return {
    counted: textOf(counted),
    not_counted: textOf(sumOf(outside, priced)),
    closed: textOf(sumOf(closed, priced)),
    known: textOf(counted + sumOf(outside, priced)),
    share: shareOf(counted, open),
    is_complete: open.length + openSpend.length === 0,
    beside: besideOf(open),
    maybe_twice: totalOf(cash.filter(({ reason }) => reason === 'maybe_twice')),
    spend: { counted: textOf(sumOf(spend, priced)), beside: besideOf(openSpend) },
    currencies: currenciesOf(cash),
  };
}

export type Sums = ReturnType<typeof sumsOf>;

/** Of a reason and subject that is above or below 0 as a whole. */
const splitBySign = (parts: readonly MoneyPart[]) => {
  const sums = [...Map.groupBy(parts, ({ reason, subject }) => JSON.stringify([reason, subject])).values()].map((mine) =>
    sumOf(mine, priced),
  );
  const sumBy = (isMeant: (units: bigint) => boolean): bigint => sums.filter(isMeant).reduce((sum, units) => sum + units, 0n);
  return { more: textOf(sumBy((units) => units > 0n)), less: textOf(-sumBy((units) => units < 0n)) };
};

/** What figures would have more of, and what they would take off: both above 0, so that the one does not hide the other. */
export function outsideOf(parts: readonly MoneyPart[], isClosed: (part: MoneyPart) => boolean) {
  const outside = parts.filter((part) => part.kind === 'cash' && isOutside(part));
  return {
    all: splitBySign(outside),
    closed: splitBySign(outside.filter(isClosed)),
    /** A smaller amount of a known sale, which was refused, is taken off like a refund. */
    hasRefused: outside.some(({ reason, amount }) => reason === 'refused' && amount !== null && amount < 0n),
  };
}

export type Outside = ReturnType<typeof outsideOf>;
