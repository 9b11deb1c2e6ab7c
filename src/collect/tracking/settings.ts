// What a profile's tracker and the collect door obey. None of it reaches a figure, so none of it is a decision.
import { actorOf, writeAudit } from '../../account/access/index.ts';
import { checkedDomains, profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import type { Operation } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.gen.ts';
import { Held } from '../../base/state/held.ts';

export type TrackingSettings = components['schemas']['TrackingSettings'];

const DEFAULTS: TrackingSettings = {
  consent_mode: 'not_required',
  gpc_mode: 'record',
  client_address: 'dropped',
  origin_policy: 'any',
  extra_origins: [],
  hash_routes: false,
  id_lifetime_days: 395,
};

const held = new Held<TrackingSettings>();

export function trackingSettings(base: Base, profileId: string): TrackingSettings {
  return held.get(base.state, profileId, () => {
    const row = base.state.statement('collect/tracking/settings_get').get({ profile_id: profileId });
    return row ? { ...DEFAULTS, ...(JSON.parse(String(row['settings'])) as Partial<TrackingSettings>) } : DEFAULTS;
  }) as TrackingSettings;
}

/** Hosts that are the profile's own: those of its settings and those that only its tracker needs to know. */
export const ownHosts = (base: Base, profileId: string): string[] => [
  ...profileSettings(base, profileId).domains,
  ...trackingSettings(base, profileId).extra_origins,
];

/** Is the network of a visitor's address kept? Never of a patient's. */
export const keepsNetwork = (base: Base, profileId: string): boolean =>
  trackingSettings(base, profileId).client_address === 'truncated' && profileSettings(base, profileId).privacyMode === 'standard';

export const getTrackingSettings: Operation<'getTrackingSettings'> = ({ profile }, base) => ({
  data: trackingSettings(base, profile.profileId),
  meta: { profile_id: profile.profileId },
});

export const updateTrackingSettings: Operation<'updateTrackingSettings'> = ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const changed = body.extra_origins ? { ...body, extra_origins: checkedDomains('extra_origins', body.extra_origins) } : body;
  base.state.tx(() => {
    const settings = { ...trackingSettings(base, profileId), ...changed };
    base.state
      .statement('collect/tracking/settings_put')
      .run({ profile_id: profileId, settings: JSON.stringify(settings), now: base.clock.now() });
    const detail = { fields: Object.keys(body).sort() };
    writeAudit(base, {
      actor: actorOf(principal),
      action: 'tracking_settings.updated',
      workspaceId,
      profileId,
      subject: profileId,
      detail,
    });
  });
  return { data: trackingSettings(base, profileId), meta: { profile_id: profileId } };
};

export function purgeTrackingSettings(base: Base, profileId: string): void {
  base.state.statement('collect/tracking/settings_purge').run({ profile_id: profileId });
}
