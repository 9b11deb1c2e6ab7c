// Numbers and dates of a sheet in other forms, as a spreadsheet program of some language saves them.
import type { Dice } from '../dice.ts';
import type { Sheet } from './sheet.ts';

type Form = (cell: string) => string;

const isNothing = (cell: string): boolean => /^(?:-{0,3}|n\/a)$/i.test(cell.trim());
const NUMBER = /^([^\d.,()+-]{0,3}?)(-?)([^\d.,()+-]{0,3}?)(\d[\d.,\u00a0\u202f ]*)$/;

const columnsOf = (sheet: Sheet): number[] => sheet.header.map((_, index) => index);
const cellsOf = (sheet: Sheet, column: number): string[] =>
  sheet.rows.map((row) => row[column] ?? '').filter((cell) => !isNothing(cell));

/** Which of a number's signs is the decimal one: the last, with one, two or four digits behind it. */
const decimalOf = (cell: string): string | undefined => /[.,](?=(?:\d{1,2}|\d{4})$)/.exec(cell.trim())?.[0];

const isId = (header: string): boolean =>
  /\b(?:id|no|number|nummer|code|iban|reference|settlement|order|sku|qty)\b|#|date|datum|fecha|referen/i.test(header);

/** Columns of numbers, of which some have decimals or groups. */
function numberColumns(sheet: Sheet): { columns: number[]; decimal: string } | undefined {
  const columns = columnsOf(sheet).filter((column) => {
    const cells = cellsOf(sheet, column);
    if (cells.length === 0 || isId(sheet.header[column] ?? '')) return false;
    return cells.every((cell) => NUMBER.test(cell.trim())) && cells.some((cell) => /[.,]/.test(cell));
  });
  const signs = new Set(columns.flatMap((column) => cellsOf(sheet, column).flatMap((cell) => decimalOf(cell) ?? [])));
  const [decimal] = signs;
  return signs.size === 1 && decimal !== undefined ? { columns, decimal } : undefined;
}

interface NumberStyle {
  decimal: string;
  groups: readonly [string, ...string[]];
}

const POINT: NumberStyle = { decimal: '.', groups: [',', '', ','] };
const COMMA: NumberStyle = { decimal: ',', groups: ['.', '', '.'] };
const FRENCH: NumberStyle = { decimal: ',', groups: ['\u00a0', '\u202f', ' ', ''] };
const SWISS: NumberStyle = { decimal: '.', groups: ["'", '\u2019', ''] };

const STYLES: Readonly<Record<string, readonly [NumberStyle, ...NumberStyle[]]>> = {
  en: [POINT, POINT, COMMA, FRENCH],
  de: [COMMA, COMMA, SWISS, POINT],
  fr: [FRENCH, FRENCH, COMMA, POINT],
  es: [COMMA, COMMA, POINT],
};

const grouped = (digits: string, sign: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, sign);

type Minus = 'before' | 'brackets' | 'after' | 'long';
const signed = (text: string, minus: Minus): string =>
  ({ before: `-${text}`, brackets: `(${text})`, after: `${text}-`, long: `\u2212${text}` })[minus];

function numberForm(dice: Dice, from: string, style: NumberStyle): Form {
  const minus = dice.one<Minus>(['before', 'before', 'brackets', 'after', 'long']);
  const [isShort, isMixed] = [dice.isIn(0.3), dice.isIn(0.5)];
  const usual = dice.one(style.groups);
  return (cell) => {
    const match = NUMBER.exec(cell.trim());
    if (!match) return cell;
    const [, before = '', sign = '', inner = '', body = ''] = match;
    const at = decimalOf(body) === from ? body.lastIndexOf(from) : body.length;
    const [whole, part] = [body.slice(0, at).replace(/\D/g, ''), body.slice(at + 1)];
    const decimals = isShort ? part.replace(/0+$/, '') : part;
    const group = isMixed ? dice.one(style.groups) : usual;
    const text = `${before}${inner}${grouped(whole, group)}${decimals === '' ? '' : style.decimal}${decimals}`;
    return sign === '' ? text : signed(text, minus);
  };
}

const withForm = (sheet: Sheet, columns: readonly number[], form: Form): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => row.map((cell, column) => (columns.includes(column) && !isNothing(cell) ? form(cell) : cell))),
});

/** Numbers as a program of the sheet's language, or of another, writes them; undefined where the sheet has none. */
export function otherNumbers(sheet: Sheet, dice: Dice): Sheet | undefined {
  const found = numberColumns(sheet);
  if (!found) return undefined;
  const styles = STYLES[sheet.language] ?? [POINT];
  return withForm(sheet, found.columns, numberForm(dice, found.decimal, dice.one(styles)));
}

interface Day {
  year: string;
  month: number;
  day: number;
  rest: string;
}

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  de: 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sep. Okt. Nov. Dez.'.split(' '),
  fr: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.'.split(' '),
  es: 'ene feb mar abr may jun jul ago sept oct nov dic'.split(' '),
};

const two = (part: number): string => String(part).padStart(2, '0');

