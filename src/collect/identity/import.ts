// Customers sent by a server as a list: each row is a fact of its own kind, stitched before the answer, so that
// it names the customer of the row. No event is written; a refused row is answered with its own error.
import { type Base, type IntakeBase, keeperOf, type ReadBase } from '../../base/base.ts';
import { stateChange } from '../../base/contract/operation.ts';
import { readSchema } from '../../base/contract/schemas.ts';
import type { components } from '../../base/contract/types.ts';
import type { Appended, NewFact } from '../../base/journal/journal.ts';
import { publicId } from '../../base/kit/ids.ts';
import { type IdentifierType, normaliseIdentifier, REFUSAL_WORDS } from './identifiers.ts';
import { queueScanAfterImport } from './matching/scan.ts';
import { headsOf } from './stitching/components.ts';
import { detailsOf } from './stitching/details.ts';
import { IDENTITY_FACT, identifierKeyOf, PHONE_AS_GIVEN, TRAITS_CONTEXT } from './stitching/evidence.ts';
import { type ClearTraits, stitch } from './stitching/stitch.ts';
import { tokenise } from './tokens.ts';

type Result = components['schemas']['ImportedCustomerResult'];
type LeftOut = Result['left_out'];

const SCHEMA_VERSION = 1;
/** In order of priority. */
const FIELDS = ['external_id', 'national_id', 'email', 'phone'] as const satisfies readonly IdentifierType[];
type Field = (typeof FIELDS)[number];

interface Prepared {
  fact: NewFact;
  /** The content of the fact's traits. */
  clear: Readonly<Record<string, string>>;
  /** Identifiers of the fact, the strongest first. */
  identifiers: { field: Field; key: bigint }[];
  leftOut: LeftOut;
}

type Refused = { refused: string; leftOut: LeftOut };

export const importCustomers = stateChange('importCustomers', {
  prepare: async ({ profile, body }, base) => body.rows.map((row) => prepare(base, profile.profileId, row, body.country)),
  intake: ({ profile: { profileId } }, base, prepared) => append(base, profileId, prepared),
  change: ({ profile: { profileId } }, base, prepared, appended) => {
    const results = resultsOf(base, profileId, prepared, appended);
    const count = (status: Result['status']): number => results.filter((result) => result.status === status).length;
    const summary = { total: results.length, created: count('created'), matched: count('matched'), rejected: count('rejected') };
    return { data: { results, summary }, meta: { profile_id: profileId } };
  },
});

async function append(base: IntakeBase, profileId: string, prepared: readonly (Prepared | Refused)[]): Promise<Appended[]> {
  const facts = prepared.flatMap((row) => ('fact' in row ? [row.fact] : []));
  const appended = await base.journal.append(facts);
  if (facts.length === 0) return appended;
  base.signals.emit('facts', profileId);
  // The response names the customers: stitching follows the journal, and this call waits for it.
  await stitch(keeperOf(base), profileId, { told: traitsBySeq(prepared, appended) });
  return appended;
}

function resultsOf(
  base: Base,
  profileId: string,
  prepared: readonly (Prepared | Refused)[],
  appended: readonly Appended[],
): Result[] {
  if (appended.length > 0) queueScanAfterImport(base, profileId);
  const owners = ownersOf(base, profileId, prepared);
  let next = 0;
  return prepared.map((row, index): Result => {
    if ('refused' in row)
      return { index, status: 'rejected', customer_profile_id: null, reason: row.refused, left_out: row.leftOut };
    return { index, ...resultOf(profileId, row, appended[next++]?.seq ?? 0n, owners) };
  });
}

/**
 * Customers of a file, as a server sends them.
 * @param isDryRun Checks them and writes nothing: whose identifiers are known already counts as matched.
 */
export async function takeCustomers(
  base: Base,
  profileId: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  isDryRun: boolean,
): Promise<Pick<Result, 'status' | 'reason'>[]> {
  const prepared = rows.map((row) => prepare(base, profileId, row, undefined));
  if (!isDryRun) {
    const appended = await append(base, profileId, prepared);
    return base.state.tx(() => resultsOf(base, profileId, prepared, appended));
  }
  const owners = ownersOf(base, profileId, prepared);
  return prepared.map((row) => {
    if ('refused' in row) return { status: 'rejected', reason: row.refused };
    return { status: row.identifiers.some(({ key }) => owners.has(key)) ? 'matched' : 'created' };
  });
}

function traitsBySeq(prepared: readonly (Prepared | Refused)[], appended: readonly Appended[]): ClearTraits {
  const taken = prepared.filter((row) => 'fact' in row);
  return new Map(appended.map(({ seq }, at) => [seq, (taken[at] as Prepared).clear]));
}

