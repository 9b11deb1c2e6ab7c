// The settings of a profile's tracker and of the collect door. `identify_browsers_by`, and the user agents that count as no bots despite
// the list of bots, change figures, so these are decisions as well.

import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { checkedDomains, profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { textKey } from '../../base/kit/text-key.ts';
import { StateCache } from '../../base/state/state-cache.ts';
import { DEFAULT_TOKEN_BROWSERS, decideTokenBrowsers } from '../identity/index.ts';
import { storedSettings } from './stored.ts';

export type TrackingSettings = components['schemas']['TrackingSettings'];

const DEFAULTS: TrackingSettings = {
  consent_mode: 'not_required',
  gpc_mode: 'record',
  client_address: 'dropped',
  origin_policy: 'any',
  extra_origins: [],
  hash_routes: false,
  id_lifetime_days: 395,
  identify_browsers_by: 'traits',
  browsers_per_link_token: DEFAULT_TOKEN_BROWSERS,
  bot_exceptions: [],
};

const cache = new StateCache<TrackingSettings>('tracking settings');

export function trackingSettings(base: ReadBase, profileId: string): TrackingSettings {
  return cache.get(base.state, profileId, () => {
    const row = base.state.statement('collect/tracking/settings_get').get({ profile_id: profileId });
    return row ? { ...DEFAULTS, ...storedSettings.read(row.settings) } : DEFAULTS;
  }) as TrackingSettings;
}

/** The profile's own hosts: from its settings, and the ones that only its tracker needs. */
export const ownHosts = (base: ReadBase, profileId: string): string[] => [
  ...profileSettings(base, profileId).domains,
  ...trackingSettings(base, profileId).extra_origins,
];

/** Is the network of a visitor's address kept? Never of a patient's. */
export const keepsNetwork = (base: ReadBase, profileId: string): boolean =>
  trackingSettings(base, profileId).client_address === 'truncated' && profileSettings(base, profileId).privacyMode === 'standard';

const LEAST_PATTERN = 4;

/** Parts of user agents as they are compared, each once. */
function patternsOf(sent: readonly string[]): string[] {
  const patterns = [...new Set(sent.map((text) => textKey(text.trim())))].sort();
  const short = patterns.find((pattern) => pattern.length < LEAST_PATTERN || pattern === 'mozilla/5.0');
  if (short === undefined) return patterns;
  throw new ApiError(
    'validation_error',
    `bot_exceptions: ${JSON.stringify(short)} is in too many user agents; name a part that only those have, such as "dolfin/2.0".`,
  );
}

function decideExceptions(base: Base, profileId: string, patterns: string[], actor: string): void {
  base.state.decide({
    profileId,
    kind: 'setting',
    afterSeq: base.journal.lastSeq(profileId),
    subject: 'bot_exceptions',
    payload: { name: 'bot_exceptions', value: JSON.stringify(patterns) },
    actor,
    decidedAt: base.clock.now(),
  });
}

export const getTrackingSettings = reading('getTrackingSettings', ({ profile }, base) => ({
  data: trackingSettings(base, profile.profileId),
  meta: { profile_id: profile.profileId },
}));

export const updateTrackingSettings = stateChange('updateTrackingSettings', ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const changed = {
    ...body,
    ...(body.extra_origins ? { extra_origins: checkedDomains('extra_origins', body.extra_origins) } : {}),
    ...(body.bot_exceptions ? { bot_exceptions: patternsOf(body.bot_exceptions) } : {}),
  };
  const actor = actorOf(principal);
  const before = base.state.lastDecision(profileId);
  base.state.tx(() => {
    const earlier = trackingSettings(base, profileId);
    const settings = { ...earlier, ...changed };
    decideLinks(base, profileId, earlier, settings, actor);
    if (settings.bot_exceptions.join('\0') !== earlier.bot_exceptions.join('\0'))
      decideExceptions(base, profileId, settings.bot_exceptions, actor);
    base.state
      .statement('collect/tracking/settings_put')
      .run({ profile_id: profileId, settings: storedSettings.write(settings), now: base.clock.now() });
    const detail = { fields: Object.keys(body).sort() };
    writeAudit(base, {
      actor,
      action: 'tracking_settings.updated',
      workspaceId,
      profileId,
      subject: profileId,
      detail,
    });
  });
  if (base.state.lastDecision(profileId) !== before) base.signals.emit('decisions', profileId);
  return { data: trackingSettings(base, profileId), meta: { profile_id: profileId } };
});

/** `identify_browsers_by` applies to the whole history; `browsers_per_link_token` applies from the next fact on. */
function decideLinks(base: Base, profileId: string, earlier: TrackingSettings, settings: TrackingSettings, actor: string): void {
  const { identify_browsers_by: value, browsers_per_link_token: browsers } = settings;
  if (browsers !== earlier.browsers_per_link_token) decideTokenBrowsers(base, profileId, browsers, actor);
  if (value === earlier.identify_browsers_by) return;
  const name = 'identify_browsers_by';
  base.state.decide({
    ...{ profileId, kind: 'setting', subject: name, payload: { name, value } },
    ...{ actor, afterSeq: base.journal.lastSeq(profileId), decidedAt: base.clock.now() },
  });
}
