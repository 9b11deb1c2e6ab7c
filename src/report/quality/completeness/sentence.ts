// How complete the figures of a range are, in one sentence: the same on every door.
import type { Sums } from './sums.ts';

/** An amount as people write it, rounded to the currency's smallest unit. */
const moneyText = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount));

type Beside = Sums['beside'][number];

function besideText({ currency, entries, refunds, amount }: Beside, one: string, many: string): string {
  const what = refunds === 0 ? (entries === 1 ? one : many) : refunds === entries ? 'refunds' : `${many} and refunds`;
  return `${entries} ${what} of ${moneyText(amount, currency)} without a rate`;
}

const listText = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/** E.g. "Counted €739.72 of €1,204.10 known; beside it 8 payments of £310.00 without a rate." */
export function sentenceOf(sums: Sums, currency: string): string {
  const { counted, known, closed, beside, maybe_twice, spend } = sums;
  const texts = [`Counted ${moneyText(counted, currency)} of ${moneyText(known, currency)} known`];
  if (closed !== '0') texts.push(`${moneyText(closed, currency)} of it was decided to be none of its conversions`);
  if (beside.length > 0) texts.push(`beside it ${listText(beside.map((each) => besideText(each, 'payment', 'payments')))}`);
  if (spend.beside.length > 0)
    texts.push(`${listText(spend.beside.map((each) => besideText(each, 'row of spend', 'rows of spend')))}`);
  if (maybe_twice.entries > 0) {
    const twice = [
      ...(maybe_twice.amount === '0' ? [] : [moneyText(maybe_twice.amount, currency)]),
      ...maybe_twice.beside.map((each) => moneyText(each.amount, each.currency)),
    ];
    texts.push(`${listText(twice)} may be counted twice`);
  }
  return `${texts.join('; ')}.`;
}
