// The keys of a workspace's profiles over the door: list, create, revoke, rotate. Admins see all of them, a consumer app the keys
// that it created for profiles that it holds; a profile of the healthcare family gives an app's key no personal data.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { HEALTHCARE_BARRED_SCOPES } from '../../base/contract/scopes.ts';
import { millisOf } from '../../base/kit/time/instants.ts';
import { authorizationsOf } from '../apps/index.ts';
import { actorOf } from '../audit/index.ts';
import {
  type ApiKey,
  apiKeysIn,
  createApiKey,
  DEFAULT_RATE_PER_MINUTE,
  findKey,
  replaceApiKey,
  stopApiKey,
} from '../keys/index.ts';
import { findReach, type Reach } from '../places/index.ts';
import { requireEntitled } from './authorize.ts';

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function shown(key: ApiKey, now: number) {
  const isOver = key.expiresAt !== null && key.expiresAt <= now;
  const status = key.revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'active';
  return {
    id: key.apiKeyId,
    profile_id: key.profileId,
    name: key.name,
    scopes: key.scopes,
    rate_limit_per_minute: key.ratePerMinute,
    status: status as 'active' | 'expired' | 'revoked',
    minted_by: key.mintedBy,
    created_at: new Date(key.createdAt).toISOString(),
    expires_at: timeOf(key.expiresAt),
    revoked_at: timeOf(key.revokedAt),
    replaced_by: key.replacedBy,
  };
}

const appHolds = (base: ReadBase, { appId = '' }: Principal, { workspaceId, profileId }: Reach): boolean =>
  authorizationsOf(base, appId, workspaceId).some((authorization) => authorization.profileId === profileId);

/** The profile that a key is for, when the caller may give it keys; anything else is not found. */
function profileFor(base: Base, principal: Principal, workspaceId: string, profileId: string): Reach {
  const reach = findReach(base, profileId.toLowerCase());
  const isHere = reach?.workspaceId === workspaceId && (principal.kind !== 'app' || appHolds(base, principal, reach));
  if (!reach || !isHere) throw new ApiError('not_found', 'No such profile.');
  return reach;
}

/** A key of the workspace that the caller may see. */
function keyFor(base: Base, principal: Principal, workspaceId: string, apiKeyId: string): ApiKey {
  const key = findKey(base, apiKeyId.toLowerCase());
  const reach = key && findReach(base, key.profileId);
  const isTheirs = principal.kind !== 'app' || (key?.appId === principal.appId && reach && appHolds(base, principal, reach));
  if (!key || reach?.workspaceId !== workspaceId || !isTheirs) throw new ApiError('not_found', 'No such API key.');
  return key;
}

/** A key gets no scope that the person or app requesting it could not get. */
function checkGrant(
  principal: Principal,
  reach: Reach,
  requests: { scopes: readonly string[]; appId: string | null; rate: number },
) {
  if (requests.appId !== null && reach.isHealthcare && requests.scopes.some((scope) => HEALTHCARE_BARRED_SCOPES.has(scope))) {
    const never = [...HEALTHCARE_BARRED_SCOPES].join(', ');
    throw new ApiError(
      'healthcare_scope_forbidden',
      `An app's key can have none of ${never} on a profile of the healthcare family.`,
    );
  }
  if (principal.kind !== 'app') return;
  const beyond = requests.scopes.find((scope) => !principal.scopes.has(scope));
  if (beyond !== undefined) {
    const message = `scopes: the app itself does not have ${beyond}.`;
    throw new ApiError('insufficient_scope', message, { required_scopes: [beyond] });
  }
  const most = Math.max(DEFAULT_RATE_PER_MINUTE, principal.ratePerMinute);
  if (requests.rate > most) throw new ApiError('validation_error', `rate_limit_per_minute: at most ${most} on this app's tier.`);
}

export const listApiKeys = reading('listApiKeys', ({ principal, workspaceId, params }, base) => {
  const only = principal.kind === 'app' ? { appId: principal.appId ?? '' } : {};
  const profile = params.profile_id === undefined ? {} : { profileId: params.profile_id.toLowerCase() };
  const keys = apiKeysIn(base, workspaceId, { ...only, ...profile });
  const seen = keys.filter(({ profileId }) => {
    const reach = findReach(base, profileId);
    return reach && (principal.kind !== 'app' || appHolds(base, principal, reach));
  });
  return { data: seen.map((key) => shown(key, base.clock.now())), meta: { workspace_id: workspaceId } };
});

export const mintApiKey = stateChange('mintApiKey', ({ principal, workspaceId, body }, base) => {
  const reach = profileFor(base, principal, workspaceId, body.profile_id);
  const { scopes, rate_limit_per_minute: rate = DEFAULT_RATE_PER_MINUTE } = body;
  const appId = principal.kind === 'app' ? (principal.appId ?? null) : null;
  checkGrant(principal, reach, { scopes, appId, rate });
  requireEntitled(base, reach.profileId);
  const key = createApiKey(base, {
    profileId: reach.profileId,
    name: body.name,
    scopes,
    ratePerMinute: rate,
    ...(body.expires_at == null ? {} : { expiresAt: millisOf(body.expires_at) }),
    actor: actorOf(principal),
  });
  return { data: { ...shown(key, base.clock.now()), api_key: key.secret }, outcome: 'created' };
});

export const revokeApiKey = stateChange('revokeApiKey', ({ principal, workspaceId, params }, base) => {
  const { apiKeyId, profileId } = keyFor(base, principal, workspaceId, params.id);
  stopApiKey(base, { profileId, apiKeyId, actor: actorOf(principal) });
  return { data: shown(findKey(base, apiKeyId) as ApiKey, base.clock.now()) };
});

export const rotateApiKey = stateChange('rotateApiKey', ({ principal, workspaceId, params, body }, base) => {
  const old = keyFor(base, principal, workspaceId, params.id);
  const reach = findReach(base, old.profileId) as Reach;
  checkGrant(principal, reach, { scopes: old.scopes, appId: old.appId, rate: old.ratePerMinute });
  requireEntitled(base, old.profileId);
  const wanted = body.expires_at;
  const result = replaceApiKey(base, {
    apiKeyId: old.apiKeyId,
    overlapSeconds: body.overlap_seconds ?? 0,
    expiresAt: wanted === undefined ? old.expiresAt : wanted === null ? null : millisOf(wanted),
    actor: actorOf(principal),
  });
  const now = base.clock.now();
  const data = { ...shown(result.key, now), api_key: result.key.secret, replaces: shown(result.old, now) };
  return { data, outcome: 'created' };
});
