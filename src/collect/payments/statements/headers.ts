// The meaning of a statement's columns: from the headers of known exports, or from the words of a plain sheet, and
// borne out by the values below them. A proposal; the person who imports confirms it.
import { readSeed } from '../../../base/kit/seeds.ts';
import { readInstant, readStatementAmount } from '../../imports/pure.ts';
import { faultOfCell, NUMBER_MARK } from './marks.ts';

export const FIELDS = [
  'reference',
  'sale_reference',
  'paid_at',
  'paid_time',
  'zone',
  'amount',
  'refunded_amount',
  'refunded_at',
  'currency',
  'status',
  'kind',
  'direction',
  'email',
  'phone',
  'phone_area',
  'name',
  'first_name',
  'last_name',
  'national_id',
  'external_id',
] as const;
export type Field = (typeof FIELDS)[number];
const isField = (text: string): text is Field => FIELDS.some((field) => field === text);
/** A field in words, for messages. */
export const wordOf = (field: Field): string => (field === 'paid_at' ? 'date' : field.replaceAll('_', ' '));
/** Column of each field, counted from 0. */
export type Columns = Partial<Record<Field, number>>;

export const PLAIN = 'plain';

export interface Format {
  format: string;
  title: string;
  /** The zone of times that name none; undefined: the profile's. */
  zone: string | undefined;
  /** A type of row that is not known: no sale in a list of all movements. */
  ignoresUnknownKinds: boolean;
}

export interface ProposedColumn {
  index: number;
  header: string;
  field: Field | null;
  /** 0 to 1. */
  confidence: number;
}

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The words of a header, and those of a code in brackets behind it: `Estado (status)` is both. */
export function headerWords(header: string): string[] {
  const coded = /\(([a-z0-9_]+)\)\s*$/i.exec(header);
  const whole = bare(header);
  if (!coded) return [whole];
  return [whole, bare(coded[1] as string), bare(header.slice(0, coded.index))];
}

const plainFormat: Format = { format: PLAIN, title: 'A plain sheet', zone: undefined, ignoresUnknownKinds: false };

/** Every header of a layout is there; of several layouts that fit, the one that requires most. */
export function recogniseFormat(headers: readonly string[]): Format {
  const there = new Set(headers.flatMap(headerWords));
  let best: { format: Format; asked: number } | undefined;
  for (const row of readSeed('statement_formats')) {
    const columns = row.headers.split('|');
    if (!columns.every((header) => there.has(header)) || columns.length <= (best?.asked ?? 0)) continue;
    const { format, title, zone, unknown_kind } = row;
    best = {
      asked: columns.length,
      format: {
        format: format as string,
        title: title as string,
        zone: zone || undefined,
        ignoresUnknownKinds: unknown_kind === 'ignore',
      },
    };
  }
  return best?.format ?? plainFormat;
}

const aliases = (format: string): Map<Field, string[]> => {
  const found = new Map<Field, string[]>();
  for (const row of readSeed('statement_columns'))
    if (row.format === format && isField(row.field)) found.set(row.field, row.headers.split('|'));
  return found;
};

/** No address, date or amount is longer; a stricter pattern could be made to run for ever. */
const LONGEST = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Nothing, or how exports say that there is nothing: `(none)`, `-`, `N/A`. */
export const isBlank = (text: string): boolean => /^[-\u2013(]?(none|n\/?a|null|nan)?\)?$/i.test(text.trim());
const isFilled = (text: string | undefined): text is string =>
  text !== undefined && !isBlank(text) && faultOfCell(text) === undefined;

/** Which share of the filled values is of the form the field has; undefined where any text will do, or nothing is filled. */
function shareThatFits(field: Field, values: readonly string[]): number | undefined {
  const filled = values.filter(isFilled).map((value) => value.trim());
  const fits = FORMS[field];
  if (!fits || filled.length === 0) return undefined;
  return filled.filter((value) => value.length <= LONGEST && fits(value)).length / filled.length;
}

const isAmount = (text: string): boolean =>
  readStatementAmount(text, '.', 3).amount !== undefined || readStatementAmount(text, ',', 3).amount !== undefined;
const isDate = (text: string): boolean =>
  readInstant(text, 'dmy', 'UTC').at !== undefined || readInstant(text, 'mdy', 'UTC').at !== undefined;
