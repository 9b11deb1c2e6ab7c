// Customers as reports know them: who converted, and who a text might mean. Names and addresses come from the people slice,
// figures from the warehouse.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Call, Operation } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.gen.ts';
import { numberOf, personId, publicId } from '../../base/kit/ids.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Param, Row, Statement } from '../../base/warehouse/port.ts';
import { type CustomerDescription, customersMatching, describeCustomers, findCustomers } from '../../collect/people/index.ts';
import { ask, askEach, otherMoney } from '../../credit/attribution/index.ts';
import { asWarnings, atOneVersion, convertedMoney, frameOf, rateStatementsOfPeople, rateWarnings } from '../analytics/index.ts';

type CustomerRow = components['schemas']['CustomerRow'];

/** More people than this match no useful search; the rest is not looked at. */
const MAX_MATCHES = 1000;
const incomplete = (what: string) => ({
  code: 'matches_incomplete',
  message: `More customers match than a search examines; ${what}. Search for more letters.`,
});
const SEARCH_TOO_SHORT = {
  code: 'search_too_short',
  message: 'search: no word of it has two letters, so nothing was searched. Use more letters, or leave it out to list everybody.',
};
const MATCHES_INCOMPLETE = incomplete('listed are conversions of the newest that match');
const CANDIDATES_INCOMPLETE = incomplete('found are exact matches and the newest of the others');

interface Cursor {
  cursor_micros: bigint | null;
  cursor_no: bigint | null;
}

