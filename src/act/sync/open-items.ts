// What state knows of conversions on their way: which revision the ledger has without an end, and whether it may have been accepted. So a ledger
// that is lost loses no conversion: what has not ended is announced again under the same ids, and sent again while its destination compares them.
import type { Base } from '../../base/base.ts';
import { compareInParts, compareItems, PART } from '../../base/deliver/queue.ts';
import { laneIn } from '../../base/deliver/rows.ts';
import { changeOf, type Delivery, deliveries, deliveryIdOf, type Next } from './delivery.ts';
import type { Destination } from './destination.ts';

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

/** Ends all deliveries of a destination. One that may have been accepted stays so: later revisions are changes of it. */
export async function endOpen(base: Base, destinationId: string, reason: string): Promise<void> {
  const end = { state: 'skipped', kept: 'sent', at: base.clock.now(), reason };
  await base.ledger.endLane(laneIn(deliveries, destinationId), end);
  base.state.statement('act/sync/items_ended').run({ destination_id: destinationId });
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
