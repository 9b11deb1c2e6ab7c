// Names that a program may give to itself. A person decides by it, so it is visible, changes nothing about how the text around it reads, and
// does not look like the name of this service or of a consumer app.

const LONGEST = 200;
const SERVICE = 'tributary';
/** Controls, invisible characters, and marks in heaps. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\p{M}{5}/u;
/** Scripts whose letters look alike; a word is in one of them. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];
/** Letters and digits that are read as a Latin letter. */
const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ı: 'i',
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    l: 'i',
    '|': 'i',
    '!': 'i',
  }),
);

/** The skeleton of a name: names with one skeleton cannot be distinguished at a glance. */
const skeletonOf = (name: string): string =>
  [...name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((sign) => LOOK_ALIKES.get(sign) ?? sign)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The fault of a name; undefined when it may be shown.
 * @param taken Names that belong to others: those of consumer apps.
 */
export function nameFault(name: string, taken: readonly string[]): string | undefined {
  if (name.length > LONGEST) return `at most ${LONGEST} characters`;
  if (!name.isWellFormed() || NOT_IN_NAMES.test(name)) return 'has characters that no name has';
  // Programs append the name under which a person knows this server: Claude Code (tributary).
  const own = name.replace(/\([^()]*\)$/, '');
  if (!/[\p{L}\p{N}]/u.test(own)) return 'is blank';
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1)) return 'has a word in two scripts';
  if ([...name].some((sign) => /[\p{L}\p{N}]/u.test(sign) && sign.normalize('NFKC') !== sign))
    return 'has letters in a special form';
  if (skeletonOf(own).includes(skeletonOf(SERVICE))) return 'looks like the name of this service';
  if (taken.some((other) => skeletonOf(other) === skeletonOf(own))) return 'looks like the name of another app';
  return undefined;
}
