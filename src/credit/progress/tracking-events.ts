// The feed of events as they were accepted and enriched: a page at a time, to be gone on with later, or all of them as one stream.
// No person is named in clear: ids are keys, and texts of senders are for readers with access to people.

import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { idParts, numberOf, personId, publicId } from '../../base/kit/ids.ts';
import { microsOf, millisOf } from '../../base/kit/time/instants.ts';
import type { IdWriting, Param } from '../../base/warehouse/port.ts';
import { statement, statementNamed, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { isKnownCustomer, normaliseIdentifier, tokenise, visitorKeyOf } from '../../collect/identity/index.ts';
import { ask, cursorsStatement, reachedOf } from '../pipeline/index.ts';

type FeedCall = Call<'listTrackingEvents'>;
type TrackingEvent = components['schemas']['TrackingEvent'];

/** More than any profile has. */
const ALL = 1n << 60n;
const LIST = 'warehouse/credit/progress/tracking_events_list';
/** The number of events that are joined with their details at a time: the memory of a stream does not grow with its length. */
const PORTION = 65_536n;
const DEADLINE_MS = 30_000;

export const listTrackingEvents = reading('listTrackingEvents', async (call, base) => {
  const { profileId } = call.profile;
  if (call.wantsStream) {
    const { landedSeq } = reachedOf(await ask(base, profileId, cursorsStatement, { size: 'small' }));
    const { above_seq: above, below_seq: below, ...same } = paramsOf(base, call, ALL);
    const portions = portionsOf({ above_seq: above, below_seq: below > landedSeq ? landedSeq + 1n : below });
    return { stream: base.warehouse.stream({ profileId }, statementNamed(LIST, same), { portions, ids: idsOf(profileId) }) };
  }
  const { limit, order } = call.params;
  const rows = await ask(base, profileId, statement(LIST, paramsOf(base, call, BigInt(limit) + 1n)), { deadlineMs: DEADLINE_MS });
  const first = order === 'newest' ? 1 : -1;
  rows.sort((a, b) => (a.event_id < b.event_id ? first : -first));
  const data = rows.slice(0, limit).map((row) => eventOf(profileId, row));
  const cursor = data.at(-1)?.event_id ?? call.params.cursor;
  return {
    data,
    meta: { profile_id: profileId },
    pagination: { has_next: rows.length > limit, cursor: cursor ?? null },
  };
});

/** Places in the journal, both outside. */
interface Bounds {
  above_seq: bigint;
  below_seq: bigint;
}

function portionsOf({ above_seq: above, below_seq: below }: Bounds): (Bounds & Record<string, Param>)[] {
  const portions: (Bounds & Record<string, Param>)[] = [];
  // At least one: an empty stream says of what columns it has no row.
  for (let from = above; from === above || from + 1n < below; from += PORTION)
    portions.push({ above_seq: from, below_seq: from + PORTION + 1n < below ? from + PORTION + 1n : below });
  return portions;
}

function paramsOf(base: ReadBase, { profile, params, principal }: FeedCall, limit: bigint) {
  const { profileId } = profile;
  if (params.from !== undefined && params.to !== undefined && microsOf(params.from) > microsOf(params.to))
    throw new ApiError('invalid_parameter', 'from: must not be after to.');
  const after = params.cursor === undefined ? undefined : seqOf(profileId, params.cursor);
  const isNewest = params.order === 'newest';
  const page = {
    above_seq: (isNewest ? undefined : after) ?? 0n,
    below_seq: (isNewest ? after : undefined) ?? ALL,
    newest: isNewest,
    from: utc(params.from),
    to: utc(params.to),
    visitor_key: params.anonymous_id === undefined ? null : visitorOf(base, profileId, params.anonymous_id),
    person_key: params.customer_profile_id === undefined ? null : personOf(base, profileId, params.customer_profile_id),
    event_type: params.event_type ?? null,
    event_name: params.event_name ?? null,
    traffic: params.traffic,
    channel: params.channel ?? null,
    source: params.source ?? null,
    medium: params.medium ?? null,
    campaign: params.campaign ?? null,
    device: params.device ?? null,
    country: params.country ?? null,
    limit,
  };
  const clear = principal.scopes.has('customers:read');
  return { ...page, clear };
}

/** As the warehouse keeps time: UTC, without a zone. */
const utc = (instant: string | undefined): string | null =>
  instant === undefined ? null : new Date(millisOf(instant)).toISOString().slice(0, -1);

function seqOf(profileId: string, cursor: string): bigint {
  const seq = numberOf('fact', profileId, cursor);
  if (seq === undefined) throw new ApiError('invalid_parameter', 'cursor: is none of this profile.');
  return seq;
}

/** Zero names no person: an id without a meaning is stored of no event. */
function visitorOf(base: ReadBase, profileId: string, anonymousId: string): bigint {
  const { value } = normaliseIdentifier('anonymous_id', anonymousId);
  return value === undefined ? 0n : visitorKeyOf(tokenise(base, profileId, 'anonymous_id', value));
}

/** Zero names no person: a stranger's id finds nothing, nor does the former id of an erased person. */
function personOf(base: ReadBase, profileId: string, id: string): bigint {
  const browser = numberOf('browser', profileId, id);
  if (browser !== undefined) return -browser;
  const customer = numberOf('customer', profileId, id);
  return customer !== undefined && isKnownCustomer(base, profileId, customer) ? customer : 0n;
}

/** The ids for the numbers of a row in a stream; `eventOf` does the same for a page. */
const idsOf = (profileId: string): Record<string, IdWriting> => ({
  event_id: { positive: idParts('fact', profileId) },
  visitor_id: { positive: idParts('browser', profileId) },
  customer_profile_id: { positive: idParts('customer', profileId), negative: idParts('browser', profileId) },
});

type EventRow = WarehouseRow<typeof LIST>;

const listOf = (joined: string | null): string[] => (joined ? joined.split(',') : []);
const membersOf = (text: string | null) => (text === null ? null : members.parse(JSON.parse(text)));
/** The fields of a sender: any members. */
const members = z.record(z.string(), z.unknown());

const eventOf = (profileId: string, row: EventRow): TrackingEvent => ({
  ...row,
  event_id: publicId('fact', profileId, row.event_id),
  visitor_id: row.visitor_id === null ? null : publicId('browser', profileId, row.visitor_id),
  customer_profile_id: row.customer_profile_id === null ? null : personId(profileId, row.customer_profile_id),
  flags: listOf(row.flags),
  click_kinds: listOf(row.click_kinds),
  click_ids: membersOf(row.click_ids),
  properties: membersOf(row.properties),
});
