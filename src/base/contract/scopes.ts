// Roles and scopes: which there are, which role allows which, and how roles rank. Pure tables, nothing else decides them.
import type { Principal } from './operation.ts';

export const WORKSPACE_ROLES = ['member', 'admin', 'owner'] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

export const PROFILE_ROLES = ['viewer', 'analyst', 'manager'] as const;
export type ProfileRole = (typeof PROFILE_ROLES)[number];

/** Scopes that touch one profile's data. */
const DATA_SCOPES = [
  'analytics:read',
  'campaigns:read',
  'campaigns:apply',
  'customers:read',
  'visitors:read',
  'conversions:read',
  'attribution:write',
  'exports:read',
  'goals:write',
  'creatives:write',
  'commerce:read',
  'messages:read',
  'messages:write',
] as const;

/** Scopes over the containers themselves; no API key ever has one. */
const CONTAINER_SCOPES = ['workspaces:write', 'profiles:write'] as const;

const SCOPES: readonly string[] = [...DATA_SCOPES, ...CONTAINER_SCOPES];

/** Scopes that an API key may have: it belongs to one profile and administers nothing. */
export const KEY_SCOPES: ReadonlySet<string> = new Set(DATA_SCOPES);

/** The scopes of the first key of an installation: everything a key can do except sending messages to people. */
export const INSTALLATION_KEY_SCOPES: readonly string[] = DATA_SCOPES.filter((scope) => !scope.startsWith('messages:'));

/** The scopes that a person may allow an agent, each a checkbox of its own; exports, commerce and messages never. */
export const AGENT_SCOPES: readonly string[] = [
  'mcp:read',
  'mcp:write',
  ...DATA_SCOPES.filter((scope) => !/^(exports|commerce|messages):/.test(scope)),
  ...CONTAINER_SCOPES,
];

/** Names that represent several scopes. */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  'mcp:read': ['analytics:read', 'campaigns:read'],
  'mcp:write': CONTAINER_SCOPES,
};

export const SCOPE_BUNDLES: readonly string[] = Object.keys(BUNDLES);

/** The scope to request from a person when this one is missing: its bundle, where it is part of one. */
export const askedAs = (scope: string): string => SCOPE_BUNDLES.find((name) => BUNDLES[name]?.includes(scope)) ?? scope;

/** The scopes that a client is offered: all that a person may allow it, without the parts of a bundle. */
export const OFFERED_SCOPES: readonly string[] = AGENT_SCOPES.filter((scope) => askedAs(scope) === scope);

/** The effective scopes of an agent's grant. */
export const expandScopes = (granted: Iterable<string>): ReadonlySet<string> =>
  new Set([...granted].filter((scope) => AGENT_SCOPES.includes(scope)).flatMap((scope) => BUNDLES[scope] ?? [scope]));

const ALL: ReadonlySet<string> = new Set(SCOPES);
const MANAGER: ReadonlySet<string> = new Set([...DATA_SCOPES, 'profiles:write']);
const ANALYST: ReadonlySet<string> = new Set([...DATA_SCOPES.filter((scope) => scope.endsWith(':read')), 'creatives:write']);
const VIEWER: ReadonlySet<string> = new Set(['analytics:read', 'campaigns:read', 'conversions:read']);
const NONE: ReadonlySet<string> = new Set();
/** The scopes that show a person's identity. */
export const PII_SCOPES: ReadonlySet<string> = new Set(['customers:read', 'visitors:read']);

export const ADMIN_SCOPES = ALL;

/** What an app's credential never has on a profile of the healthcare family: people, and what was written by or sold to them. */
export const HEALTHCARE_BARRED_SCOPES: ReadonlySet<string> = new Set([
  ...PII_SCOPES,
  'commerce:read',
  'messages:read',
  'messages:write',
]);

/** The roles of a principal at the place of the call. */
export interface Standing {
  kind: Principal['kind'];
  place: 'none' | 'workspace' | 'profile';
  workspaceRole?: WorkspaceRole | undefined;
  /** On the profile; in a workspace, on each of its profiles. */
  profileRoles?: readonly HeldRole[];
  /** A consumer app's credential on a profile of the healthcare family. */
  isBarredFromPii?: boolean;
}

export interface HeldRole {
  role: ProfileRole;
  canSeePii: boolean;
}

/** The one place that decides it: what was granted, as far as the role allows it here. */
export function effectiveScopes(granted: ReadonlySet<string>, standing: Standing): ReadonlySet<string> {
  const allowed = allowedScopes(standing);
  const isOpen = (scope: string): boolean => !(standing.isBarredFromPii === true && HEALTHCARE_BARRED_SCOPES.has(scope));
  return new Set([...granted].filter((scope) => allowed.has(scope) && isOpen(scope)));
}

function allowedScopes({ kind, place, workspaceRole, profileRoles = [] }: Standing): ReadonlySet<string> {
  if (kind === 'key') return KEY_SCOPES;
  if (kind === 'app') return ALL; // its grant and its reach bind it
  if (kind !== 'session' && kind !== 'user') return NONE;
  if (place === 'none') return ALL; // nothing there yet to have a role in
  if (workspaceRole === undefined) return NONE;
  if (workspaceRole !== 'member') return ALL;
  const scopes = new Set(profileRoles.flatMap(({ role, canSeePii }) => [...scopesOfProfileRole(role, canSeePii)]));
  // A member brings to the workspace what their roles on its profiles allow, but nothing over the containers themselves.
  if (place === 'workspace') for (const scope of CONTAINER_SCOPES) scopes.delete(scope);
  return scopes;
}

/** The scopes of a role on a profile; for every role, personal data needs the permission `pii`. */
function scopesOfProfileRole(role: ProfileRole, canSeePii: boolean): ReadonlySet<string> {
  const allowed = role === 'manager' ? MANAGER : role === 'analyst' ? ANALYST : VIEWER;
  if (canSeePii) return allowed;
  return new Set([...allowed].filter((scope) => !PII_SCOPES.has(scope)));
}

export const isWorkspaceRole = (role: string): role is WorkspaceRole => (WORKSPACE_ROLES as readonly string[]).includes(role);
export const isProfileRole = (role: string): role is ProfileRole => (PROFILE_ROLES as readonly string[]).includes(role);

/** Is the first role at least the second, both of one ladder? */
export function outranks<Role extends string>(ladder: readonly Role[], currentRole: Role, least: Role): boolean {
  return ladder.indexOf(currentRole) >= ladder.indexOf(least);
}
