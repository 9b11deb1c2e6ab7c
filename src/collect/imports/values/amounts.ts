// Amounts as statements write them: `1.234,56`, `R$ 15.000`, `(12.50)`, `12.50-`, `-$1,000`. Exact decimal text comes out. Which
// sign is the decimal one is found over the whole file; a value that would have to be guessed is refused.
import { decimalOfNumber, trimmedDecimal } from '../../../base/kit/decimals.ts';
import { readSeed } from '../../../base/kit/seeds.ts';
import { NUMBER_MARK } from '../../../base/rows/workbook/cells.ts';
import { readDecimalText } from '../../events/pure.ts';

export type DecimalSign = '.' | ',';
export type ReadAmount =
  | { amount: string; isNegative: boolean; currency?: string; refused?: never }
  | { refused: string; amount?: never };

/** An amount with the text that may surround it; a stricter pattern could be made to run for ever. */
const LONGEST = 80;

const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  R$: 'BRL',
  US$: 'USD',
  U$S: 'USD',
  'S/': 'PEN',
  Bs: 'BOB',
  AR$: 'ARS',
  MX$: 'MXN',
  CLP$: 'CLP',
  COP$: 'COP',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  NT$: 'TWD',
  S$: 'SGD',
  '₩': 'KRW',
  '₫': 'VND',
  zł: 'PLN',
  '৳': 'BDT',
  '₺': 'TRY',
  '₪': 'ILS',
  '฿': 'THB',
  '₴': 'UAH',
  '₦': 'NGN',
  '₱': 'PHP',
  Kč: 'CZK',
};

/** Signs that several currencies share: an amount may have them, and they say nothing. */
const SHARED_SIGNS = ['$', 'kr', 'kr.'];

let units: ReadonlyMap<string, number> | undefined;

/** Decimals of a currency's minor unit; undefined when there is no such currency. */
export function minorUnitsOf(code: string): number | undefined {
  units ??= new Map(readSeed('currencies').map((row) => [row.code, Number(row.minor_units)]));
  return units.get(code);
}

interface Bare {
  digits: string;
  isNegative: boolean;
  currency?: string;
}

/** The digits and separators, without sign, symbol or code. */
function bareOf(text: string): Bare | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = text
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replaceAll('\u2019', "'")
    .trim();
  const inBrackets = /^\((.*)\)$/.exec(plain);
  let rest = (inBrackets?.[1] ?? plain).trim();
  let isNegative = inBrackets !== null;
  const sign = /^[-\u2212\u2013]|[-\u2212\u2013]$/;
  if (sign.test(rest)) {
    isNegative = true;
    rest = rest.replace(sign, '').trim();
  }
  rest = rest.replace(/^\+/, '').trim();
  const match = /^([^\d.,'\-\u2212]*?)\s*([-\u2212]?)\s*((?:\d|[.,](?=\d))[\d.,' ]*)\s*([^\d]*)$/.exec(rest);
  if (!match) return undefined;
  const [, before = '', inner, digits = '', after = ''] = match;
  if (inner) isNegative = true;
  const currency = currencyOf(before) ?? currencyOf(after);
  const isOnlyCurrency = (part: string): boolean => part === '' || SHARED_SIGNS.includes(part) || currencyOf(part) !== undefined;
  if (!isOnlyCurrency(before.trim()) || !isOnlyCurrency(after.trim())) return undefined;
  return { digits: digits.trim(), isNegative, ...(currency === undefined ? {} : { currency }) };
}

/** Has an amount a sign that several currencies share, and nothing else that names one? */
export const hasSharedSign = (text: string): boolean => /^[^A-Za-z\d]*\$/.test(text.trim()) || /\bkr\b/i.test(text);

/** The currency of a code or of a sign that only one has. */
export const currencyOfSign = (text: string): string | undefined => currencyOf(text);

function currencyOf(text: string): string | undefined {
  const part = text.trim();
  if (part === '') return undefined;
  const existing = SYMBOLS[part];
  if (existing !== undefined) return existing;
  const code = /^([A-Za-z]{3})\s*\$?$/.exec(part)?.[1]?.toUpperCase();
  return code !== undefined && minorUnitsOf(code) !== undefined ? code : undefined;
}

/**
 * The decimal sign according to one value: two different separators, or one that groups of three do not explain. `15.000` and
 * `1,234` say nothing.
 */
export function decimalEvidence(text: string): DecimalSign | undefined {
  if (text.startsWith(NUMBER_MARK)) return undefined;
  const digits = bareOf(text)?.digits;
  if (digits === undefined) return undefined;
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const sign = point >= 0 ? '.' : ',';
  const parts = digits.split(sign);
  if (parts.length === 1) return undefined;
  const other = sign === '.' ? ',' : '.';
  // 1.234.567: a sign that comes twice groups.
  if (parts.length > 2) return other;
  return (parts[1] as string).length === 3 && (parts[0] as string).length <= 3 && !/^0/.test(parts[0] as string)
    ? undefined
    : sign;
}

/**
 * Exact decimal text of an amount.
 * @param decimal The sign before the decimals in this file.
 * @param minorUnits Decimals of the row's currency: `15.000` is fifteen only where there are three.
 */
export function readStatementAmount(text: string, decimal: DecimalSign, minorUnits = 2): ReadAmount {
  if (text.startsWith(NUMBER_MARK)) return ofNumber(text.slice(1));
  const bare = bareOf(text);
  if (!bare) return { refused: 'is no amount' };
  const group = decimal === '.' ? ',' : '.';
  const parts = bare.digits.split(decimal);
  if (parts.length > 2) return { refused: `has the decimal sign "${decimal}" more than once` };
  const [whole = '', decimals = ''] = parts as [string, string?];
  if (/[.,' ]/.test(decimals)) return { refused: `has "${group}" after the decimal sign "${decimal}"` };
  if (decimals.length === 3 && minorUnits !== 3 && decimalEvidence(text) === undefined)
    return { refused: `may be ${whole} or ${whole}${decimals}: the rest of the file has the decimal sign "${decimal}"` };
  // 1,00,000 groups as in India; a group of one or two digits at the end is a decimal sign that this file does not use.
  const groups = whole.split(/[.,' ]/);
  if (
    groups.length > 1 &&
    (/^0/.test(whole) || groups.at(-1)?.length !== 3 || groups.slice(1, -1).some(({ length }) => length !== 3 && length !== 2))
  )
    return { refused: `is not written with the decimal sign "${decimal}" as the rest of the file` };
  return finished(groups.join(''), decimals, bare.isNegative, bare.currency);
}

/** A cell's own number, with a point and perhaps a power of ten. */
function ofNumber(text: string): ReadAmount {
  const value = Number(text);
  const { amount, refused } = readDecimalText(decimalOfNumber(Math.abs(value)) ?? '');
  return refused === undefined ? { amount: trimmedDecimal(amount), isNegative: value < 0 } : { refused };
}

function finished(whole: string, decimals: string, isNegative: boolean, currency?: string): ReadAmount {
  const { amount, refused } = readDecimalText(decimals === '' ? whole : `${whole || '0'}.${decimals}`);
  if (refused !== undefined) return { refused };
  return { amount: trimmedDecimal(amount), isNegative, ...(currency === undefined ? {} : { currency }) };
}
