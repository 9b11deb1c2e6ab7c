// What state knows of conversions on their way: which revision the ledger has without an end, and whether it may have been accepted. So a ledger
// that is lost loses no conversion: what has not ended is announced again under the same ids, and sent again while its destination compares them.
import type { Base } from '../../base/base.ts';
import { compareInParts, compareItems, moveQueue, moveRepeats, PART } from '../../base/deliver/queue.ts';
import { pendingEntry } from '../../base/deliver/rows.ts';
import { publicId } from '../../base/kit/ids.ts';
import type { NewEntry } from '../../base/ledger/ledger.ts';
import { allDefinitions } from '../../credit/definitions/index.ts';
import { changeOf, type Delivery, type DeliveryContent, deliveries, deliveryIdOf, findDelivery, type Next } from './delivery.ts';
import type { Destination } from './destination.ts';

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

export interface Changed {
  delivery: Delivery;
  next: Next;
}

interface Revision {
  conversion_no: bigint;
  revision: number | bigint;
}

export const rowOf = ({ lane, content }: Delivery) => ({
  destination_id: lane,
  conversion_no: BigInt(content.conversion_no),
  revision: content.revision,
});

/** The destination has what ended so, or may have it. */
const isKnown = ({ state }: Pick<Delivery, 'state'>): boolean => state === 'accepted' || state === 'sent';

/** Before a request: what it contains may have been accepted from here on. On disk when it resolves. */
export async function recordAttempts(base: Base, now: number, begun: readonly Changed[]): Promise<void> {
  await base.ledger.update(begun.map(({ delivery, next }) => changeOf(delivery, now, next)));
  base.state.txUnsynced(() => {
    for (const { delivery, next } of begun) {
      const triedAt = next.content.first_tried_at ?? now;
      base.state.statement('act/sync/item_tried').run({ ...rowOf(delivery), tried_at: triedAt });
    }
  });
  await base.state.synced();
}

/** The ends of deliveries. State forgets ended ones; after a crash in between the upkeep does. */
export async function recordChanges(base: Base, now: number, changes: readonly Changed[]): Promise<void> {
  await base.ledger.update(changes.map(({ delivery, next }) => changeOf(delivery, now, next)));
  base.state.txUnsynced(() => {
    for (const { delivery, next } of changes)
      if (typeof next.dueAt !== 'number')
        base.state.statement('act/sync/item_ended').run({ ...rowOf(delivery), is_known: isKnown(next) });
      else if (next.state === 'pending' && next.content.attempts > 0)
        base.state.statement('act/sync/item_untried').run(rowOf(delivery));
  });
}

/** After the ledger was lost; inside the transaction that records it. */
export const queueAgain = (tx: Base): number => tx.state.statement('act/sync/items_return').run().changes;

type Place = Pick<Destination, 'destinationId' | 'profileId'>;

/** Forgets what has ended in the ledger, and queues what it does not have any more. */
export const compareWithLedger = (base: Base, { destinationId, profileId }: Place, items: readonly Revision[]): void =>
  compareItems(
    base,
    deliveries,
    items.map(({ conversion_no, revision }) => ({
      profileId,
      key: deliveryIdOf(destinationId, conversion_no, Number(revision)),
      row: { destination_id: destinationId, conversion_no, revision },
    })),
    {
      end: ({ row }, found) => base.state.statement('act/sync/item_ended').run({ ...row, is_known: isKnown(found) }),
      queue: ({ row }) => base.state.statement('act/sync/item_return').run(row),
    },
  );

/** Compares all that has not ended. */
export async function compareOpen(base: Base): Promise<void> {
  for (const { destination_id, profile_id } of base.state.statement('act/sync/destinations_sending').all())
    await compareInParts(
      (last: Revision | undefined) =>
        base.state.statement('act/sync/items_open').allBig({ destination_id, after: last?.conversion_no ?? -1n, limit: PART }),
      (items) => compareWithLedger(base, { destinationId: destination_id, profileId: profile_id }, items),
    );
}
