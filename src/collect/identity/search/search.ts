// Finds and describes customers for reports, which may not read people's tables. Answers speak of persons: a customer number
// refunded is the head of its component.
import type { ReadBase } from '../../../base/base.ts';
import { numberOf } from '../../../base/kit/ids.ts';
import { IDENTIFIER_TYPES, type IdentifierType, normaliseIdentifier } from '../identifiers.ts';
import { holdersOf } from '../spelling/keys.ts';
import { headOf, headsOf } from '../stitching/components.ts';
import { type CustomerDescription, describeCustomers } from './describe.ts';
import { fold } from './folding.ts';
import { continuationsOf, lettersOf, MIN_LETTERS } from './letters.ts';
import { type TextRange, textRange } from './search-texts.ts';

export type PeopleBase = Pick<ReadBase, 'state'>;

export interface CustomerSearch {
  q: string;
  /** A customer to leave out: its number or its public id. */
  exclude?: bigint | string | undefined;
  limit: number;
}

/** Kinds of texts; the index keeps them in columns of these names. */
const KINDS = { words: ['name', 'email'], codes: ['external_id', 'crm_contact_id', 'phone'] } as const;
type Column = keyof typeof KINDS;

/**
 * As many texts as a search checks, the newest first: what a common word finds beyond that is left out, and the answer says so. Each of
 * them may lie on a page of its own that is not in memory.
 */
const CANDIDATES = 400;
/** Trigrams of most texts cost the index the most and separate the least; a text found by these alone is compared anyway. */
const TELLING_DIGITS = 8;
const TELLING_LETTERS = 5;
/** The largest list that shows which of its customers converted. */
const CANDIDATES_OF_LIST = 2_000;

/** The customer with a value of this type: the head of the person; undefined when there is none, or when the value identifies no person. */
function customerBy(
  base: PeopleBase,
  profileId: string,
  type: IdentifierType,
  value: string,
  country?: string,
): bigint | undefined {
  const normalised = normaliseIdentifier(type, value, country);
  if (normalised.refused !== undefined) return undefined;
  const [holder] = holdersOf(base, profileId, type, normalised.value);
  return holder && headOf(base, profileId, holder.customer);
}

export const customerByExternalId = (base: PeopleBase, profileId: string, value: string): bigint | undefined =>
  customerBy(base, profileId, 'external_id', value);

export const customerByEmail = (base: PeopleBase, profileId: string, value: string): bigint | undefined =>
  customerBy(base, profileId, 'email', value);

/** @param country how to read a number without `+`. */
export const customerByPhone = (base: PeopleBase, profileId: string, value: string, country?: string): bigint | undefined =>
  customerBy(base, profileId, 'phone', value, country);

interface Heads {
  heads: bigint[];
  /** More texts have these letters than were checked. */
  isCut: boolean;
}

/** The part of a word that few texts share: of a phone what follows country and area, of an address what is before its host. */
function tellingPart(word: string): string {
  if (/^\+?\d+$/.test(word)) return word.slice(-TELLING_DIGITS);
  const host = word.indexOf('@');
  return host < TELLING_LETTERS ? word : word.slice(0, host + 1);
}

/** What is searched for, and among which texts of a profile. */
interface Wanted {
  whole: string;
  words: string[];
  range: TextRange;
  columns: readonly Column[];
  /** JSON of the kinds of texts. */
  kinds: string;
  most: number;
}

/** Numbers of the newest texts that may contain all parts, one more than `most` where there are more. */
function textsWith(base: PeopleBase, parts: readonly string[], { range, columns, most }: Wanted): bigint[] {
  const { first, last } = range;
  const filter = columns.length < Object.keys(KINDS).length ? `{${columns.join(' ')}} : ` : '';
  const ask = (letters: string | undefined): bigint[] =>
    letters === undefined
      ? []
      : base.state
          .statement('collect/identity/search_candidates')
          .allBig({ letters: `${filter}(${letters})`, first, last, limit: most + 1 })
          .map(({ value_no }) => value_no);
  const found = ask(lettersOf(parts));
  const more = found.length > most ? undefined : continuationsOf(base, parts);
  return more ? ask(lettersOf(parts, more)) : found;
}

/** Texts that may contain all words: those that are the whole, that contain it, and that contain the words anywhere. */
function candidatesFor(base: PeopleBase, wanted: Wanted): { values: bigint[]; isCut: boolean } {
  const { whole, words, range, kinds, most } = wanted;
  const exact = base.state
    .statement('collect/identity/search_exact')
    .allBig({ profile_no: range.profileNo, whole, kinds, limit: most })
    .map(({ value_no }) => value_no);
  // With the spaces between words there are fewer texts, and of those none is missed among many that have the words.
  const asOne = words.length > 1 ? textsWith(base, [whole], wanted) : [];
  const telling = words.map(tellingPart);
  const selective = textsWith(base, telling, wanted);
  const apart = selective.length > most && telling.join() !== words.join() ? textsWith(base, words, wanted) : selective;
  return { values: [...new Set([...exact, ...asOne, ...apart])], isCut: asOne.length > most || apart.length > most };
}

