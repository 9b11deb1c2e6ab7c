// What the index of texts is asked for. It stores every three letters of a text; two letters are asked for with each letter that may follow them.
import type { PeopleBase } from './search.ts';

const INDEXED_LETTERS = 3;
/** Fewer letters are no search. */
export const MIN_LETTERS = 2;
/** What follows two letters in nearly every text; the end of a text is a space. Others are looked up in the index. */
const FOLLOWING = [..."abcdefghijklmnopqrstuvwxyz0123456789 .@-_+'"];
/** Sorts after every text that continues two letters. */
const LAST_LETTER = '\u{10ffff}';

const quoted = (letters: string): string => `"${letters.replaceAll('"', '""')}"`;

const isPair = (part: string): boolean => [...part].length === MIN_LETTERS;

/** The terms of the index for a text that contains this part; nothing for a single letter. */
function termsOf(part: string, continuations: ReadonlyMap<string, readonly string[]>): string[] {
  const letters = [...part];
  if (letters.length >= INDEXED_LETTERS)
    return letters.slice(INDEXED_LETTERS - 1).map((_, at) => quoted(letters.slice(at, at + INDEXED_LETTERS).join('')));
  if (!isPair(part)) return [];
  const all = new Set([...FOLLOWING.map((letter) => part + letter), ...(continuations.get(part) ?? [])]);
  return [`(${[...all].map(quoted).join(' OR ')})`];
}

/** A question to the index for texts that contain all parts; undefined where no part has enough letters. */
export function lettersOf(
  parts: readonly string[],
  continuations: ReadonlyMap<string, readonly string[]> = new Map(),
): string | undefined {
  const terms = [...new Set(parts.flatMap((part) => termsOf(part, continuations)))];
  return terms.length === 0 ? undefined : terms.join(' AND ');
}

/**
 * The letters that follow pairs of these parts in texts of any script, by pair; undefined where there is none that is not asked for anyway. It reads
 * as much of the index as contains the pairs, so it is asked where a pair was found to be rare.
 */
export function continuationsOf(base: PeopleBase, parts: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const existing = new Set(FOLLOWING);
  const found = parts.filter(isPair).map((pair) => {
    const rows = base.state.statement('collect/identity/search_terms').all({ from: pair, to: pair + LAST_LETTER });
    return [pair, rows.flatMap(({ term }) => (existing.has(term.slice(pair.length)) ? [] : [term]))] as const;
  });
  return found.some(([, terms]) => terms.length > 0) ? new Map(found) : undefined;
}
