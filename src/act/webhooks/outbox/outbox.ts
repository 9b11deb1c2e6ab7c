// Deliveries in state, from their event until they have ended; the ledger has their attempts. So that a ledger that is lost loses no delivery: what
// state has is announced again, under the same id and with the same bytes.
import type { Base } from '../../../base/base.ts';
import { compareInParts, compareItems, moveQueue, moveRepeats, PART } from '../../../base/deliver/queue.ts';
import { pendingEntry } from '../../../base/deliver/rows.ts';
import type { EntryChange } from '../../../base/ledger/ledger.ts';
import { changeOf, type DeliveryBody, deliveries } from '../delivery.ts';
import type { Subscription } from '../subscription.ts';

/** Takes into the ledger what is announced and what is to be sent again. */
export async function takeQueue(base: Base, subscription: Subscription): Promise<void> {
  const { statement } = base.state;
  const { subscriptionId } = subscription;
  await moveQueue(base, {
    read: () => statement('act/webhooks/outbox_list').all({ subscription_id: subscriptionId, limit: PART }),
    entriesOf: (items, at) =>
      items.map(({ message_id, profile_id, type, occurred_at, body }) => {
        const content: DeliveryBody = { type, occurred_at, body, attempts: [], tries: 0, answer: null, reason: null };
        return pendingEntry(deliveries.ledger, { key: message_id, lane: subscriptionId, profileId: profile_id }, at, content);
      }),
    mark: (items, now) => {
      const last = items.at(-1)?.outbox_no ?? 0;
      statement('act/webhooks/outbox_move').run({ subscription_id: subscriptionId, last, now });
    },
    compare: (items) => compareWithLedger(base, items),
  });
  await moveRedeliveries(base, subscription);
}

/** Deliveries that a person sends again are due at once, with the whole schedule before them. */
const moveRedeliveries = (base: Base, { subscriptionId, profileId }: Subscription): Promise<void> =>
  moveRepeats(base, deliveries, profileId, {
    keys: base.state
      .statement('act/webhooks/redeliveries_list')
      .all({ subscription_id: subscriptionId })
      .map(({ message_id }) => message_id),
    entryOf: (delivery, at) => {
      const content = { ...delivery.content, tries: 0, reason: null };
      return changeOf(delivery, at, { state: 'pending', dueAt: at, content });
    },
    reopen: ({ key, content: { type, occurred_at, body } }, now) =>
      base.state.statement('act/webhooks/outbox_add_moved').run({
        message_id: key,
        subscription_id: subscriptionId,
        profile_id: profileId,
        now,
        type,
        occurred_at,
        body,
      }),
    forget: (key) => base.state.statement('act/webhooks/redelivery_remove').run({ message_id: key }),
  });

/** Writes the ends of deliveries; state forgets ended ones. After a crash in between the upkeep does. */
export async function endDeliveries(base: Base, changes: readonly EntryChange[]): Promise<void> {
  await base.ledger.update(changes);
  const ended = changes.filter(({ dueAt }) => dueAt === undefined).map(({ key }) => key);
  if (ended.length > 0)
    base.state.txUnsynced(() => base.state.statement('act/webhooks/outbox_end').run({ message_ids: JSON.stringify(ended) }));
}

/** After the ledger was lost; inside the transaction that records it. */
export const announceAgain = (tx: Base): number => tx.state.statement('act/webhooks/outbox_return_all').run().changes;

interface OutboxItem {
  message_id: string;
  profile_id: string;
}

const compareWithLedger = (base: Base, items: readonly OutboxItem[]): void =>
  compareItems(
    base,
    deliveries,
    items.map(({ message_id, profile_id }) => ({ key: message_id, profileId: profile_id })),
    {
      end: ({ key }) => base.state.statement('act/webhooks/outbox_end').run({ message_ids: JSON.stringify([key]) }),
      queue: ({ key }) => base.state.statement('act/webhooks/outbox_return').run({ message_id: key }),
    },
  );

export const compareOutbox = (base: Base): Promise<void> =>
  compareInParts(
    (last: ({ outbox_no: number } & OutboxItem) | undefined) =>
      base.state.statement('act/webhooks/outbox_moved').all({ after: last?.outbox_no ?? 0, limit: PART }),
    (items) => compareWithLedger(base, items),
  );