/**
 * Heads of the persons whose texts contain all words, up to `most`: those with a text equal to the search first, then those with a text that contains it
 * as it is, then those whose one text contains all words; within each group the person seen last comes first.
 */
function headsWith(base: PeopleBase, profileId: string, text: string, columns: readonly Column[], most: number): Heads {
  const whole = fold(text);
  const words = whole.split(' ').filter((word) => word !== '');
  const range = textRange(base, profileId);
  if (words.length === 0 || !range) return { heads: [], isCut: false };
  const kinds = JSON.stringify(columns.flatMap((column) => KINDS[column]));
  const wanted: Wanted = { whole, words, range, columns, kinds, most };
  const ownersOf = (values: readonly bigint[], parts: readonly string[]): bigint[] =>
    base.state
      .statement('collect/identity/search_customers')
      .allBig({
        profile_id: profileId,
        value_nos: `[${values.join(',')}]`,
        limit: values.length,
        whole,
        words: JSON.stringify(parts),
        kinds,
      })
      .map(({ customer_no }) => customer_no);
  const candidates = candidatesFor(base, wanted);
  const customers = ownersOf(candidates.values, words);
  // Words that no single text contains may be spread over several texts of a person, such as the name and the address.
  const rarest = words.length < 2 ? undefined : rarestOf(words, (word) => textsWith(base, [word], wanted));
  const across = rarest
    ? base.state
        .statement('collect/identity/search_across')
        .allBig({
          profile_id: profileId,
          profile_no: range.profileNo,
          words: JSON.stringify(words),
          kinds,
          customer_nos: `[${ownersOf(rarest.values, [rarest.word]).join(',')}]`,
        })
        .map(({ customer_no }) => customer_no)
    : [];
  const all = [...customers, ...across];
  const merged = headsOf(base, profileId, all);
  const heads = new Set(all.map((customer) => merged.get(customer) ?? customer));
  return { heads: [...heads], isCut: candidates.isCut || (rarest?.values.length ?? 0) > most };
}

/** Longer words are in fewer texts, as a rule; more words narrow the search no further. */
const WORDS_COMPARED = 4;

/** The word that the fewest texts hold, with these. */
function rarestOf(words: readonly string[], textsOf: (word: string) => bigint[]): { word: string; values: bigint[] } | undefined {
  const longest = [...new Set(words)].filter((word) => [...word].length >= MIN_LETTERS).sort((a, b) => b.length - a.length);
  const stored = longest.slice(0, WORDS_COMPARED).map((word) => ({ word, values: textsOf(word) }));
  return stored.sort((a, b) => a.values.length - b.values.length)[0];
}

/** The persons that the text names exactly, as an identifier of any type. */
const headsNamed = (base: PeopleBase, profileId: string, text: string): bigint[] =>
  IDENTIFIER_TYPES.flatMap((type) => customerBy(base, profileId, type, text) ?? []);

/** The text as digits, when it is a phone number written with spaces and the like. */
function phoneDigits(text: string): string | undefined {
  if (!/^\s*\+?[\d\s().\-/]+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 4 && digits !== text.trim() ? digits : undefined;
}

/** Candidates for a text, exact hits first; none for a text under two letters. `isCut` where more texts have its letters than were read. */
export function findCustomers(
  base: PeopleBase,
  profileId: string,
  search: CustomerSearch,
): { people: CustomerDescription[]; isCut: boolean } {
  if ([...search.q.trim()].length < MIN_LETTERS) return { people: [], isCut: false };
  const cursor = typeof search.exclude === 'string' ? numberOf('customer', profileId, search.exclude) : search.exclude;
  const excluded = cursor === undefined ? undefined : headOf(base, profileId, cursor);
  const digits = phoneDigits(search.q);
  const found = headsWith(base, profileId, search.q, ['words', 'codes'], CANDIDATES);
  const phones = digits ? headsWith(base, profileId, digits, ['codes'], CANDIDATES) : { heads: [], isCut: false };
  const heads = new Set([...headsNamed(base, profileId, search.q), ...found.heads, ...phones.heads]);
  if (excluded !== undefined) heads.delete(excluded);
  const chosen = [...heads].slice(0, search.limit);
  const described = describeCustomers(base, profileId, chosen);
  return { people: chosen.flatMap((head) => described.get(head) ?? []), isCut: found.isCut || phones.isCut };
}

/**
 * Numbers of the persons whose name and e-mails contain all words of the text, best first; `isCut` where there may be more, `isTooShort`
 * where no word has the letters that a search needs.
 */
export function customersMatching(
  base: PeopleBase,
  profileId: string,
  text: string,
  limit: number,
): { customers: bigint[]; isCut: boolean; isTooShort: boolean } {
  const { heads, isCut } = headsWith(base, profileId, text, ['words'], CANDIDATES_OF_LIST);
  const isShort = fold(text)
    .split(' ')
    .every((word) => [...word].length < MIN_LETTERS);
  return { customers: heads.slice(0, limit), isCut: isCut || heads.length > limit, isTooShort: isShort && heads.length === 0 };
}
