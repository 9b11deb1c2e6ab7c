// The isolation matrix: every operation of the contract × every credential and role × its own place, a sibling profile, a foreign
// workspace, an archived one and none at all. What must come out is worked out here from the inventory's columns, anew; the door's
// own rules are not asked. No answer may hold a name or an id from beyond the caller's reach. Operations added later are covered.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { archiveWorkspace } from '../../../src/account/access/index.ts';
import { authorizeApp, createGrant, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setEntitlement, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { addProfile } from '../../../src/account/profiles/index.ts';
import { addWorkspace } from '../../../src/account/workspaces/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { type ContractOperation, contract, resolveParameter } from '../../../src/base/contract/document.ts';
import type { ProfileRef } from '../../../src/base/contract/operation.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

// --- the rules, written out ---------------------------------------------------------------------------------------------------

type Kind = 'session' | 'user' | 'key' | 'app';
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
const DATA = [...READS, 'campaigns:apply', 'attribution:write', 'goals:write', 'creatives:write', 'messages:write'];
const CONTAINERS = ['workspaces:write', 'profiles:write'];
const PII = ['customers:read', 'visitors:read'];
const PROFILE_ROLES = ['viewer', 'analyst', 'manager'];
const WORKSPACE_ROLES = ['member', 'admin', 'owner'];
const AGENT = [...DATA.filter((scope) => !/^(exports|commerce|messages):/.test(scope)), ...CONTAINERS];

function allowedBy(role: string, canSeePii: boolean): string[] {
  const scopes =
    role === 'manager'
      ? [...DATA, 'profiles:write']
      : role === 'analyst'
        ? [...READS, 'creatives:write']
        : ['analytics:read', 'campaigns:read', 'conversions:read'];
  return scopes.filter((scope) => canSeePii || !PII.includes(scope));
}

// --- the world ------------------------------------------------------------------------------------------------------------------

interface Place extends ProfileRef {
  /** Names and ids that stand for it. */
  words: string[];
}
type Target = 'own' | 'sibling' | 'foreign' | 'archived' | 'unknown';

interface Credential {
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

let app: TestApp;
let base: Base;
let ownerId: string;
const places = {} as Record<Exclude<Target, 'unknown'> | 'apps', Place>;
const credentials: Credential[] = [];
const UNKNOWN: Place = { workspaceId: randomUUID(), profileId: randomUUID(), words: [] };

const person = (name: string): string => createPerson(base, { email: `${name}@matrix.example`, actor: 'system' }).personId;
const sessionOf = (personId: string): string => createSession(base, { personId, actor: 'system' }).token;

function workspaceOf(personId: string, name: string): string {
  return addWorkspace(base, { personId, name, plan: 'agency', actor: `person:${personId}` }).workspace.workspaceId;
}

function profileIn(workspaceId: string, name: string): Place {
  const { profileId } = addProfile(base, { workspaceId, name, actor: 'system' });
  const key = createApiKey(base, { profileId, name: `Key of ${name}`, scopes: ['analytics:read'], actor: 'system' });
  return { workspaceId, profileId, words: [profileId, name, key.apiKeyId] };
}

/** A person with roles of their own, as a session. */
function member(name: string, workspaceRole: string, profileRole?: string, canSeePii = true): Credential {
  const personId = person(name.replaceAll(' ', '-'));
  const { own } = places;
  setWorkspaceRole(base, { workspaceId: own.workspaceId, personId, role: workspaceRole as 'member', actor: 'system' });
  if (profileRole) setProfileRole(base, { profile: own, personId, role: profileRole as 'viewer', canSeePii, actor: 'system' });
  const isAdmin = workspaceRole !== 'member';
  return {
    name,
    header: `Bearer ${sessionOf(personId)}`,
    kind: 'session',
    granted: [...DATA, ...CONTAINERS],
    workspaceRole,
    ...(profileRole ? { profileRole, canSeePii } : {}),
    reaches: isAdmin ? ['own', 'sibling'] : profileRole ? ['own'] : [],
  };
}

function tokenOf(personId: string, name: string, like: Credential, scopes: string[], granted: readonly string[]): Credential {
  const clientId = registerClient(base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
  const grant = createGrant(base, { personId, clientId, scopes, resource: 'https://mcp.example/mcp' });
  const { token } = issueUserToken(base, { grantId: grant.grantId, scopes: grant.scopes });
  return { ...like, name, kind: 'user', header: `Bearer ${token}`, granted };
}

function consumerApp(name: string): { appId: string; header: string } {
  const result = registerApp(base, {
    ...{ name, tier: 'internal', redirectUris: ['https://partner.example/cb'], allowedReturnOrigins: [], actor: 'system' },
  });
  return { appId: result.appId, header: `Basic ${btoa(`${result.appId}:${result.secret}`)}` };
}

before(async () => {
  app = await startTestApp();
  base = app.base;
  ownerId = person('owner');
  const strangerId = person('stranger');
  const workspaceId = workspaceOf(ownerId, 'Ownplace');
  places.own = profileIn(workspaceId, 'Ownprofile');
  places.sibling = profileIn(workspaceId, 'Siblingprofile');
  places.apps = profileIn(workspaceId, 'Appsprofile');
  const foreignId = workspaceOf(strangerId, 'Foreignplace');
  places.foreign = profileIn(foreignId, 'Foreignprofile');
  places.foreign.words.push(foreignId, 'Foreignplace', strangerId, 'stranger@matrix.example');
  const archivedId = workspaceOf(ownerId, 'Archivedplace');
  places.archived = profileIn(archivedId, 'Archivedprofile');
  places.archived.words.push('Archivedplace');
  await archiveWorkspace(base, { workspaceId: archivedId, actor: `person:${ownerId}` });

  const owner: Credential = {
    name: 'owner',
    header: `Bearer ${sessionOf(ownerId)}`,
    kind: 'session',
    granted: [...DATA, ...CONTAINERS],
    workspaceRole: 'owner',
    wasOwnerOfArchived: true,
    reaches: ['own', 'sibling'],
  };
  const viewerId = person('viewing-agent');
  setWorkspaceRole(base, { workspaceId, personId: viewerId, role: 'member', actor: 'system' });
  setProfileRole(base, { profile: places.own, personId: viewerId, role: 'viewer', canSeePii: true, actor: 'system' });
  const viewer: Credential = {
    ...{ name: '', header: '', kind: 'session', granted: [], workspaceRole: 'member', profileRole: 'viewer', canSeePii: true },
    reaches: ['own'],
  };
  const ownKey = (scopes: string[]): string =>
    createApiKey(base, { profileId: places.own.profileId, name: 'Matrix', scopes, ratePerMinute: 60_000, actor: 'system' })
      .secret;
  const holder = consumerApp('Holder');
  authorizeApp(base, { appId: holder.appId, place: { workspaceId }, kind: 'adopted' });
  const accepted = await app.api(sessionOf(ownerId)).post(`/workspaces/${workspaceId}/oauth-apps/${holder.appId}/dpa/accept`);
  assert.equal(accepted.status, 200);
  authorizeApp(base, { appId: holder.appId, place: places.apps, kind: 'provisioned' });
  setEntitlement(base, { profileId: places.apps.profileId, feature: 'svc_attribution', isEnabled: true });

  credentials.push(
    { name: 'nobody', header: undefined, kind: 'nobody', granted: [], reaches: [] },
    { name: 'a made-up token', header: `Bearer svc_sess_${'x'.repeat(43)}`, kind: 'nobody', granted: [], reaches: [] },
    { name: 'a tracking key', header: `Bearer ${app.trackingKey}`, kind: 'nobody', granted: [], reaches: [] },
    owner,
    member('admin', 'admin'),
    member('member', 'member'),
    member('manager', 'member', 'manager'),
    member('manager without pii', 'member', 'manager', false),
    member('analyst', 'member', 'analyst'),
    member('analyst without pii', 'member', 'analyst', false),
    member('viewer', 'member', 'viewer'),
    {
      ...{ name: 'stranger', header: `Bearer ${sessionOf(person('outsider'))}`, kind: 'session' as const, reaches: [] },
      granted: [...DATA, ...CONTAINERS],
    },
    tokenOf(ownerId, "owner's agent", owner, AGENT, AGENT),
    tokenOf(ownerId, "owner's reading agent", owner, ['mcp:read'], ['analytics:read', 'campaigns:read']),
    tokenOf(ownerId, "owner's founding agent", owner, ['mcp:write'], CONTAINERS),
    tokenOf(viewerId, "viewer's agent", viewer, AGENT, AGENT),
    { name: 'key', header: `Bearer ${ownKey(DATA)}`, kind: 'key', granted: DATA, reaches: ['own'] },
    {
      ...{ name: 'narrow key', header: `Bearer ${ownKey(['analytics:read'])}`, kind: 'key' as const, reaches: ['own' as const] },
      granted: ['analytics:read'],
    },
    {
      ...{ name: 'app', header: holder.header, kind: 'app' as const, granted: [...DATA, ...CONTAINERS], holds: true },
      reaches: ['own'],
    },
    {
      ...{ name: 'app without anything', header: consumerApp('Empty').header, kind: 'app' as const, reaches: [] },
      granted: [...DATA, ...CONTAINERS],
    },
  );
});
after(() => app?.close());

// --- what must come out -----------------------------------------------------------------------------------------------------------

/** `reached`: the door let it through; what the operation then says about its own parameters is its own tests' matter. */
type Expected = 'reached' | '401 unauthorized' | '403 forbidden' | '403 insufficient_scope' | '404 not_found';

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

// --- asking -----------------------------------------------------------------------------------------------------------------------

const { document, operations: all } = contract();

/** Trackers have a door and keys of their own; what lets an app reach further comes last. */
const operations = all
  .filter(({ auth }) => !auth.includes('tracker'))
  .sort((a, b) => Number(a.reach === 'any') - Number(b.reach === 'any'));

/** The contract's own example of a JSON body. */
function exampleBody({ path, method }: ContractOperation): unknown {
  const media = document.paths[path]?.[method]?.requestBody?.content['application/json'];
  if (!media) return undefined;
  const [first] = Object.values(media.examples ?? {});
  return media.example ?? first?.value ?? {};
}

function exampleOf({ path, method }: ContractOperation, name: string): string {
  const item = document.paths[path];
  const list = [...(item?.parameters ?? []), ...(item?.[method]?.parameters ?? [])];
  const parameter = list.map((node) => resolveParameter(document, node)).find((each) => each.name === name);
  return String(parameter?.example ?? parameter?.schema?.['example'] ?? randomUUID());
}

const namesIn = (body: unknown, name: string): boolean => body !== null && typeof body === 'object' && name in body;

function bodyFor(operation: ContractOperation, place: Place): unknown {
  const body = exampleBody(operation);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  return {
    ...body,
    ...(namesIn(body, 'workspace_id') ? { workspace_id: place.workspaceId } : {}),
    ...(namesIn(body, 'profile_id') ? { profile_id: place.profileId } : {}),
  };
}

function urlFor(operation: ContractOperation, place: Place): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'workspaceId') return place.workspaceId;
    if (name === 'profileId') return place.profileId;
    return encodeURIComponent(exampleOf(operation, name));
  });
  const url = new URL(path, app.baseUrl);
  const isInPath = operation.path.includes('{profileId}');
  if (operation.grain === 'profile' && !isInPath) url.searchParams.set('profile_id', place.profileId);
  for (const { name, in: where, required } of operation.parameters)
    if (where === 'query' && required && name === 'workspace_id') url.searchParams.set(name, place.workspaceId);
    else if (where === 'query' && required && name !== 'profile_id') url.searchParams.set(name, exampleOf(operation, name));
  return url.href;
}

