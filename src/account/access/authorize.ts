// From an Authorization header to a principal, and whether it may call an operation here: answers the container and the effective scopes, granted ∩
// allowed by role. An unknown, expired or revoked credential has no principal; no header is ever logged. A place out of reach looks like one that does
// not exist.

import { hash } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ContractOperation } from '../../base/contract/document.ts';
import { isUuid } from '../../base/contract/formats.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import {
  ADMIN_SCOPES,
  effectiveScopes,
  type HeldRole,
  isProfileRole,
  isWorkspaceRole,
  outranks,
  PROFILE_ROLES,
  type Standing,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../../base/contract/scopes.ts';
import { lookupOf, matching } from '../../base/kit/credential-secrets.ts';
import { StateCache } from '../../base/work/memo.ts';
import {
  APP_TOKEN_PREFIX,
  authorizationsOf,
  findAppByBasic,
  findAppToken,
  findUserToken,
  USER_TOKEN_PREFIX,
} from '../apps/index.ts';
import { KEY_PREFIX, storedKeyScopes } from '../keys/index.ts';
import { SESSION_PREFIX } from '../people/index.ts';
import { findReach, profileRole, profilesOf, type Reach, workspaceRole } from '../places/index.ts';
import { isOpenTo, refuseClosed, requireOpen } from '../sso/index.ts';
import { archivedProfile, wasOwner } from './archive.ts';

const SESSION_RATE_PER_MINUTE = 1_200;
const LONGEST_HEADER = 1_024;
/** The use of a session is recorded this seldom: once an hour is enough for its owner. */
const SEEN_MS = 3_600_000;

/** One entry per bearer secret: its prefix and how its row becomes a principal. Scopes here are as granted. */
const bearers: { prefix: string; find: (base: Base, secret: string) => Principal | undefined }[] = [
  { prefix: SESSION_PREFIX, find: findSession },
  { prefix: KEY_PREFIX, find: findApiKey },
  { prefix: USER_TOKEN_PREFIX, find: findUserToken },
  { prefix: APP_TOKEN_PREFIX, find: findAppToken },
];

/** Bearer for all; Basic, as `app_id:secret`, for consumer apps. */
export function identify(base: Base, authorizationHeader: string | undefined): Principal | undefined {
  if (!authorizationHeader || authorizationHeader.length > LONGEST_HEADER) return undefined;
  const [, scheme = '', secret = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorizationHeader) ?? [];
  if (scheme.toLowerCase() === 'basic') return findAppByBasic(base, secret);
  return bearers.find(({ prefix }) => secret.startsWith(prefix))?.find(base, secret);
}

/** The session behind a cookie. Only pages ask so: a cookie travels on its own, so nothing may be changed by one alone. */
export function identifySession(base: Base, token: string | undefined): Principal | undefined {
  if (!token?.startsWith(SESSION_PREFIX) || token.length > LONGEST_HEADER) return undefined;
  return findSession(base, token);
}

function findSession(base: Base, secret: string): Principal | undefined {
  const now = base.clock.now();
  const lookup = lookupOf(SESSION_PREFIX, secret);
  const row = matching(base.state.statement('account/people/session_find').all({ lookup, now }), secret);
  if (!row) return undefined;
  if (now - Number(row.last_seen_at ?? 0) >= SEEN_MS)
    base.state.statement('account/people/session_seen').run({ session_id: row.session_id, now });
  return {
    kind: 'session',
    credentialId: `session:${row.session_id}`,
    personId: row.person_id,
    ...(row.workspace_id === null ? {} : { workspaceId: row.workspace_id }),
    scopes: ADMIN_SCOPES, // a session grants all; what the person's roles allow is found with the container
    ratePerMinute: SESSION_RATE_PER_MINUTE,
  };
}

/** Cached by the secret's hash, as servers call with the same key again and again; a cached key still expires. */
function findApiKey(base: Base, secret: string): Principal | undefined {
  const cached = apiKeys.get(base.state, hash('sha256', secret, 'base64url'), () => readApiKey(base, secret));
  return cached && (cached.expiresAt === null || cached.expiresAt > base.clock.now()) ? cached.principal : undefined;
}
interface CachedKey {
  principal: Principal;
  expiresAt: number | null;
}
const apiKeys = new StateCache<CachedKey>('API keys');

