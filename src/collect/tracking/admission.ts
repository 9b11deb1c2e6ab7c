// The sender of a tracker's post and its permissions: needed for every post, so all of it is read together and cached until state changes.
import { findReach } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { StateCache } from '../../base/work/memo.ts';
import { PREFIX } from './keys.ts';
import { keepsNetwork, ownHosts, trackingSettings } from './settings.ts';

export interface TrackedProfile extends ProfileRef {
  keyId: string;
  isEntitled: boolean;
  /** The hosts whose pages may send events; every page when absent. */
  hosts?: readonly string[];
  /** Is the network of a visitor's address kept? */
  keepsNetwork: boolean;
}

const profiles = new StateCache<TrackedProfile>('tracked profiles');

/** The live profile whose active tracking key this is. */
export const profileOfTrackingKey = (base: ReadBase, publicKey: string): TrackedProfile | undefined =>
  profiles.get(base.state, publicKey, () => readProfile(base, publicKey));

function readProfile(base: ReadBase, publicKey: string): TrackedProfile | undefined {
  if (!publicKey.startsWith(PREFIX)) return undefined;
  const row = base.state.statement('collect/tracking/key_find').get({ public_key: publicKey });
  const reach = row && findReach(base, row.profile_id);
  if (!reach) return undefined;
  const { profileId, workspaceId, isEntitled } = reach;
  return {
    ...{ profileId, workspaceId, isEntitled },
    keyId: row.tracking_key_id,
    ...(trackingSettings(base, profileId).origin_policy === 'any' ? {} : { hosts: ownHosts(base, profileId) }),
    keepsNetwork: keepsNetwork(base, profileId),
  };
}

/** May a page of this origin send events? A server, an app or a sandboxed page names none. */
export function admitsOrigin({ hosts }: TrackedProfile, origin: string | undefined): boolean {
  if (hosts === undefined || origin === undefined || origin === 'null') return true;
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && hosts.some((own) => host === own || host.endsWith(`.${own}`));
}