/** The day of a cell, where it can only be one: years first, points, or a month's name. */
function dayOf(cell: string, isDayFirst: boolean | undefined): Day | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](.*))?$/.exec(cell);
  if (iso) return { year: iso[1] ?? '', month: Number(iso[2]), day: Number(iso[3]), rest: iso[4] ?? '' };
  const points = /^(\d\d?)\.(\d\d?)\.(\d{4}|\d\d)(?: (.*))?$/.exec(cell);
  if (points)
    return { year: (points[3] ?? '').padStart(4, '20'), month: Number(points[2]), day: Number(points[1]), rest: points[4] ?? '' };
  const named = /^([A-Z][a-z]{2}) (\d\d?), (\d{4})(?: (.*))?$/.exec(cell);
  const month = MONTHS['en']?.indexOf(named?.[1] ?? '') ?? -1;
  if (named && month >= 0) return { year: named[3] ?? '', month: month + 1, day: Number(named[2]), rest: named[4] ?? '' };
  const slashes = isDayFirst === undefined ? null : /^(\d\d?)\/(\d\d?)\/(\d{4})(?: (.*))?$/.exec(cell);
  if (!slashes) return undefined;
  const [first, second] = [Number(slashes[1]), Number(slashes[2])];
  const [day, of] = isDayFirst === true ? [first, second] : [second, first];
  return { year: slashes[3] ?? '', month: of, day, rest: slashes[4] ?? '' };
}

/** Of a column with slashes: in all languages but English the day is first; in English a part above 12 says it. */
function dayFirst(cells: readonly string[], language: string): boolean | undefined {
  if (language !== 'en') return true;
  const parts = cells.map((cell) => /^(\d\d?)\/(\d\d?)\//.exec(cell));
  if (parts.some((part) => Number(part?.[1]) > 12)) return true;
  return parts.some((part) => Number(part?.[2]) > 12) ? false : undefined;
}

type DateStyle = (day: Day, language: string) => string;
const STYLE: Readonly<Record<string, DateStyle>> = {
  iso: ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  yearFirst: ({ year, month, day }) => `${year}/${two(month)}/${two(day)}`,
  points: ({ year, month, day }) => `${two(day)}.${two(month)}.${year}`,
  shortPoints: ({ year, month, day }) => `${day}.${month}.${year.slice(2)}`,
  dayFirst: ({ year, month, day }) => `${two(day)}/${two(month)}/${year}`,
  dayFirstDashes: ({ year, month, day }) => `${two(day)}-${two(month)}-${year}`,
  shortDayFirst: ({ year, month, day }) => `${day}/${month}/${year}`,
  monthFirst: ({ year, month, day }) => `${month}/${day}/${year}`,
  longMonthFirst: ({ year, month, day }) => `${two(month)}/${two(day)}/${year}`,
  named: ({ year, month, day }, language) => `${day} ${MONTHS[language]?.[month - 1] ?? ''} ${year}`,
  namedPoint: ({ year, month, day }, language) => `${day}. ${MONTHS[language]?.[month - 1] ?? ''} ${year}`,
  namedFirst: ({ year, month, day }) => `${MONTHS['en']?.[month - 1] ?? ''} ${day}, ${year}`,
};

const DATE_STYLES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  en: ['iso', 'yearFirst', 'points', 'dayFirst', 'shortDayFirst', 'monthFirst', 'longMonthFirst', 'named', 'namedFirst'],
  de: ['iso', 'points', 'shortPoints', 'namedPoint', 'named', 'dayFirst'],
  fr: ['iso', 'dayFirst', 'shortDayFirst', 'dayFirstDashes', 'named', 'points'],
  es: ['iso', 'dayFirst', 'shortDayFirst', 'dayFirstDashes', 'named', 'points'],
};

/** Forms of one language that may stand in one column and can be told apart. */
const MIXED: readonly [string, ...string[]] = ['iso', 'named', 'points'];

/** Dates in another form of the sheet's language, all in one, or in several that can be told apart. */
export function otherDates(sheet: Sheet, dice: Dice): Sheet | undefined {
  const days = new Map<string, Day>();
  const columns = columnsOf(sheet).filter((column) => {
    const cells = cellsOf(sheet, column);
    const isDayFirst = dayFirst(cells, sheet.language);
    const read = cells.map((cell) => [cell, dayOf(cell.trim(), isDayFirst)] as const);
    if (read.length === 0 || read.some(([, day]) => day === undefined)) return false;
    for (const [cell, day] of read) if (day) days.set(cell, day);
    return true;
  });
  if (columns.length === 0) return undefined;
  const isMixed = dice.isIn(0.2);
  const usual = dice.one(DATE_STYLES[sheet.language] ?? ['iso']);
  return withForm(sheet, columns, (cell) => {
    const day = days.get(cell);
    const style = STYLE[isMixed ? dice.one(MIXED) : usual];
    return day && style ? `${style(day, sheet.language)}${day.rest === '' ? '' : ` ${day.rest}`}` : cell;
  });
}