function readApiKey(base: Base, secret: string): CachedKey | undefined {
  const lookup = lookupOf(KEY_PREFIX, secret);
  const row = matching(base.state.statement('account/keys/api_key_find').all({ lookup, now: base.clock.now() }), secret);
  if (!row) return undefined;
  const appId = row.app_id;
  const principal: Principal = {
    kind: 'key',
    credentialId: `key:${row.api_key_id}`,
    profileId: row.profile_id,
    ...(appId === null ? {} : { appId }),
    scopes: new Set(storedKeyScopes.read(row.scopes)),
    ratePerMinute: row.rate_limit_per_minute,
  };
  return { principal, expiresAt: row.expires_at };
}

/** The requirements of an operation, from the contract's `x-svc-*` fields, and the container that the call names. */
export interface Need extends Pick<ContractOperation, 'grain' | 'role' | 'scopes' | 'auth'> {
  /** For apps; `own` when left out. */
  reach?: ContractOperation['reach'];
  /** Where what is archived still answers to who owned or provisioned it. */
  reachesArchived?: boolean;
  /** A change of the person's own account, which a session of one workspace does not make. */
  isOfAccount?: boolean;
  /** For writes that a profile's entitlement stops. */
  needsEntitlement?: boolean;
  profileId?: string | undefined;
  workspaceId?: string | undefined;
}

export interface Access {
  profile?: ProfileRef;
  workspaceId?: string;
  /** Effective in this container. */
  scopes: ReadonlySet<string>;
}

const NAMES: Record<Principal['kind'], string> = {
  public: 'A call without a credential',
  session: 'A session',
  user: 'A user token',
  key: 'An API key',
  app: 'A consumer app',
  tracker: 'A tracking key',
};

/** Changes without a place that keep to the place of their session on their own. */
const IN_ITS_PLACE: ReadonlySet<string> = new Set(['getHandoff', 'deleteMySession', 'deleteMyOtherSessions', 'deleteMyAgent']);

/** The data of an operation for every door: its contract's fields with the container that the call names. */
export function needOf(operation: ContractOperation, named: Pick<Need, 'profileId' | 'workspaceId'>): Need {
  const { id, effect, grain, role, scopes, auth, reach, needsEntitlement, reachesArchived } = operation;
  const isOfAccount = grain === 'none' && effect !== 'read' && !IN_ITS_PLACE.has(id);
  return { grain, role, scopes, auth, reach, isOfAccount, needsEntitlement, reachesArchived, ...named };
}

export function authorize(base: ReadBase, principal: Principal | undefined, need: Need): Access {
  if (need.auth.includes('public')) return { scopes: principal?.scopes ?? new Set() };
  if (!principal || principal.kind === 'public') {
    throw new ApiError('unauthorized', 'Send a valid credential: Authorization: Bearer <token>.');
  }
  if (!need.auth.includes(principal.kind)) {
    throw new ApiError('forbidden', `${NAMES[principal.kind]} cannot call this operation; it takes: ${need.auth.join(', ')}.`);
  }
  if (need.grain === 'profile') return onProfile(base, principal, need);
  if (need.grain === 'workspace') return inWorkspace(base, principal, need);
  if (need.isOfAccount) requireOpen(principal);
  return { scopes: checkedScopes(principal, { kind: principal.kind, place: 'none' }, need.scopes) };
}

function onProfile(base: ReadBase, principal: Principal, need: Need): Access {
  const ended = need.reachesArchived ? endedProfile(base, principal, need) : undefined;
  if (ended) return ended;
  const { isHealthcare, isEntitled, ...profile } = namedProfile(base, principal, need);
  const standing: Standing = {
    kind: principal.kind,
    place: 'profile',
    isBarredFromPii: principal.appId !== undefined && isHealthcare,
    ...rolesOnProfile(base, principal, profile, need),
  };
  const scopes = checkedScopes(principal, standing, need.scopes);
  if (need.needsEntitlement && !isEntitled) throw notEntitled();
  return { profile, workspaceId: profile.workspaceId, scopes };
}

