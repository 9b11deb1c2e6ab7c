// Recognises the layout of a file by its header: all headers that a layout requires are there, in any of its languages. Of several layouts the one that
// requires most is meant. Nothing else is evidence: not the name of the file, not its values.
import { namesOfRole } from '../layout/column-words.ts';
import { comparable, hasSlot, repaired, type Template, templateOf } from '../layout/names.ts';
import type { Layout, LayoutColumn } from '../layout/shape.ts';
import { currencyOfSign } from '../values/amounts.ts';
import { currencyOfHeader } from '../values/currencies.ts';
import { zoneOfName } from '../values/zones.ts';
import { type BoundColumn, listOf, type Match } from './plan.ts';

interface Name {
  /** Undefined of a template. */
  plain: string | undefined;
  template: Template | undefined;
  language: string | undefined;
}

interface ColumnNames {
  key: string;
  names: Name[];
  zone: string | undefined;
  position: number | undefined;
  /** Headers of any export that stand for its own, in their comparable form. */
  common: ReadonlySet<string>;
}

/** A layout with its names ready to be compared. */
export interface LayoutNames {
  layout: Layout;
  columns: ColumnNames[];
  unless: ReadonlySet<string>;
}

const nameOf = (text: string, language: string | undefined): Name =>
  hasSlot(text)
    ? { plain: undefined, template: templateOf(text, true), language }
    : { plain: comparable(text), template: undefined, language };

function namesOf(column: LayoutColumn): Name[] {
  const words = Array.isArray(column) ? column : 'names' in column ? column.names : undefined;
  if (Array.isArray(words)) return words.map((text) => nameOf(text as string, undefined));
  const byLanguage = words ?? (isByLanguage(column) ? column : {});
  return Object.entries(byLanguage).flatMap(([language, list]) =>
    (list as string[]).map((text) => nameOf(text, language === 'xx' ? undefined : language)),
  );
}

const isByLanguage = (column: LayoutColumn): boolean =>
  !Array.isArray(column) && Object.keys(column).every((each) => /^[a-z]{2}$/.test(each));

const optionOf = (column: LayoutColumn, option: 'zone' | 'position'): unknown =>
  Array.isArray(column) || isByLanguage(column) ? undefined : Reflect.get(column, option);

/** What a column is for, where headers of any export can say it. */
function roleOf(key: string, { reads, currency, status, types, isMapping }: Layout): string {
  if (isMapping) return '';
  if (listOf(currency?.from).includes(key)) return 'currency';
  if (reads === 'spend') return key;
  if (status?.from === key) return 'status';
  return types?.from === key ? 'type' : '';
}

export function namesOfLayout(layout: Layout): LayoutNames {
  const columns = Object.entries(layout.columns).map(([key, column]): ColumnNames => {
    const [zone, position] = [optionOf(column, 'zone'), optionOf(column, 'position')];
    return {
      key,
      names: namesOf(column),
      zone: typeof zone === 'string' ? zone : undefined,
      position: typeof position === 'number' ? position : undefined,
      common: namesOfRole(roleOf(key, layout)),
    };
  });
  return { layout, columns, unless: new Set((layout.unless ?? []).map(comparable)) };
}

/** What a header says beside its name: `Created (UTC)`, `Amount (EUR)`. */
function factsOf(header: string, slots: Readonly<Record<string, string>>, dollar: string | undefined): Partial<BoundColumn> {
  const sign = slots['currency'];
  const currency = sign === undefined ? undefined : sign === '$' ? dollar : currencyOfSign(sign);
  const zone = /\((?:in )?(utc|gmt)(?: ?timezone)?\)/i.test(header) ? 'UTC' : undefined;
  const named = slots['zone'] === undefined ? undefined : zoneOfName(slots['zone']);
  return { ...(currency ? { currency } : {}), ...((named ?? zone) ? { zone: (named ?? zone) as string } : {}) };
}

interface Bound {
  column: BoundColumn;
  language: string | undefined;
}