/** Microseconds since 1970 of an ISO 8601 instant with up to six decimals. */
function microsOf(instant: string): bigint {
  const [, seconds = '', fraction = '', zone = ''] = /^(.+?)(?:\.(\d+))?(Z|z|[+-]\d\d:\d\d)$/.exec(instant) ?? [];
  return BigInt(Date.parse(seconds + zone)) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Both halves of the cursor, or neither. */
function cursorOf(profileId: string, params: Call<'listCustomers'>['params']): Cursor {
  const { cursor_time, cursor_id } = params;
  if (cursor_time === undefined && cursor_id === undefined) return { cursor_micros: null, cursor_no: null };
  if (cursor_time === undefined || cursor_id === undefined)
    throw new ApiError('invalid_parameter', 'cursor_time and cursor_id: send both, the two halves of pagination.cursor.');
  const number = numberOf('conversion', profileId, cursor_id);
  if (number === undefined) throw new ApiError('invalid_parameter', 'cursor_id: is not the id of a cursor of this profile.');
  return { cursor_micros: microsOf(cursor_time), cursor_no: number };
}

const nameOf = (person: CustomerDescription | undefined): string | null =>
  [person?.first_name, person?.last_name].filter((part) => part).join(' ') || null;

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function customerRow(profileId: string, row: Row, people: Map<bigint, CustomerDescription>): CustomerRow {
  const person = people.get(row['person_key'] as bigint);
  const micros = row['micros_to_complete'] as bigint | null;
  return {
    conversion_id: publicId('conversion', profileId, row['conversion_no'] as bigint),
    customer_profile_id: personId(profileId, row['person_key'] as bigint),
    name: nameOf(person),
    email: person?.primary_email ?? null,
    country: row['country'] as string | null,
    device: row['device'] as CustomerRow['device'],
    channel: (row['last_channel'] as string | null) ?? '(none)',
    source: (row['last_source'] as string | null) ?? '(none)',
    revenue: numberOrNull(row['revenue']),
    revenue_type: row['revenue_type'] as CustomerRow['revenue_type'],
    conversion_time: row['converted_at'] as string,
    time_to_complete_seconds: micros === null ? 0 : Number(micros) / 1_000_000,
    touch_count: Number(row['touch_count']),
    touch_channels: row['touch_channels'] as string[],
    conversion_count: Number(row['conversion_count']),
    total_revenue: numberOrNull(row['total_revenue']),
  };
}

const unpricedOf = (rows: Iterable<Row>): string[] => [...rows].flatMap((row) => (row['unpriced_currencies'] ?? []) as string[]);

/** Names of the customers among these persons; browsers and lone outcomes have none. */
const namesOf = (base: Base, profileId: string, persons: bigint[]): Map<bigint, CustomerDescription> =>
  describeCustomers(base, profileId, [...new Set(persons.filter((person) => person > 0n))]);

export const listCustomers: Operation<'listCustomers'> = (call, base) =>
  atOneVersion(base, call.profile.profileId, async () => {
    const { date_from, date_to, goal, search, limit } = call.params;
    const { profileId } = call.profile;
    const cursor = cursorOf(profileId, call.params);
    const frame = await frameOf(base, profileId, goal);
    const matching = search === undefined ? undefined : customersMatching(base, profileId, search, MAX_MATCHES);
    const params = {
      ...cursor,
      goal: frame.goal,
      date_from,
      date_to,
      customer_nos: matching?.customers ?? null,
      limit: limit + 1,
    };
    const found = matching?.customers.length === 0 ? [] : await listedRows(base, profileId, params);
    const page = found.slice(0, limit);
    const people = namesOf(
      base,
      profileId,
      page.map((row) => row['person_key'] as bigint),
    );
    const data = page.map((row) => customerRow(profileId, row, people));
    const last = data.at(-1);
    const hasNext = found.length > limit && last !== undefined;
    return {
      data,
      meta: {
        date_from,
        date_to,
        profile_id: profileId,
        goal: frame.goal,
        currency: frame.currency,
        timezone: frame.timezone,
        version: frame.version,
      },
      pagination: { has_next: hasNext, cursor: hasNext ? `${last.conversion_time}|${last.conversion_id}` : null },
      ...asWarnings([
        ...rateWarnings(unpricedOf(page)),
        ...(matching?.isCut ? [MATCHES_INCOMPLETE] : []),
        ...(matching?.isTooShort ? [SEARCH_TOO_SHORT] : []),
      ]),
    };
  });

/** Conversions of a list. Only of persons who have money in another currency is any asked for and converted. */
async function listedRows(base: Base, profileId: string, params: Record<string, Param>): Promise<Row[]> {
  const priced = [
    ...rateStatementsOfPeople(),
    ...otherMoney(),
    { sql: sqlText('warehouse/report/customers/customers_priced_list') },
  ];
  const results = await askEach(base, profileId, [
    { sql: sqlText('warehouse/report/customers/customers_page'), params },
    { sql: sqlText('warehouse/report/customers/foreign_of_page') },
    ...priced.map((statement) => ({ ...statement, unlessEmpty: ['people'] })),
    { sql: sqlText('warehouse/report/customers/customers_list'), unlessEmpty: ['page'] },
  ]);
  const [foreign = [], rows = []] = results.slice(-2);
  const pricedRows = new Map(foreign.map((row) => [row['conversion_no'], row]));
  return rows.map((row) => ({ ...row, ...pricedRows.get(row['conversion_no']) }));
}

export const searchCustomers: Operation<'searchCustomers'> = async (call, base) => {
  const { q, exclude, limit } = call.params;
  const { profileId } = call.profile;
  const { people, isCut } = findCustomers(base, profileId, { q, exclude, limit });
  const cut = isCut ? [CANDIDATES_INCOMPLETE] : [];
  if (people.length === 0) return { data: [], meta: { profile_id: profileId }, ...asWarnings(cut) };
  const rows = await candidateRows(
    base,
    profileId,
    people.map((person) => person.customer_no),
  );
  return {
    data: people.map((person) => candidateOf(person, rows.get(person.customer_no))),
    meta: { profile_id: profileId },
    ...asWarnings([...rateWarnings(unpricedOf(rows.values())), ...cut]),
  };
};

const askedStatement = (person_keys: bigint[]): Statement => ({
  sql: sqlText('warehouse/report/customers/people_asked'),
  params: { person_keys },
});

/** What the warehouse knows of persons, by the key asked. */
export const peopleRows = (base: Base, profileId: string, personKeys: bigint[]): Promise<Map<bigint, Row>> =>
  withAllCash(base, profileId, [askedStatement(personKeys), { sql: sqlText('warehouse/report/customers/people_get') }]);

/** As much of it as a candidate shows. */
const candidateRows = (base: Base, profileId: string, customerNos: bigint[]): Promise<Map<bigint, Row>> =>
  withAllCash(base, profileId, [
    { sql: sqlText('warehouse/report/customers/customers_search'), params: { person_keys: customerNos } },
  ]);

/** Rows by the key asked. Money of other currencies is asked for only where somebody paid any. */
async function withAllCash(base: Base, profileId: string, statements: Statement[]): Promise<Map<bigint, Row>> {
  const rows = await ask(base, profileId, statements, { size: 'small' });
  const known = new Map(rows.map((row) => [row['asked_key'] as bigint, row]));
  const foreign = [...known].flatMap(([key, row]) => (row['is_foreign'] === true ? [key] : []));
  if (foreign.length === 0) return known;
  const inOwnCurrency = [
    askedStatement(foreign),
    ...rateStatementsOfPeople(),
    { sql: sqlText('warehouse/report/customers/people_cash_get') },
  ];
  const priced = await ask(base, profileId, inOwnCurrency, { size: 'small' });
  for (const row of priced) Object.assign(known.get(row['asked_key'] as bigint) ?? {}, row);
  return known;
}

const earlier = (a: string, b: string | null): string => (b !== null && Date.parse(b) < Date.parse(a) ? b : a);
const later = (a: string, b: string | null): string => (b !== null && Date.parse(b) > Date.parse(a) ? b : a);

/** When a person was seen first and last: by what names them, and by their visits. Whom only an import told of, by visits alone. */
function seenOf(person: CustomerDescription, row: Row | undefined): Pick<CustomerDescription, 'first_seen_at' | 'last_seen_at'> {
  const [first, last] = [row?.['first_seen_at'] ?? null, row?.['last_seen_at'] ?? null] as [string | null, string | null];
  if (person.is_told && first !== null && last !== null) return { first_seen_at: first, last_seen_at: last };
  return { first_seen_at: earlier(person.first_seen_at, first), last_seen_at: later(person.last_seen_at, last) };
}

function candidateOf(person: CustomerDescription, row: Row | undefined): components['schemas']['CustomerCandidate'] {
  return {
    customer_profile_id: person.customer_profile_id,
    first_name: person.first_name,
    last_name: person.last_name,
    primary_email: person.primary_email,
    primary_phone: person.primary_phone,
    ...seenOf(person, row),
    conversion_count: Number(row?.['conversion_count'] ?? 0),
    cash_revenue: convertedMoney(row?.['cash_revenue'] as string | null | undefined),
    sources: (row?.['sources'] ?? []) as string[],
  };
}
