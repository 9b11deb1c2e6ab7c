// The operations on destinations. A destination is named by its kind and target, so that a repeated call finds it instead of making another.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { actorOf } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, type Call, reading, stateChange } from '../../base/contract/operation.ts';
import { latestRows } from '../../base/deliver/list.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import type { DestinationId, DestinationSettings } from '../../providers/conversions/destination.ts';
import { OutsideRefusal } from '../../providers/http/guard.ts';
import { Secret, sealSecret } from '../../providers/secret.ts';
import { findConnection } from '../connections/index.ts';
import { deliveries } from './delivery.ts';
import { auditDestination, type Destination, destinationsOf, findDestination, setDestinationStatus } from './destination.ts';
import { followAgain } from './follow.ts';
import { checkEndpoint, isSelfHeld, kindsOf, reasonOf, secretContext } from './kinds.ts';
import { wakeLane } from './lane.ts';
import { targetOf } from './platform-safe/platform-target.ts';
import { probeDestination } from './probe.ts';
import { storedSettings } from './stored.ts';

const MAX_DESTINATIONS = 20;
const SECRET_BYTES = 32;

type Shown = Answer<'listDestinations'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();

export function shownDestination(base: ReadBase, destination: Destination): Shown {
  const { destinationId, settings, status } = destination;
  const { targetId, accountId, loginAccountId, messagingAccountId, messagingDatasetId } = settings;
  const { appTargetId, offlineTargetId, testCode, isLimitedDataUse } = settings;
  return {
    id: destinationId,
    kind: destination.kind,
    name: destination.name,
    connection_id: destination.connectionId,
    settings: {
      target_id: targetId,
      account_id: accountId ?? null,
      login_account_id: loginAccountId ?? null,
      messaging_account_id: messagingAccountId ?? null,
      messaging_dataset_id: messagingDatasetId ?? null,
      app_target_id: appTargetId ?? null,
      offline_target_id: offlineTargetId ?? null,
      test_code: testCode ?? null,
      limited_data_use: isLimitedDataUse ?? false,
    },
    status,
    status_reason: reasonOf(base, destination),
    platform_safe_target: targetOf(base, destination),
    created_by: destination.createdBy,
    created_at: instant(destination.createdAt),
    updated_at: instant(destination.updatedAt),
  };
}

export const listDestinations = reading('listDestinations', ({ profile }, base) => ({
  data: destinationsOf(base, profile.profileId).map((each) => shownDestination(base, each)),
  meta: { profile_id: profile.profileId },
}));

/** @throws ApiError `not_found`, for one of another profile or a removed one too. */
export function ownDestination(base: ReadBase, profileId: string, id: string): Destination {
  const found = findDestination(base, id.toLowerCase());
  if (found?.profileId !== profileId || found.removedAt !== null) throw new ApiError('not_found', 'No such destination.');
  return found;
}

type Body = Call<'putDestination'>['body'];

/** A field that a call leaves out stays as it is; null removes the value. */
function settingsOf({ settings }: Body, before?: DestinationSettings): DestinationSettings {
  const named = (value: string | null | undefined, kept: string | undefined): string | undefined =>
    value === undefined ? kept : (value ?? undefined);
  // The dataset of another messaging account is another one.
  const isSameAccount = named(settings.messaging_account_id, before?.messagingAccountId) === before?.messagingAccountId;
  const dataset = isSameAccount ? before?.messagingDatasetId : undefined;
  const all = {
    accountId: named(settings.account_id, before?.accountId),
    loginAccountId: named(settings.login_account_id, before?.loginAccountId),
    messagingAccountId: named(settings.messaging_account_id, before?.messagingAccountId),
    messagingDatasetId: named(settings.messaging_dataset_id, dataset),
    appTargetId: named(settings.app_target_id, before?.appTargetId),
    offlineTargetId: named(settings.offline_target_id, before?.offlineTargetId),
    testCode: named(settings.test_code, before?.testCode),
  };
  const texts = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const isLimited = settings.limited_data_use ?? before?.isLimitedDataUse ?? false;
  return { targetId: settings.target_id, ...texts, ...(isLimited ? { isLimitedDataUse: true } : {}) };
}

/** The identity of a destination, by the fields that no call changes. */
const targetKeyOf = (kind: DestinationId, targetId: string, accountId: string | null | undefined): string =>
  createHash('sha256')
    .update(canonicalJson([kind, targetId, accountId ?? null]))
    .digest('base64url');

function ofTarget(base: ReadBase, profileId: string, { kind, settings }: Body, named?: Destination): Destination | undefined {
  const accountId = settings.account_id === undefined ? named?.settings.accountId : settings.account_id;
  const key = { profile_id: profileId, target_key: targetKeyOf(kind, settings.target_id, accountId) };
  const row = base.state.statement('act/sync/destination_of_target').get(key);
  return row && findDestination(base, row.destination_id);
}

