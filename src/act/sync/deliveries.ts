// The list of deliveries: what was sent of conversions, and why others were not; and what data quality counts of them.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import type { DeliverySum } from '../../base/contract/slice-hooks.ts';
import { listRows, sumEnds } from '../../base/deliver/list.ts';
import { numberOf } from '../../base/kit/ids.ts';
import { type Delivery, type DeliveryState, deliveries, deliveryIdOf, findDelivery } from './delivery.ts';
import { destinationsOf, findDestination } from './destination.ts';

type Shown = Answer<'listConversionDeliveries'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

const shown = ({ key, lane, state, createdAt, updatedAt, dueAt, content }: Delivery): Shown => ({
  delivery_id: key,
  destination_id: lane,
  conversion_id: content.conversion_id,
  event_id: content.event_id,
  goal: content.conversion_key,
  kind: content.kind,
  status: state,
  reason: content.reason,
  action_source: content.action_source,
  match_keys: content.match_keys,
  value: content.value,
  attempts: content.attempts,
  provider_request_id: content.provider_request_id,
  occurred_at: instant(content.occurred_at),
  created_at: instant(createdAt),
  updated_at: instant(updatedAt),
  sent_at: instantOrNull(content.sent_at),
  next_attempt_at: instantOrNull(dueAt),
});

/** All revisions of a conversion, of the profile's destinations. */
function deliveriesOf(base: ReadBase, profileId: string, { conversion_id, destination_id, status }: Asked): Delivery[] {
  const number = numberOf('conversion', profileId, conversion_id);
  if (number === undefined) return [];
  return destinationsOf(base, profileId)
    .filter(({ destinationId }) => destination_id === undefined || destinationId === destination_id.toLowerCase())
    .flatMap(({ destinationId }) => {
      const row = { destination_id: destinationId, conversion_no: number };
      const { revision = 0 } = base.state.statement('act/sync/item_get').get(row) ?? {};
      const ids = Array.from({ length: revision }, (_, index) => deliveryIdOf(destinationId, number, revision - index));
      return ids.flatMap((id) => findDelivery(base, profileId, id) ?? []);
    })
    .filter(({ state }) => status === undefined || state === status)
    .sort((a, b) => b.entryNo - a.entryNo);
}

interface Asked {
  conversion_id: string;
  destination_id?: string | undefined;
  status?: DeliveryState | undefined;
}

export const listConversionDeliveries = reading('listConversionDeliveries', ({ profile, params }, base) => {
  const { profileId } = profile;
  const { conversion_id } = params;
  if (conversion_id !== undefined)
    return {
      data: deliveriesOf(base, profileId, { ...params, conversion_id }).map(shown),
      pagination: { has_next: false, cursor: null },
      meta: { profile_id: profileId },
    };
  // Includes removed destinations.
  const lane = params.destination_id?.toLowerCase();
  if (lane !== undefined && findDestination(base, lane)?.profileId !== profileId)
    throw new ApiError('not_found', 'No such destination.');
  const { status: state, cursor, limit } = params;
  const { rows, pagination } = listRows(base, deliveries, { profileId, lane, state, cursor, limit });
  return {
    data: rows.map(shown),
    pagination,
    meta: { profile_id: profileId },
  };
});

export const deliverySums = (base: ReadBase, profileId: string, since: number): DeliverySum[] =>
  destinationsOf(base, profileId).map(({ destinationId, name }) => ({
    name,
    ...sumEnds(base, deliveries, destinationId, since, {
      good: 'accepted',
      bad: ['rejected', 'expired'],
      reasonOf: ({ content }) => content.reason,
    }),
    list: { operation: 'listConversionDeliveries', params: { destination_id: destinationId, status: 'rejected' } },
  }));
