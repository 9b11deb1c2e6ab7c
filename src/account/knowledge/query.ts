// What a person searches for, as questions to the index. Each word is quoted, so that no operator of FTS5 is read in it.

/** More words find less and cost more. */
const MAX_WORDS = 20;
/** As the index divides text. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const HAS_LETTER = /[\p{L}\p{N}]/u;

export interface IndexQuery {
  /** One for each word: the passages of the profile that have it. */
  eachWord: string[];
  /** The passages that have any. */
  anyWord: string;
}

/** Undefined where there is no word in it. */
export function indexQuery(profileId: string, q: string): IndexQuery | undefined {
  const words = [...new Set(q.match(WORD))].filter((word) => HAS_LETTER.test(word)).slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const owner = `owner : "${profileId.replaceAll('-', '')}"`;
  return {
    eachWord: words.map((word) => `${owner} AND text : "${word}"`),
    anyWord: `text : (${words.map((word) => `"${word}"`).join(' OR ')})`,
  };
}
