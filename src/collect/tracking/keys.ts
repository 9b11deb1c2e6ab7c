// Tracking keys: public names under which a profile's tracker collects. One active key per profile; a revoked one stops at once.
import { randomBytes, randomUUID } from 'node:crypto';
import { actorOf, findProfile, writeAudit } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Operation, ProfileRef, ReadinessStep } from '../../base/contract/operation.ts';
import { deleteInChunks } from '../../base/state/delete-in-chunks.ts';
import type { State } from '../../base/state/state.ts';

const PREFIX = 'trk_live_';
const CACHE_MS = 10_000;
const CACHE_ENTRIES = 10_000;

export interface TrackingKey {
  keyId: string;
  publicKey: string;
  createdAt: number;
  revokedAt: number | null;
}

const keyOf = (row: Record<string, unknown>): TrackingKey => ({
  keyId: String(row['tracking_key_id']),
  publicKey: String(row['public_key']),
  createdAt: Number(row['created_at']),
  revokedAt: row['revoked_at'] as number | null,
});

export function activeKeys(base: Base, profileId: string): TrackingKey[] {
  return base.state.statement('collect/tracking/keys_list').all({ profile_id: profileId }).map(keyOf);
}

/** The profile's active key, made now when there is none. */
export function issueTrackingKey(
  base: Base,
  given: { profile: ProfileRef; actor: string },
): { key: TrackingKey; created: boolean } {
  const { profileId, workspaceId } = given.profile;
  return base.state.tx(() => {
    const [active] = activeKeys(base, profileId);
    if (active) return { key: active, created: false };
    const publicKey = PREFIX + randomBytes(18).toString('base64url');
    const key: TrackingKey = { keyId: randomUUID(), publicKey, createdAt: base.clock.now(), revokedAt: null };
    base.state.statement('collect/tracking/key_create').run({
      tracking_key_id: key.keyId,
      profile_id: profileId,
      public_key: publicKey,
      created_by: given.actor,
      created_at: key.createdAt,
    });
    writeAudit(base, { actor: given.actor, action: 'tracking_key.created', workspaceId, profileId, subject: key.keyId });
    return { key, created: true };
  });
}

/** Whose key this is: read for every post of a tracker, so held for a few seconds; revoking forgets it at once. */
export interface TrackedProfile extends ProfileRef {
  keyId: string;
}
const caches = new WeakMap<State, Map<string, { owner: TrackedProfile; until: number }>>();

function cacheOf(base: Base): Map<string, { owner: TrackedProfile; until: number }> {
  const cache = caches.get(base.state) ?? new Map<string, { owner: TrackedProfile; until: number }>();
  caches.set(base.state, cache);
  return cache;
}

export function profileOfTrackingKey(base: Base, publicKey: string): TrackedProfile | undefined {
  const cache = cacheOf(base);
  const now = base.clock.now();
  const held = cache.get(publicKey);
  // An archived profile takes nothing more from that moment on.
  if (held && held.until > now) return findProfile(base, held.owner.profileId) && held.owner;
  cache.delete(publicKey);
  const row = publicKey.startsWith(PREFIX)
    ? base.state.statement('collect/tracking/key_find').get({ public_key: publicKey })
    : undefined;
  const profile = row && findProfile(base, String(row['profile_id']));
  if (!profile) return undefined; // not held: made-up keys must not fill the memory
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  const owner = { ...profile, keyId: String(row['tracking_key_id']) };
  cache.set(publicKey, { owner, until: now + CACHE_MS });
  return owner;
}

export async function purgeTrackingKeys(base: Base, profileId: string): Promise<void> {
  for (const [publicKey, { owner }] of cacheOf(base)) if (owner.profileId === profileId) cacheOf(base).delete(publicKey);
  await deleteInChunks(base.state, ['collect/tracking/keys_purge'], { profile_id: profileId });
}

/** The setup checklist's step. */
export function trackingSteps(base: Base, profileId: string): ReadinessStep[] {
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

export const listTrackingKeys: Operation<'listTrackingKeys'> = ({ profile }, base) => ({
  data: activeKeys(base, profile.profileId).map(shown),
  meta: { profile_id: profile.profileId },
});

export const createTrackingKey: Operation<'createTrackingKey'> = ({ principal, profile }, base) => {
  const { key, created } = issueTrackingKey(base, { profile, actor: actorOf(principal) });
  const answer = { data: { ...shown(key), created }, meta: { profile_id: profile.profileId } };
  return created ? { ...answer, outcome: 'created' } : answer;
};

/** Revoking a revoked key answers the same again. */
export const revokeTrackingKey: Operation<'revokeTrackingKey'> = ({ principal, profile, params }, base) => {
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
  cacheOf(base).delete(key.publicKey);
  const revokedAt = new Date(key.revokedAt ?? base.clock.now()).toISOString();
  return { data: { ...shown(key), revoked_at: revokedAt }, meta: { profile_id: profile.profileId } };
};