const FORMS: Partial<Record<Field, (text: string) => boolean>> = {
  amount: isAmount,
  refunded_amount: isAmount,
  paid_at: isDate,
  refunded_at: isDate,
  paid_time: (text) => /^\d{1,2}[:h]\d{2}/.test(text),
  email: (text) => EMAIL.test(text),
  currency: (text) => /^[A-Za-z]{3}$/.test(text),
  phone: (text) => /^['+()\d\s.-]{6,25}$/.test(text.replace(NUMBER_MARK, '')),
};

/** A header's word for it, borne out or not by what is below. */
function confidenceOf(isOfFormat: boolean, share: number | undefined): number {
  const word = isOfFormat ? 0.98 : 0.9;
  if (share === undefined) return isOfFormat ? word : 0.8;
  return Math.round(word * (0.3 + 0.7 * share) * 100) / 100;
}

/** Proposes a field for each column. @param sample The first rows below the header. */
export function proposeColumns(format: Format, headers: readonly string[], sample: readonly string[][]): ProposedColumn[] {
  const words = headers.map(headerWords);
  const proposed = headers.map((header, index): ProposedColumn => ({ index, header: header.trim(), field: null, confidence: 0 }));
  const valuesOf = (index: number): string[] => sample.map((cells) => cells[index] ?? '');
  for (const [field, names] of aliases(format.format)) {
    for (const name of names) {
      const candidates = proposed.filter(
        ({ index, field: taken }) => taken === null && (words[index] as string[]).includes(name),
      );
      const scored = candidates
        .map((column) => ({
          column,
          share: shareThatFits(field, valuesOf(column.index)),
          isEmpty: !valuesOf(column.index).some(isFilled),
        }))
        // A column of that name whose values are of another kind is another thing.
        .filter(({ share }) => share === undefined || share >= 0.3);
      const chosen = scored.find(({ isEmpty }) => !isEmpty) ?? (format.format === PLAIN ? undefined : scored[0]);
      if (!chosen) continue;
      chosen.column.field = field;
      chosen.column.confidence = confidenceOf(format.format !== PLAIN, chosen.share);
      break;
    }
  }
  if (format.format === PLAIN) proposeByValues(proposed, valuesOf);
  return proposed;
}

/** Where the words say nothing, e-mail addresses, dates and amounts are known on their own, with less confidence. */
function proposeByValues(proposed: ProposedColumn[], valuesOf: (index: number) => string[]): void {
  for (const field of ['email', 'paid_at', 'amount'] as const) {
    if (proposed.some((column) => column.field === field)) continue;
    const found = proposed
      .filter((column) => column.field === null)
      .map((column) => ({ column, share: shareThatFits(field, valuesOf(column.index)) ?? 0 }))
      .filter(({ share }) => share > 0.8)
      .sort((a, b) => b.share - a.share)[0];
    if (!found) continue;
    found.column.field = field;
    found.column.confidence = field === 'email' ? 0.7 : 0.5;
  }
}

export const columnsOf = (proposed: readonly ProposedColumn[]): Columns =>
  Object.fromEntries(proposed.flatMap(({ field, index }) => (field === null ? [] : [[field, index]])));

const DATED = /\b(?:date|datetime|time|day|fecha|dia|data|datum|tag|jour|giorno|dzien|dato|pvm)\b/;

/** Columns whose header is a word for a day. */
export function datedColumns(headers: readonly string[]): number[] {
  const names = new Set(
    readSeed('statement_columns').flatMap(({ field, headers: words }) =>
      /_at$/.test(field ?? '') ? (words ?? '').split('|') : [],
    ),
  );
  const isDated = (word: string): boolean => names.has(word) || DATED.test(word);
  return headers.flatMap((header, index) => (headerWords(header).some(isDated) ? [index] : []));
}

/** How much the best of some first rows looks like the header of a statement. */
export const headerScore = (rows: readonly string[][]): number => bestHeader(rows).score;

/** The header: among the first rows, the one that names the most columns; titles and notes may come before it. */
export const headerAt = (rows: readonly string[][]): number => bestHeader(rows).at;

function bestHeader(rows: readonly string[][]): { at: number; score: number } {
  const names = new Set([...aliases(PLAIN).values()].flat());
  let best = { at: 0, score: -1 };
  for (const [at, cells] of rows.slice(0, 30).entries()) {
    const filled = cells.filter(isFilled);
    const named = filled.filter((cell) => headerWords(cell).some((word) => names.has(word))).length;
    const isKnownFormat = recogniseFormat(cells).format !== PLAIN;
    const score = (isKnownFormat ? 1_000 : 0) + named * 10 + (filled.length > 1 ? 1 : 0);
    if (score > best.score) best = { at, score };
  }
  return best;
}
