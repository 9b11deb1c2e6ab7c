// Which columns of an unknown sheet could mean what, by the words of their headers alone: words that known layouts and statements in many languages have.
// A proposal for a person, never a reading.
import { readSeed } from '../../../base/kit/seeds.ts';
import { aboutOf, namesOfRole } from '../layout/column-words.ts';
import { namesOfColumn, readLayouts } from '../layout/layouts.ts';
import { FIELDS, type Mapping } from '../layout/mapping.ts';
import { comparable } from '../layout/names.ts';
import type { Layout } from '../layout/shape.ts';
import type { HeaderColumn } from '../reading.ts';
import { listOf, termsOf } from './plan.ts';

export interface Candidates {
  reads: Mapping['reads'];
  /** What has to be chosen, with the headers that could be it. */
  fields: { field: string; columns: string[]; mayLack: boolean }[];
}

/** Columns of the plain sheets of statements, by the field of a mapping. */
const STATEMENT_FIELDS: Readonly<Record<string, string>> = {
  reference: 'reference',
  paid_at: 'time',
  amount: 'amount',
  currency: 'currency',
  status: 'status',
  email: 'email',
  phone: 'phone',
  external_id: 'external_id',
  national_id: 'national_id',
  first_name: 'first_name',
  last_name: 'last_name',
};

/** The keys of a layout's columns that are a field of a mapping. */
function keysOf(layout: Layout, field: string): readonly string[] {
  if (layout.reads === 'spend' || field === 'stage' || field === 'close_day') return [field];
  if (field === 'amount') return termsOf(layout.amount).map(({ key }) => key);
  if (field === 'time') return listOf(layout.time?.from).flatMap((time) => (typeof time === 'string' ? [time] : [time.date]));
  if (field === 'currency') return listOf(layout.currency?.from);
  if (field === 'status') return layout.status === undefined ? [] : [layout.status.from];
  return field === 'reference' ? listOf(layout.reference) : [];
}

function wordsOf(reads: Mapping['reads'], field: string): Set<string> {
  const ofLayouts = readLayouts()
    .filter((layout) => layout.reads === reads || (reads === 'receipts' && layout.reads === 'payments'))
    .flatMap((layout) => keysOf(layout, field).flatMap((key) => namesOfColumn(layout.columns[key])));
  const ofStatements = readSeed('statement_columns').flatMap(({ format, field: name, headers }) =>
    format === 'plain' && STATEMENT_FIELDS[name ?? ''] === field && reads !== 'spend' ? (headers ?? '').split('|') : [],
  );
  const ofRole = namesOfRole(reads === 'spend' || field === 'stage' ? field : '');
  return new Set([...ofRole, ...[...ofLayouts, ...ofStatements].map((word) => comparable(word.replace(/\(\{currency\}\)/, '')))]);
}

function named(headers: readonly string[], reads: Mapping['reads'], field: string): string[] {
  const words = wordsOf(reads, field);
  return headers.filter((header) => words.has(comparable(header.replace(/\([^)]*\)\s*$/, ''))) || words.has(comparable(header)));
}

/** What the values of a field are, in headers that say more than its name: `Besteldatum`, `Totaalbedrag incl. btw`. */
const KINDS: Readonly<Record<string, string>> = { amount: 'amount', time: 'date', reference: 'id', status: 'status' };

function alike(headers: readonly string[], field: string): string[] {
  return headers.filter((header) => {
    const { about, kinds } = aboutOf(header);
    if (field === 'currency' || field === 'status') return about === field;
    if (field === 'close_day') return about === 'closing';
    return about === undefined && kinds.length === 1 && kinds[0] === KINDS[field];
  });
}

/** Headers that have one of its names, otherwise headers that sound like it. */
function found(headers: readonly string[], reads: Mapping['reads'], field: string): string[] {
  const exact = named(headers, reads, field);
  const isAlike = reads === 'payments' || reads === 'deals' || field === 'currency';
  return exact.length > 0 || !isAlike ? exact : alike(headers, field);
}

/** A sheet with columns of spend and of campaigns is one of spend, and one with a column of stages is one of deals. */
function likelyReads(headers: readonly string[]): Mapping['reads'] {
  const has = (reads: Mapping['reads'], field: string): boolean => named(headers, reads, field).length > 0;
  if (has('spend', 'spend') && has('spend', 'campaign')) return 'spend';
  return has('deals', 'stage') ? 'deals' : 'payments';
}

/** Of several headers, what was paid comes before parts of it, and the state of the payment before that of the order. */
const RANKS: Readonly<Record<string, { first: RegExp; last: RegExp }>> = {
  amount: {
    first: /tot|brutto|gross|gesamt|ttc/i,
    last: /\bnett?|sub|tax|mwst|\b(?:ust|vat|tva|iva)\b|discount|rabatt|price|preis/i,
  },
  status: { first: /pay|paid|pagos?|paiement|zahl|betaa?l|financ/i, last: /tax|order|bestell|attend/i },
};

function ranked(headers: readonly string[], field: string): string[] {
  const { first, last } = RANKS[field] ?? {};
  if (!first || !last) return [...headers];
  const rankOf = (header: string): number => (last.test(header) ? 2 : first.test(header) ? 0 : 1);
  return headers.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** @param reads What the file is said to be; undefined: what its headers make likely. */
export function candidatesOf(headers: readonly string[], reads: Mapping['reads'] = likelyReads(headers)): Candidates {
  const { needed, mayLack } = FIELDS[reads];
  return {
    reads,
    fields: needed.map((field) => ({
      field,
      columns: ranked(found(headers, reads, field), field),
      mayLack: mayLack.includes(field),
    })),
  };
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[\p{L}\d-]{2,}$/u;

/** The column of the customer's e-mail address: its first values are addresses, and its header says so or no other column has any. */
export function emailColumnOf(header: readonly HeaderColumn[], reads: Mapping['reads']): string | undefined {
  if (!FIELDS[reads].more.includes('email')) return undefined;
  const columns = header
    .filter(({ samples }) => samples.length > 0 && samples.every((sample) => ADDRESS.test(sample)))
    .map(({ column }) => column);
  return named(columns, reads, 'email')[0] ?? (columns.length === 1 ? columns[0] : undefined);
}
