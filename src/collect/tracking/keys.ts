// Tracking keys: public names under which a profile's tracker collects. One active key per profile; a revoked one stops at once.

import { randomBytes, randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { ReadinessStep } from '../../base/contract/slice-hooks.ts';
import type { RowOf } from '../../base/state/state.ts';

export const PREFIX = 'trk_live_';

export interface TrackingKey {
  keyId: string;
  publicKey: string;
  createdAt: number;
  revokedAt: number | null;
}

const keyOf = (row: RowOf<'collect/tracking/key_get' | 'collect/tracking/keys_list'>): TrackingKey => ({
  keyId: row.tracking_key_id,
  publicKey: row.public_key,
  createdAt: row.created_at,
  revokedAt: row.revoked_at,
});

export function activeKeys(base: ReadBase, profileId: string): TrackingKey[] {
  return base.state.statement('collect/tracking/keys_list').all({ profile_id: profileId }).map(keyOf);
}

/** The public name of a key of the profile, active or revoked. */
export const trackingKeyName = (base: ReadBase, profileId: string, keyId: string): string | undefined =>
  base.state.statement('collect/tracking/key_get').get({ tracking_key_id: keyId, profile_id: profileId })?.public_key;

/** The profile's active key, made now when there is none. */
export function issueTrackingKey(
  base: Base,
  input: { profile: ProfileRef; actor: string },
): { key: TrackingKey; created: boolean } {
  const { profileId, workspaceId } = input.profile;
  return base.state.tx(() => {
    const [active] = activeKeys(base, profileId);
    if (active) return { key: active, created: false };
    const publicKey = PREFIX + randomBytes(18).toString('base64url');
    const key: TrackingKey = { keyId: randomUUID(), publicKey, createdAt: base.clock.now(), revokedAt: null };
    base.state.statement('collect/tracking/key_create').run({
      tracking_key_id: key.keyId,
      profile_id: profileId,
      public_key: publicKey,
      created_by: input.actor,
      created_at: key.createdAt,
    });
    writeAudit(base, { actor: input.actor, action: 'tracking_key.created', workspaceId, profileId, subject: key.keyId });
    return { key, created: true };
  });
}

/** The setup checklist's step. */
export function trackingSteps(base: ReadBase, profileId: string): ReadinessStep[] {
  const done = activeKeys(base, profileId).length > 0;
  const next = 'Issue a tracking key: POST /api/v1/tracking/keys.';
  return [{ name: 'tracking_key_issued', title: 'A tracking key is issued', done, next: done ? '' : next }];
}

const shown = (key: TrackingKey) => ({
  id: key.keyId,
  public_key: key.publicKey,
  status: key.revokedAt === null ? ('active' as const) : ('revoked' as const),
  created_at: new Date(key.createdAt).toISOString(),
});

export const listTrackingKeys = reading('listTrackingKeys', ({ profile }, base) => ({
  data: activeKeys(base, profile.profileId).map(shown),
  meta: { profile_id: profile.profileId },
}));

export const createTrackingKey = stateChange('createTrackingKey', ({ principal, profile }, base) => {
  const { key, created } = issueTrackingKey(base, { profile, actor: actorOf(principal) });
  const answer = { data: { ...shown(key), created }, meta: { profile_id: profile.profileId } };
  return created ? { ...answer, outcome: 'created' } : answer;
});

/** Revoking a revoked key answers the same again. */
export const revokeTrackingKey = stateChange('revokeTrackingKey', ({ principal, profile, params }, base) => {
  const named = { tracking_key_id: params.id.toLowerCase(), profile_id: profile.profileId };
  const row = base.state.tx(() => {
    const revoked = base.state.statement('collect/tracking/key_revoke').run({ ...named, now: base.clock.now() });
    if (revoked.changes > 0) {
      writeAudit(base, { actor: actorOf(principal), action: 'tracking_key.revoked', ...profile, subject: named.tracking_key_id });
    }
    return base.state.statement('collect/tracking/key_get').get(named);
  });
  if (!row) throw new ApiError('not_found', 'No such tracking key.');
  const key = keyOf(row);
  const revokedAt = new Date(key.revokedAt ?? base.clock.now()).toISOString();
  return { data: { ...shown(key), revoked_at: revokedAt }, meta: { profile_id: profile.profileId } };
});
