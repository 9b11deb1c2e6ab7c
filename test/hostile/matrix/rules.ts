// The rules of access, written out anew from the inventory's columns (test/shape/operations.tsv): what must come out of a call by its credential and the
// place that it names. The door's own rules are not asked.
import { readFileSync } from 'node:fs';
import type { ContractOperation } from '../../../src/base/contract/document.ts';
import type { ProfileRef } from '../../../src/base/contract/operation.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';

export type Kind = 'session' | 'user' | 'key' | 'app';
interface Row {
  scopes: string[];
  auth: string[];
  role: string;
  grain: string;
}

/** The inventory, by "GET /api/v1/overview". */
const inventory = new Map(
  readFileSync(projectFile('test', 'shape', 'operations.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line): [string, Row] => {
      const [method, path = '', , scope = '', auth = '', role = '', grain = ''] = line.split('\t');
      const route = path.startsWith('ROOT ') ? path.slice('ROOT '.length) : `/api/v1${path}`;
      return [`${method} ${route}`, { scopes: scope === '-' ? [] : scope.split('|'), auth: auth.split(','), role, grain }];
    }),
);

const READS = 'analytics campaigns customers visitors conversions exports commerce messages'.split(' ').map((of) => `${of}:read`);
export const DATA = [...READS, 'campaigns:apply', 'attribution:write', 'goals:write', 'creatives:write', 'messages:write'];
export const CONTAINERS = ['workspaces:write', 'profiles:write'];
const PII = ['customers:read', 'visitors:read'];
const PROFILE_ROLES = ['viewer', 'analyst', 'manager'];
const WORKSPACE_ROLES = ['member', 'admin', 'owner'];
export const AGENT = [...DATA.filter((scope) => !/^(exports|commerce|messages):/.test(scope)), ...CONTAINERS];

function allowedBy(role: string, canSeePii: boolean): string[] {
  const scopes =
    role === 'manager'
      ? [...DATA, 'profiles:write']
      : role === 'analyst'
        ? [...READS, 'creatives:write']
        : ['analytics:read', 'campaigns:read', 'conversions:read'];
  return scopes.filter((scope) => canSeePii || !PII.includes(scope));
}

export interface Place extends ProfileRef {
  /** Names and ids that stand for it. */
  words: string[];
}
export type Target = 'own' | 'sibling' | 'foreign' | 'archived' | 'unknown';

export interface Credential {
  name: string;
  header: string | undefined;
  kind: Kind | 'nobody';
  granted: readonly string[];
  /** In the workspace of `own` and `sibling`. */
  workspaceRole?: string;
  /** On `own`, unless the workspace's role says it. */
  profileRole?: string;
  canSeePii?: boolean;
  wasOwnerOfArchived?: boolean;
  /** What it reaches, by profile; for leaks. */
  reaches: Target[];
  /** An app that holds the workspace, and a profile of its own in it. */
  holds?: boolean;
}

/** `reached`: the door let it through; what the operation then says about its own parameters is its own tests' matter. */
export type Expected = 'reached' | '401 unauthorized' | '403 forbidden' | '403 insufficient_scope' | '404 not_found';

const outranks = (ladder: string[], stored: string, least: string): boolean => ladder.indexOf(stored) >= ladder.indexOf(least);
const hasOne = (scopes: readonly string[], needed: readonly string[]): boolean =>
  needed.length === 0 || needed.some((scope) => scopes.includes(scope));

interface Cell {
  operation: ContractOperation;
  row: Row;
  credential: Credential;
  target: Target;
  namesProfile: boolean;
}

function expected(cell: Cell): Expected {
  const { row, credential } = cell;
  if (row.auth.includes('public')) return 'reached';
  if (credential.kind === 'nobody') return '401 unauthorized';
  if (!row.auth.includes(credential.kind)) return '403 forbidden';
  if (row.grain === 'none') return hasOne(credential.granted, row.scopes) ? 'reached' : '403 insufficient_scope';
  if (credential.kind === 'key') return forKey(cell);
  if (credential.kind === 'app') return forApp(cell);
  return row.grain === 'profile' ? onProfile(cell) : inWorkspace(cell);
}

