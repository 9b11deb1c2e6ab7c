// Finds and describes customers for reports, which may not read people's tables. Answers speak of persons: a customer number
// given back is the head of its component.
import type { Base } from '../../base/base.ts';
import { numberOf } from '../../base/kit/ids.ts';
import { headOf } from './components.ts';
import { identifierKeyOf } from './evidence.ts';
import { fold } from './folding.ts';
import { IDENTIFIER_TYPES, type IdentifierType, normaliseIdentifier } from './identifiers.ts';
import { tokenise } from './tokens.ts';

type PeopleBase = Pick<Base, 'state'>;

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
}

export interface CustomerSearch {
  q: string;
  /** A customer to leave out: its number or its public id. */
  exclude?: bigint | string | undefined;
  limit: number;
}

const ALL_KINDS = ['name', 'external_id', 'crm_contact_id', 'email', 'phone'];
const INDEXED_LETTERS = 3;
const MIN_LETTERS = 2;
/** Members of one person are found singly, so more are asked for than are wanted. */
const MEMBERS_PER_PERSON = 4;

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
  const [row] = base.state.statement('collect/people/identifier_find').allBig({ profile_id: profileId, identifier_key: key });
  return row && headOf(base, profileId, row['customer_no'] as bigint);
}

export const customerByExternalId = (base: PeopleBase, profileId: string, value: string): bigint | undefined =>
  customerBy(base, profileId, 'external_id', value);

export const customerByEmail = (base: PeopleBase, profileId: string, value: string): bigint | undefined =>
  customerBy(base, profileId, 'email', value);

/** @param country how to read a number without `+`. */
export const customerByPhone = (base: PeopleBase, profileId: string, value: string, country?: string): bigint | undefined =>
  customerBy(base, profileId, 'phone', value, country);

/** Heads of the persons with a text that holds all words, best first. */
function headsWith(base: PeopleBase, profileId: string, text: string, kinds: readonly string[], limit: number): bigint[] {
  const whole = fold(text);
  const words = whole.split(' ').filter((word) => word !== '');
  if (words.length === 0 || limit < 1) return [];
  const indexed = words.filter((word) => [...word].length >= INDEXED_LETTERS);
  const params = {
    profile_id: profileId,
    whole,
    words: JSON.stringify(words),
    kinds: JSON.stringify(kinds),
    limit: limit * MEMBERS_PER_PERSON,
  };
  const rows =
    indexed.length === 0
      ? base.state.statement('collect/people/search_scan').allBig(params)
      : base.state
          .statement('collect/people/search_find')
          .allBig({ ...params, phrases: indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ') });
  return rows.map((row) => headOf(base, profileId, row['customer_no'] as bigint));
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

/** Candidates for a text, exact hits first; none for a text under two letters. */
export function findCustomers(base: PeopleBase, profileId: string, search: CustomerSearch): CustomerDescription[] {
  if ([...search.q.trim()].length < MIN_LETTERS) return [];
  const given = typeof search.exclude === 'string' ? numberOf('customer', profileId, search.exclude) : search.exclude;
  const excluded = given === undefined ? undefined : headOf(base, profileId, given);
  const wanted = search.limit + 1;
  const digits = phoneDigits(search.q);
  const heads = new Set([
    ...headsNamed(base, profileId, search.q),
    ...headsWith(base, profileId, search.q, ALL_KINDS, wanted),
    ...(digits ? headsWith(base, profileId, digits, ['phone'], wanted) : []),
  ]);
  if (excluded !== undefined) heads.delete(excluded);
  const chosen = [...heads].slice(0, search.limit);
  const described = describeCustomers(base, profileId, chosen);
  return chosen.flatMap((head) => described.get(head) ?? []);
}

/** Numbers of the persons whose name or e-mail contains the text, best first; `isCut` where there may be more. */
export function customersMatching(
  base: PeopleBase,
  profileId: string,
  text: string,
  limit: number,
): { customers: bigint[]; isCut: boolean } {
  const found = headsWith(base, profileId, text, ['name', 'email'], limit);
  const heads = [...new Set(found)];
  return { customers: heads.slice(0, limit), isCut: heads.length > limit || found.length === limit * MEMBERS_PER_PERSON };
}

/** Who these customers are, by the number asked for; a merged customer is described with all its members. */
export function describeCustomers(
  base: PeopleBase,
  profileId: string,
  customerNos: readonly bigint[],
): Map<bigint, CustomerDescription> {
  const found = new Map<bigint, CustomerDescription>();
  if (customerNos.length === 0) return found;
  const params = { profile_id: profileId, customer_nos: `[${customerNos.join(',')}]` };
  for (const row of base.state.statement('collect/people/customers_describe').allBig(params)) {
    const asked = row['asked_no'] as bigint;
    const known = found.get(asked);
    const [first, last] = [instant(row['first_seen_at']), instant(row['last_seen_at'])];
    if (!known) {
      found.set(asked, {
        customer_no: row['customer_no'] as bigint,
        customer_profile_id: row['customer_profile_id'] as string,
        first_name: row['first_name'] as string | null,
        last_name: row['last_name'] as string | null,
        country: row['country'] as string | null,
        primary_email: null,
        primary_phone: null,
        emails: [],
        phones: [],
        phones_as_given: [],
        external_ids: [],
        crm_contact_ids: [],
        first_seen_at: first,
        last_seen_at: last,
      });
      continue;
    }
    if (known.first_name === null && known.last_name === null) {
      known.first_name = row['first_name'] as string | null;
      known.last_name = row['last_name'] as string | null;
    }
    known.country ??= row['country'] as string | null;
    if (first < known.first_seen_at) known.first_seen_at = first;
    if (last > known.last_seen_at) known.last_seen_at = last;
  }
  for (const row of base.state.statement('collect/people/identifiers_describe').allBig(params)) {
    const person = found.get(row['asked_no'] as bigint);
    if (person) addIdentifier(person, row['type'] as string, row['value'] as string);
  }
  for (const row of base.state.statement('collect/people/phones_as_given_describe').allBig(params))
    found.get(row['asked_no'] as bigint)?.phones_as_given.push(row['phone'] as string);
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
