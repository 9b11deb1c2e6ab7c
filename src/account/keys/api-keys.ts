// API keys: each belongs to one profile, names no person, and is shown once. A key can never be made by a key.

import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { KEY_SCOPES } from '../../base/contract/scopes.ts';
import { mintSecret } from '../../base/kit/credential-secrets.ts';
import type { RowOf } from '../../base/state/state.ts';
import { writeAudit } from '../audit/index.ts';
import { findProfile } from '../places/index.ts';
import { storedKeyScopes } from './stored.ts';

export const KEY_PREFIX = 'svc_live_';
const APP_ACTOR = 'app:';
export const DEFAULT_RATE_PER_MINUTE = 600;
export const MAX_RATE_PER_MINUTE = 1_000_000;

export interface NewApiKey {
  profileId: string;
  name: string;
  scopes: readonly string[];
  ratePerMinute?: number;
  /** Milliseconds since 1970; the key never expires when absent. */
  expiresAt?: number;
  actor: string;
  /** The consumer app that answers for the key; the actor's own when left out. */
  appId?: string | null;
}

/** A key as it may be shown at any time: without its secret. */
export interface ApiKey {
  apiKeyId: string;
  profileId: string;
  name: string;
  scopes: string[];
  ratePerMinute: number;
  mintedBy: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** The app that created it, or created what it was rotated from. */
  appId: string | null;
  /** The key that it was rotated into. */
  replacedBy: string | null;
}

/** Makes a key. `secret` is in the response of this call and nowhere else. */
export function createApiKey(base: Base, apiKey: NewApiKey): ApiKey & { secret: string } {
  const now = base.clock.now();
  const key = checkedKey(apiKey, now);
  const { secret, lookup, hash } = mintSecret(KEY_PREFIX);
  return base.state.tx(() => {
    const profile = findProfile(base, apiKey.profileId);
    if (!profile) throw new ApiError('not_found', 'No such profile.');
    base.state.statement('account/keys/api_key_create').run({
      api_key_id: key.apiKeyId,
      profile_id: key.profileId,
      name: key.name,
      lookup,
      hash,
      scopes: storedKeyScopes.write(key.scopes),
      rate_limit_per_minute: key.ratePerMinute,
      minted_by: key.mintedBy,
      app_id: key.appId,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    });
    writeAudit(base, {
      actor: apiKey.actor,
      action: 'api_key.created',
      workspaceId: profile.workspaceId,
      profileId: profile.profileId,
      subject: key.apiKeyId,
      detail: { scopes: key.scopes, rate_limit_per_minute: key.ratePerMinute, expires_at: key.expiresAt },
    });
    return { ...key, secret };
  });
}

function checkedKey(apiKey: NewApiKey, now: number): ApiKey {
  if (apiKey.actor.startsWith('key:')) throw new ApiError('forbidden', 'An API key cannot make another key.');
  const unknown = apiKey.scopes.find((scope) => !KEY_SCOPES.has(scope));
  if (unknown !== undefined)
    throw new ApiError(
      'validation_error',
      `scopes: an API key cannot have ${unknown}; it can have any of ${[...KEY_SCOPES].join(', ')}.`,
    );
  if (apiKey.scopes.length === 0) throw new ApiError('validation_error', 'scopes: name at least one.');
  const ratePerMinute = apiKey.ratePerMinute ?? DEFAULT_RATE_PER_MINUTE;
  if (!Number.isInteger(ratePerMinute) || ratePerMinute < 1 || ratePerMinute > MAX_RATE_PER_MINUTE) {
    throw new ApiError('validation_error', `rate_limit_per_minute: a whole number from 1 to ${MAX_RATE_PER_MINUTE}.`);
  }
  if (apiKey.expiresAt !== undefined && !(apiKey.expiresAt > now)) {
    throw new ApiError('validation_error', 'expires_at: must be in the future.');
  }
  return {
    apiKeyId: randomUUID(),
    profileId: apiKey.profileId,
    name: checkedName('name', apiKey.name),
    scopes: [...new Set(apiKey.scopes)].sort(),
    ratePerMinute,
    mintedBy: apiKey.actor,
    createdAt: now,
    expiresAt: apiKey.expiresAt ?? null,
    revokedAt: null,
    appId: apiKey.appId ?? (apiKey.actor.startsWith(APP_ACTOR) ? apiKey.actor.slice(APP_ACTOR.length) : null),
    replacedBy: null,
  };
}

