// Tails: subscriptions of a command on this machine, which takes its deliveries from the outbox itself. They are sent nowhere and tried
// once; what a tail that broke off has left is removed by the upkeep.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { machineTime } from '../../base/kit/clock.ts';
import { beginFollowing } from './follow.ts';
import { acceptSecret, sealSecrets, signedHeaders } from './secrets.ts';
import { storedTypes } from './stored.ts';
import { auditSubscription, findSubscription, secretsOf, TAIL_URL } from './subscription.ts';

const MAX_ROWS = 100;
/** A tail that reads nothing for so long has ended. */
const LOST_MS = 10 * 60_000;

export interface TailedEvent {
  outboxNo: number;
  type: string;
  headers: Record<string, string>;
  body: string;
}

/** In one transaction. */
export function openTail(tx: Base, profileId: string, types: readonly string[]): { subscriptionId: string; secret: string } {
  const subscriptionId = randomUUID();
  const secret = acceptSecret(undefined);
  beginFollowing(tx, profileId);
  tx.state.statement('act/webhooks/subscription_add').run({
    subscription_id: subscriptionId,
    profile_id: profileId,
    url: TAIL_URL,
    description: 'tributary webhooks tail',
    event_types: storedTypes.write([...types]),
    includes_personal_data: false,
    personal_data_by: null,
    secrets: sealSecrets(tx, { profileId, subscriptionId }, [{ secret, until: null }]),
    created_by: 'system',
    now: tx.clock.now(),
  });
  auditSubscription(tx, { subscriptionId, profileId }, { actor: 'system', action: 'tail_opened' });
  return { subscriptionId, secret };
}

/** The next events; the ones that were read are removed. Undefined for a tail that has ended. In one transaction. */
export function readTail(tx: Base, subscriptionId: string, read: number): TailedEvent[] | undefined {
  const subscription = findSubscription(tx, subscriptionId);
  if (subscription?.url !== TAIL_URL) return undefined;
  const at = tx.clock.now();
  tx.state.statement('act/webhooks/subscription_seen').run({ subscription_id: subscriptionId, now: at });
  tx.state.statement('act/webhooks/outbox_remove').run({ subscription_id: subscriptionId, last: read });
  const secrets = secretsOf(tx, subscription);
  return tx.state
    .statement('act/webhooks/outbox_list')
    .all({ subscription_id: subscriptionId, limit: MAX_ROWS })
    .map(({ outbox_no, message_id, type, body }) => ({
      outboxNo: outbox_no,
      type,
      body,
      headers: signedHeaders(secrets, { id: message_id, at: machineTime(tx.clock), body }),
    }));
}

export const closeTail = (tx: Base, subscriptionId: string): void =>
  void tx.state.statement('act/webhooks/tail_remove').run({ subscription_id: subscriptionId, url: TAIL_URL });

export const removeLostTails = (tx: Base): void =>
  void tx.state.statement('act/webhooks/tails_remove').run({ url: TAIL_URL, before: tx.clock.now() - LOST_MS });
