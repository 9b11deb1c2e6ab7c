// Deliveries in state, from their event until they have ended; the ledger has their attempts. So that a ledger that is lost loses no delivery: what
// state has is announced again, under the same id and with the same bytes.
import type { Base } from '../../../base/base.ts';
import { yieldToEventLoop } from '../../../base/kit/backoff.ts';
import type { EntryChange } from '../../../base/ledger/ledger.ts';
import { moveOf } from '../../../base/move/moves.ts';
import { changeOf, findDelivery, LEDGER, laneOf } from '../delivery.ts';
import type { Subscription } from '../subscription.ts';

const MOVED_ROWS = 500;
/** Between two parts of a comparison. */
const YIELD_MS = 50;

/** Takes into the ledger what is announced and what is to be sent again. */
export async function takeQueue(base: Base, subscription: Subscription): Promise<void> {
  await moveQueued(base, subscription);
  await moveRedeliveries(base, subscription);
}

/** From the outbox to the ledger. After a crash in between the ledger has them already. */
async function moveQueued(base: Base, { subscriptionId }: Subscription): Promise<void> {
  for (;;) {
    const rows = base.state.statement('act/webhooks/outbox_list').all({ subscription_id: subscriptionId, limit: MOVED_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    const now = base.clock.now();
    const added = await base.ledger.append(
      rows.map(({ message_id, profile_id, type, occurred_at, body }) => ({
        ledger: LEDGER,
        profileId: profile_id,
        key: message_id,
        state: 'pending',
        at: now,
        lane: subscriptionId,
        dueAt: now,
        body: { type, occurred_at, body, attempts: [], tries: 0, answer: null, reason: null },
      })),
    );
    base.state.statement('act/webhooks/outbox_move').run({ subscription_id: subscriptionId, last: last.outbox_no, now });
    // An event that is announced again may have been delivered long ago.
    if (added < rows.length) compareWithLedger(base, rows);
  }
}

/** Deliveries that a person sends again are due at once, with the whole schedule before them. */
async function moveRedeliveries(base: Base, { subscriptionId, profileId }: Subscription): Promise<void> {
  const rows = base.state.statement('act/webhooks/redeliveries_list').all({ subscription_id: subscriptionId });
  if (rows.length === 0) return;
  const at = base.clock.now();
  const deliveries = rows.flatMap(({ message_id }) => findDelivery(base, profileId, message_id) ?? []);
  await base.ledger.update(
    deliveries.map((delivery) => {
      const content = { ...delivery.content, tries: 0, reason: null };
      return changeOf(delivery, { state: 'pending', at, dueAt: at, content });
    }),
  );
  base.state.tx(() => {
    for (const { messageId, content } of deliveries)
      base.state.statement('act/webhooks/outbox_add_moved').run({
        message_id: messageId,
        subscription_id: subscriptionId,
        profile_id: profileId,
        now: at,
        type: content.type,
        occurred_at: content.occurred_at,
        body: content.body,
      });
    for (const { message_id } of rows) base.state.statement('act/webhooks/redelivery_remove').run({ message_id });
  });
}

/** Writes the ends of deliveries; state forgets ended ones. After a crash in between the upkeep does. */
export async function endDeliveries(base: Base, changes: readonly EntryChange[]): Promise<void> {
  await base.ledger.update(changes);
  const ended = changes.filter(({ dueAt }) => dueAt === undefined).map(({ key }) => key);
  if (ended.length > 0) endOpen(base, ended);
}

const endOpen = (base: Base, ids: readonly string[]): void => {
  base.state.txUnsynced(() => base.state.statement('act/webhooks/outbox_end').run({ message_ids: JSON.stringify(ids) }));
};

/** Ends all deliveries of a subscription that have not ended. */
export async function cancelOpen(base: Base, subscriptionId: string, reason: string): Promise<void> {
  await base.ledger.endLane(laneOf(subscriptionId), { state: 'cancelled', reason, at: base.clock.now() });
  base.state.statement('act/webhooks/outbox_end_all').run({ subscription_id: subscriptionId });
}

/** After the ledger was lost; inside the transaction that records it. */
export const announceAgain = (tx: Base): number => tx.state.statement('act/webhooks/outbox_return_all').run().changes;

interface Moved {
  message_id: string;
  profile_id: string;
}

/** Forgets what has ended in the ledger, and returns what it does not have any more to the outbox. */
function compareWithLedger(base: Base, rows: readonly Moved[]): void {
  const found = rows
    // The rows of a profile that moves stay as they are.
    .filter(({ profile_id }) => !moveOf(base, profile_id))
    .map(({ message_id, profile_id }) => ({ message_id, delivery: findDelivery(base, profile_id, message_id) }));
  const ended = found.filter(({ delivery }) => delivery?.dueAt === null).map(({ message_id }) => message_id);
  const missing = found.filter(({ delivery }) => !delivery).map(({ message_id }) => message_id);
  if (ended.length > 0) endOpen(base, ended);
  if (missing.length > 0) base.state.statement('act/webhooks/outbox_return').run({ message_ids: JSON.stringify(missing) });
}

/** Compares all of them, a few at a time. */
export async function compareOutbox(base: Base): Promise<void> {
  for (let after = 0; ; ) {
    const rows = base.state.statement('act/webhooks/outbox_moved').all({ after, limit: MOVED_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    compareWithLedger(base, rows);
    after = last.outbox_no;
    await yieldToEventLoop(YIELD_MS);
  }
}
