// One day of an ad account as it is stored: rows checked, rows of one ad added up and sorted, so that equal reports in any order of rows are equal
// texts.
import { ApiError } from '../../base/contract/api-error.ts';
import { isRealDay } from '../../base/contract/formats.ts';
import { textFault } from '../../base/contract/hostile.ts';
import { decimalOfNumber } from '../../base/kit/decimals.ts';
import { storedKey } from '../../base/kit/text-key.ts';
import { roundedAmount } from '../../providers/money.ts';
import { accountForm, readAmount, readCurrency, resolvePlatform, type SpendBody, type SpendRow } from '../events/index.ts';

/** A row as it is sent, or read from a file: nothing is known to be right yet. */
export type SentSpendRow = Partial<Record<keyof SpendRow, unknown>>;

export interface SentSpendDay {
  platform: string;
  account_id: string;
  currency: string;
  day: string;
  rows: readonly SentSpendRow[];
}

const IDS = ['campaign_id', 'adset_id', 'ad_id'] as const;
const NAMES = ['campaign_name', 'adset_name', 'ad_name'] as const;
/** Whole numbers that add up when two rows are of one ad. */
const COUNTS = ['impressions', 'clicks', 'link_clicks', 'video_3s_views', 'thruplays'] as const;
/** Decimals that add up as well. */
const SUMS = ['platform_conversions', 'platform_conversion_value'] as const;
/** Every optional number of a row. */
export const MEASURES = [...COUNTS, 'reach', 'frequency', ...SUMS] as const;
const MAX = { id: 256, name: 500, platform: 64, account: 128, count: 1_000_000_000_000 };
const FIRST_DAY = '2000-01-01';
const DAY_MS = 86_400_000;
const MICROS = 1_000_000n;

const refused = (field: string, reason: string): ApiError => new ApiError('validation_error', `${field}: ${reason}.`);

function textOf(field: string, value: unknown, most: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object') throw refused(field, 'must be text');
  const text = String(value).trim();
  if (text.length > most) throw refused(field, `is longer than ${most} characters`);
  const fault = textFault(text);
  if (fault) throw refused(field, fault);
  return text === '' ? undefined : text;
}

function required(field: string, value: unknown, most: number): string {
  const text = textOf(field, value, most);
  if (text === undefined) throw refused(field, 'is required');
  return text;
}

/** A figure of the platform's own, which is an estimate: a number finer than six decimals is rounded, where money would be refused. */
function decimalOf(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'number' && value >= 0 ? decimalOfNumber(value) : undefined;
  const read = readAmount(text === undefined ? value : roundedAmount(text));
  if (read.refused !== undefined) throw refused(field, read.refused.replace(/; a reversal.*$/, ''));
  return sumOf([read.amount]);
}

function countOf(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 0 || count > MAX.count)
    throw refused(field, 'must be a whole number, not negative');
  return count;
}

/**
 * A row, checked.
 * @param path Put before the field in a refusal, e.g. `days[0].rows[3].`.
 * @throws ApiError `validation_error` naming the field.
 */
export function readSpendRow(sent: SentSpendRow, path = ''): SpendRow {
  const read = readAmount(sent.spend);
  if (read.refused !== undefined) throw refused(`${path}spend`, read.refused.replace(/; a reversal.*$/, ''));
  const row: SpendRow = { spend: read.amount };
  for (const name of IDS) Object.assign(row, values(name, textOf(path + name, sent[name], MAX.id)));
  for (const name of NAMES) Object.assign(row, values(name, textOf(path + name, sent[name], MAX.name)));
  Object.assign(row, values('campaign_key', storedKey(row.campaign_name)));
  for (const name of [...COUNTS, 'reach'] as const) Object.assign(row, values(name, countOf(path + name, sent[name])));
  for (const name of ['frequency', ...SUMS] as const) Object.assign(row, values(name, decimalOf(path + name, sent[name])));
  return row;
}

const values = (name: string, value: unknown): Record<string, unknown> => (value === undefined ? {} : { [name]: value });

const microsOf = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole) * MICROS + BigInt(decimals.padEnd(6, '0'));
};

const textOfMicros = (micros: bigint): string => {
  const decimals = (micros % MICROS).toString().padStart(6, '0').replace(/0+$/, '');
  return `${micros / MICROS}${decimals === '' ? '' : `.${decimals}`}`;
};

/** The exact sum of amounts, without zeros at its end. */
export const sumOf = (amounts: readonly string[]): string =>
  textOfMicros(amounts.reduce((sum, amount) => sum + microsOf(amount), 0n));

/** The subject of a row: its ids, and the name where an id is missing. */
const subjectOf = (row: SpendRow): string =>
  JSON.stringify(
    (
      [
        ['campaign_id', 'campaign_name'],
        ['adset_id', 'adset_name'],
        ['ad_id', 'ad_name'],
      ] as const
    ).flatMap(([id, name]) => [row[id] ?? null, row[id] === undefined ? (row[name] ?? null) : null]),
  );

/** Two rows of one ad as one. People are not added up: they may be the same ones. */
function added({ reach: _a, frequency: _b, ...a }: SpendRow, { reach: _c, frequency: _d, ...b }: SpendRow): SpendRow {
  const counts = COUNTS.flatMap((name) =>
    a[name] === undefined && b[name] === undefined ? [] : [[name, (a[name] ?? 0) + (b[name] ?? 0)]],
  );
  const sums = SUMS.flatMap((name) =>
    a[name] === undefined && b[name] === undefined ? [] : [[name, sumOf([a[name] ?? '0', b[name] ?? '0'])]],
  );
  return { ...a, ...b, spend: sumOf([a.spend, b.spend]), ...Object.fromEntries([...counts, ...sums]) };
}

/**
 * A day of an account as it is kept.
 * @param now Milliseconds since 1970: a day later than the day after tomorrow is a mistake.
 * @throws ApiError `validation_error` naming the field.
 */
export function readSpendDay(sent: SentSpendDay, now: number, path = ''): SpendBody {
  const { platform } = resolvePlatform(required('platform', sent.platform, MAX.platform));
  const account_id = accountForm(platform, required('account_id', sent.account_id, MAX.account));
  const currency = readCurrency(sent.currency);
  if (currency === undefined) throw refused('currency', 'is no ISO 4217 code');
  if (!isRealDay(sent.day)) throw refused(`${path}day`, 'must be a real day, YYYY-MM-DD');
  const lastDay = new Date(now + 2 * DAY_MS).toISOString().slice(0, 10);
  if (sent.day < FIRST_DAY || sent.day > lastDay) throw refused(`${path}day`, `must be between ${FIRST_DAY} and ${lastDay}`);
  const bySubject = new Map<string, SpendRow>();
  sent.rows.forEach((sentRow, index) => {
    const row = readSpendRow(sentRow, `${path}rows[${index}].`);
    const subject = subjectOf(row);
    const before = bySubject.get(subject);
    const sum = before ? added(before, row) : { ...row, spend: sumOf([row.spend]) };
    const read = readAmount(sum.spend);
    if (read.refused !== undefined) throw refused(`${path}rows[${index}].spend`, `with the other rows of its ad ${read.refused}`);
    bySubject.set(subject, sum);
  });
  const rows = [...bySubject].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { platform, account_id, day: sent.day, currency, rows };
}
