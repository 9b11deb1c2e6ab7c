// The spelling under which texts are compared: without space at its ends and in lower case. Engines and their versions differ about letters and
// spaces outside of ASCII, so doors make the key of such a text once, and it is stored beside the text.

const ASCII = /^\p{ASCII}*$/u;
const SPACE_AT_ENDS = /^\p{Zs}+|\p{Zs}+$/gu;

/** Letter by letter: what a letter becomes depends neither on its neighbours nor on a language. */
const lowerLetter = (letter: string): string => (letter === 'İ' ? 'i' : letter.toLowerCase());

export function textKey(text: string): string {
  const bare = text.replace(SPACE_AT_ENDS, '');
  return ASCII.test(bare) ? bare.toLowerCase() : Array.from(bare, lowerLetter).join('');
}

/** The key that is stored beside a text; undefined for ASCII, where `lower(trim(…))` of any engine is the same. */
export const storedKey = (text: string | undefined): string | undefined =>
  text === undefined || ASCII.test(text) ? undefined : textKey(text);

const SEPARATORS = /(?:%20|[+ \t\n\f\r_-])+/g;

/**
 * The spelling under which names of sources, campaigns and ad platforms are compared: as their key, with each run of `+`, `%20`, `_`, `-` and
 * space as one blank. A name of these alone stays. The warehouse does the same (`name_key` in warehouse/schema/0-names.sql).
 */
export function nameKey(text: string): string {
  const key = textKey(text);
  return key.replace(SEPARATORS, ' ').replace(/^ +| +$/g, '') || key;
}