/** A profile that this app provisioned and that is archived. */
function endedProfile(base: ReadBase, principal: Principal, { profileId, scopes }: Need): Access | undefined {
  const found = profileId === undefined ? undefined : archivedProfile(base, profileId.toLowerCase());
  if (!found || principal.kind !== 'app' || found.provisionedBy !== principal.appId) return undefined;
  const profile = { profileId: found.profileId, workspaceId: found.workspaceId };
  return { profile, workspaceId: found.workspaceId, scopes: checkedScopes(principal, { kind: 'app', place: 'profile' }, scopes) };
}

/** The roles a person brings; keys and apps bring none, and an app must hold the profile. */
function rolesOnProfile(base: ReadBase, principal: Principal, profile: ProfileRef, need: Need): Partial<Standing> {
  if (principal.kind === 'key') return {};
  if (principal.kind === 'app') {
    if (need.reach !== 'any' && !appHolds(base, principal, profile.workspaceId, profile.profileId)) throw noSuch('profile');
    return {};
  }
  if (!isOpenTo(base, principal, profile.workspaceId)) throw closed(base, principal, profile.workspaceId, 'profile');
  const inWorkspace = principal.personId ? workspaceRole(base, principal.personId, profile.workspaceId) : undefined;
  const membership = principal.personId && inWorkspace ? profileRole(base, principal.personId, profile) : undefined;
  if (!membership?.role) throw noSuch('profile');
  if (isProfileRole(need.role) && !outranks(PROFILE_ROLES, membership.role, need.role)) throw roleLacks(need.role);
  if (isWorkspaceRole(need.role)) checkWorkspaceRole(inWorkspace as WorkspaceRole, need.role);
  return { workspaceRole: inWorkspace, profileRoles: [{ role: membership.role, canSeePii: membership.canSeePii }] };
}

/** For a member whose session has to come from the provider another answer than for a stranger. */
function closed(base: ReadBase, principal: Principal, workspaceId: string, what: 'profile' | 'workspace'): ApiError {
  refuseClosed(base, principal, workspaceId);
  return noSuch(what);
}

/** A key has its own profile and needs name none; everybody else names it, and nothing is guessed. */
function namedProfile(base: ReadBase, principal: Principal, need: Need): Reach {
  const named = need.profileId?.toLowerCase();
  if (principal.profileId && named !== undefined && named !== principal.profileId) throw noSuch('profile');
  const profileId = principal.profileId ?? named;
  if (profileId === undefined) throw new ApiError('invalid_parameter', 'profile_id: name the profile, e.g. ?profile_id=<uuid>.');
  if (!isUuid(profileId)) throw new ApiError('invalid_parameter', 'profile_id: not a UUID.');
  const reach = findReach(base, profileId);
  if (!reach) throw noSuch('profile');
  if (need.workspaceId !== undefined && need.workspaceId.toLowerCase() !== reach.workspaceId) throw noSuch('profile');
  return reach;
}

function inWorkspace(base: ReadBase, principal: Principal, need: Need): Access {
  // Paths always carry the id, so one that is missing was missing in the body.
  if (need.workspaceId === undefined) throw new ApiError('validation_error', 'workspace_id: is required.');
  const workspaceId = need.workspaceId.toLowerCase();
  const standing: Standing = {
    kind: principal.kind,
    place: 'workspace',
    ...rolesInWorkspace(base, principal, workspaceId, need),
  };
  return { workspaceId, scopes: checkedScopes(principal, standing, need.scopes) };
}

function rolesInWorkspace(base: ReadBase, principal: Principal, workspaceId: string, need: Need): Partial<Standing> {
  if (principal.kind === 'app') {
    const isAnyProfile = need.reach === 'profiles';
    if (!appHolds(base, principal, workspaceId, isAnyProfile ? undefined : null)) throw noSuch('workspace');
    return {};
  }
  const { personId } = principal;
  if (!isOpenTo(base, principal, workspaceId)) throw closed(base, principal, workspaceId, 'workspace');
  const wasTheirs = need.reachesArchived === true && personId !== undefined && wasOwner(base, personId, workspaceId);
  const workspaceRoleNow = wasTheirs ? 'owner' : personId && workspaceRole(base, personId, workspaceId);
  if (!principal.personId || !workspaceRoleNow) throw noSuch('workspace');
  if (isWorkspaceRole(need.role)) checkWorkspaceRole(workspaceRoleNow, need.role);
  if (workspaceRoleNow !== 'member') return { workspaceRole: workspaceRoleNow };
  const profileRoles = profilesOf(base, principal.personId, workspaceId).flatMap(({ role, canSeePii }): HeldRole[] =>
    role ? [{ role, canSeePii }] : [],
  );
  const least = need.role;
  if (isProfileRole(least) && !profileRoles.some(({ role }) => outranks(PROFILE_ROLES, role, least))) throw roleLacks(least);
  return { workspaceRole: workspaceRoleNow, profileRoles };
}

