// What goes out beside the value of a call: the headers that belong to the call and not to a connection (limits, deprecation, replay, when to come
// back), and its rows as CSV (RFC 4180, UTF-8), for spreadsheets.
import type { ApiError } from '../base/contract/api-error.ts';
import type { ContractOperation, CsvColumn, Deprecation } from '../base/contract/document.ts';
import type { StreamedFile } from '../base/contract/operation.ts';
import { type Exchange, type Rate, RateExceeded } from './exchange.ts';

export function successHeaders(exchange: Exchange): string[] {
  const { operation, rate, isReplayed, stream, file } = exchange;
  const headers = rate ? rateHeaders(rate) : [];
  if (file) return [...fileHeaders(file), ...headers];
  if (stream) return ['Content-Type', operation.streams as string, ...headers];
  if (isCsvWanted(exchange)) headers.push(...CSV_HEADERS, ...cursorHeaders(exchange.outgoing?.value));
  if (operation.deprecation) headers.push(...deprecationHeaders(operation.deprecation));
  if (isReplayed) headers.push('Idempotency-Replayed', 'true');
  return headers;
}

/** A browser stores it, and neither shows it nor runs anything of it. */
// biome-ignore format: name and value
const fileHeaders = ({ type, name, bytes }: StreamedFile): string[] => [
  'Content-Type', type,
  'Content-Disposition', name === null ? 'attachment' : `attachment; filename*=UTF-8''${encodedName(name)}`,
  'X-Content-Type-Options', 'nosniff',
  'Content-Security-Policy', "default-src 'none'; sandbox",
  ...(bytes === null ? [] : ['Content-Length', String(bytes)]),
];

/** RFC 8187. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** CSV has no place for `pagination`. */
function cursorHeaders(answer: unknown): string[] {
  const { pagination } = Object(answer);
  return typeof pagination?.cursor === 'string' ? ['X-Next-Cursor', pagination.cursor] : [];
}

export function refusalHeaders({ operation, rate }: Exchange, cause: unknown, error: ApiError, now: number): string[] {
  const { status, retryAfterSeconds } = error;
  const counted = cause instanceof RateExceeded ? cause.rate : rate;
  const isLater = status === 429 && retryAfterSeconds !== undefined;
  // The refusing limit may be another than that of the minute, such as a day's allowance: the reset is that of the refusing one.
  const resetAt = isLater ? Math.ceil(now / 1000) + retryAfterSeconds : undefined;
  const headers = counted ? rateHeaders(resetAt === undefined ? counted : { ...counted, resetAt }) : [];
  if (!counted && resetAt !== undefined) headers.push('X-RateLimit-Reset', String(resetAt));
  if (operation.deprecation) headers.push(...deprecationHeaders(operation.deprecation));
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds));
  return headers;
}

// biome-ignore format: name and value
export const rateHeaders = ({ policy, limit, remaining, resetSeconds, resetAt }: Rate): string[] => [
  'RateLimit-Policy', `"${policy}";q=${limit};w=60`,
  'RateLimit', `"${policy}";r=${remaining};t=${resetSeconds}`,
  'X-RateLimit-Reset', String(resetAt),
];

/** RFC 9745 (a structured date), RFC 8594 (an HTTP date) and the way out. */
// biome-ignore format: name and value
const deprecationHeaders = ({ since, sunset, successor }: Deprecation): string[] => [
  'Deprecation', `@${Date.parse(since) / 1000}`,
  'Sunset', new Date(Date.parse(sunset)).toUTCString(),
  'Link', `<${successor}>; rel="successor-version"`,
];

// The rows of an answer as CSV: columns have the names of the JSON, in the contract's order. A text that a spreadsheet would execute as a formula is
// quoted by an apostrophe; numbers stay as they are, exact.

const MIME = 'text/csv';
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

export const CSV_HEADERS: readonly string[] = ['Content-Type', `${MIME}; charset=utf-8`];

/** Does the caller take CSV, of an operation that offers it? */
export function isCsvWanted({ operation, input }: Pick<Exchange, 'operation' | 'input'>): boolean {
  const { accept } = input.headers ?? {};
  const wanted = (Array.isArray(accept) ? accept[0] : accept)?.toLowerCase();
  return operation.csvColumns !== undefined && wanted?.includes(MIME) === true;
}

type Cells = Map<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of members become columns `name.member`. */
function flatten(value: Record<string, unknown>, prefix = '', into: Cells = new Map()): Cells {
  for (const [name, each] of Object.entries(value)) {
    if (isObject(each)) flatten(each, `${prefix}${name}.`, into);
    else into.set(`${prefix}${name}`, each);
  }
  return into;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  const text = isPlainList ? value.join(' > ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of an answer: of `data`, or of the member of it that is a list. */
function rowsOf(answer: unknown, member: string): Cells[] {
  const data = isObject(answer) ? answer['data'] : undefined;
  const rows = isObject(data) ? data[member] : data;
  return Array.isArray(rows) ? rows.filter(isObject).map((row) => flatten(row)) : [];
}

/**
 * The contract's columns in its order, with those of maps, whose names are data, in their place. A field that every row has is there on every page,
 * also where an object is null in all of its rows; an optional one where a row has it.
 */
function columnsOf(columns: readonly CsvColumn[], found: readonly string[]): string[] {
  const isFound = new Set(found);
  return columns.flatMap(({ name, isRequired }) => {
    const members = found.filter((each) => each.startsWith(`${name}.`));
    if (members.length > 0) return members;
    return isRequired || isFound.has(name) || found.length === 0 ? [name] : [];
  });
}

export function csvOf({ csvColumns = [], csvRows }: ContractOperation, answer: unknown): string {
  const rows = rowsOf(answer, csvRows);
  const found = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const columns = columnsOf(csvColumns, found);
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row.get(column))))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
