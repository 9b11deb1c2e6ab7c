// From an event to its deliveries: a row of the outbox for each subscription that takes the type, in the transaction of what is announced.
// The webhook-id follows from subscription, type and key, so that an event that is announced again is the same delivery.
import { createHash } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { checkShape } from '../../base/contract/schemas.ts';
import type { SliceEvent } from '../../base/contract/slice-hooks.ts';
import { dataSchemaOf } from './event-types.ts';
import { wakeLane } from './lane.ts';
import { customerOf, mayHavePersonal, mayReadMessages, ownWords } from './personal.ts';
import { type Subscription, subscriptionsOf, TAIL_URL, takesType } from './subscription.ts';

/** Older events are history, as of a backfill or a replay. */
export const HISTORY_MS = 7 * 86_400_000;

const messageIdOf = ({ subscriptionId }: Subscription, { type, key }: SliceEvent): string =>
  `msg_${createHash('sha256')
    .update(JSON.stringify([subscriptionId, type, key]))
    .digest('hex')
    .slice(0, 32)}`;

/** A receiver of findings does not get the alert that a finding raised as well. */
const isTaken = (subscription: Subscription, { type, data }: SliceEvent): boolean =>
  takesType(subscription, type) &&
  !(type.startsWith('alert.') && typeof data['finding'] === 'string' && takesType(subscription, 'quality.alert'));

/** Runs inside the transaction of the announced change. */
export function queueEvent(tx: Base, event: SliceEvent): void {
  const { type, profileId, occurredAt } = event;
  if (occurredAt < tx.clock.now() - HISTORY_MS) return;
  const takers = subscriptionsOf(tx, profileId).filter((each) => each.status === 'active' && isTaken(each, event));
  if (takers.length === 0 && !tx.config.checkResponses) return;
  const timestamp = new Date(occurredAt).toISOString();
  const data = { profile_id: profileId, occurred_at: timestamp, ...event.data };
  const trusted = takers.filter((each) => mayHavePersonal(tx, each));
  const customer = trusted.length > 0 ? customerOf(tx, event) : undefined;
  const own = trusted.length > 0 ? ownWords(tx, event) : {};
  const named = customer ? { customer } : {};
  const dataFor = (subscription: Subscription): object =>
    trusted.includes(subscription) ? { ...data, ...(mayReadMessages(tx, subscription) ? own : {}), ...named } : data;
  if (tx.config.checkResponses) for (const each of [data, { ...data, ...own, ...named }]) requireShape(type, each);
  for (const subscription of takers) {
    const body = JSON.stringify({ type, timestamp, data: dataFor(subscription) });
    const { subscriptionId } = subscription;
    tx.state.statement('act/webhooks/outbox_add').run({
      message_id: messageIdOf(subscription, event),
      subscription_id: subscriptionId,
      profile_id: profileId,
      type,
      occurred_at: occurredAt,
      body,
    });
    if (subscription.url !== TAIL_URL) wakeLane(tx, subscription);
  }
}

/** @throws Error for an event that is not what the contract says. */
function requireShape(type: string, data: unknown): void {
  const fault = checkShape(dataSchemaOf(type), data);
  if (fault) throw new Error(`the event ${type} does not match the contract: ${fault.path} ${fault.message}`);
}