function prepare(base: ReadBase, profileId: string, input: unknown, country: string | undefined): Prepared | Refused {
  const { value: row, fault } = readSchema('ImportedCustomer', input);
  if (fault) return { refused: `${fault.path === '' ? 'The row' : `${fault.path}:`} ${fault.message}.`, leftOut: [] };
  const leftOut: LeftOut = [];
  const clear: Record<string, string> = {};
  const identifierTokens: Record<string, string> = {};
  const identifiers: Prepared['identifiers'] = [];
  for (const field of FIELDS) {
    const value = row[field];
    if (value === undefined || value === null || value === '') continue;
    const normal = normaliseIdentifier(field, value, country);
    if (normal.refused !== undefined) {
      if (normal.refused === 'unsupported_country')
        return { refused: `national_id: ${REFUSAL_WORDS.unsupported_country}.`, leftOut: [] };
      if (normal.refused === 'unparseable') clear[PHONE_AS_GIVEN] = String(value).trim();
      leftOut.push({ field, reason: `${field}: ${REFUSAL_WORDS[normal.refused]}.` });
      continue;
    }
    clear[field] = normal.value;
    const token = tokenise(base, profileId, field, normal.value);
    identifierTokens[field] = token;
    identifiers.push({ field, key: identifierKeyOf(field, token) });
  }
  if (!identifiers.some(({ field }) => field !== 'external_id')) return { refused: tooLittle(leftOut), leftOut };
  const asGiven = leftOut.find(({ field }) => field === 'phone' && clear[PHONE_AS_GIVEN] !== undefined);
  if (asGiven) asGiven.reason += ' It is stored unchanged and matches nobody.';
  for (const name of ['first_name', 'last_name'] as const) {
    const text = row[name]?.trim();
    if (text) clear[name] = text;
  }
  Object.assign(clear, detailsOf(row.properties));
  const receivedAt = base.clock.now();
  const fact: NewFact = {
    profileId,
    kind: IDENTITY_FACT,
    schemaVersion: SCHEMA_VERSION,
    receivedAt,
    occurredAt: receivedAt * 1000,
    trust: 'server',
    identifierTokens,
    body: '{}',
    traits: base.state.keys.encrypt(profileId, TRAITS_CONTEXT, JSON.stringify(clear)),
  };
  return { fact, clear, identifiers, leftOut };
}

function tooLittle(leftOut: LeftOut): string {
  const why = leftOut.map(({ reason }) => reason).join(' ');
  return `One of phone, email and national_id is needed; external_id is not sufficient.${why === '' ? '' : ` ${why}`}`;
}

interface Owner {
  customer: bigint;
  /** The person it is a part of. */
  head: bigint;
  createdBySeq: bigint;
}

/** The customers that the identifiers of all rows name, after stitching. */
function ownersOf(base: Base, profileId: string, prepared: readonly (Prepared | Refused)[]): ReadonlyMap<bigint, Owner> {
  const keys = prepared.flatMap((row) => ('refused' in row ? [] : row.identifiers.map(({ key }) => key)));
  const rows = base.state
    .statement('collect/identity/identifiers_owners')
    .allBig({ profile_id: profileId, identifier_keys: `[${keys.join(',')}]` })
    .map((row) => ({
      key: row.identifier_key,
      customer: row.customer_no,
      createdBySeq: row.created_by_seq,
    }));
  const heads = headsOf(base, profileId, [...new Set(rows.map(({ customer }) => customer))]);
  return new Map(
    rows.map(({ key, customer, createdBySeq }) => [key, { customer, head: heads.get(customer) ?? customer, createdBySeq }]),
  );
}

/** The customer of a stitched row: the owner of its strongest identifier; identifiers of other customers stay with them. */
function resultOf(
  profileId: string,
  { identifiers, leftOut }: Prepared,
  seq: bigint,
  owners: ReadonlyMap<bigint, Owner>,
): Omit<Result, 'index'> {
  const named = identifiers.map(({ field, key }) => ({ field, owner: owners.get(key) }));
  const owner = named.find((each) => each.owner !== undefined)?.owner;
  if (owner === undefined)
    return {
      status: 'rejected',
      customer_profile_id: null,
      reason: 'It could not be processed and is in quarantine.',
      left_out: leftOut,
    };
  const others = named.filter((each) => each.owner?.customer !== owner.customer);
  return {
    status: owner.createdBySeq === seq ? 'created' : 'matched',
    customer_profile_id: publicId('customer', profileId, owner.head),
    left_out: [...leftOut, ...others.map((each) => ({ field: each.field, reason: `${each.field}: ${reasonOf(each.owner)}.` }))],
  };
}

const reasonOf = (owner: Owner | undefined): string =>
  owner === undefined ? 'is one more than a customer may have' : 'belongs to another customer, who keeps it';
