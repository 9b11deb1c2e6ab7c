// How the parts and figures of the page are named and written.
import type { Schemas } from '../../api/client.ts';
import { credit, money, shortMoney } from '../../words/format.ts';
import type { Measure, Step } from './question.ts';

export const STEPS: Readonly<Record<Step, string>> = {
  visits: 'Visits',
  mix: 'Mix',
  conversion_rate: 'Conversion rate',
  order_value: 'Order value',
  refunds: 'Refunds',
  without_visits: 'Without visits',
};
export const STEP_NAMES: readonly Step[] = ['visits', 'mix', 'conversion_rate', 'order_value', 'refunds', 'without_visits'];

export const STEP_TEXTS: Readonly<Record<Step, string>> = {
  visits: 'More or fewer visits in all.',
  mix: 'The same number of visits, but more or fewer of them from where a visit is worth more.',
  conversion_rate: 'More or fewer conversions of a visit, within each row.',
  order_value: 'Larger or smaller conversions before refunds, within each row.',
  refunds: 'More or less refunded of a conversion.',
  without_visits: 'Conversions that no touch is known for, or of a row that had no visit in one of the periods.',
};

export interface Words {
  show: (value: string | null) => string;
  short: (value: number) => string;
  change: (value: string) => string;
}

const MINUS = '\u2212';

/** The sign of a change is written as a word is read: before the currency. */
export function wordsOf(measure: Measure, currency: string): Words {
  const isMoney = measure === 'revenue';
  const write = (value: string): string => (isMoney ? money(value, currency) : credit(value));
  return {
    show: (value) => (value === null ? '—' : write(value)),
    short: (value) => (isMoney ? shortMoney(value, currency) : credit(value)),
    change: (value) =>
      Number(value) === 0 ? write('0') : `${value.startsWith('-') ? MINUS : '+'}${write(value.replace('-', ''))}`,
  };
}

export const amountOf = (amounts: Schemas['WhyAmounts'], measure: Measure): string | null => amounts[measure];
