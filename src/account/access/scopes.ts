// Roles and scopes: which there are, which role allows which, and how roles rank. Pure tables, nothing else decides them.

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

/** Scopes over the containers themselves; no API key ever holds one. */
const CONTAINER_SCOPES = ['workspaces:write', 'profiles:write'] as const;

const SCOPES: readonly string[] = [...DATA_SCOPES, ...CONTAINER_SCOPES];

/** What an API key may be given: it belongs to one profile and administers nothing. */
export const KEY_SCOPES: ReadonlySet<string> = new Set(DATA_SCOPES);

/** What the first key of an installation is given: all a key can do but send messages to people. */
export const INSTALLATION_KEY_SCOPES: readonly string[] = DATA_SCOPES.filter((scope) => !scope.startsWith('messages:'));

const ALL: ReadonlySet<string> = new Set(SCOPES);
const MANAGER: ReadonlySet<string> = new Set([...DATA_SCOPES, 'profiles:write']);
const ANALYST: ReadonlySet<string> = new Set([...DATA_SCOPES.filter((scope) => scope.endsWith(':read')), 'creatives:write']);
const VIEWER: ReadonlySet<string> = new Set(['analytics:read', 'campaigns:read', 'conversions:read']);
const PII_SCOPES: ReadonlySet<string> = new Set(['customers:read', 'visitors:read']);

export const ADMIN_SCOPES = ALL;

/** What a role on a profile allows; personal data only while the permission `pii` is there, whatever the role. */
export function scopesOfProfileRole(role: ProfileRole, canSeePii: boolean): ReadonlySet<string> {
  const allowed = role === 'manager' ? MANAGER : role === 'analyst' ? ANALYST : VIEWER;
  if (canSeePii) return allowed;
  return new Set([...allowed].filter((scope) => !PII_SCOPES.has(scope)));
}

export const isContainerScope = (scope: string): boolean => (CONTAINER_SCOPES as readonly string[]).includes(scope);

export const isWorkspaceRole = (role: string): role is WorkspaceRole => (WORKSPACE_ROLES as readonly string[]).includes(role);
export const isProfileRole = (role: string): role is ProfileRole => (PROFILE_ROLES as readonly string[]).includes(role);

/** Is `held` at least `least`, both of one ladder? */
export function outranks<Role extends string>(ladder: readonly Role[], held: Role, least: Role): boolean {
  return ladder.indexOf(held) >= ladder.indexOf(least);
}

export function intersection(granted: ReadonlySet<string>, allowed: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...granted].filter((scope) => allowed.has(scope)));
}
