// A profile's settings: the current values, their checks, and the decisions by which time, money, own domains and privacy reach
// the warehouse. A value and its decision are written in one transaction.
import { domainToASCII } from 'node:url';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { dayAt, shiftsOfZone, startOfDay, type ZoneShifts, zoneTableVersion } from '../../base/kit/time/zone-shifts.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { findProfile } from '../places/index.ts';
import { storedDomains, storedShifts } from './stored.ts';

export type PrivacyMode = 'standard' | 'platform_safe' | 'hipaa';

/** The modes of the healthcare family. */
export const isHealthcareMode = (mode: PrivacyMode): boolean => mode !== 'standard';

export interface ProfileSettings {
  profileId: string;
  workspaceId: string;
  name: string;
  currency: string;
  timezone: string;
  /** Hosts the profile owns, in ASCII, lower case: traffic between them comes from nowhere else. */
  domains: string[];
  privacyMode: PrivacyMode;
  onboardingCompleted: boolean;
  /** When a person first settled the settings; null while they are what the profile was born with. */
  configuredAt: number | null;
  createdAt: number;
}

/** Throws not_found for a profile that is not there (any more). */
export function profileSettings(base: ReadBase, profileId: string): ProfileSettings {
  const row = findProfile(base, profileId) && base.state.statement('account/profiles/profile_get').get({ profile_id: profileId });
  if (!row) throw new ApiError('not_found', 'No such profile.');
  return {
    profileId,
    workspaceId: row.workspace_id,
    name: row.name,
    currency: row.currency,
    timezone: row.timezone,
    domains: storedDomains.read(row.domains),
    privacyMode: row.privacy_mode,
    onboardingCompleted: row.onboarding_completed === 1,
    configuredAt: row.configured_at,
    createdAt: row.created_at,
  };
}

/** The settings that figures depend on, by the names and in the text form of their decisions. */
const decided = {
  timezone: (settings: DecidedSettings) => settings.timezone,
  currency: (settings: DecidedSettings) => settings.currency,
  privacy_mode: (settings: DecidedSettings) => settings.privacyMode,
  own_domains: (settings: DecidedSettings) => JSON.stringify(settings.domains),
};
type DecidedSettings = Pick<ProfileSettings, 'timezone' | 'currency' | 'privacyMode' | 'domains'>;

/** Records one decision per setting that differs from before (all of them at birth); answers how many. Inside the caller's transaction. */
export function decideSettings(
  base: Base,
  profileId: string,
  before: DecidedSettings | undefined,
  after: DecidedSettings,
  actor: string,
): number {
  const changed = Object.entries(decided).filter(([, textOf]) => !before || textOf(before) !== textOf(after));
  for (const [name, textOf] of changed) {
    base.state.decide({
      profileId,
      kind: 'setting',
      afterSeq: base.journal.lastSeq(profileId),
      subject: name,
      payload: { name, value: textOf(after), ...(name === 'timezone' ? recordClocks(base, profileId, after.timezone) : {}) },
      actor,
      decidedAt: base.clock.now(),
    });
  }
  return changed.length;
}

const MAX_DOMAINS = 100;
const HOST_LETTERS = /^[\p{L}\p{M}\p{N}._-]+$/u;
const HOST = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host name; other scripts become its ASCII form. */
export function checkedDomain(field: string, text: string): string {
  const bare = text.trim().replace(/\.$/, '');
  // TRICKY: the conversion silently drops a path and a port, so they are refused before it.
  const host = HOST_LETTERS.test(bare) ? domainToASCII(bare).toLowerCase() : '';
  if (!HOST.test(host)) throw new ApiError('validation_error', `${field}: a host name such as shop.example.com, no URL.`);
  return host;
}

/** Each once, in the order of the request. */
export function checkedDomains(field: string, values: string[]): string[] {
  const domains = new Set(values.map((text, index) => checkedDomain(`${field}[${index}]`, text)));
  if (domains.size > MAX_DOMAINS) throw new ApiError('validation_error', `${field}: at most ${MAX_DOMAINS}.`);
  return [...domains];
}

/** The hosts that are none of the others and under none of them. */
export const hostsBeyond = (hosts: readonly string[], wanted: readonly string[]): string[] =>
  wanted.filter((host) => !hosts.some((own) => host === own || host.endsWith(`.${own}`)));

// The recorded clocks of a profile's time zone: figures and "today" use these, independently of this runtime's zone data. A newer table of zones is
// recorded by another decision; an older one never is, so that services of two versions do not undo each other.

/** Stores the clocks of a zone, and returns what the decision on it says of them. Inside the transaction of the decision. */
export function recordClocks(base: Base, profileId: string, zone: string): { shifts: ZoneShifts; version: string } {
  const [shifts, version] = [shiftsOfZone(zone), zoneTableVersion()];
  base.state
    .statement('account/profiles/profile_zone_put')
    .run({ profile_id: profileId, zone, version, shifts: storedShifts.write(shifts) });
  return { shifts, version };
}

/** Local time against UTC, by when the clocks change. */
export function profileClocks(base: ReadBase, profileId: string): ZoneShifts {
  const row = base.state.statement('account/profiles/profile_zone_get').get({ profile_id: profileId });
  if (row) return storedShifts.read(row.shifts);
  // A folder of an earlier version, until the first upkeep.
  return shiftsOfZone(base.state.statement('account/profiles/profile_get').get({ profile_id: profileId })?.timezone ?? 'UTC');
}

/** The local day of a profile, YYYY-MM-DD, that a moment falls on; now where it is left out. */
export const profileDay = (base: ReadBase, profileId: string, ms: number = base.clock.now()): string =>
  dayAt(profileClocks(base, profileId), ms);

/** The first moment of a local day of a profile, in milliseconds since 1970. */
export const profileDayStart = (base: ReadBase, profileId: string, day: string): number =>
  startOfDay(profileClocks(base, profileId), day);

/** Records the clocks again where this runtime has a newer table of zones; only the days on which they differ are computed again. */
export function renewClocks(base: Base): void {
  const version = zoneTableVersion();
  for (const row of base.state.statement('account/profiles/profile_zones_older').all({ version })) {
    if (findProfile(base, row.profile_id)) renewOne(base, row.profile_id, row.timezone, row.shifts);
  }
}

function renewOne(base: Base, profileId: string, zone: string, recorded: string | null): void {
  const isChanged = base.state.tx(() => {
    const clocks = recordClocks(base, profileId, zone);
    if (recorded === storedShifts.write(clocks.shifts)) return false;
    base.state.decide({
      profileId,
      kind: 'setting',
      afterSeq: base.journal.lastSeq(profileId),
      subject: 'timezone',
      payload: { name: 'timezone', value: zone, ...clocks, renews: true },
      actor: 'system',
      decidedAt: base.clock.now(),
    });
    return true;
  });
  if (!isChanged) return;
  base.log.info({ profile: profileId, zone }, 'the clocks of the time zone changed; the days concerned are computed again');
  base.signals.emit('decisions', profileId);
}

export const zoneUpkeep = defineSchedule({
  kind: 'time_zones',
  times: { everySeconds: 86_400 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'the clocks of time zones could not be compared with a newer table; the service retries automatically',
  run: renewClocks,
});
