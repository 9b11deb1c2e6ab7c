// The operation that erases a person: found by any of their names, erased by a job that this call waits for up to ten seconds. A repeated call
// answers the outcome.
import { setTimeout as pause } from 'node:timers/promises';
import { actorOf } from '../../../account/audit/index.ts';
import { findReach } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { changeThenWait } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { numberOf, personId, publicId } from '../../../base/kit/ids.ts';
import { normaliseIdentifier } from '../identifiers.ts';
import { holdersOf, keysOf } from '../spelling/keys.ts';
import { membersOf } from '../stitching/components.ts';
import { type identifierKeyOf, visitorKeyOf } from '../stitching/evidence.ts';
import { refuseMergedAway } from '../stitching/merges.ts';
import { tokenise } from '../tokens.ts';
import { askForErasure, type Erasure, eraseDue, erasureById, erasureOf } from './erasing.ts';

export type Named = components['schemas']['CustomerErasureRequest'];

const PATIENCE_MS = 10_000;

/** The subject of the request: a customer, a browser of no customer, and the key by which it was named. */
interface Found {
  customer?: bigint;
  visitorKey?: bigint;
  publicId?: string;
  key?: bigint;
  /** The keys of an identifier in each of its spellings. */
  keys?: readonly bigint[];
  /** Other customers that have it in another spelling: they are the same person, though nobody has merged them. */
  others?: readonly bigint[];
  /** Facts name the identifier, though no customer has it. */
  isNamed?: boolean;
}

export const eraseCustomer = changeThenWait('eraseCustomer', {
  change: ({ principal, workspaceId, body }, base) => {
    const profileId = requireOwn(base, workspaceId, body.profile_id);
    const place = { workspaceId, profileId, actor: actorOf(principal) };
    return { profileId, erasureId: addErasure(base, place, foundBy(base, profileId, body)) };
  },
  after: async ({ workspaceId }, base, { profileId, erasureId }) => {
    await Promise.race([eraseDue(base, profileId), pause(PATIENCE_MS, undefined, { ref: false })]);
    const erasure = erasureById(base, erasureId) as Erasure;
    const meta = { workspace_id: workspaceId, profile_id: profileId };
    return erasure.doneAt === null
      ? { data: shown(erasure), meta, outcome: 'accepted' as const }
      : { data: shown(erasure), meta };
  },
});

/** The profile, in lower case. @throws ApiError for one of another workspace */
export function requireOwn(base: ReadBase, workspaceId: string, profileId: string): string {
  const id = profileId.toLowerCase();
  if (findReach(base, id)?.workspaceId !== workspaceId) throw new ApiError('not_found', 'No such profile.');
  return id;
}

function addErasure(base: Base, place: { workspaceId: string; profileId: string; actor: string }, found: Found): string {
  const person = personFound(base, place.profileId, found);
  if (typeof person === 'string') return person;
  return askForErasure(base, { ...place, ...person });
}

/** Whose data is meant. */
export interface PersonFound {
  publicId: string;
  members: readonly bigint[];
  visitorKeys: readonly bigint[];
  identifierKeys: readonly bigint[];
}

/** All customers that are the person, and the keys by which facts alone name it; or the id of the erasure that was. @throws ApiError */
function personFound(base: ReadBase, profileId: string, found: Found): PersonFound | string {
  const { customer, visitorKey } = found;
  const { claimants, identifierKeys } = claimsOn(base, profileId, found);
  if (customer !== undefined && isCustomer(base, profileId, customer)) {
    const members = membersOf(base, profileId, customer);
    const head = publicId('customer', profileId, members[0] ?? customer);
    const all = [...new Set([...members, ...claimants])];
    return { publicId: head, members: all, visitorKeys: [], identifierKeys };
  }
  const [first] = claimants;
  if (first !== undefined) {
    const head = publicId('customer', profileId, first);
    return { publicId: head, members: claimants, visitorKeys: [], identifierKeys };
  }
  const earlier = erasureOf(base, profileId, found);
  if (earlier && !found.isNamed) return earlier.erasureId;
  // The id belongs to no customer: it is a browser, or an identifier that only facts name.
  const key = visitorKey ?? (found.isNamed ? found.key : undefined);
  if (key === undefined) throw noSuchPerson();
  const visitorKeys = visitorKey === undefined ? [] : [visitorKey];
  return { publicId: personId(profileId, -key), members: [], visitorKeys, identifierKeys };
}

const noSuchPerson = (): ApiError => new ApiError('not_found', 'No such person on this profile.');

/** The person of a request. @throws ApiError, also for one that was erased */
export function findPerson(base: ReadBase, profileId: string, named: Named): PersonFound {
  const person = personFound(base, profileId, foundBy(base, profileId, named));
  if (typeof person === 'string') throw noSuchPerson();
  return person;
}

