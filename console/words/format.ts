// Formats of numbers, money, days and durations, everywhere in the workbench. Decimal strings are written as they are, never as floats.

type Written = number | Intl.StringNumericLiteral;

const numbers = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const whole = numbers(0);
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const signedTenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
const hundredths = numbers(2);
const oneDigit = numbers(1);

export const count = (value: number | string): string => whole.format(value as Written);
/** Shares of conversions are fractions; a tenth is as fine as anybody reads. */
export const credit = (value: number | string): string => tenths.format(value as Written);
/** A difference of counts, with its sign. */
export const signedCredit = (value: number | string): string => signedTenths.format(value as Written);
export const ratio = (value: number): string => hundredths.format(value);
export const percent = (value: number): string => `${oneDigit.format(value)} %`;

/** Making one takes longer than a hundred uses of it. */
const moneyFormats = new Map<string, Intl.NumberFormat>();
function moneyFormat(currency: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${currency} ${options.minimumFractionDigits} ${options.maximumFractionDigits} ${options.notation}`;
  const found = moneyFormats.get(key) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options });
  moneyFormats.set(key, found);
  return found;
}

export const money = (value: number | string, currency: string): string => moneyFormat(currency).format(value as Written);

/** A figure that no rate converts; the page's warnings name the currencies. */
export const moneyKnown = (value: number | string | null, currency: string): string =>
  value === null ? 'No exchange rate' : money(value, currency);

/** For scales and bars, where the table has the whole amount: thousands and more with a tenth of them, always or where it is one. */
export function shortMoney(value: number, currency: string, tenths: 'always' | 'where needed' = 'where needed'): string {
  const isSmall = Math.abs(value) < 1_000;
  const digits = { minimumFractionDigits: tenths === 'always' && !isSmall ? 1 : 0, maximumFractionDigits: isSmall ? 0 : 1 };
  return moneyFormat(currency, { notation: 'compact', ...digits }).format(value);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const longDay = (day: string): string => long.format(dateOf(day));
export const shortDay = (day: string): string => short.format(dateOf(day));
export const days = (from: string, to: string): string =>
  from === to ? longDay(from) : long.formatRange(dateOf(from), dateOf(to));

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** The name of a month, e.g. `2026-03`. */
export const monthName = (text: string): string => month.format(dateOf(`${text}-01`));

/** As everywhere: `24 Nov 2026, 18:08`, in the zone that the page names. */
export const moment = (iso: string, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }).format(new Date(iso));

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units, e.g. `7 days 20 hours`. */
export function duration(seconds: number): string {
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  if (at < 0) return '0 seconds';
  let rest = Math.round(seconds);
  const parts = UNITS.slice(at, at + 2).map(([unit, size]) => {
    const value = Math.floor(rest / size);
    rest -= value * size;
    return value === 0 ? '' : `${value} ${unit}${value === 1 ? '' : 's'}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}

export const plural = (value: number, one: string, many: string = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** A sentence of the service in which a line does not end between a number and its sign or currency, nor within a day. */
export const unbroken = (sentence: string): string =>
  sentence
    .replace(/(\d) (%|×|[A-Z]{3}\b)/g, '$1\u00a0$2')
    .replace(/\b(\d{4}-\d{2}-\d{2})\b/g, (day) => longDay(day).replaceAll(' ', '\u00a0'));

/** For a field: the digits of its currency and nothing else, e.g. `278.50`. */
export function plainAmount(value: string, currency: string): string {
  const { maximumFractionDigits: digits = 0 } = moneyFormat(currency).resolvedOptions();
  const [whole = '', part = ''] = value.split('.');
  return digits === 0 && part === '' ? whole : `${whole}.${part.padEnd(digits, '0')}`;
}
