// Describes customers for reports: names, identifiers and when they were seen, of a person with all of its members.
import type { BigRow, RowOf } from '../../../base/state/state.ts';
import { type IdentifierType, presentSpelling } from '../identifiers.ts';
import type { PeopleBase } from './search.ts';

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
  /** Ids that cannot be read as numbers; they name no customer. */
  phones_as_given: string[];
  external_ids: string[];
  crm_contact_ids: string[];
  first_seen_at: string;
  last_seen_at: string;
  /** Known from imports alone: the two times are those of the telling. */
  is_told: boolean;
}

const instant = (micros: unknown): string => new Date(Number((micros as bigint) / 1000n)).toISOString();

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

/** The name of a merged person: as if one customer had received both names, in that order. */
function nameOfBoth(older: Name, younger: Name): Name {
  if (younger.trust === null) return older;
  if (older.trust === null || (older.trust === 'browser' && younger.trust === 'server')) return younger;
  if (older.trust === 'server' && younger.trust === 'browser') return older;
  return { ...older, first: older.first ?? younger.first, last: older.last ?? younger.last };
}

/** Descriptions of these customers, by the number requested; a merged customer is described with all its members. */
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
    const key = row.asked_no;
    const description = found.get(key);
    const older = names.get(key);
    names.set(key, older ? nameOfBoth(older, nameIn(row)) : nameIn(row));
    const [first, last] = [instant(row.first_seen_at), instant(row.last_seen_at)];
    const isTold = row.is_told === 1n;
    if (!description) {
      found.set(key, {
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
    description.country ??= row.country;
    // A seen member decides the description; times of unseen members count only while no member was seen.
    if (isTold && !description.is_told) continue;
    const isFirstSeen = description.is_told && !isTold;
    if (isFirstSeen || first < description.first_seen_at) description.first_seen_at = first;
    if (isFirstSeen || last > description.last_seen_at) description.last_seen_at = last;
    description.is_told = isTold;
  }
  for (const [request, { first, last }] of names) Object.assign(found.get(request) ?? {}, { first_name: first, last_name: last });
  for (const row of base.state.statement('collect/identity/identifiers_describe').allBig(params)) {
    const person = found.get(row.asked_no);
    if (person && row.value !== null) addIdentifier(person, row.type, row.value);
  }
  for (const row of base.state.statement('collect/identity/phones_as_given_describe').allBig(params))
    found.get(row.asked_no)?.phones_as_given.push(row.phone);
  return found;
}

function addIdentifier(person: CustomerDescription, type: IdentifierType, stored: string): void {
  const value = presentSpelling(type, stored);
  if (type === 'email') {
    person.primary_email ??= value;
    if (!person.emails.includes(value)) person.emails.push(value);
  } else if (type === 'phone') {
    person.primary_phone ??= value;
    if (!person.phones.includes(value)) person.phones.push(value);
  } else if (type === 'external_id') person.external_ids.push(value);
  else if (type === 'crm_contact_id') person.crm_contact_ids.push(value);
}
