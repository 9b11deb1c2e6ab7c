// What state knows of conversions on their way: which revision the ledger has without an end, and whether it may have been accepted. So a ledger
// that is lost loses no conversion: what has not ended is announced again under the same ids, and sent again while its destination compares them.
import type { Base } from '../../base/base.ts';
import { yieldToEventLoop } from '../../base/kit/backoff.ts';
import { moveOf } from '../../base/move/moves.ts';
import { type Change, changeOf, type Delivery, deliveryIdOf, findDelivery, laneOf } from './delivery.ts';
import type { Destination } from './destination.ts';

const MOVED_ROWS = 500;
/** Between two parts of a comparison. */
const YIELD_MS = 50;

export interface Changed {
  delivery: Delivery;
  change: Change;
}

interface Revision {
  conversion_no: bigint;
  revision: number | bigint;
}

export const rowOf = ({ destinationId, content }: Delivery) => ({
  destination_id: destinationId,
  conversion_no: BigInt(content.conversion_no),
  revision: content.revision,
});

/** The destination has what ended so, or may have it. */
const isKnown = ({ state }: Pick<Delivery, 'state'>): boolean => state === 'accepted' || state === 'sent';

/** Before a request: what it contains may have been accepted from here on. On disk when it resolves. */
export async function recordAttempts(base: Base, now: number, begun: readonly Changed[]): Promise<void> {
  await base.ledger.update(begun.map(({ delivery, change }) => changeOf(delivery, now, change)));
  base.state.txUnsynced(() => {
    for (const { delivery, change } of begun) {
      const triedAt = change.content.first_tried_at ?? now;
      base.state.statement('act/sync/item_tried').run({ ...rowOf(delivery), tried_at: triedAt });
    }
  });
  await base.state.synced();
}

/** The ends of deliveries. State forgets ended ones; after a crash in between the upkeep does. */
export async function recordChanges(base: Base, now: number, changes: readonly Changed[]): Promise<void> {
  await base.ledger.update(changes.map(({ delivery, change }) => changeOf(delivery, now, change)));
  base.state.txUnsynced(() => {
    for (const { delivery, change } of changes)
      if (change.dueAt === undefined)
        base.state.statement('act/sync/item_ended').run({ ...rowOf(delivery), is_known: isKnown(change) });
      else if (change.state === 'pending' && delivery.content.attempts > 0)
        base.state.statement('act/sync/item_untried').run(rowOf(delivery));
  });
}

/** Ends all deliveries of a destination. One that may have been accepted stays so: later revisions are changes of it. */
export async function endOpen(base: Base, destinationId: string, reason: string): Promise<void> {
  const end = { state: 'skipped', kept: 'sent', at: base.clock.now(), reason };
  await base.ledger.endLane(laneOf(destinationId), end);
  base.state.statement('act/sync/items_ended').run({ destination_id: destinationId });
}

/** After the ledger was lost; inside the transaction that records it. */
export const queueAgain = (tx: Base): number => tx.state.statement('act/sync/items_return').run().changes;

type Place = Pick<Destination, 'destinationId' | 'profileId'>;

/** Forgets what has ended in the ledger, and queues what it does not have any more. */
export function compareWithLedger(base: Base, { destinationId, profileId }: Place, rows: readonly Revision[]): void {
  base.state.txUnsynced(() => {
    for (const { conversion_no, revision } of rows) {
      const found = findDelivery(base, profileId, deliveryIdOf(destinationId, conversion_no, Number(revision)));
      const row = { destination_id: destinationId, conversion_no, revision };
      if (!found) base.state.statement('act/sync/item_return').run(row);
      else if (found.dueAt === null) base.state.statement('act/sync/item_ended').run({ ...row, is_known: isKnown(found) });
    }
  });
}

/** Compares all that has not ended, a few at a time; the rows of a profile that moves stay as they are. */
export async function compareItems(base: Base): Promise<void> {
  for (const { destination_id, profile_id } of base.state.statement('act/sync/destinations_sending').all()) {
    for (let after = -1n; !moveOf(base, profile_id); ) {
      const params = { destination_id, after, limit: MOVED_ROWS };
      const rows = base.state.statement('act/sync/items_open').allBig(params);
      const last = rows.at(-1);
      if (!last) break;
      compareWithLedger(base, { destinationId: destination_id, profileId: profile_id }, rows);
      after = last.conversion_no;
      await yieldToEventLoop(YIELD_MS);
    }
  }
}
