// Formats of the figures of a shared report, by their unit.
import { count, credit, money, percent, ratio, shortMoney } from '../words/format.ts';
import type { Unit, Value, Withheld } from './document.ts';

export function written(value: Value, unit: Unit | null, currency: string): string {
  if (value === null) return '—';
  if (unit === null) return String(value);
  if (unit === 'money') return money(value, currency);
  if (unit === 'count') return count(value);
  if (unit === 'credit') return credit(value);
  return unit === 'ratio' ? ratio(Number(value)) : percent(Number(value));
}

export const formatOf =
  (unit: Unit, currency: string) =>
  (value: number): string =>
    written(value, unit, currency);

/** On axes. */
export const shortOf =
  (unit: Unit, currency: string) =>
  (value: number): string =>
    unit === 'money' ? shortMoney(value, currency) : written(value, unit, currency);

/** Why readers outside are not shown a figure. */
export const REASONS: Readonly<Record<Withheld, string>> = {
  few_people: 'fewer than 5 people',
  days_open: 'no day is closed yet',
  settings_changed: 'settings of the profile have changed since these days were published',
  different_people: 'people who come again cannot be counted over periods without showing single ones',
};
