// The operations on subscriptions. A URL is judged when it is named, and nothing is dialled for that.
import { randomUUID } from 'node:crypto';
import { requireScope } from '../../account/access/index.ts';
import { actorOf } from '../../account/audit/index.ts';
import { refuseLowering } from '../../account/guards/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { PERSONAL_SCOPE } from '../../base/contract/open-api.ts';
import { type Answer, type Call, reading, stateChange } from '../../base/contract/operation.ts';
import { OutsideRefusal } from '../../providers/http/guard.ts';
import { webhookTarget } from '../../providers/http/webhook-target.ts';
import { ALL_TYPES, isEventType } from './event-types.ts';
import { beginFollowing } from './follow.ts';
import { wakeLane } from './lane.ts';
import { acceptSecret, rotateSecrets, sealSecrets, type WebhookSecret } from './secrets.ts';
import { storedTypes } from './stored.ts';
import {
  auditSubscription,
  findSubscription,
  type Subscription,
  secretsOf,
  setSubscriptionStatus,
  subscriptionsOf,
  TAIL_URL,
} from './subscription.ts';

const PERSONAL_GUARD = 'webhook_personal_data';
const MAX_SUBSCRIPTIONS = 20;
const DEFAULT_OVERLAP_HOURS = 24;

type Shown = Answer<'listWebhookSubscriptions'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

function shown(base: ReadBase, subscription: Subscription): Shown {
  const { subscriptionId, url, description, eventTypes, status, statusReason } = subscription;
  return {
    id: subscriptionId,
    url,
    description,
    event_types: eventTypes,
    status,
    status_reason: statusReason,
    includes_personal_data: subscription.includesPersonalData,
    failing_since: instantOrNull(subscription.failingSince),
    secrets: secretsOf(base, subscription).map(({ until }) => ({ valid_until: instantOrNull(until) })),
    created_by: subscription.createdBy,
    created_at: instant(subscription.createdAt),
    updated_at: instant(subscription.updatedAt),
  };
}

/** The subscriptions that are sent to a URL. */
const registeredOf = (base: ReadBase, profileId: string): Subscription[] =>
  subscriptionsOf(base, profileId).filter(({ url }) => url !== TAIL_URL);

export const listWebhookSubscriptions = reading('listWebhookSubscriptions', ({ profile }, base) => ({
  data: registeredOf(base, profile.profileId).map((each) => shown(base, each)),
  meta: { profile_id: profile.profileId },
}));

/** @throws ApiError `not_found`, for one of another profile or a removed one too. */
export function ownSubscription(base: ReadBase, profileId: string, id: string): Subscription {
  const found = findSubscription(base, id.toLowerCase());
  if (found?.profileId !== profileId || found.removedAt !== null || found.url === TAIL_URL)
    throw new ApiError('not_found', 'No such subscription.');
  return found;
}

/** @throws ApiError */
async function requireUrl(base: ReadBase, url: string): Promise<void> {
  try {
    await webhookTarget(base).check(url);
  } catch (error) {
    if (error instanceof OutsideRefusal) throw new ApiError('validation_error', `url: ${error.message}.`);
    throw error;
  }
}

/** In the order of the call. @throws ApiError */
function requireTypes(types: readonly string[]): string[] {
  const unknown = types.find((type) => type !== ALL_TYPES && !isEventType(type));
  if (unknown !== undefined)
    throw new ApiError('validation_error', `event_types: there is no type ${unknown}; GET /webhooks/event-types lists them.`);
  if (types.includes(ALL_TYPES) && types.length > 1)
    throw new ApiError('validation_error', `event_types: ${ALL_TYPES} includes all other types.`);
  return [...types];
}

/** Whose personal data may be sent is decided by the person who asks for it. @throws ApiError */
function requirePersonal(base: ReadBase, call: Pick<Call<'createWebhookSubscription'>, 'principal' | 'profile'>): void {
  requireScope(base, call, PERSONAL_SCOPE);
}

function stored(base: ReadBase, subscriptionId: string): Subscription {
  const found = findSubscription(base, subscriptionId);
  if (!found) throw new Error('a subscription that was written is not there');
  return found;
}

export const createWebhookSubscription = stateChange('createWebhookSubscription', {
  asksOutside: true,
  prepare: (call, base) => requireUrl(base, call.body.url),
  change: (call, tx) => {
    const { principal, profile, body } = call;
    const { profileId } = profile;
    const eventTypes = requireTypes(body.event_types);
    if (body.includes_personal_data) {
      requirePersonal(tx, call);
      // Its secret is shown to the caller alone, so no handoff makes it.
      const refusal = refuseLowering(tx, { principal, place: profile, guard: PERSONAL_GUARD });
      if (refusal) return createdWithout(refusal);
    }
    if (registeredOf(tx, profileId).length >= MAX_SUBSCRIPTIONS)
      throw new ApiError('invalid_state', `A profile has at most ${MAX_SUBSCRIPTIONS} webhook subscriptions.`);
    beginFollowing(tx, profileId);
    const subscriptionId = randomUUID();
    const secret = acceptSecret(body.secret);
    tx.state.statement('act/webhooks/subscription_add').run({
      subscription_id: subscriptionId,
      profile_id: profileId,
      url: body.url,
      description: body.description ?? null,
      event_types: storedTypes.write(eventTypes),
      includes_personal_data: body.includes_personal_data ?? false,
      personal_data_by: body.includes_personal_data ? actorOf(principal) : null,
      secrets: sealSecrets(tx, { profileId, subscriptionId }, [{ secret, until: null }]),
      created_by: actorOf(principal),
      now: tx.clock.now(),
    });
    const detail = { event_types: eventTypes, includes_personal_data: body.includes_personal_data ?? false };
    auditSubscription(tx, { subscriptionId, profileId }, { actor: actorOf(principal), action: 'created', detail });
    return { data: { ...shown(tx, stored(tx, subscriptionId)), secret }, outcome: 'created' as const };
  },
});