/** Its own container, made for this one cell, where the operation would end the one that the others need. */
function disposable(operation: ContractOperation, credential: Credential, target: Target, place: Place): Place {
  const endsContainer = operation.method === 'delete' && /\{(workspaceId|profileId)\}$/.test(operation.path);
  const isAlive = target === 'own' || target === 'sibling';
  if (!endsContainer || !isAlive || expectedOf(operation, credential, target) !== 'reached') return place;
  if (credential.kind !== 'app') {
    const workspaceId = workspaceOf(ownerId, `Passing ${randomUUID()}`);
    return profileIn(workspaceId, 'Passing');
  }
  const passing = profileIn(place.workspaceId, `Passing ${randomUUID()}`);
  authorizeApp(base, {
    appId: atob(credential.header?.slice('Basic '.length) ?? '').split(':')[0] ?? '',
    place: passing,
    kind: 'provisioned',
  });
  return passing;
}

function placeOf({ kind }: Credential, target: Target): Place {
  if (target === 'unknown') return UNKNOWN;
  return target === 'own' && kind === 'app' ? places.apps : places[target];
}

const rowOf = ({ method, path }: ContractOperation): Row => inventory.get(`${method.toUpperCase()} ${path}`) as Row;

function expectedOf(operation: ContractOperation, credential: Credential, target: Target): Expected {
  const namesProfile = namesIn(exampleBody(operation), 'profile_id');
  return expected({ operation, row: rowOf(operation), credential, target, namesProfile });
}

