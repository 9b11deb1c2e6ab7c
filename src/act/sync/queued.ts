// What waits in state for the lane of a destination, on its way into the ledger: revisions of conversions, and rejected deliveries that a user wants
// to be sent again.
import type { Base } from '../../base/base.ts';
import { moveQueue, moveRepeats, PART } from '../../base/deliver/queue.ts';
import { pendingEntry } from '../../base/deliver/rows.ts';
import { publicId } from '../../base/kit/ids.ts';
import type { NewEntry } from '../../base/ledger/ledger.ts';
import { allDefinitions } from '../../credit/definitions/index.ts';
import { changeOf, type DeliveryContent, deliveries, deliveryIdOf, findDelivery } from './delivery.ts';
import type { Destination } from './destination.ts';
import { compareWithLedger, rowOf } from './open-items.ts';

const DEFINITIONS = 4096n;

/** Takes into the ledger what has changed and what is to be sent again. */
export async function takeQueue(base: Base, destination: Destination): Promise<void> {
  const { destinationId, profileId } = destination;
  const destination_id = destinationId;
  const keys = new Map(allDefinitions(base, profileId).map((each) => [BigInt(each.definition_no), each.conversion_key]));
  await moveQueue(base, {
    read: () => base.state.statement('act/sync/items_queued').allBig({ destination_id, limit: PART }),
    entriesOf: (items, at) =>
      items.map(({ conversion_no, occurred_at, revision, is_counted, tried_at }) => {
        const key = deliveryIdOf(destinationId, conversion_no, Number(revision));
        const conversionId = publicId('conversion', profileId, conversion_no);
        const content: DeliveryContent = {
          conversion_no: String(conversion_no),
          conversion_id: conversionId,
          event_id: conversionId,
          conversion_key: keys.get(conversion_no % DEFINITIONS) ?? '',
          revision: Number(revision),
          kind: revision === 1n ? 'conversion' : is_counted === 1n ? 'restatement' : 'retraction',
          occurred_at: Number(occurred_at),
          reason: null,
          action_source: null,
          match_keys: [],
          attempts: 0,
          provider_request_id: null,
          sent_at: null,
          value: null,
          first_tried_at: tried_at === null ? null : Number(tried_at),
          is_confirmed_later: false,
          request_events: 0,
        };
        return pendingEntry(deliveries.ledger, { key, lane: destinationId, profileId }, at, content);
      }),
    onKnown: (entries, at) => lookAgain(base, profileId, entries, at),
    mark: (items) => {
      for (const { conversion_no, revision, person_key } of items)
        base.state.statement('act/sync/item_moved').run({ destination_id, conversion_no, revision, person_key });
    },
    compare: (items) => compareWithLedger(base, destination, items),
  });
  await moveResends(base, destination);
}

/** Deliveries of another person than before: what nothing could be matched by is due. */
async function lookAgain(base: Base, profileId: string, entries: readonly NewEntry[], at: number): Promise<void> {
  const found = entries.flatMap(({ key }) => findDelivery(base, profileId, key) ?? []);
  await base.ledger.update(
    found.flatMap((each) =>
      each.state === 'skipped' && each.content.reason === 'no_match_key'
        ? changeOf(each, at, { state: 'skipped', dueAt: at, content: each.content })
        : [],
    ),
  );
}

const moveResends = (base: Base, { destinationId, profileId }: Destination): Promise<void> =>
  moveRepeats(base, deliveries, profileId, {
    keys: base.state
      .statement('act/sync/resends_list')
      .all({ destination_id: destinationId })
      .map(({ delivery_id }) => delivery_id),
    entryOf: (delivery, at) => {
      if (delivery.state !== 'rejected') return undefined;
      const content = { ...delivery.content, reason: null, first_tried_at: null, is_confirmed_later: false };
      return changeOf(delivery, at, { state: 'pending', dueAt: at, content });
    },
    reopen: (delivery) => base.state.statement('act/sync/item_opened').run(rowOf(delivery)),
    forget: (key) => base.state.statement('act/sync/resend_remove').run({ delivery_id: key }),
  });
