// The sentence about a difference: written from its largest parts and from the row that moved most, and from nothing else. Each number of it is a
// figure of the answer.
import type { components } from '../../../base/contract/types.ts';
import { decimalText } from '../../../base/kit/decimals.ts';
import { pointer } from '../receipts/receipt.ts';
import { STEPS, type Step } from './split.ts';
import { amountOf, type Measure, type Table } from './table.ts';

export type Sentence = components['schemas']['WhySentence'];
type Part = Sentence['parts'][number];

/** The words of a part that took something away, and of one that added. */
const WORDS: Readonly<Record<Step, readonly [string, string]>> = {
  visits: ['fewer visits', 'more visits'],
  mix: ['a worse mix of visits', 'a better mix of visits'],
  conversion_rate: ['lower conversion rates', 'higher conversion rates'],
  order_value: ['a lower order value', 'a higher order value'],
  refunds: ['more refunds', 'fewer refunds'],
  without_visits: ['fewer conversions without a visit', 'more conversions without a visit'],
};
const NAMES: Readonly<Record<Measure, string>> = { revenue: 'Revenue', conversions: 'Conversions' };
const SHOWN_STEPS = 3;
/** Rows of what has no name, of which a reader learns nothing. */
const UNNAMED: ReadonlySet<string> = new Set(['(none)', '(unknown)']);

type Write = (micros: bigint) => string;

export function writerOf(measure: Measure, currency: string): Write {
  const format =
    measure === 'revenue'
      ? new Intl.NumberFormat('en-US', { style: 'currency', currency })
      : new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
  return (micros) => format.format(decimalText(micros, 6) as Intl.StringNumericLiteral);
}

const signed =
  (write: Write): Write =>
  (micros) =>
    `${micros < 0n ? '−' : '+'}${write(micros < 0n ? -micros : micros)}`;

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);
const words = (text: string): Part => ({ text, figure: null });

export function sentenceOf(table: Table, currency: string): Sentence {
  const parts = partsOf(table, currency);
  return { text: parts.map(({ text }) => text).join(''), parts };
}

function partsOf(table: Table, currency: string): Part[] {
  const { measure, totals } = table;
  const write = writerOf(measure, currency);
  const change = signed(write);
  const [before, after] = [amountOf(totals.before, measure), amountOf(totals.after, measure)];
  const was = { text: write(before), figure: `/data/totals/before/${measure}` };
  const is = { text: write(after), figure: `/data/totals/after/${measure}` };
  if (totals.difference === 0n && before === 0n) return [words(`There is no ${measure} in either period.`)];
  const steps = largestSteps(table);
  if (steps.length === 0) return [words(`${NAMES[measure]} did not change: `), was, words(' before, '), is, words(' now.')];
  return [
    words(`${NAMES[measure]} went from `),
    was,
    words(' to '),
    is,
    words(' ('),
    { text: change(totals.difference), figure: '/data/totals/difference' },
    words('): '),
    ...joined(
      steps.map((step) => [
        words(`${WORDS[step][totals.steps[step] < 0n ? 0 : 1]} `),
        { text: change(totals.steps[step]), figure: `/data/totals/steps/${step}` },
      ]),
    ),
    ...rowPart(table, change),
    words('.'),
  ];
}

/** The parts of most size. */
const largestSteps = ({ totals }: Table): Step[] =>
  STEPS.filter((step) => totals.steps[step] !== 0n)
    .sort((a, b) => (sizeOf(totals.steps[b]) > sizeOf(totals.steps[a]) ? 1 : -1))
    .slice(0, SHOWN_STEPS);

function joined(lists: readonly Part[][]): Part[] {
  return lists.flatMap((list, at) => {
    const before = at === 0 ? [] : [words(at === lists.length - 1 ? ' and ' : ', ')];
    return [...before, ...list];
  });
}

/** Of the rows that moved the way that the whole did, the one that moved most; a single row is the whole. */
function rowPart({ rows, others, totals }: Table, change: Write): Part[] {
  const isLoss = totals.difference < 0n;
  const at = rows.findIndex(({ key, difference }) => !UNNAMED.has(key) && difference !== 0n && difference < 0n === isLoss);
  const largest = rows[at];
  if (!largest || totals.difference === 0n || (rows.length === 1 && others === null)) return [];
  return [
    words('; most of all in '),
    { text: largest.label, figure: null },
    words(' ('),
    { text: change(largest.difference), figure: pointer('data', 'rows', at, 'difference') },
    words(')'),
  ];
}
