// A subscription as it is stored, and how its status changes.
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { ALL_TYPES } from './event-types.ts';
import { openSecrets, type WebhookSecret } from './secrets.ts';
import { storedTypes } from './stored.ts';

/** In the place of a URL: a command on this machine takes the events. */
export const TAIL_URL = 'tail:';

export type SubscriptionStatus = 'active' | 'paused' | 'disabled';
export type SubscriptionReason = 'user' | 'archived' | 'failures' | 'gone';

export interface Subscription {
  subscriptionId: string;
  profileId: string;
  url: string;
  description: string | null;
  eventTypes: string[];
  includesPersonalData: boolean;
  /** The person who created it, as `created_by`. */
  personalDataBy: string | null;
  status: SubscriptionStatus;
  statusReason: SubscriptionReason | null;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
  failingSince: number | null;
  throttledUntil: number | null;
  removedAt: number | null;
  /** Sealed. */
  sealedSecrets: Uint8Array | null;
}

const subscriptionOf = (row: RowOf<'act/webhooks/subscription_get'>): Subscription => ({
  subscriptionId: row.subscription_id,
  profileId: row.profile_id,
  url: row.url,
  description: row.description,
  eventTypes: storedTypes.read(row.event_types),
  includesPersonalData: row.includes_personal_data === 1,
  personalDataBy: row.personal_data_by,
  status: row.status,
  statusReason: row.status_reason,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  failingSince: row.failing_since,
  throttledUntil: row.throttled_until,
  removedAt: row.removed_at,
  sealedSecrets: row.secrets,
});

export function findSubscription(base: ReadBase, subscriptionId: string): Subscription | undefined {
  const row = base.state.statement('act/webhooks/subscription_get').get({ subscription_id: subscriptionId });
  return row && subscriptionOf(row);
}

export const subscriptionsOf = (base: ReadBase, profileId: string): Subscription[] =>
  base.state.statement('act/webhooks/subscriptions_list').all({ profile_id: profileId }).map(subscriptionOf);

export const takesType = ({ eventTypes }: Subscription, type: string): boolean =>
  eventTypes.includes(ALL_TYPES) || eventTypes.includes(type);

/** The subscriptions that are valid now, the newest first; none for a removed one. */
export const secretsOf = (base: ReadBase, subscription: Subscription): WebhookSecret[] =>
  subscription.sealedSecrets ? openSecrets(base, subscription, subscription.sealedSecrets) : [];

/** In the caller's transaction, with its audit row. */
export function setSubscriptionStatus(
  tx: Base,
  { subscriptionId, profileId, status: from }: Subscription,
  next: { status: SubscriptionStatus; reason: SubscriptionReason | null; actor?: string },
): void {
  const { status, reason, actor = 'system' } = next;
  tx.state
    .statement('act/webhooks/subscription_status_set')
    .run({ subscription_id: subscriptionId, status, status_reason: reason, now: tx.clock.now() });
  auditSubscription(tx, { subscriptionId, profileId }, { actor, action: 'status_changed', detail: { from, to: status, reason } });
}

export function auditSubscription(
  tx: Base,
  { subscriptionId, profileId }: Pick<Subscription, 'subscriptionId' | 'profileId'>,
  { actor, action, detail = {} }: { actor: string; action: string; detail?: Record<string, unknown> },
): void {
  const workspaceId = findProfile(tx, profileId)?.workspaceId;
  const place = { profileId, ...(workspaceId === undefined ? {} : { workspaceId }) };
  writeAudit(tx, { actor, action: `webhook_subscription.${action}`, ...place, subject: subscriptionId, detail });
}
