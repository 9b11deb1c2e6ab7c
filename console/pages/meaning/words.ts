// A goal as the form has it, and its parts in words.
import type { Schemas } from '../../api/client.ts';
import { money } from '../../words/format.ts';

export type Change = Schemas['DefinitionChange'];
export type Definition = Schemas['DefinitionListAnswer']['data'][number];

export const COUNTINGS = { every: 'Every outcome', first_per_customer: 'The first of a customer' } as const;
export const FAMILIES = {
  cash: 'Cash: money received',
  pipeline: 'Pipeline: money expected',
  gross: 'Gross: money booked',
} as const;
export const VALUES = { event: 'Its own amount', fixed: 'A fixed amount', none: 'No amount' } as const;

export interface Values {
  key: string;
  /** Nothing of this key is stored yet. */
  isNew: boolean;
  name: string;
  types: string;
  family: keyof typeof FAMILIES;
  counting: keyof typeof COUNTINGS;
  rule: keyof typeof VALUES;
  amount: string;
  currency: string;
  /** Empty: as the profile. */
  window: string;
  isDefault: boolean;
  isActive: boolean;
}

export const valuesOf = (row?: Partial<Definition>): Values => ({
  key: row?.conversion_key ?? '',
  isNew: row === undefined,
  name: row?.name ?? '',
  types: (row?.event_types ?? []).join(', '),
  family: row?.revenue_type ?? 'cash',
  counting: row?.counting ?? 'every',
  rule: row?.value_rule ?? 'event',
  amount: row?.fixed_value ?? '',
  currency: row?.fixed_currency ?? '',
  window: row?.lookback_window_days === null || row?.lookback_window_days === undefined ? '' : String(row.lookback_window_days),
  isDefault: row?.is_default ?? false,
  isActive: row?.is_active ?? true,
});

export const typesOf = (text: string): string[] => text.split(/[\s,]+/).filter((type) => type !== '');

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64);

export function changeOf(values: Values, fallbackCurrency: string): Change {
  const { key, name, types, family, counting, rule, amount, currency, window, isDefault, isActive } = values;
  return {
    conversion_key: key === '' ? keyOf(name) : key,
    name: name.trim(),
    event_types: typesOf(types),
    revenue_type: family,
    counting,
    value_rule: rule,
    ...(rule === 'fixed'
      ? { fixed_value: amount.trim(), fixed_currency: (currency.trim() || fallbackCurrency).toUpperCase() }
      : {}),
    lookback_window_days: window.trim() === '' ? null : Number(window),
    ...(isDefault ? { is_default: true } : {}),
    is_active: isActive,
  };
}

export function worthOf({ value_rule, fixed_value, fixed_currency }: Definition): string {
  if (value_rule === 'fixed' && fixed_value !== null && fixed_currency !== null) return money(fixed_value, fixed_currency);
  return VALUES[value_rule];
}