/** The identifier itself, the customers that only browsers named by it, and those that have it in another spelling. */
function claimsOn(
  base: ReadBase,
  profileId: string,
  { keys = [], others = [] }: Found,
): { claimants: bigint[]; identifierKeys: bigint[] } {
  const claimants = keys.flatMap((identifier_key) =>
    base.state
      .statement('collect/identity/erasure_claimants')
      .allBig({ profile_id: profileId, identifier_key })
      .map((row) => row.customer_no),
  );
  const same = others.flatMap((customer) => membersOf(base, profileId, customer));
  return { claimants: [...new Set([...claimants, ...same])], identifierKeys: [...keys] };
}

/** One of the person's customers is still there. */
const isCustomer = (base: ReadBase, profileId: string, customer: bigint): boolean =>
  membersOf(base, profileId, customer).some(
    (customer_no) =>
      base.state.statement('collect/identity/customer_get').get({ profile_id: profileId, customer_no }) !== undefined,
  );

function foundBy(base: ReadBase, profileId: string, body: Named): Found {
  const ways = [
    body.customer_profile_id,
    body.email,
    body.phone,
    body.anonymous_id,
    body.identifier_type ?? body.identifier_value,
  ];
  if (ways.filter((way) => way !== undefined).length !== 1)
    throw new ApiError(
      'validation_error',
      'Name the person by one of customer_profile_id, email, phone, anonymous_id, or identifier_type with identifier_value.',
    );
  if (body.customer_profile_id !== undefined) return byId(base, profileId, body.customer_profile_id);
  if (body.anonymous_id !== undefined) return byBrowser(base, profileId, browserKey(base, profileId, body.anonymous_id));
  const [type, value] = body.email !== undefined ? (['email', body.email] as const) : (['phone', body.phone] as const);
  if (value !== undefined) return byIdentifier(base, profileId, type, value, body.country);
  if (body.identifier_type === undefined || body.identifier_value === undefined)
    throw new ApiError('validation_error', 'identifier_type and identifier_value belong together.');
  return byIdentifier(base, profileId, body.identifier_type, body.identifier_value, body.country);
}

function byId(base: ReadBase, profileId: string, id: string): Found {
  refuseMergedAway(base, profileId, id);
  const customer = numberOf('customer', profileId, id);
  if (customer !== undefined) return { customer, publicId: publicId('customer', profileId, customer) };
  const browser = numberOf('browser', profileId, id);
  return browser === undefined ? {} : byBrowser(base, profileId, browser);
}

function byBrowser(base: ReadBase, profileId: string, visitorKey: bigint): Found {
  const [row] = base.state.statement('collect/identity/browser_find').allBig({ profile_id: profileId, visitor_key: visitorKey });
  return row ? { customer: row.customer_no } : { visitorKey, key: visitorKey };
}

function browserKey(base: ReadBase, profileId: string, anonymousId: string): bigint {
  const normal = normaliseIdentifier('anonymous_id', anonymousId);
  if (normal.refused !== undefined) throw new ApiError('validation_error', 'anonymous_id: names nobody.');
  return visitorKeyOf(tokenise(base, profileId, 'anonymous_id', normal.value));
}

function byIdentifier(
  base: ReadBase,
  profileId: string,
  type: Parameters<typeof identifierKeyOf>[0],
  value: unknown,
  country: string | undefined,
): Found {
  const normal = normaliseIdentifier(type, value, country);
  if (normal.refused !== undefined) throw new ApiError('validation_error', `${type}: names nobody (${normal.refused}).`);
  const keys = keysOf(base, profileId, type, normal.value);
  const [holder, ...more] = holdersOf(base, profileId, type, normal.value);
  if (holder) return { ...holder, keys, others: more.map(({ customer }) => customer) };
  const isNamed = (key: bigint): boolean =>
    base.state.statement('collect/identity/erasure_named_alone').get({ profile_id: profileId, identifier_key: key }) !==
    undefined;
  const named = keys.find(isNamed);
  return { key: named ?? (keys[0] as bigint), keys, isNamed: named !== undefined };
}

const instant = (at: number): string => new Date(at).toISOString();

function shown({ erasureId, publicId: id, askedAt, doneAt, report }: Erasure): components['schemas']['CustomerErasure'] {
  const { figures, backups_told, backups_not_reached, ...erased } = report ?? {};
  const isDone = report !== null && doneAt !== null;
  return {
    erasure_id: erasureId,
    status: isDone ? 'done' : 'running',
    customer_profile_id: id,
    asked_at: instant(askedAt),
    done_at: isDone ? instant(doneAt) : null,
    erased: isDone ? (erased as components['schemas']['CustomerErasure']['erased']) : null,
    figures: figures ?? null,
    backups: isDone ? { told: backups_told ?? 0, not_reached: backups_not_reached ?? 0 } : null,
  };
}
