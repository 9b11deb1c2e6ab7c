// The operations on deliveries: what was sent and how it went, and sending one again.
import { actorOf } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../base/contract/operation.ts';
import { DELIVERY_STATES, type Delivery, type DeliveryState, deliveryOf, findDelivery, LEDGER, laneOf } from './delivery.ts';
import { wakeLane } from './lane.ts';
import { auditSubscription, findSubscription } from './subscription.ts';

type Shown = Answer<'listWebhookDeliveries'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();

const shown = ({ messageId, subscriptionId, state, createdAt, dueAt, content }: Delivery): Shown => ({
  ...{ id: messageId, subscription_id: subscriptionId, type: content.type, state, reason: content.reason },
  ...{ occurred_at: instant(content.occurred_at), created_at: instant(createdAt) },
  next_attempt_at: dueAt === null ? null : instant(dueAt),
  body: content.body,
  attempts: content.attempts.map(({ at, status, error, ms }) => ({ at: instant(at), status, error, duration_ms: ms })),
  response: content.answer,
});

/** @throws ApiError for what this list did not give. */
function readCursor(cursor: string): number {
  const number = Number(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
}

export const listWebhookDeliveries = reading('listWebhookDeliveries', ({ profile, params }, base) => {
  const { profileId } = profile;
  const before = params.cursor === undefined ? undefined : readCursor(params.cursor);
  const options = { state: params.state, before, limit: params.limit + 1 };
  const found = pageOf(base, { profileId, subscriptionId: params.subscription_id?.toLowerCase(), ...options });
  const page = found.slice(0, params.limit);
  const last = page.at(-1);
  const hasNext = found.length > params.limit && last !== undefined;
  return {
    data: page.map(shown),
    pagination: { has_next: hasNext, cursor: hasNext ? Buffer.from(String(last.entryNo)).toString('base64url') : null },
    meta: { profile_id: profileId },
  };
});

interface Page {
  profileId: string;
  subscriptionId: string | undefined;
  state: DeliveryState | undefined;
  before: number | undefined;
  limit: number;
}

/** @throws ApiError for a subscription of another profile. */
function pageOf(base: ReadBase, { profileId, subscriptionId, state, before, limit }: Page): Delivery[] {
  if (subscriptionId === undefined) return base.ledger.page(LEDGER, profileId, { state, before, limit }).map(deliveryOf);
  if (findSubscription(base, subscriptionId)?.profileId !== profileId) throw new ApiError('not_found', 'No such subscription.');
  const states = state === undefined ? DELIVERY_STATES : [state];
  return base.ledger.lanePage(laneOf(subscriptionId), { states, before, limit }).map(deliveryOf);
}

export const redeliverWebhook = stateChange('redeliverWebhook', ({ principal, profile, params }, tx) => {
  const delivery = findDelivery(tx, profile.profileId, params.id);
  if (!delivery) throw new ApiError('not_found', 'No such delivery.');
  const { messageId, subscriptionId, profileId } = delivery;
  const subscription = findSubscription(tx, subscriptionId);
  const status = subscription?.removedAt === null ? subscription.status : 'removed';
  if (!subscription || status !== 'active')
    throw new ApiError(
      'invalid_state',
      `The subscription of the delivery is ${status}; deliveries of active ones can be sent again.`,
    );
  const row = { message_id: messageId, subscription_id: subscriptionId, profile_id: profileId };
  tx.state.statement('act/webhooks/redelivery_add').run(row);
  auditSubscription(tx, subscription, { actor: actorOf(principal), action: 'redelivered', detail: { delivery: messageId } });
  wakeLane(tx, subscription);
  const pending = { ...delivery, state: 'pending' as const, dueAt: tx.clock.now() };
  return { data: shown({ ...pending, content: { ...delivery.content, reason: null } }), outcome: 'accepted' };
});
