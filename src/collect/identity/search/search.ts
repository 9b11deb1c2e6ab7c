// Finds and describes customers for reports, which may not read people's tables. Answers speak of persons: a customer number
// refunded is the head of its component.

import type { ReadBase } from '../../../base/base.ts';
import { numberOf } from '../../../base/kit/ids.ts';
import type { BigRow, RowOf } from '../../../base/state/state.ts';
import { IDENTIFIER_TYPES, type IdentifierType, normaliseIdentifier } from '../identifiers.ts';
import { headOf, headsOf } from '../stitching/components.ts';
import { identifierKeyOf } from '../stitching/evidence.ts';
import { tokenise } from '../tokens.ts';
import { fold } from './folding.ts';
import { textRange } from './search-texts.ts';

type PeopleBase = Pick<ReadBase, 'state'>;

/** A person in clear. Times are ISO 8601, UTC. */
export interface CustomerDescription {
  customer_no: bigint;
  customer_profile_id: string;
  first_name: string | null;
  last_name: string | null;
  country: string | null;
  /** The earliest known of each. */
  primary_email: string | null;
  primary_phone: string | null;
  emails: string[];
  phones: string[];
  /** Those that cannot be read as numbers; they name nobody. */
  phones_as_given: string[];
  external_ids: string[];
  crm_contact_ids: string[];
  first_seen_at: string;
  last_seen_at: string;
  /** Known from imports alone: the two times are those of the telling. */
  is_told: boolean;
}

export interface CustomerSearch {
  q: string;
  /** A customer to leave out: its number or its public id. */
  exclude?: bigint | string | undefined;
  limit: number;
}

/** Kinds of texts; the index keeps them in columns of these names. */
const KINDS = { words: ['name', 'email'], codes: ['external_id', 'crm_contact_id', 'phone'] } as const;
type Column = keyof typeof KINDS;

const INDEXED_LETTERS = 3;
const MIN_LETTERS = 2;
/** Where a word begins, and a part of an address; two letters are looked for there alone. */
const BEGINNINGS = [' ', '.', '@', '-', '_', '+'];
/**
 * So many texts a search looks at, the newest first: what a common word finds beyond that is left out, and the answer says so. Each of
 * them may lie on a page of its own that is not in memory.
 */
const CANDIDATES = 400;
/** Letters that most texts hold cost the index the most to look through and tell the least; what these alone find is compared anyway. */
const TELLING_DIGITS = 8;
const TELLING_LETTERS = 5;
/** Of a list, which shows those of them who converted. */
const CANDIDATES_OF_LIST = 2_000;

const instant = (micros: unknown): string => new Date(Number((micros as bigint) / 1000n)).toISOString();

/** Whom a value of this type names: the head of the person, or undefined. Nobody when the value identifies nobody. */
function customerBy(
  base: PeopleBase,
  profileId: string,
  type: IdentifierType,
  value: string,
  country?: string,
): bigint | undefined {
  const normalised = normaliseIdentifier(type, value, country);
  if (normalised.refused !== undefined) return undefined;
  const key = identifierKeyOf(type, tokenise(base, profileId, type, normalised.value));
  const [row] = base.state.statement('collect/identity/identifier_find').allBig({ profile_id: profileId, identifier_key: key });
  return row && headOf(base, profileId, row.customer_no);
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
  /** More texts have these letters than were looked at. */
  isCut: boolean;
}

const quoted = (letters: string): string => `"${letters.replaceAll('"', '""')}"`;

/** What the index is asked for: every three letters of the word, or of a shorter one the beginnings. Nothing for a single letter. */
function lettersOf(word: string): string[] {
  const letters = [...word];
  if (letters.length >= INDEXED_LETTERS)
    return letters.slice(INDEXED_LETTERS - 1).map((_, at) => quoted(letters.slice(at, at + INDEXED_LETTERS).join('')));
  if (letters.length < MIN_LETTERS) return [];
  return [`(${BEGINNINGS.map((beginning) => quoted(`${beginning}${word}`)).join(' OR ')})`];
}

/** The part of a word that few texts share: of a phone what follows country and area, of an address what stands before its host. */
function tellingPart(word: string): string {
  if (/^\+?\d+$/.test(word)) return word.slice(-TELLING_DIGITS);
  const host = word.indexOf('@');
  return host < TELLING_LETTERS ? word : word.slice(0, host + 1);
}

/**
 * Heads of the persons whose texts hold all words, among so many texts: those whose whole text it is first, then those with one text that
 * holds all, who was seen last before the others.
 */
