// The settings of a profile's tracker and of the collect door. `identify_browsers_by`, and the user agents that count as no bots despite
// the list of bots, change figures, so these are decisions as well.
import { z } from 'zod';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { isLower, refuseLowering } from '../../account/guards/index.ts';
import { findReach } from '../../account/places/index.ts';
import { checkedDomains, hostsBeyond, profileSettings, writeProfile } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, type Principal, type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { GuardHook } from '../../base/contract/slice-hooks.ts';
import type { components } from '../../base/contract/types.ts';
import { withoutWww } from '../../base/kit/domains.ts';
import { textKey } from '../../base/kit/text-key.ts';
import { StateCache } from '../../base/work/memo.ts';
import { DEFAULT_TOKEN_BROWSERS, decideTokenBrowsers } from '../identity/index.ts';
import { checkedInternal, INTERNAL_MARK, QUARANTINE_MARK } from './internal-traffic.ts';
import { PREFIX } from './keys.ts';
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
  no_source_hosts: [],
  internal_traffic: { networks: [], is_counted: false },
  quarantined_keys: [],
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

/** One of these hosts with or without `www.`, or one below them. */
export const isOwnHost = (base: ReadBase, profileId: string, host: string): boolean =>
  ownHosts(base, profileId)
    .map(withoutWww)
    .some((own) => host === own || host.endsWith(`.${own}`));

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

/** Lists that change figures. */
const DECIDED = ['bot_exceptions', 'no_source_hosts'] as const;

/** What the figures know of these settings: marked events are left out like those of bots, but for the exceptions. */
function decidedLists({ bot_exceptions, no_source_hosts, internal_traffic, quarantined_keys }: TrackingSettings) {
  const released = quarantined_keys.filter(({ is_counted }) => is_counted).map(({ id }) => `${QUARANTINE_MARK} ${id}`);
  const internal = internal_traffic.is_counted ? [INTERNAL_MARK] : [];
  return { bot_exceptions: [...bot_exceptions, ...internal, ...released], no_source_hosts };
}

