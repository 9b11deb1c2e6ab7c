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