function headsWith(base: PeopleBase, profileId: string, text: string, columns: readonly Column[], most: number): Heads {
  const whole = fold(text);
  const words = whole.split(' ').filter((word) => word !== '');
  const range = textRange(base, profileId);
  if (words.length === 0 || !range) return { heads: [], isCut: false };
  const kinds = JSON.stringify(columns.flatMap((column) => KINDS[column]));
  const exact = base.state
    .statement('collect/identity/search_exact')
    .allBig({ profile_no: range.profileNo, whole, kinds, limit: most })
    .map(({ value_no }) => value_no);
  const { first, last } = range;
  const filter = columns.length < Object.keys(KINDS).length ? `{${columns.join(' ')}} : ` : '';
  const having = (parts: string[]): bigint[] => {
    const letters = [...new Set(parts.flatMap(lettersOf))];
    if (letters.length === 0) return [];
    return base.state
      .statement('collect/identity/search_candidates')
      .allBig({ letters: `${filter}(${letters.join(' AND ')})`, first, last, limit: most + 1 })
      .map(({ value_no }) => value_no);
  };
  const telling = words.map(tellingPart);
  const told = having(telling);
  const candidates = told.length > most && telling.join() !== words.join() ? having(words) : told;
  const ownersOf = (values: readonly bigint[], words: readonly string[], limit: number): bigint[] =>
    base.state
      .statement('collect/identity/search_customers')
      .allBig({
        ...{ profile_id: profileId, value_nos: `[${values.join(',')}]` },
        ...{ whole, words: JSON.stringify(words), kinds, limit },
      })
      .map(({ customer_no }) => customer_no);
  const customers = ownersOf([...new Set([...exact, ...candidates])], words, exact.length + candidates.length);
  // Words that no one text holds together may be a person's in several: of the name and of the address.
  const rarest = words.length < 2 ? undefined : rarestOf(words, having);
  const across = rarest
    ? base.state
        .statement('collect/identity/search_across')
        .allBig({
          ...{ profile_id: profileId, profile_no: range.profileNo, words: JSON.stringify(words), kinds },
          customer_nos: `[${ownersOf(rarest.values, [rarest.word], rarest.values.length).join(',')}]`,
        })
        .map(({ customer_no }) => customer_no)
    : [];
  const all = [...customers, ...across];
  const merged = headsOf(base, profileId, all);
  const heads = new Set(all.map((customer) => merged.get(customer) ?? customer));
  return { heads: [...heads], isCut: candidates.length > most || (rarest?.values.length ?? 0) > most };
}

/** Longer words are in fewer texts, as a rule; more of them tell nothing more. */
const WORDS_COMPARED = 4;

/** The word that the fewest texts hold, with these. */
function rarestOf(
  words: readonly string[],
  having: (parts: string[]) => bigint[],
): { word: string; values: bigint[] } | undefined {
  const longest = [...new Set(words)].filter((word) => [...word].length >= MIN_LETTERS).sort((a, b) => b.length - a.length);
  const held = longest.slice(0, WORDS_COMPARED).map((word) => ({ word, values: having([word]) }));
  return held.sort((a, b) => a.values.length - b.values.length)[0];
}

/** Whom the text names exactly, as an identifier of any type. */
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
  const given = typeof search.exclude === 'string' ? numberOf('customer', profileId, search.exclude) : search.exclude;
  const excluded = given === undefined ? undefined : headOf(base, profileId, given);
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

interface Name {
  first: string | null;
  last: string | null;
  trust: unknown;
}

const nameIn = (row: BigRow<RowOf<'collect/identity/customers_describe'>>): Name => ({
  first: row.first_name,
  last: row.last_name,
  trust: row.name_trust,
});

/** The name of a person whose older members bear the one: as if one customer had been told of both, in that order. */
function nameOfBoth(older: Name, younger: Name): Name {
  if (younger.trust === null) return older;
  if (older.trust === null || (older.trust === 'browser' && younger.trust === 'server')) return younger;
  if (older.trust === 'server' && younger.trust === 'browser') return older;
  return { ...older, first: older.first ?? younger.first, last: older.last ?? younger.last };
}

/** Who these customers are, by the number asked for; a merged customer is described with all its members. */
export function describeCustomers(
  base: PeopleBase,
  profileId: string,
  customerNos: readonly bigint[],
): Map<bigint, CustomerDescription> {
  const found = new Map<bigint, CustomerDescription>();
  const names = new Map<bigint, Name>();
  if (customerNos.length === 0) return found;
  const params = { profile_id: profileId, customer_nos: `[${customerNos.join(',')}]` };
  for (const row of base.state.statement('collect/identity/customers_describe').allBig(params)) {
    const asked = row.asked_no;
    const known = found.get(asked);
    const older = names.get(asked);
    names.set(asked, older ? nameOfBoth(older, nameIn(row)) : nameIn(row));
    const [first, last] = [instant(row.first_seen_at), instant(row.last_seen_at)];
    const isTold = row.is_told === 1n;
    if (!known) {
      found.set(asked, {
        customer_no: row.customer_no,
        customer_profile_id: row.customer_profile_id,
        first_name: null,
        last_name: null,
        country: row.country,
        primary_email: null,
        primary_phone: null,
        emails: [],
        phones: [],
        phones_as_given: [],
        external_ids: [],
        crm_contact_ids: [],
        first_seen_at: first,
        last_seen_at: last,
        is_told: isTold,
      });
      continue;
    }
    known.country ??= row.country;
    // Who was seen is described by that; of those who were not, the telling counts only while nobody was.
    if (isTold && !known.is_told) continue;
    const isFirstSeen = known.is_told && !isTold;
    if (isFirstSeen || first < known.first_seen_at) known.first_seen_at = first;
    if (isFirstSeen || last > known.last_seen_at) known.last_seen_at = last;
    known.is_told = isTold;
  }
  for (const [asked, { first, last }] of names) Object.assign(found.get(asked) ?? {}, { first_name: first, last_name: last });
  for (const row of base.state.statement('collect/identity/identifiers_describe').allBig(params)) {
    const person = found.get(row.asked_no);
    if (person) addIdentifier(person, row.type, row.value as string);
  }
  for (const row of base.state.statement('collect/identity/phones_as_given_describe').allBig(params))
    found.get(row.asked_no)?.phones_as_given.push(row.phone);
  return found;
}

function addIdentifier(person: CustomerDescription, type: string, value: string): void {
  if (type === 'email') {
    person.primary_email ??= value;
    person.emails.push(value);
  } else if (type === 'phone') {
    person.primary_phone ??= value;
    person.phones.push(value);
  } else if (type === 'external_id') person.external_ids.push(value);
  else if (type === 'crm_contact_id') person.crm_contact_ids.push(value);
}
