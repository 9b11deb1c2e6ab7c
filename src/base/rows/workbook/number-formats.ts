// What a number of a cell is by its format: a date or time, a time that has passed, a share, or a number. Codes are written with the letters of a
// language (`dd/mm/yyyy`, `TT.MM.JJJJ`, `jj/mm/aaaa`, `ДД.ММ.ГГГГ`), so a date is known by what it lacks: places of digits.

export type NumberKind = 'number' | 'date' | 'elapsed' | 'percent';

/** Built-in formats that a file names by number alone (ECMA-376, 18.8.30), those of East Asian editions among them. */
const BUILT_IN: readonly (readonly [first: number, last: number, kind: NumberKind])[] = [
  [9, 10, 'percent'],
  [14, 22, 'date'],
  [27, 36, 'date'],
  [45, 45, 'date'],
  [46, 46, 'elapsed'],
  [47, 47, 'date'],
  [50, 58, 'date'],
];

/** The word for no format at all, as editions write it. */
const GENERAL =
  /^(?:general|standard|estándar|estandar|geral|générale?|generale|standaard|standardowy|algemeen|основной|常规|標準)$/iu;
/** Time that has passed: `[h]:mm` counts on beyond a day. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i;

/** The first section of a code, for numbers above 0, without texts, colours and conditions. */
const bare = (code: string): string =>
  code
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/[_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';')[0] as string;

export function kindOfFormat(code: string): NumberKind {
  const plain = bare(code).trim();
  if (plain === '' || plain === '@' || GENERAL.test(plain)) return 'number';
  if (ELAPSED.test(plain)) return 'elapsed';
  if (plain.includes('%')) return 'percent';
  // Fractions of a second have places of digits: `ss.000`.
  if (/[0#?]/.test(plain.replace(/s[.,]0+/gi, 's'))) return 'number';
  return /\p{L}/u.test(plain) ? 'date' : 'number';
}

/** The kind of a built-in format; `number` for all others. */
export const kindOfBuiltIn = (id: number): NumberKind =>
  BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number';
