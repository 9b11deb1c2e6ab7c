// Changes at ad platforms in words, from the values before and after.
import type { Schemas } from '../api/client.ts';
import { money } from '../words/format.ts';

export type AdWrite = Schemas['AdWrite'];
export type PlannedAdWrite = Schemas['PlannedAdWrite'];
type Value = Schemas['AdWriteValue'];

const STATUSES: Readonly<Record<string, string>> = {
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
  removed: 'Removed',
  other: 'Not delivering',
};

export function valueText({ status, daily_budget: budget }: Value): string {
  if (status !== undefined) return STATUSES[status] ?? status;
  if (budget === undefined) return '–';
  const { amount, minor_units: units, currency } = budget;
  return amount === null ? `${units} smallest units of ${currency} a day` : `${money(amount, currency)} a day`;
}

const KINDS: Readonly<Record<AdWrite['kind'], string>> = {
  pause: 'Paused',
  resume: 'Resumed',
  budget: 'Budget changed',
  url_tags: 'URL parameters set',
  duplicate_and_swap: 'Replaced by a copy',
};
export const doneText = (kind: AdWrite['kind']): string => KINDS[kind];

/** Currencies that Meta counts in whole units, against ISO 4217 or not; its others are in hundredths, even those with three decimals. */
const META_WHOLE = new Set(['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']);

/** Decimals of the platform's smallest unit of a budget. */
export function decimalsOf(platform: string, currency: string): number {
  if (platform === 'meta') return META_WHOLE.has(currency) ? 0 : 2;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits;
}

/** `24.5` as 2450; undefined for what is no amount of the currency. Digits alone are moved, no float is made. */
export function minorUnitsOf(text: string, decimals: number): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || fraction.length > decimals) return undefined;
  const units = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(units) && units > 0 ? units : undefined;
}

/** Writes in an answer that carries them untyped; what has another form is left out. */
export const adWritesIn = (values: unknown): AdWrite[] => (Array.isArray(values) ? values.filter(isAdWrite) : []);

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

const isAdWrite = (value: unknown): value is AdWrite =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['kind'] === 'string' &&
  Object.hasOwn(KINDS, value['kind']) &&
  [value['target'], value['before'], value['after']].every(isObject);
