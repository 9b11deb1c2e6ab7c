// In which encoding a text makes sense that is neither Unicode nor of a known layout: the one under which its letters are those of one language. Where two
// make as much sense, a person is asked, as names would be garbled in silence.
import { type CodePage, commonSigns, DOUBLE_BYTE, languagesOf, SINGLE_BYTE } from './letters.ts';

export type { CodePage } from './letters.ts';
export const CODE_PAGES: readonly CodePage[] = [...SINGLE_BYTE, ...DOUBLE_BYTE];
export const isCodePage = (text: string | undefined): text is CodePage => CODE_PAGES.some((page) => page === text);

export const isDoubleByte = (page: CodePage | undefined): boolean => DOUBLE_BYTE.some((each) => each === page);

/** A text under one encoding. */
export interface PageReading {
  page: CodePage;
  text: string;
  /** The logarithm of how likely its letters are; 0 of a text without any. */
  likelihood: number;
  /** Of each letter. */
  usual: number;
}

/** Of a letter that its language does not have, or not in this place. */
const MISS = Math.log(1e-4);
const KANA = -2.5;
/** Of one of `USUAL_SIGNS` signs; of fewer, each is likelier. */
const COMMON_SIGN = -4;
const USUAL_SIGNS = 3_755;
/** Signs of sentences, prices and quotations. */
const NEUTRAL = /[\u00a0\u2013\u2014\u2018-\u201f\u2022\u2026\u20ac£§°·«»¿¡\u3000-\u301f\uff01-\uff5e]/;
const SIGN = -2.3;
/** Programs stopped to write it twenty years ago. */
const OLD_MACINTOSH = -6;
const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const ASCII_LETTER = /[A-Za-z]/;
const isHigh = (sign: string | undefined): boolean => sign !== undefined && sign >= '\u0080';

/** More letters in a row than Latin words have outside ASCII. */
const LONGEST_LATIN_RUN = 3;

function letterOf(signs: readonly string[], at: number, language: ReadonlyMap<string, number>, isLatin: boolean): number {
  const [before = '', sign = '', after = ''] = [signs[at - 1], signs[at], signs[at + 1]];
  const isInWord = LETTER.test(before) && LETTER.test(after);
  if (NEUTRAL.test(sign)) return isInWord && !/[’·]/.test(sign) ? MISS : SIGN;
  const share = language.get(sign.toLowerCase());
  if (share === undefined) return MISS;
  if (UPPER.test(sign) && LOWER.test(before)) return MISS;
  if (!isLatin && (ASCII_LETTER.test(before) || ASCII_LETTER.test(after))) return MISS;
  let run = 1;
  for (let next = at - 1; isHigh(signs[next]); next -= 1) run += 1;
  for (let next = at + 1; isHigh(signs[next]); next += 1) run += 1;
  return isLatin && run > LONGEST_LATIN_RUN ? MISS : Math.log(share);
}

const isLatinLanguage = (language: ReadonlyMap<string, number>): boolean => !language.has('а') && !language.has('α');

/** By the language that fits best. */
function singleByte(page: CodePage, sample: Buffer): PageReading {
  const text = new TextDecoder(page).decode(sample);
  const signs = [...text];
  const high = signs.flatMap((sign, at) => (isHigh(sign) ? [at] : []));
  const sums = (languagesOf(page) ?? []).map((language) =>
    high.reduce((sum, at) => sum + letterOf(signs, at, language, isLatinLanguage(language)), 0),
  );
  const likelihood = Math.max(...sums) + (page === 'macintosh' ? OLD_MACINTOSH : 0);
  return { page, text, likelihood, usual: likelihood / Math.max(1, high.length) };
}

const KANA_SIGN = /[\u3041-\u30ff]/;
const JAPANESE: readonly CodePage[] = ['shift_jis', 'euc-jp'];