function forKey({ row, credential, target }: Cell): Expected {
  if (row.grain === 'profile' && target !== 'own') return '404 not_found';
  return hasOne(credential.granted, row.scopes) ? 'reached' : '403 insufficient_scope';
}

/** `own` is the app's own profile, in a workspace that it holds; what it may adopt is told by the operation's tests. */
function forApp({ operation, row, credential, target, namesProfile }: Cell): Expected {
  const isWorkspaceHeld = credential.holds === true && (target === 'own' || target === 'sibling');
  const isProfileHeld = credential.holds === true && target === 'own';
  const isHeld = row.grain === 'workspace' && !namesProfile ? isWorkspaceHeld : isProfileHeld;
  // A profile that people made, in a workspace whose admin accepted the app's agreement: an admin has to approve it.
  if (operation.reach === 'any' && isWorkspaceHeld && !isProfileHeld) return '403 forbidden';
  if (operation.reach === 'any') return isProfileHeld ? 'reached' : '404 not_found';
  return isHeld ? 'reached' : '404 not_found';
}

/** Once the workspace is archived, its former owner alone is answered, by the operation that archived it. */
const endsWorkspace = ({ operation }: Cell): boolean =>
  operation.method === 'delete' && operation.path === '/api/v1/workspaces/{workspaceId}';

function onProfile({ row, credential, target }: Cell): Expected {
  const { workspaceRole, profileRole, granted, canSeePii = true } = credential;
  const isHere = workspaceRole !== undefined && (target === 'own' || target === 'sibling');
  const isAdmin = workspaceRole === 'owner' || workspaceRole === 'admin';
  const role = !isHere ? undefined : isAdmin ? 'manager' : target === 'own' ? profileRole : undefined;
  if (!role || !workspaceRole) return '404 not_found';
  if (PROFILE_ROLES.includes(row.role) && !outranks(PROFILE_ROLES, role, row.role)) return '403 forbidden';
  if (WORKSPACE_ROLES.includes(row.role) && !outranks(WORKSPACE_ROLES, workspaceRole, row.role)) return '403 forbidden';
  const allowed = isAdmin ? [...DATA, ...CONTAINERS] : allowedBy(role, canSeePii);
  const effective = granted.filter((scope) => allowed.includes(scope));
  return hasOne(effective, row.scopes) ? 'reached' : '403 insufficient_scope';
}

function inWorkspace(cell: Cell): Expected {
  const { row, credential, target, namesProfile } = cell;
  const { workspaceRole, profileRole, granted, canSeePii = true } = credential;
  const wasTheirs = target === 'archived' && credential.wasOwnerOfArchived === true && endsWorkspace(cell);
  const isHere = workspaceRole !== undefined && (target === 'own' || target === 'sibling');
  if (!workspaceRole || (!isHere && !wasTheirs)) return '404 not_found';
  if (WORKSPACE_ROLES.includes(row.role) && !outranks(WORKSPACE_ROLES, workspaceRole, row.role)) return '403 forbidden';
  const isAdmin = workspaceRole !== 'member';
  const isEnough = isAdmin || (profileRole !== undefined && outranks(PROFILE_ROLES, profileRole, row.role));
  if (PROFILE_ROLES.includes(row.role) && !isEnough) return '403 forbidden';
  const stored = profileRole ? allowedBy(profileRole, canSeePii).filter((scope) => !CONTAINERS.includes(scope)) : [];
  const allowed = isAdmin ? [...DATA, ...CONTAINERS] : stored;
  if (
    !hasOne(
      granted.filter((scope) => allowed.includes(scope)),
      row.scopes,
    )
  )
    return '403 insufficient_scope';
  return namesProfile && target === 'sibling' && !isAdmin ? '404 not_found' : 'reached';
}

const rowOf = ({ method, path }: ContractOperation): Row => {
  const row = inventory.get(`${method.toUpperCase()} ${path}`);
  if (!row) throw new Error(`the inventory has no ${method} ${path}`);
  return row;
};

/** @param namesProfile A body names the profile too. */
export const expectedOf = (
  operation: ContractOperation,
  credential: Credential,
  target: Target,
  namesProfile: boolean,
): Expected => expected({ operation, row: rowOf(operation), credential, target, namesProfile });