/** Each key of this profile once. */
function checkedKeys(
  tx: Base,
  profileId: string,
  sent: TrackingSettings['quarantined_keys'],
): TrackingSettings['quarantined_keys'] {
  const keys = new Map(sent.map(({ id, is_counted }) => [id.toLowerCase(), is_counted]));
  for (const id of keys.keys())
    if (!tx.state.statement('collect/tracking/key_get').get({ tracking_key_id: id, profile_id: profileId }))
      throw new ApiError('validation_error', `quarantined_keys: ${id} is no tracking key of this profile.`);
  return [...keys].map(([id, is_counted]) => ({ id, is_counted })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function decideList(base: Base, profileId: string, name: (typeof DECIDED)[number], texts: string[], actor: string): void {
  base.state.decide({
    profileId,
    kind: 'setting',
    afterSeq: base.journal.lastSeq(profileId),
    subject: name,
    payload: { name, value: JSON.stringify(texts) },
    actor,
    decidedAt: base.clock.now(),
  });
}

export const getTrackingSettings = reading('getTrackingSettings', ({ profile }, base) => ({
  data: trackingSettings(base, profile.profileId),
  meta: { profile_id: profile.profileId },
}));

type Change = Call<'updateTrackingSettings'>['body'];

export const updateTrackingSettings = stateChange('updateTrackingSettings', ({ principal, profile, body }, base) => {
  const { profileId } = profile;
  const change = {
    ...body,
    ...(body.extra_origins ? { extra_origins: checkedDomains('extra_origins', body.extra_origins) } : {}),
    ...(body.bot_exceptions ? { bot_exceptions: patternsOf(body.bot_exceptions) } : {}),
    ...(body.internal_traffic ? { internal_traffic: checkedInternal(body.internal_traffic) } : {}),
    ...(body.quarantined_keys ? { quarantined_keys: checkedKeys(base, profileId, body.quarantined_keys) } : {}),
    ...(body.no_source_hosts ? { no_source_hosts: checkedDomains('no_source_hosts', body.no_source_hosts) } : {}),
  };
  const refusal = refusalOf(base, principal, profile, change);
  if (refusal) return refusal;
  writeSettings(base, profile, change, actorOf(principal));
  return { data: trackingSettings(base, profileId), meta: { profile_id: profileId } };
});

/** While only own pages may send events, more of them are for an owner or admin, as every page is. */
function refusalOf(
  tx: Base,
  principal: Principal,
  place: ProfileRef,
  { origin_policy, extra_origins, no_source_hosts = [] }: Change,
): ApiError | undefined {
  const before = trackingSettings(tx, place.profileId);
  if (principal.kind !== 'session' && no_source_hosts.some((host) => !before.no_source_hosts.includes(host)))
    return new ApiError('forbidden', 'no_source_hosts: a host is confirmed as no source by a person, in the console.');
  const isAny = origin_policy !== undefined && isLower('origin_policy', before.origin_policy, origin_policy);
  const isWider = before.origin_policy !== 'any' && hostsBeyond(ownHosts(tx, place.profileId), extra_origins ?? []).length > 0;
  if (!isAny && !isWider) return undefined;
  const change = { ...(isAny ? { origin_policy } : {}), ...(isWider ? { extra_origins } : {}) };
  return refuseLowering(tx, { principal, place, guard: 'origin_policy', change });
}

/** In the caller's transaction. */
function writeSettings(tx: Base, { profileId, workspaceId }: ProfileRef, change: Change, actor: string): void {
  const before = tx.state.lastDecision(profileId);
  const earlier = trackingSettings(tx, profileId);
  const settings = { ...earlier, ...change };
  decideLinks(tx, profileId, earlier, settings, actor);
  const [lists, earlierLists] = [decidedLists(settings), decidedLists(earlier)];
  for (const name of DECIDED)
    if (lists[name].join('\0') !== earlierLists[name].join('\0')) decideList(tx, profileId, name, lists[name], actor);
  tx.state
    .statement('collect/tracking/settings_put')
    .run({ profile_id: profileId, settings: storedSettings.write(settings), now: tx.clock.now() });
  const detail = { fields: Object.keys(change).sort() };
  writeAudit(tx, { actor, action: 'tracking_settings.updated', workspaceId, profileId, subject: profileId, detail });
  if (tx.state.lastDecision(profileId) !== before) tx.signals.emit('decisions', profileId);
}

const changeShape = z.object({
  origin_policy: z.enum(['any']).optional(),
  extra_origins: z.array(z.string()).optional(),
  /** The profile's own, which are no settings of the tracker. */
  domains: z.array(z.string()).optional(),
});

/** The pages that may send events, as a guard. */
export const originGuard: GuardHook = {
  value: (base, { profileId = '' }) => trackingSettings(base, profileId).origin_policy,
  words: (base, { profileId = '' }, change) => {
    const { name } = profileSettings(base, profileId);
    const { origin_policy, extra_origins = [], domains = [] } = changeShape.parse(change);
    const hosts = hostsBeyond(ownHosts(base, profileId), [...extra_origins, ...domains]).join(', ');
    const who = origin_policy === 'any' ? 'pages of any website' : `pages of ${hosts}`;
    return {
      title: `Let more pages send events to ${name}`,
      text: [
        `Only pages of own domains send events to the profile "${name}" with its tracking key. If you approve, ${who} can too.`,
      ],
    };
  },
  apply: (tx, { workspaceId, profileId = '' }, change, actor) => {
    const { domains, origin_policy, extra_origins } = changeShape.parse(change);
    const profile = { workspaceId, profileId };
    if (domains) writeProfile(tx, profile, { domains }, actor);
    const tracking = { ...(origin_policy ? { origin_policy } : {}), ...(extra_origins ? { extra_origins } : {}) };
    if (Object.keys(tracking).length > 0) writeSettings(tx, profile, tracking, actor);
    return { profile_id: profileId, domains: profileSettings(tx, profileId).domains, settings: trackingSettings(tx, profileId) };
  },
};

/** `identify_browsers_by` applies to the whole history; `browsers_per_link_token` applies from the next fact on. */
function decideLinks(base: Base, profileId: string, earlier: TrackingSettings, settings: TrackingSettings, actor: string): void {
  const { identify_browsers_by: value, browsers_per_link_token: browsers } = settings;
  if (browsers !== earlier.browsers_per_link_token) decideTokenBrowsers(base, profileId, browsers, actor);
  if (value === earlier.identify_browsers_by) return;
  const name = 'identify_browsers_by';
  base.state.decide({
    profileId,
    kind: 'setting',
    subject: name,
    payload: { name, value },
    actor,
    afterSeq: base.journal.lastSeq(profileId),
    decidedAt: base.clock.now(),
  });
}

// The sender of a tracker's post and its permissions: needed for every post, so all of it is read together and cached until state changes.

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
    profileId,
    workspaceId,
    isEntitled,
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