async function ask(operation: ContractOperation, credential: Credential, target: Target): Promise<string[]> {
  const place = disposable(operation, credential, target, placeOf(credential, target));
  const body = bodyFor(operation, place);
  const response = await fetch(urlFor(operation, place), {
    method: operation.method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(credential.header ? { authorization: credential.header } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(operation.idempotency === 'required' ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const cell = `${operation.id} × ${credential.name} × ${target}`;
  const wanted = expectedOf(operation, credential, target);
  return [
    ...wrongStatus(wanted, response.status, text),
    ...leaks(credential, text, wanted === 'reached' ? target : undefined),
  ].map((what) => `${cell}: ${what}`);
}

/** Refusals that only the door gives, and answers that nobody may get. */
function wrongStatus(wanted: Expected, status: number, text: string): string[] {
  const error = text.startsWith('{') ? (JSON.parse(text) as { error?: { code?: string; message?: string } }).error : undefined;
  const got = `${status} ${error?.code ?? ''}`.trim();
  if (wanted !== 'reached') return got === wanted ? [] : [`expected ${wanted}, got ${got} ${error?.message ?? ''}`];
  const isRefusedAtDoor =
    ['401 unauthorized', '403 forbidden', '403 insufficient_scope', '429 rate_limit_exceeded'].includes(got) ||
    /^No such (workspace|profile)\.$/.test(error?.message ?? '');
  // Who lacks a payment processor is told so by the operation itself.
  return isRefusedAtDoor || status === 500 || (status === 503 && error?.code !== 'service_unavailable')
    ? [`expected to get through, got ${got} ${error?.message ?? ''}`]
    : [];
}

/** What this very call was to reach (an app adopts, say) may be named. */
function leaks({ reaches, kind }: Credential, text: string, reached: Target | undefined): string[] {
  const beyond = (['own', 'sibling', 'foreign', 'archived'] as const).filter(
    (target) => !reaches.includes(target) && target !== reached,
  );
  const words = beyond.flatMap((target) => places[target].words);
  if (kind !== 'app' && !reaches.includes('sibling')) words.push(...places.apps.words);
  return words.filter((word) => text.includes(word)).map((word) => `the answer holds ${word}`);
}

const TARGETS: readonly Target[] = ['own', 'sibling', 'foreign', 'archived', 'unknown'];
/** So many operations fit into a minute of everybody's rate. */
const OPERATIONS_A_MINUTE = 4;

test('the isolation matrix', async (t) => {
  const faults: string[] = [];
  let cells = 0;
  let reached = 0;
  for (const [n, operation] of operations.entries()) {
    if (n % OPERATIONS_A_MINUTE === 0) app.clock.advance(61_000);
    const targets = operation.grain === 'none' ? TARGETS.slice(0, 1) : TARGETS;
    const requests = credentials.flatMap((credential) => targets.map((target) => ({ credential, target })));
    const through = requests.filter(({ credential, target }) => expectedOf(operation, credential, target) === 'reached');
    const refused = requests.filter((each) => !through.includes(each));
    const answers = await Promise.all(refused.map(({ credential, target }) => ask(operation, credential, target)));
    faults.push(...answers.flat());
    // One after the other: what they write must not depend on who was first.
    for (const { credential, target } of through) faults.push(...(await ask(operation, credential, target)));
    cells += requests.length;
    reached += through.length;
  }
  assert.deepEqual(faults, []);
  assert.ok(cells > 3_000, `only ${cells} cells`);
  t.diagnostic(
    `${cells} cells: ${operations.length} operations × ${credentials.length} credentials; ${reached} of them get through`,
  );
});