/** `profileId` null: the workspace itself; undefined: anything of it. */
function appHolds(base: ReadBase, principal: Principal, workspaceId: string, profileId: string | null | undefined): boolean {
  if (principal.appId === undefined) return false;
  const authorizations = authorizationsOf(base, principal.appId, workspaceId);
  return authorizations.some((each) => profileId === undefined || each.profileId === profileId);
}

function checkWorkspaceRole(currentRole: WorkspaceRole, least: WorkspaceRole): void {
  if (!outranks(WORKSPACE_ROLES, currentRole, least)) throw roleLacks(least);
}

/** For what an operation does only with one scope more than it asks of everybody: refused as the door would refuse it. */
export function requireScope(base: ReadBase, { principal, profile }: Pick<Call, 'principal' | 'profile'>, scope: string): void {
  const { kind, granted = principal.scopes } = principal;
  const need: Need = { grain: 'profile', role: 'none', auth: [kind], scopes: [scope], profileId: profile.profileId };
  authorize(base, { ...principal, scopes: granted }, need);
}
type Call = { principal: Principal; profile: ProfileRef };

function checkedScopes(principal: Principal, standing: Standing, needed: readonly string[]): ReadonlySet<string> {
  const effective = effectiveScopes(principal.scopes, standing);
  const isEnough = (scopes: ReadonlySet<string>): boolean => needed.length === 0 || needed.some((scope) => scopes.has(scope));
  if (isEnough(effective)) return effective;
  if (standing.isBarredFromPii && isEnough(effectiveScopes(principal.scopes, { ...standing, isBarredFromPii: false })))
    throw new ApiError(
      'healthcare_scope_forbidden',
      `A consumer app cannot have ${needed.join(' or ')} on a profile of the healthcare family.`,
    );
  const message = `This credential lacks the scope ${needed.join(' or ')}.`;
  throw new ApiError('insufficient_scope', message, { required_scopes: [...needed] });
}

/** The place that a call names, where the caller reaches something there: a stranger's call leaves nothing in a workspace's log. */
export function reachedPlace(
  base: Base,
  principal: Principal,
  named: Pick<Need, 'profileId' | 'workspaceId'>,
): { workspaceId: string; profileId?: string } | undefined {
  const { profileId = principal.profileId, workspaceId } = named;
  if (principal.profileId !== undefined && profileId?.toLowerCase() !== principal.profileId) return undefined;
  const reach = profileId === undefined ? undefined : findReach(base, profileId.toLowerCase());
  if (profileId !== undefined && !reach) return undefined;
  const place = reach ? { workspaceId: reach.workspaceId, profileId: reach.profileId } : workspaceId && { workspaceId };
  if (!place) return undefined;
  if (principal.kind === 'key') return place;
  if (principal.kind === 'app') return appHolds(base, principal, place.workspaceId, undefined) ? place : undefined;
  if (!isOpenTo(base, principal, place.workspaceId)) return undefined;
  return principal.personId !== undefined && workspaceRole(base, principal.personId, place.workspaceId) ? place : undefined;
}

/** For doors that know the profile by another way than `authorize`: intake stops where the entitlement is missing. */
export function requireEntitled(base: Base, profileId: string): void {
  const reach = findReach(base, profileId);
  if (!reach) throw noSuch('profile');
  if (!reach.isEntitled) throw notEntitled();
}

const notEntitled = (): ApiError =>
  new ApiError('entitlement_required', 'The app that provisioned this profile has not enabled svc_attribution on it.');
const noSuch = (what: 'profile' | 'workspace'): ApiError => new ApiError('not_found', `No such ${what}.`);
const roleLacks = (least: string): ApiError => new ApiError('forbidden', `This needs the role ${least} or a higher one.`);
