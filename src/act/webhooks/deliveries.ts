// The operations on deliveries: what was sent and how it went, and sending one again; and what data quality counts of them.
import { actorOf } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../base/contract/operation.ts';
import type { DeliverySum } from '../../base/contract/slice-hooks.ts';
import { listRows, sumEnds } from '../../base/deliver/list.ts';
import { type Delivery, deliveries, findDelivery } from './delivery.ts';
import { wakeLane } from './lane.ts';
import { auditSubscription, findSubscription, subscriptionsOf, TAIL_URL } from './subscription.ts';

type Shown = Answer<'listWebhookDeliveries'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();

const shown = ({ key, lane, state, createdAt, dueAt, content }: Delivery): Shown => ({
  id: key,
  subscription_id: lane,
  type: content.type,
  state,
  reason: content.reason,
  occurred_at: instant(content.occurred_at),
  created_at: instant(createdAt),
  next_attempt_at: dueAt === null ? null : instant(dueAt),
  body: content.body,
  attempts: content.attempts.map(({ at, status, error, ms }) => ({ at: instant(at), status, error, duration_ms: ms })),
  response: content.answer,
});

export const listWebhookDeliveries = reading('listWebhookDeliveries', ({ profile, params }, base) => {
  const { profileId } = profile;
  const lane = params.subscription_id?.toLowerCase();
  if (lane !== undefined && findSubscription(base, lane)?.profileId !== profileId)
    throw new ApiError('not_found', 'No such subscription.');
  const { state, cursor, limit } = params;
  const { rows, pagination } = listRows(base, deliveries, { profileId, lane, state, cursor, limit });
  return {
    data: rows.map(shown),
    pagination,
    meta: { profile_id: profileId },
  };
});

export const redeliverWebhook = stateChange('redeliverWebhook', ({ principal, profile, params }, tx) => {
  const delivery = findDelivery(tx, profile.profileId, params.id);
  if (!delivery) throw new ApiError('not_found', 'No such delivery.');
  const { key: messageId, lane: subscriptionId, profileId } = delivery;
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

/** For each address that gets events; its path may contain a secret and is not shown. */
export const deliverySums = (base: ReadBase, profileId: string, since: number): DeliverySum[] =>
  subscriptionsOf(base, profileId).flatMap(({ subscriptionId, url }) => {
    const reasonOf = ({ content }: Delivery): string | null => {
      const last = content.attempts.at(-1);
      return last === undefined ? null : (last.error ?? `http_${last.status}`);
    };
    return url === TAIL_URL
      ? []
      : {
          name: `webhooks of ${new URL(url).host}`,
          ...sumEnds(base, deliveries, subscriptionId, since, { good: 'delivered', bad: ['exhausted'], reasonOf }),
          list: { operation: 'listWebhookDeliveries', params: { subscription_id: subscriptionId, state: 'exhausted' } },
        };
  });