/** By its id, which is how another target is set, or by its target. @throws ApiError */
function existingOf(base: ReadBase, profileId: string, body: Body): Destination | undefined {
  if (body.destination_id === undefined) return ofTarget(base, profileId, body);
  const named = ownDestination(base, profileId, body.destination_id);
  const atTarget = ofTarget(base, profileId, body, named);
  if (named.kind !== body.kind) throw new ApiError('validation_error', `kind: the destination is of the kind ${named.kind}.`);
  if (atTarget && atTarget.destinationId !== named.destinationId)
    throw new ApiError('invalid_state', 'Another destination of the profile has this target.');
  if (!atTarget && hasSent(base, named))
    throw new ApiError(
      'invalid_state',
      'The destination has conversions already, whose corrections would go to the new target: add the new target as another destination.',
    );
  return named;
}

const hasSent = (base: ReadBase, { destinationId }: Destination): boolean =>
  latestRows(base, deliveries, destinationId, { states: ['sent', 'accepted'], limit: 1 }).length > 0;

/** A destination stops, which needs nothing of what it was reached by. */
const isEnd = ({ status, connection_id, access_token }: Body, existing: Destination | undefined): boolean =>
  existing !== undefined &&
  (status === 'paused' || status === 'removed') &&
  access_token === undefined &&
  (connection_id == null || connection_id.toLowerCase() === existing.connectionId);

/** @throws ApiError */
async function requireEndpoint(base: ReadBase, { kind, settings }: Body): Promise<void> {
  if (kind !== 'https') return;
  try {
    await checkEndpoint(base, settings.target_id);
  } catch (error) {
    if (error instanceof OutsideRefusal) throw new ApiError('validation_error', `settings.target_id: ${error.message}.`);
    throw error;
  }
}

/** Their requests name the account. */
const OF_ACCOUNTS: ReadonlySet<DestinationId> = new Set(['google_ads', 'microsoft_ads', 'pinterest']);

/** @throws ApiError */
function requireUsable(tx: Base, profileId: string, body: Body, existing: Destination | undefined): void {
  const { connectionId = null, sealedSecret = null } = existing ?? {};
  const hasToken = body.access_token !== undefined || sealedSecret !== null;
  // A field that the call leaves out has the destination's value.
  const id = body.connection_id === undefined ? connectionId : body.connection_id;
  requireConnection(tx, profileId, { kind: body.kind, id: id?.toLowerCase() ?? null, hasToken });
  if (OF_ACCOUNTS.has(body.kind) && (body.settings.account_id ?? existing?.settings.accountId ?? '') === '')
    throw new ApiError('validation_error', `settings.account_id: ${body.kind} needs the id of the ad account.`);
}

/** Conversions go there with a token of their own: what a connection was granted for reading ads does not reach them. */
const BY_TOKEN: ReadonlySet<DestinationId> = new Set(['pinterest', 'snap', 'reddit', 'openai_ads']);

interface Reach {
  kind: DestinationId;
  /** The connection's id. */
  id: string | null;
  hasToken: boolean;
}

/** @throws ApiError for a kind that needs a connection, without a usable one. */
function requireConnection(tx: Base, profileId: string, { kind, id, hasToken }: Reach): void {
  if (!kindsOf(tx).has(kind))
    throw new ApiError('not_implemented', `Conversions cannot be sent to ${kind} on this installation.`);
  if (id === null) {
    if (isSelfHeld(kind) || hasToken) return;
    if (BY_TOKEN.has(kind))
      throw new ApiError(
        'adplatform_connection_required',
        `${kind} needs access_token: the token for conversions that it shows you.`,
      );
    throw new ApiError('adplatform_connection_required', `${kind} needs connection_id: connect an account first.`);
  }
  const connection = findConnection(tx, id);
  if (connection?.profileId !== profileId || connection.removedAt !== null)
    throw new ApiError('not_found', 'No such connection.');
  if (connection.provider.id === kind && BY_TOKEN.has(kind))
    throw new ApiError('validation_error', `connection_id: reads ads of ${kind} alone; conversions need access_token.`);
  if (connection.provider.id !== kind)
    throw new ApiError('validation_error', `connection_id: is a connection to ${connection.provider.id}, not to ${kind}.`);
  if (connection.status !== 'active' && connection.status !== 'needs_action')
    throw new ApiError('connection_not_ready', `The connection is ${connection.status}: connect it again first.`);
}