/** One letter of a Western word and the ASCII letter behind it make a sign, too: signs between two ASCII letters are none. */
function isWithinWord(signs: readonly string[], at: number): boolean {
  let [first, last] = [at, at];
  while (isHigh(signs[first - 1])) first -= 1;
  while (isHigh(signs[last + 1])) last += 1;
  return ASCII_LETTER.test(signs[first - 1] ?? '') && ASCII_LETTER.test(signs[last + 1] ?? '');
}

function signOf(signs: readonly string[], at: number, page: (typeof DOUBLE_BYTE)[number]): number {
  const sign = signs[at] ?? '';
  if (NEUTRAL.test(sign)) return SIGN;
  const isHalfWidth = sign >= '\uff61' && sign <= '\uff9f';
  if (isHalfWidth || sign === '\ufffd') return MISS;
  if (isWithinWord(signs, at)) return 2 * MISS;
  if (KANA_SIGN.test(sign)) return JAPANESE.includes(page) ? KANA : 2 * MISS;
  const common = commonSigns(page);
  return common.has(sign) ? COMMON_SIGN + Math.log(USUAL_SIGNS / common.size) : 2 * MISS;
}

/** Undefined of bytes that the encoding does not have. */
function doubleByte(page: (typeof DOUBLE_BYTE)[number], sample: Buffer): PageReading | undefined {
  const text = new TextDecoder(page).decode(sample);
  const signs = [...text];
  const faults = signs.filter((sign) => sign === '\ufffd').length;
  const high = signs.flatMap((sign, at) => (isHigh(sign) ? [at] : []));
  // The sample may begin or end in the middle of a sign.
  if (faults > 2 || high.length === 0) return undefined;
  const likelihood = high.reduce((sum, at) => sum + signOf(signs, at, page), 0);
  return { page, text, likelihood, usual: likelihood / high.length };
}

/** A text under each encoding, the likeliest first; encodings that make the same text of it are one. */
export function readingsOf(sample: Buffer): PageReading[] {
  const all = [
    ...SINGLE_BYTE.map((page) => singleByte(page, sample)),
    ...DOUBLE_BYTE.flatMap((page) => doubleByte(page, sample) ?? []),
  ];
  const byText = [...Map.groupBy(all, ({ text }) => text).values()];
  return byText
    .flatMap((same) => same.slice(0, 1).map(({ page }) => ({ ...likeliest(same), page })))
    .sort((a, b) => b.likelihood - a.likelihood);
}

const likeliest = (readings: readonly PageReading[]): PageReading =>
  readings.reduce((best, each) => (each.likelihood > best.likelihood ? each : best));

/** So many times likelier is certain. */
const CERTAIN = Math.log(10);
/** Less usual letters are none of the known languages. */
const UNUSUAL = -6;

/** True where the first reading makes sense and no other does. */
export function isCertain([best, next]: readonly PageReading[]): boolean {
  if (!best || best.usual < UNUSUAL) return false;
  return next === undefined || best.likelihood - next.likelihood >= CERTAIN;
}

const wordsOf = (text: string): string[] => text.split(/[\s,;|"]+/).filter((word) => /[\u0080-\uffff]/.test(word));
const LONGEST_WORD = 30;
const MOST_CHOICES = 5;
/** Readings that are so much less likely are not offered. */
const OFFERED = Math.log(100);

/** Encodings that come into question, each with a word of the text that tells them apart. */
export function choicesOf(readings: readonly PageReading[]): { page: CodePage; word: string }[] {
  const [best] = readings;
  if (!best) return [];
  const isNear = ({ likelihood }: PageReading): boolean => best.likelihood - likelihood < OFFERED || best.usual < UNUSUAL;
  const near = readings.filter((reading, at) => at < 2 || isNear(reading)).slice(0, MOST_CHOICES);
  const words = near.map(({ text }) => wordsOf(text));
  const at = (words[0] ?? []).findIndex((word, place) => words.slice(1).some((others) => others[place] !== word));
  return near.map(({ page }, place) => ({ page, word: (words[place]?.[Math.max(0, at)] ?? '').slice(0, LONGEST_WORD) }));
}
