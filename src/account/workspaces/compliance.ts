// The compliance state of a workspace: whether it is a healthcare agency, and who can see personal data at all. Counted from
// the roles, keys and reads as they are now.
import type { ReadBase } from '../../base/base.ts';
import { type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { PII_SCOPES } from '../../base/contract/scopes.ts';
import type { GuardHook } from '../../base/contract/slice-hooks.ts';
import { reachableProfiles, workspaceFacts } from '../apps/index.ts';
import { actorOf, countPiiReads, PII_LOG_DAYS, writeAudit } from '../audit/index.ts';
import { isLower, refuseLowering } from '../guards/index.ts';
import { apiKeysOf } from '../keys/index.ts';
import { findReach, liveProfiles, profileMembers, setHealthcare, workspaceMembers } from '../places/index.ts';

const MONTH_DAYS = 30;
const DAY_MS = 86_400_000;

/** The profiles are those the caller reaches; the counts are the whole workspace's. */
function shown(base: ReadBase, principal: Principal, workspaceId: string) {
  const profiles = liveProfiles(base, workspaceId);
  const reached = reachableProfiles(base, principal, workspaceId);
  return {
    workspace_id: workspaceId,
    healthcare_agency: workspaceFacts(base, workspaceId)?.isHealthcare === true,
    profiles: reached.map(({ profileId }) => ({
      profile_id: profileId,
      healthcare: findReach(base, profileId)?.isHealthcare === true,
    })),
    people_with_pii: peopleWithPii(base, workspaceId, profiles),
    api_keys_with_pii: profiles.reduce((count, profileId) => count + keysWithPii(base, profileId), 0),
    pii_reads_30_days: countPiiReads(base, workspaceId, base.clock.now() - MONTH_DAYS * DAY_MS),
    pii_access_log_days: PII_LOG_DAYS,
  };
}

/** Owners and admins, and who has a role with the permission, if the role reads people at all. */
function peopleWithPii(base: ReadBase, workspaceId: string, profiles: string[]): number {
  const people = workspaceMembers(base, workspaceId).flatMap(({ personId, role }) => (role === 'member' ? [] : [personId]));
  const members = profiles.flatMap((profileId) => profileMembers(base, profileId));
  const seeing = members.filter(({ role, canSeePii }) => canSeePii && role !== 'viewer').map(({ personId }) => personId);
  return new Set([...people, ...seeing]).size;
}

function keysWithPii(base: ReadBase, profileId: string): number {
  const now = base.clock.now();
  const isLive = (key: { revokedAt: number | null; expiresAt: number | null }): boolean =>
    key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
  return apiKeysOf(base, profileId).filter((key) => isLive(key) && key.scopes.some((scope) => PII_SCOPES.has(scope))).length;
}

export const getComplianceOverview = reading('getComplianceOverview', ({ principal, workspaceId }, base) => ({
  data: shown(base, principal, workspaceId),
}));

const markOf = (base: ReadBase, workspaceId: string): 'on' | 'off' =>
  workspaceFacts(base, workspaceId)?.isHealthcare === true ? 'on' : 'off';

/** The mark as a guard. */
export const healthcareGuard: GuardHook = { value: (base, { workspaceId }) => markOf(base, workspaceId) };

/** The same again changes nothing and leaves no row in the audit. */
export const updateComplianceOverview = stateChange('updateComplianceOverview', ({ principal, workspaceId, body }, base) => {
  const { healthcare_agency } = body;
  const [from, to] = [markOf(base, workspaceId), healthcare_agency ? 'on' : 'off'];
  const guard = 'healthcare_agency';
  const refusal = isLower(guard, from, to) ? refuseLowering(base, { principal, place: { workspaceId }, guard }) : undefined;
  if (refusal) return refusal;
  if (from !== to) {
    setHealthcare(base, { workspaceId }, healthcare_agency);
    const change = { action: 'compliance.updated', workspaceId, subject: workspaceId, detail: { healthcare_agency } };
    writeAudit(base, { actor: actorOf(principal), ...change });
  }
  return { data: shown(base, principal, workspaceId) };
});