const keyOf = (
  row: RowOf<'account/keys/api_key_get' | 'account/keys/api_keys_list' | 'account/keys/api_keys_of_workspace'>,
): ApiKey => ({
  apiKeyId: row.api_key_id,
  profileId: row.profile_id,
  name: row.name,
  scopes: storedKeyScopes.read(row.scopes),
  ratePerMinute: row.rate_limit_per_minute,
  mintedBy: row.minted_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  appId: row.app_id,
  replacedBy: row.replaced_by,
});

/** All keys of a profile, newest first, revoked and expired ones too. */
export function apiKeysOf(base: ReadBase, profileId: string): ApiKey[] {
  return base.state.statement('account/keys/api_keys_list').all({ profile_id: profileId }).map(keyOf);
}

/** All keys of a workspace's live profiles, newest first; only those minted by the app, where one is named. */
export function apiKeysIn(base: ReadBase, workspaceId: string, only: { appId?: string; profileId?: string } = {}): ApiKey[] {
  return base.state
    .statement('account/keys/api_keys_of_workspace')
    .all({ workspace_id: workspaceId, app_id: only.appId ?? null, profile_id: only.profileId ?? null })
    .map(keyOf);
}

/** The key of this id, while its profile is live. */
export function findKey(base: Base, apiKeyId: string): ApiKey | undefined {
  const row = base.state.statement('account/keys/api_key_get').get({ api_key_id: apiKeyId });
  return row && keyOf(row);
}

/** Puts a new key instead of an old one, which continues working for a while; a key has one successor at most. */
export function replaceApiKey(
  base: Base,
  input: { apiKeyId: string; overlapSeconds: number; expiresAt: number | null; actor: string },
): { old: ApiKey; key: ApiKey & { secret: string } } {
  const now = base.clock.now();
  return base.state.tx(() => {
    const old = findKey(base, input.apiKeyId);
    if (!old) throw new ApiError('not_found', 'No such API key.');
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= now))
      throw new ApiError('invalid_state', 'The key is revoked or has expired; create a new one.');
    if (old.replacedBy !== null)
      throw new ApiError('invalid_state', 'The key was rotated before; rotate the one that replaced it.');
    const { profileId, name, scopes, ratePerMinute, appId } = old;
    const expiry = input.expiresAt === null ? {} : { expiresAt: input.expiresAt };
    const key = createApiKey(base, { profileId, name, scopes, ratePerMinute, appId, ...expiry, actor: input.actor });
    base.state.statement('account/keys/api_key_replace').run({
      api_key_id: old.apiKeyId,
      replaced_by: key.apiKeyId,
      ends_at: now + input.overlapSeconds * 1000,
      now,
    });
    writeAudit(base, {
      actor: input.actor,
      action: 'api_key.rotated',
      workspaceId: findProfile(base, profileId)?.workspaceId as string,
      profileId,
      subject: old.apiKeyId,
      detail: { replaced_by: key.apiKeyId, overlap_seconds: input.overlapSeconds },
    });
    return { old: findKey(base, old.apiKeyId) as ApiKey, key };
  });
}

/** Stops a key at once; stopping it again changes nothing. */
export function stopApiKey(base: Base, input: { profileId: string; apiKeyId: string; actor: string }): void {
  base.state.tx(() => {
    const stopped = base.state.statement('account/keys/api_key_revoke').run({
      api_key_id: input.apiKeyId,
      profile_id: input.profileId,
      now: base.clock.now(),
    });
    if (stopped.changes === 0) return;
    const workspaceId = findProfile(base, input.profileId)?.workspaceId;
    writeAudit(base, {
      actor: input.actor,
      action: 'api_key.revoked',
      ...(workspaceId ? { workspaceId } : {}),
      profileId: input.profileId,
      subject: input.apiKeyId,
    });
  });
}