export const updateWebhookSubscription = stateChange('updateWebhookSubscription', {
  asksOutside: true,
  prepare: async ({ body }, base) => {
    if (body.url !== undefined) await requireUrl(base, body.url);
  },
  change: (call, tx) => {
    const { principal, profile, params, body } = call;
    const actor = actorOf(principal);
    const subscription = ownSubscription(tx, profile.profileId, params.id);
    const { subscriptionId } = subscription;
    const refusal = refusalOfPersonal(tx, call, subscription);
    if (refusal) return refusal;
    beginFollowing(tx, profile.profileId);
    const rotated = rotatedBy(tx, subscription, body.rotate_secret);
    changeFields(tx, subscription, actor, { ...call.body, secrets: rotated?.secrets ?? secretsOf(tx, subscription) });
    const changed = Object.keys(body).filter((name) => name !== 'status');
    if (changed.length > 0) auditSubscription(tx, subscription, { actor, action: 'changed', detail: { fields: changed.sort() } });
    if (body.status !== undefined && body.status !== subscription.status)
      setSubscriptionStatus(tx, subscription, { status: body.status, reason: body.status === 'paused' ? 'user' : null, actor });
    wakeLane(tx, subscription);
    const answer = shown(tx, stored(tx, subscriptionId));
    return { data: rotated ? { ...answer, secret: rotated.secret } : answer };
  },
});

type Change = Call<'updateWebhookSubscription'>['body'];

/** Personal data that was not sent, and personal data to another URL: the right of the person who asks, and the word of an owner or admin. */
function refusalOfPersonal(
  tx: Base,
  call: Pick<Call<'updateWebhookSubscription'>, 'principal' | 'profile' | 'body'>,
  { subscriptionId: id, url: before, includesPersonalData }: Subscription,
): ApiError | undefined {
  const { principal, profile, body } = call;
  const url = body.url === undefined || body.url === before ? undefined : body.url;
  const { includes_personal_data: willInclude = includesPersonalData } = body;
  if (!willInclude || (includesPersonalData && url === undefined)) return undefined;
  requirePersonal(tx, call);
  const change = { id, ...(includesPersonalData ? {} : { includes_personal_data: true }), ...(url === undefined ? {} : { url }) };
  return refuseLowering(tx, { principal, place: profile, guard: PERSONAL_GUARD, change });
}

const createdWithout = ({ code, message }: ApiError): ApiError =>
  new ApiError(
    code,
    `${message} Create the subscription without it, then change it to includes_personal_data: true: the refusal has the link on which they decide.`,
  );

function rotatedBy(
  tx: Base,
  subscription: Subscription,
  rotation: Change['rotate_secret'],
): { secret: string; secrets: WebhookSecret[] } | undefined {
  if (!rotation) return undefined;
  const secret = acceptSecret(rotation.secret);
  const overlapHours = rotation.overlap_hours ?? DEFAULT_OVERLAP_HOURS;
  return { secret, secrets: rotateSecrets(secretsOf(tx, subscription), { secret, overlapHours, now: tx.clock.now() }) };
}

export function changeFields(
  tx: Base,
  subscription: Subscription,
  actor: string,
  change: Change & { secrets: readonly WebhookSecret[] },
): void {
  const includesPersonal = change.includes_personal_data ?? subscription.includesPersonalData;
  // The person who requests the data or changes the URL answers for it.
  const asker = change.includes_personal_data || change.url !== undefined ? actor : subscription.personalDataBy;
  const eventTypes = change.event_types === undefined ? subscription.eventTypes : requireTypes(change.event_types);
  tx.state.statement('act/webhooks/subscription_change').run({
    subscription_id: subscription.subscriptionId,
    url: change.url ?? subscription.url,
    description: change.description === undefined ? subscription.description : change.description,
    event_types: storedTypes.write(eventTypes),
    includes_personal_data: includesPersonal,
    personal_data_by: includesPersonal ? asker : null,
    secrets: sealSecrets(tx, subscription, change.secrets),
    now: tx.clock.now(),
  });
}

export const deleteWebhookSubscription = stateChange('deleteWebhookSubscription', ({ principal, profile, params }, tx) => {
  const subscription = findSubscription(tx, params.id.toLowerCase());
  if (subscription?.profileId !== profile.profileId) throw new ApiError('not_found', 'No such subscription.');
  const { subscriptionId, removedAt } = subscription;
  const now = tx.clock.now();
  if (removedAt === null) {
    tx.state.statement('act/webhooks/subscription_remove').run({ subscription_id: subscriptionId, now });
    auditSubscription(tx, subscription, { actor: actorOf(principal), action: 'removed' });
    wakeLane(tx, subscription);
  }
  return { data: { id: subscriptionId, removed_at: instant(removedAt ?? now) } };
});
