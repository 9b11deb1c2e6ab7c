// API keys: each belongs to one profile, names no person, and is shown once. A key can never be made by a key.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { writeAudit } from './audit.ts';
import { findProfile } from './containers.ts';
import { checkedName } from './names.ts';
import { KEY_SCOPES } from './scopes.ts';
import { mintSecret } from './secrets.ts';

export const KEY_PREFIX = 'svc_live_';
const DEFAULT_RATE_PER_MINUTE = 600;
const MAX_RATE_PER_MINUTE = 1_000_000;

export interface NewApiKey {
  profileId: string;
  name: string;
  scopes: readonly string[];
  ratePerMinute?: number;
  /** Milliseconds since 1970; the key never expires when absent. */
  expiresAt?: number;
  actor: string;
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
}

/** Makes a key. `secret` is in the answer of this call and nowhere else. */
export function createApiKey(base: Base, given: NewApiKey): ApiKey & { secret: string } {
  const now = base.clock.now();
  const key = checkedKey(given, now);
  const { secret, lookup, hash } = mintSecret(KEY_PREFIX);
  return base.state.tx(() => {
    const profile = findProfile(base, given.profileId);
    if (!profile) throw new ApiError('not_found', 'No such profile.');
    base.state.statement('account/access/api_key_create').run({
      api_key_id: key.apiKeyId,
      profile_id: key.profileId,
      name: key.name,
      lookup,
      hash,
      scopes: JSON.stringify(key.scopes),
      rate_limit_per_minute: key.ratePerMinute,
      minted_by: key.mintedBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
    });
    writeAudit(base, {
      actor: given.actor,
      action: 'api_key.created',
      workspaceId: profile.workspaceId,
      profileId: profile.profileId,
      subject: key.apiKeyId,
      detail: { scopes: key.scopes, rate_limit_per_minute: key.ratePerMinute, expires_at: key.expiresAt },
    });
    return { ...key, secret };
  });
}

function checkedKey(given: NewApiKey, now: number): ApiKey {
  if (given.actor.startsWith('key:')) throw new ApiError('forbidden', 'An API key cannot make another key.');
  const unknown = given.scopes.find((scope) => !KEY_SCOPES.has(scope));
  if (unknown !== undefined) throw new ApiError('validation_error', `scopes: an API key cannot hold ${unknown}.`);
  if (given.scopes.length === 0) throw new ApiError('validation_error', 'scopes: name at least one.');
  const ratePerMinute = given.ratePerMinute ?? DEFAULT_RATE_PER_MINUTE;
  if (!Number.isInteger(ratePerMinute) || ratePerMinute < 1 || ratePerMinute > MAX_RATE_PER_MINUTE) {
    throw new ApiError('validation_error', `rate_limit_per_minute: a whole number from 1 to ${MAX_RATE_PER_MINUTE}.`);
  }
  if (given.expiresAt !== undefined && !(given.expiresAt > now)) {
    throw new ApiError('validation_error', 'expires_at: must lie in the future.');
  }
  return {
    apiKeyId: randomUUID(),
    profileId: given.profileId,
    name: checkedName('name', given.name),
    scopes: [...new Set(given.scopes)].sort(),
    ratePerMinute,
    mintedBy: given.actor,
    createdAt: now,
    expiresAt: given.expiresAt ?? null,
    revokedAt: null,
  };
}

/** All keys of a profile, newest first, revoked and expired ones too. */
export function listApiKeys(base: Base, profileId: string): ApiKey[] {
  return base.state
    .statement('account/access/api_keys_list')
    .all({ profile_id: profileId })
    .map((row) => ({
      apiKeyId: String(row['api_key_id']),
      profileId: String(row['profile_id']),
      name: String(row['name']),
      scopes: JSON.parse(String(row['scopes'])) as string[],
      ratePerMinute: Number(row['rate_limit_per_minute']),
      mintedBy: String(row['minted_by']),
      createdAt: Number(row['created_at']),
      expiresAt: row['expires_at'] as number | null,
      revokedAt: row['revoked_at'] as number | null,
    }));
}

/** Stops a key at once; stopping it again changes nothing. */
export function revokeApiKey(base: Base, given: { profileId: string; apiKeyId: string; actor: string }): void {
  base.state.tx(() => {
    const stopped = base.state.statement('account/access/api_key_revoke').run({
      api_key_id: given.apiKeyId,
      profile_id: given.profileId,
      now: base.clock.now(),
    });
    if (stopped.changes === 0) return;
    const workspaceId = findProfile(base, given.profileId)?.workspaceId;
    writeAudit(base, {
      actor: given.actor,
      action: 'api_key.revoked',
      ...(workspaceId ? { workspaceId } : {}),
      profileId: given.profileId,
      subject: given.apiKeyId,
    });
  });
}
