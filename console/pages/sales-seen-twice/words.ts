// Reports of sales, and why two are a pair, in words.
import { money } from '../../words/format.ts';
import type { Report, SalePair } from './here.ts';

const REASONS = {
  same_person: 'One person paid the same amount twice within a short time',
  same_order: 'Both name one order number',
  same_payment: 'Both name one payment id, under event types of different goals',
  same_moment: 'The same amount within ten minutes, and one of the two does not say who paid',
  decided: 'Decided by hand',
} as const;

export const reasonText = ({ reason }: SalePair): string => REASONS[reason];

/** E.g. `shopify and stripe`; one name where both are of one system. */
export const systemsOf = ({ payments }: SalePair): string => [...new Set(payments.map(({ system }) => system))].join(' and ');

/** What may be counted twice: the lesser of two amounts of one currency, and both of two. */
export function amountOf({ payments, is_same_money }: SalePair): string {
  const texts = payments.map(({ amount, currency }) => money(amount, currency));
  return is_same_money ? (texts[0] ?? '') : texts.join(' and ');
}

export const payerText = ({ payer }: Report): string => payer?.name ?? payer?.email ?? 'Without a name';
