// Customers as reports know them: who converted, and who a text might mean. Names and addresses come from the people slice,
// figures from the warehouse.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { numberOf, personId, publicId } from '../../base/kit/ids.ts';
import { microsOf } from '../../base/kit/time/instants.ts';
import {
  type PlanParams,
  type Prepared,
  prepared,
  preparedParts,
  typed,
  type WarehouseRow,
} from '../../base/warehouse/statements.ts';
import { type CustomerDescription, customersMatching, describeCustomers, findCustomers } from '../../collect/identity/index.ts';
import { ask, askEach } from '../../credit/pipeline/index.ts';
import { asWarnings, atOneVersion, convertedMoney, filtersOf, frameOf, rateWarnings } from '../analytics/index.ts';

type CustomerRow = components['schemas']['CustomerRow'];

/** More people than this match no useful search; the rest is not checked. */
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
  /** Of a sorted list; null of the newest first. */
  cursor_value: string | null;
}

type Asked = Call<'listCustomers'>['params'];

/** The order that needs no other value than the time. */
const isNewestFirst = ({ sort, order }: Asked): boolean => sort === 'conversion_time' && order === 'desc';

/** All parts of the cursor, or none. */
function cursorOf(profileId: string, params: Asked): Cursor {
  const { cursor_time, cursor_id, cursor_value } = params;
  if (cursor_time === undefined && cursor_id === undefined && cursor_value === undefined)
    return { cursor_micros: null, cursor_no: null, cursor_value: null };
  if (cursor_time === undefined || cursor_id === undefined)
    throw new ApiError('invalid_parameter', 'cursor_time and cursor_id: send both, the two halves of pagination.cursor.');
  const number = numberOf('conversion', profileId, cursor_id);
  if (number === undefined) throw new ApiError('invalid_parameter', 'cursor_id: is not the id of a cursor of this profile.');
  if (isNewestFirst(params) !== (cursor_value === undefined))
    throw new ApiError(
      'invalid_parameter',
      'cursor_value: belongs to the cursor of a sorted list; send the same sort and order again.',
    );
  return { cursor_micros: microsOf(cursor_time), cursor_no: number, cursor_value: cursor_value ?? null };
}

const nameOf = (person: CustomerDescription | undefined): string | null =>
  [person?.first_name, person?.last_name].filter((part) => part).join(' ') || null;

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

type CreditAsked = Pick<
  PlanParams<'warehouse/report/customers/customers_page_credited'>,
  'channel' | 'source' | 'campaign' | 'path'
>;

/** Which credit, path or order is requested; undefined for none. */
function creditAsked(params: Asked) {
  const { path, model, transform } = params;
  const { channel, source, campaign } = filtersOf(params);
  const request: CreditAsked = { channel, source, campaign, path: path ?? null };
  return isNewestFirst(params) && Object.values(request).every((each) => each === null)
    ? undefined
    : { ...request, medium: null, model: model ?? null, transform };
}

function customerRow(profileId: string, row: ListedRow, people: Map<bigint, CustomerDescription>): CustomerRow {
  const person = people.get(row.person_key);
  const micros = row.micros_to_complete;
  return {
    conversion_id: publicId('conversion', profileId, row.conversion_no),
    customer_profile_id: personId(profileId, row.person_key),
    name: nameOf(person),
    email: person?.primary_email ?? null,
    country: row.country,
    device: row.device,
    channel: row.last_channel ?? '(none)',
    source: row.last_source ?? '(none)',
    revenue: numberOrNull(row.revenue),
    revenue_type: row.revenue_type,
    conversion_time: row.converted_at,
    time_to_complete_seconds: micros === null ? 0 : Number(micros) / 1_000_000,
    touch_count: Number(row.touch_count),
    touch_channels: row.touch_channels ?? [],
    conversion_count: Number(row.conversion_count),
    total_revenue: numberOrNull(row.total_revenue),
    ...(row.credit === null ? {} : { credit: Number(row.credit) / 1_000_000 }),
  };
}

const unpricedOf = (rows: Iterable<{ unpriced_currencies?: string[] }>): string[] =>
  [...rows].flatMap((row) => row.unpriced_currencies ?? []);

/** The time and id of the last row, and by what it is sorted. */
function cursorAfter(params: Asked, { conversion_time, conversion_id }: CustomerRow, row: ListedRow | undefined): string {
  const parts = [conversion_time, conversion_id];
  return (isNewestFirst(params) || row === undefined ? parts : [...parts, row.sort_key]).join('|');
}

/** Names of the customers among these persons; browsers and lone outcomes have none. */
const namesOf = (base: ReadBase, profileId: string, persons: bigint[]): Map<bigint, CustomerDescription> =>
  describeCustomers(base, profileId, [...new Set(persons.filter((person) => person > 0n))]);

