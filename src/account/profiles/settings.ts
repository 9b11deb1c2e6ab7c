// A profile's settings: the current values, their checks, and the decisions by which time, money, own domains and privacy reach
// the warehouse. A value and its decision are written in one transaction.

import { domainToASCII } from 'node:url';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { findProfile } from '../places/index.ts';
import { storedDomains } from './stored.ts';
import { recordClocks } from './time-zones.ts';

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