function bind(
  column: ColumnNames,
  header: readonly string[],
  plain: readonly string[],
  dollar: string | undefined,
): Bound | undefined {
  for (const { plain: wanted, template, language } of column.names) {
    for (const [index, text] of plain.entries()) {
      if (text === '') continue;
      const slots = wanted === undefined ? template?.match(header[index] ?? '') : wanted === text ? {} : undefined;
      if (!slots) continue;
      const facts = factsOf(header[index] ?? '', slots, dollar);
      // A template of a currency that is none, as in "(in UTC)", is another column.
      if (slots['currency'] !== undefined && facts.currency === undefined && slots['currency'] !== '$') continue;
      const zone = facts.zone ?? column.zone;
      const bound: BoundColumn = { header: header[index] ?? '', index, ...facts, ...(zone === undefined ? {} : { zone }) };
      return { column: bound, language };
    }
  }
  return undefined;
}

function languageOf(bounds: readonly Bound[]): string | undefined {
  const votes = new Map<string, number>();
  for (const { language } of bounds) if (language !== undefined) votes.set(language, (votes.get(language) ?? 0) + 1);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}

export interface HeaderMatch {
  match: Omit<Match, 'delimiter' | 'titles' | 'headerLine'>;
  /** How much speaks for it. */
  score: number;
}

/** Does a row of cells be the header of a layout? */
export function matchHeader({ layout, columns, unless }: LayoutNames, cells: readonly string[]): HeaderMatch | undefined {
  const header = cells.map((cell) =>
    repaired(cell)
      .replace(/^\ufeff/, '')
      .trim(),
  );
  const plain = header.map(comparable);
  if (plain.some((text) => unless.has(text))) return undefined;
  const bound = new Map<string, BoundColumn>();
  const all: Bound[] = [];
  const missing: ColumnNames[] = [];
  const lacking: string[] = [];
  for (const column of columns) {
    const found = bind(column, header, plain, layout.currency?.dollar);
    if (found) {
      bound.set(column.key, layout.isMapping ? withCurrency(column.key, found.column) : found.column);
      all.push(found);
      continue;
    }
    missing.push(column);
    if (!layout.recognise.includes(column.key)) continue;
    lacking.push(column.key);
    if (lacking.length > 1 || column.common.size === 0 || layout.recognise.length < FEWEST_REQUIRED) return undefined;
  }
  addCommon(bound, missing, header, plain);
  if (lacking.some((key) => !bound.has(key))) return undefined;
  const score = (layout.recognise.length - lacking.length) * 1_000 + bound.size;
  return { match: { layout, columns: bound, language: languageOf(all) ?? layout.language, header }, score };
}

const AMOUNTS: readonly string[] = ['amount', 'spend', 'refunded'];

/** The column of a mapping, whose header is the file's own: one of amounts may name their currency. */
function withCurrency(key: string, column: BoundColumn): BoundColumn {
  const currency = AMOUNTS.includes(key) ? currencyOfHeader(column.header) : undefined;
  return currency === undefined ? column : { ...column, currency };
}

/** Of columns that a layout requires, one may have a header of any export if there are as many. */
const FEWEST_REQUIRED = 3;

/** Columns whose header is not the layout's own, and can mean nothing else: only one that no other column has, and that is alone. */
function addCommon(
  bound: Map<string, BoundColumn>,
  missing: readonly ColumnNames[],
  header: readonly string[],
  plain: readonly string[],
): void {
  for (const { key, common, zone } of missing) {
    const taken = new Set([...bound.values()].map(({ index }) => index));
    const found = plain.flatMap((text, index) => (common.has(text.replace(SIGN, '')) && !taken.has(index) ? [index] : []));
    const [index] = found;
    if (index === undefined || found.length > 1) continue;
    const currency = currencyOfSign(SIGN.exec(plain[index] ?? '')?.[1] ?? '');
    bound.set(key, { header: header[index] ?? '', index, ...(currency && { currency }), ...(zone && { zone }) });
  }
}

/** `Cost (EUR)` */
const SIGN = / \(([^()\s]{1,4})\)$/;

/** Of a file without a header: every column is where the layout says. */
export function matchPositions({ layout, columns }: LayoutNames, cells: readonly string[]): HeaderMatch | undefined {
  const last = Math.max(...columns.map(({ position }) => position ?? 0));
  if (layout.fields !== undefined ? cells.length !== layout.fields : cells.length < last) return undefined;
  const bound = new Map(
    columns.flatMap(({ key, position, zone }): [string, BoundColumn][] =>
      position === undefined ? [] : [[key, { header: key, index: position - 1, ...(zone === undefined ? {} : { zone }) }]],
    ),
  );
  return { match: { layout, columns: bound, language: layout.language, header: [] }, score: layout.recognise.length };
}
