// The hooks by which a person is erased: the reading of facts of each kind, the personal data that slices store themselves, and a pause of the
// figures during it. `collect/identity` calls them.
import type { Base, ReadBase } from '../base.ts';

export type Body = Record<string, unknown>;

/** A click id of a fact. Without a key it names a mailing rather than one click, and joins nothing. */
export interface NamedClick {
  kind: string;
  value: string;
  key?: string;
}

/** The common part of all facts, beside the keys of the browser and identifiers. */
export interface Traces {
  clicks: NamedClick[];
  /** The URL of the page; null without one. */
  path: string | null;
}

/** The rewriting of a fact in which the person, or one of their clicks, occurs. A function returns values of other people unchanged. */
export interface Change {
  /** The fact is the person's own: free text goes as well. */
  isOwn: boolean;
  visitorKey(key: string): string;
  identifierKey(key: string): string;
  clickId(click: NamedClick): string;
  /** True if another person was on this page too. */
  keepsPath(path: string): boolean;
  /** A text of any person, in which a click id of the erased person may occur. */
  text(text: string): string;
}

/** Readers of the bodies of a kind of fact. */
export interface ErasableKind {
  traces(body: Body): Traces;
  erase(body: Body, change: Change): Body;
}

/** The person that an erasure removes. */
export interface ErasedPerson {
  /** Public ids under which the person was published. */
  publicIds: readonly string[];
  customerNos: readonly bigint[];
  visitorKeys: readonly bigint[];
  /** The person's known texts in clear: identifiers and names. */
  words: readonly string[];
}

/** A profile's totals, to be compared: counts as numbers, money as decimal strings. */
export type Totals = Record<string, number | string>;

/** The facts of the person, before they are rewritten. */
export interface ErasedFacts {
  customerNos: readonly bigint[];
  outcomeKeys: readonly Uint8Array[];
  visitorKeys: readonly bigint[];
}

/** What is computed of the person, by name, for the person's file. */
export type PersonFigures = (
  base: ReadBase,
  profileId: string,
  person: { customerNos: readonly bigint[]; visitorKeys: readonly bigint[] },
) => Promise<Record<string, Record<string, unknown>[]>>;

export interface ErasureHooks {
  /** Reads what is computed of the person's facts; an erasure computes it anew. */
  figures?: PersonFigures;
  /** Rewriting functions by kind of fact. */
  kinds?: Readonly<Record<string, ErasableKind>>;
  /** Takes the person out of what the slice keeps in state, inside the transaction that does so everywhere; it may run again. */
  person?: (base: Base, profileId: string, person: ErasedPerson) => void;
  /** Destroys what the slice keeps of the person's facts in other stores; it may run again. */
  facts?: (base: Base, profileId: string, facts: ErasedFacts) => Promise<void>;
  /** Runs `change` while nothing is computed of the profile, then computes everything again from its facts; answers the totals. */
  whileFactsChange?: (base: Base, profileId: string, change: () => Promise<void>) => Promise<Totals>;
}

/** Replaces a word of the person. */
export const ERASED = 'erased';
/** Shorter words occur in other texts by chance: they are removed only where they are the whole text. */
export const SHORTEST_IN_TEXT = 6;

/** The same value, without these words in any of its texts. */
export function withoutWords<T>(value: T, words: readonly string[]): T {
  const within = words.filter((word) => word.length >= SHORTEST_IN_TEXT);
  const clean = (each: unknown): unknown => {
    if (typeof each === 'string')
      return words.includes(each) ? ERASED : within.reduce((text, word) => text.replaceAll(word, ERASED), withinJson(each));
    if (each === null || typeof each !== 'object') return each;
    if (Array.isArray(each)) return each.map(clean);
    return Object.fromEntries(Object.entries(each).map(([name, one]) => [name, clean(one)]));
  };
  /** A text that is JSON, such as the body of a request, has texts of its own. */
  function withinJson(text: string): string {
    if (!text.startsWith('{')) return text;
    try {
      const parsed: unknown = JSON.parse(text);
      const cleaned = JSON.stringify(clean(parsed));
      return cleaned === JSON.stringify(parsed) ? text : cleaned;
    } catch {
      return text;
    }
  }
  return clean(value) as T;
}

/** Shorter names occur in other names by chance. */
const SHORTEST_NAME = 3;

/** Files are named after people in any spelling: `Rojas_Ana.csv`. */
export function isNamedAfter(fileName: string, words: readonly string[]): boolean {
  const bare = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  const name = bare(fileName);
  return words.some((word) => bare(word).length >= SHORTEST_NAME && name.includes(bare(word)));
}