function addDestination(tx: Base, call: Call<'putDestination'>): { destinationId: string; secret: Secret | undefined } {
  const { principal, profile, body } = call;
  const { profileId } = profile;
  if (destinationsOf(tx, profileId).length >= MAX_DESTINATIONS)
    throw new ApiError('invalid_state', `A profile has at most ${MAX_DESTINATIONS} destinations.`);
  const destinationId = randomUUID();
  const isMade = isSelfHeld(body.kind);
  const text = isMade ? randomBytes(SECRET_BYTES).toString('base64url') : body.access_token;
  const secret = text === undefined ? undefined : new Secret(text);
  tx.state.statement('act/sync/destination_add').run({
    destination_id: destinationId,
    profile_id: profileId,
    kind: body.kind,
    name: body.name ?? body.kind,
    settings: storedSettings.write(settingsOf(body)),
    target_key: targetKeyOf(body.kind, body.settings.target_id, body.settings.account_id),
    connection_id: body.connection_id?.toLowerCase() ?? null,
    secret: secret ? sealSecret(tx, profileId, secretContext(destinationId), secret) : null,
    created_by: actorOf(principal),
    now: tx.clock.now(),
  });
  auditDestination(
    tx,
    { destinationId, profileId },
    { actor: actorOf(principal), action: 'created', detail: { kind: body.kind } },
  );
  return { destinationId, secret: isMade ? secret : undefined };
}

/** Answers whether anything is another. */
function changeDestination(tx: Base, { principal, profile, body }: Call<'putDestination'>, destination: Destination): boolean {
  const { destinationId } = destination;
  const { profileId } = profile;
  // A connection that is named takes the place of a token.
  const kept = body.connection_id == null ? destination.sealedSecret : null;
  const sealed =
    body.access_token === undefined
      ? kept
      : sealSecret(tx, profileId, secretContext(destinationId), new Secret(body.access_token));
  const settings = settingsOf(body, destination.settings);
  const connectionId = body.connection_id === undefined ? destination.connectionId : (body.connection_id?.toLowerCase() ?? null);
  const name = body.name ?? destination.name;
  const isSame =
    canonicalJson([settings, connectionId, name]) ===
    canonicalJson([destination.settings, destination.connectionId, destination.name]);
  if (isSame && sealed === destination.sealedSecret) return false;
  tx.state.statement('act/sync/destination_change').run({
    destination_id: destinationId,
    name,
    connection_id: connectionId,
    secret: sealed,
    now: tx.clock.now(),
    settings: storedSettings.write(settings),
    target_key: targetKeyOf(body.kind, settings.targetId, settings.accountId),
  });
  auditDestination(tx, destination, { actor: actorOf(principal), action: 'changed' });
  return true;
}

/** A person has done something about it: it is tried at once. */
function endPause(tx: Base, destination: Destination, actor: string): void {
  if (destination.status !== 'active' || (destination.statusReason === null && destination.throttledUntil === null)) return;
  setDestinationStatus(tx, destination, { status: 'active', reason: null, actor });
}

export const putDestination = stateChange('putDestination', {
  asksOutside: true,
  prepare: async ({ profile, body }, base) => {
    const existing = existingOf(base, profile.profileId, body);
    if (isEnd(body, existing)) return;
    await requireEndpoint(base, body);
    await probeDestination(base, body, existing);
  },
  change: (call, tx) => {
    const { principal, profile, body } = call;
    const { profileId } = profile;
    const actor = actorOf(principal);
    const existing = existingOf(tx, profileId, body);
    if (!isEnd(body, existing)) requireUsable(tx, profileId, body, existing);
    if (!existing && body.status === 'removed') throw new ApiError('not_found', 'No such destination.');
    const added = existing ? undefined : addDestination(tx, call);
    const isChanged = existing !== undefined && changeDestination(tx, call, existing);
    const destination = stored(tx, existing?.destinationId ?? added?.destinationId ?? '');
    if (body.status === 'removed') removeDestination(tx, destination, actor);
    else if (body.status !== undefined && body.status !== destination.status)
      setDestinationStatus(tx, destination, { status: body.status, reason: body.status === 'paused' ? 'user' : null, actor });
    else if (isChanged || body.status === 'active') endPause(tx, destination, actor);
    wakeLane(tx, destination);
    const data = shownDestination(tx, stored(tx, destination.destinationId));
    return added
      ? { data: { ...data, ...(added.secret ? { secret: added.secret.reveal() } : {}) }, outcome: 'created' as const }
      : { data };
  },
});

function removeDestination(tx: Base, destination: Destination, actor: string): void {
  tx.state.statement('act/sync/destination_remove').run({ destination_id: destination.destinationId, now: tx.clock.now() });
  auditDestination(tx, destination, { actor, action: 'removed' });
  followAgain(tx, destination.profileId);
}

function stored(base: ReadBase, destinationId: string): Destination {
  const found = findDestination(base, destinationId);
  if (!found) throw new Error('a destination that was written is not there');
  return found;
}
