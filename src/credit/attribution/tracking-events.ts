// The feed of events as they were taken in and enriched: a page at a time, to be gone on with later, or all of them as one stream.
// Nobody is named in clear: ids are keys, and what senders wrote themselves is for those who may read people.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Answer, Call, Streamed } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.gen.ts';
import { idParts, numberOf } from '../../base/kit/ids.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Param, Row, Statement } from '../../base/warehouse/port.ts';
import { normaliseIdentifier, tokenise, visitorKeyOf } from '../../collect/people/index.ts';
import { ensureWarehouse } from './advance.ts';
import { ask } from './ask.ts';

type FeedCall = Call<'listTrackingEvents'>;
type TrackingEvent = components['schemas']['TrackingEvent'];

/** More than any profile has. */
const ALL = 1n << 60n;
const DEADLINE_MS = 30_000;

export async function listTrackingEvents(call: FeedCall, base: Base): Promise<Answer<'listTrackingEvents'> | Streamed> {
  const { profileId } = call.profile;
  if (call.wantsStream) {
    await ensureWarehouse(base, profileId);
    return { stream: base.warehouse.stream({ profileId }, statementsOf(base, call, ALL)) };
  }
  const { limit, order } = call.params;
  const rows = await ask(base, profileId, statementsOf(base, call, BigInt(limit) + 1n), { deadlineMs: DEADLINE_MS });
  const first = order === 'newest' ? 1 : -1;
  const placed = rows.map((row) => ({ row, seq: numberOf('fact', profileId, row['event_id'] as string) as bigint }));
  placed.sort((a, b) => (a.seq < b.seq ? first : -first));
  const data = placed.slice(0, limit).map(({ row }) => eventOf(row));
  const cursor = data.at(-1)?.event_id ?? call.params.cursor;
  return {
    data,
    meta: { profile_id: profileId },
    pagination: { has_next: rows.length > limit, cursor: cursor ?? null },
  };
}

function statementsOf(base: Base, { profile, params, principal }: FeedCall, limit: bigint): Statement[] {
  const { profileId } = profile;
  const [fact, browser, customer] = (['fact', 'browser', 'customer'] as const).map((kind) => idParts(kind, profileId));
  if (params.from !== undefined && params.to !== undefined && Date.parse(params.from) > Date.parse(params.to))
    throw new ApiError('invalid_parameter', 'from: must not be after to.');
  const page: Record<string, Param> = {
    after_seq: params.cursor === undefined ? null : seqOf(profileId, params.cursor),
    newest: params.order === 'newest',
    from: utc(params.from),
    to: utc(params.to),
    visitor_key: params.anonymous_id === undefined ? null : visitorOf(base, profileId, params.anonymous_id),
    person_key: params.customer_profile_id === undefined ? null : personOf(profileId, params.customer_profile_id),
    ...{ event_type: params.event_type ?? null, event_name: params.event_name ?? null, traffic: params.traffic },
    ...{ channel: params.channel ?? null, source: params.source ?? null, medium: params.medium ?? null },
    ...{ campaign: params.campaign ?? null, device: params.device ?? null, country: params.country ?? null, limit },
  };
  const ids = {
    ...{ fact_prefix: fact?.prefix, fact_mask: fact?.mask, browser_prefix: browser?.prefix, browser_mask: browser?.mask },
    ...{ customer_prefix: customer?.prefix, customer_mask: customer?.mask },
  } as Record<string, Param>;
  return [
    { sql: sqlText('warehouse/credit/attribution/tracking_events_page'), params: page },
    {
      sql: sqlText('warehouse/credit/attribution/tracking_events_list'),
      params: { ...ids, clear: principal.scopes.has('customers:read') },
    },
  ];
}

/** As the warehouse keeps time: UTC, without a zone. */
const utc = (instant: string | undefined): string | null =>
  instant === undefined ? null : new Date(instant).toISOString().slice(0, -1);

function seqOf(profileId: string, cursor: string): bigint {
  const seq = numberOf('fact', profileId, cursor);
  if (seq === undefined) throw new ApiError('invalid_parameter', 'cursor: is none of this profile.');
  return seq;
}

/** Zero is nobody's: ids that mean nothing are kept of no event. */
function visitorOf(base: Base, profileId: string, anonymousId: string): bigint {
  const { value } = normaliseIdentifier('anonymous_id', anonymousId);
  return value === undefined ? 0n : visitorKeyOf(tokenise(base, profileId, 'anonymous_id', value));
}

/** Zero is nobody: a stranger's id finds nothing. */
function personOf(profileId: string, id: string): bigint {
  const browser = numberOf('browser', profileId, id);
  return browser === undefined ? (numberOf('customer', profileId, id) ?? 0n) : -browser;
}

function eventOf({ flags, click_ids, click_kinds, properties, ...row }: Row): TrackingEvent {
  const listOf = (joined: unknown): string[] => (joined ? String(joined).split(',') : []);
  const jsonOf = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : null);
  return {
    ...(row as unknown as TrackingEvent),
    flags: listOf(flags),
    click_kinds: listOf(click_kinds),
    click_ids: jsonOf(click_ids),
    properties: jsonOf(properties),
  };
}
