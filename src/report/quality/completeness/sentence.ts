// How complete the figures of a range are, in one sentence: the same on every door.
import type { Outside, Sums } from './sums.ts';

/** An amount as people write it, rounded to the currency's smallest unit. */
const moneyText = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount));

type Beside = Sums['beside'][number];

function besideText({ currency, entries, refunds, amount }: Beside, one: string, many: string): string {
  if (refunds > 0 && refunds === entries)
    return `${entries} ${entries === 1 ? 'refund' : 'refunds'} of ${moneyText(amount.replace('-', ''), currency)} without a rate`;
  const what = refunds === 0 ? (entries === 1 ? one : many) : `${many} and refunds`;
  return `${entries} ${what} of ${moneyText(amount, currency)} without a rate`;
}

/** With money that has to be taken off, known may be below counted: then each part is named, so that they add up. */
function countedText({ counted, known }: Sums, { all: { more, less }, hasRefused }: Outside, currency: string): string {
  const text = (amount: string): string => moneyText(amount, currency);
  if (less === '0') return `Counted ${text(counted)} of ${text(known)} known`;
  const added = more === '0' ? '' : `${text(more)} is not counted and `;
  const what = hasRefused ? 'refunds and corrections' : 'refunds';
  return `Counted ${text(counted)}; known is ${text(known)}, as ${added}${what} of ${text(less)} are not taken off`;
}

function closedTexts({ closed: { more, less } }: Outside, currency: string): string[] {
  const text = (amount: string): string => moneyText(amount, currency);
  return [
    ...(more === '0' ? [] : [`${text(more)} of it was decided to be none of its conversions`]),
    ...(less === '0' ? [] : [`of what is not taken off, ${text(less)} was decided to be none of its conversions`]),
  ];
}

const listText = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/**
 * E.g. "Counted €739.72 of €1,204.10 known; beside it 8 payments of £310.00 without a rate.", or with a refund whose sale was never sent
 * "Counted €100.00; known is €80.00, as refunds of €20.00 are not taken off."
 */
export function sentenceOf(sums: Sums, outside: Outside, currency: string): string {
  const { beside, maybe_twice, spend } = sums;
  const texts = [countedText(sums, outside, currency), ...closedTexts(outside, currency)];
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