export const listCustomers = reading('listCustomers', (call, base) =>
  atOneVersion(base, call.profile.profileId, async () => {
    const { date_from, date_to, goal, search, limit, sort, order } = call.params;
    const credited = creditAsked(call.params);
    const { profileId } = call.profile;
    const cursor = cursorOf(profileId, call.params);
    const frame = await frameOf(base, profileId, goal);
    const matching = search === undefined ? undefined : customersMatching(base, profileId, search, MAX_MATCHES);
    const params = {
      ...cursor,
      ...credited,
      sort,
      is_ascending: order === 'asc',
      goal: frame.goal,
      date_from,
      date_to,
      customer_nos: matching?.customers ?? null,
      limit: limit + 1,
    };
    const found =
      matching?.customers.length === 0 ? [] : await listedRows(base, profileId, params, credited ? 'credited' : 'all');
    const page = found.slice(0, limit);
    const people = namesOf(
      base,
      profileId,
      page.map((row) => row.person_key),
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
      pagination: { has_next: hasNext, cursor: hasNext ? cursorAfter(call.params, last, page.at(-1)) : null },
      ...asWarnings([
        ...rateWarnings(unpricedOf(page)),
        ...(matching?.isCut ? [MATCHES_INCOMPLETE] : []),
        ...(matching?.isTooShort ? [SEARCH_TOO_SHORT] : []),
      ]),
    };
  }),
);

type Listed = WarehouseRow<'warehouse/report/customers/customers_list'>;
type ListedRow = Omit<Listed, 'revenue' | 'total_revenue'> & {
  revenue: string | null;
  total_revenue: string | null;
  unpriced_currencies?: string[];
};

/** Conversions of a list. Only of persons who have money in another currency is any requested and converted. */
async function listedRows(
  base: ReadBase,
  profileId: string,
  params: PlanParams<'warehouse/report/customers/customers_page'>,
  page: 'all' | 'credited',
): Promise<ListedRow[]> {
  const goals = {
    priced: 'warehouse/report/customers/customers_priced_list',
    listed: 'warehouse/report/customers/customers_list',
  } as const;
  const { statements, rowsOf } = preparedParts(goals, params, [page, 'of_page', 'of_people', 'priced']);
  const { priced, listed } = rowsOf(await askEach(base, profileId, statements));
  const pricedRows = new Map(priced.map((row) => [row.conversion_no, row]));
  return listed.map((row) => ({ ...row, ...pricedRows.get(row.conversion_no) }));
}

export const searchCustomers = reading('searchCustomers', async (call, base) => {
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
});

/** Persons in the warehouse, by the key asked. */
export const peopleRows = (base: ReadBase, profileId: string, personKeys: bigint[]) =>
  withAllCash(base, profileId, prepared('warehouse/report/customers/people_get', { person_keys: personKeys }, ['asked']));

/** As much of it as a candidate shows. */
const candidateRows = (base: ReadBase, profileId: string, customerNos: bigint[]) =>
  withAllCash(base, profileId, prepared('warehouse/report/customers/customers_search', { person_keys: customerNos }));

interface SearchRow {
  asked_key: bigint;
  is_foreign: boolean;
  cash_revenue: string | null;
}
type Priced<AnyRow> = Omit<AnyRow, 'cash_revenue'> & { cash_revenue: string | null; unpriced_currencies?: string[] };

/** Rows by the requested key. Money of other currencies is read only where there is any. */
async function withAllCash<AnyRow extends SearchRow>(
  base: ReadBase,
  profileId: string,
  statements: Prepared<AnyRow>,
): Promise<Map<bigint, Priced<AnyRow>>> {
  const rows: AnyRow[] = typed(await ask(base, profileId, statements, { size: 'small' }));
  const prices = new Map(rows.map((row): [bigint, Priced<AnyRow>] => [row.asked_key, row]));
  const foreign = rows.filter((row) => row.is_foreign).map((row) => row.asked_key);
  if (foreign.length === 0) return prices;
  const inOwnCurrency = prepared('warehouse/report/customers/people_cash_get', { person_keys: foreign }, ['asked', 'of_people']);
  for (const priced of await ask(base, profileId, inOwnCurrency, { size: 'small' })) {
    const row = prices.get(priced.asked_key);
    if (row) prices.set(priced.asked_key, { ...row, ...priced });
  }
  return prices;
}

const earlier = (a: string, b: string | null): string => (b !== null && Date.parse(b) < Date.parse(a) ? b : a);
const later = (a: string, b: string | null): string => (b !== null && Date.parse(b) > Date.parse(a) ? b : a);

interface Seen {
  first_seen_at: string | null;
  last_seen_at: string | null;
}

/** When a person was seen first and last: from identifiers and from visits. For a person known from an import alone, from visits. */
function seenOf(person: CustomerDescription, row: Seen | undefined): Pick<CustomerDescription, 'first_seen_at' | 'last_seen_at'> {
  const [first, last] = [row?.first_seen_at ?? null, row?.last_seen_at ?? null];
  if (person.is_told && first !== null && last !== null) return { first_seen_at: first, last_seen_at: last };
  return { first_seen_at: earlier(person.first_seen_at, first), last_seen_at: later(person.last_seen_at, last) };
}

type CandidateRow = Priced<WarehouseRow<'warehouse/report/customers/customers_search'>>;

function candidateOf(person: CustomerDescription, row: CandidateRow | undefined): components['schemas']['CustomerCandidate'] {
  return {
    customer_profile_id: person.customer_profile_id,
    first_name: person.first_name,
    last_name: person.last_name,
    primary_email: person.primary_email,
    primary_phone: person.primary_phone,
    ...seenOf(person, row),
    conversion_count: Number(row?.conversion_count ?? 0),
    cash_revenue: convertedMoney(row?.cash_revenue),
    sources: row?.sources ?? [],
  };
}
