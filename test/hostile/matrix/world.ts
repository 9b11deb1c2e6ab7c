// The world of the matrix of access: a workspace with three profiles, a foreign one, an archived one, and every kind of credential and role.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { archiveWorkspace } from '../../../src/account/access/index.ts';
import { authorizeApp, createGrant, issueUserToken, registerApp, registerClient } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { createPerson, createSession } from '../../../src/account/people/index.ts';
import { setEntitlement, setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { addProfile } from '../../../src/account/profiles/index.ts';
import { addWorkspace } from '../../../src/account/workspaces/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { AGENT, CONTAINERS, type Credential, DATA, type Place, type Target } from './rules.ts';

const UNKNOWN: Place = { workspaceId: randomUUID(), profileId: randomUUID(), words: [] };

type Places = Record<Exclude<Target, 'unknown'> | 'apps', Place>;

/** Makes people, containers and credentials on a running service. */
class Makers {
  readonly base: Base;
  /** What tokens of agents are issued for. */
  readonly resource: string;
  readonly #renewals: (() => void)[] = [];
  constructor({ base, baseUrl }: TestApp) {
    this.base = base;
    this.resource = `${baseUrl}/mcp`;
  }

  person(name: string): string {
    return createPerson(this.base, { email: `${name}@matrix.example`, actor: 'system' }).personId;
  }

  sessionOf(personId: string): string {
    return createSession(this.base, { personId, actor: 'system' }).token;
  }

  workspaceOf(personId: string, name: string): string {
    return addWorkspace(this.base, { personId, name, plan: 'agency', actor: `person:${personId}` }).workspace.workspaceId;
  }

  profileIn(workspaceId: string, name: string): Place {
    const { profileId } = addProfile(this.base, { workspaceId, name, actor: 'system' });
    const key = createApiKey(this.base, { profileId, name: `Key of ${name}`, scopes: ['analytics:read'], actor: 'system' });
    return { workspaceId, profileId, words: [profileId, name, key.apiKeyId] };
  }

  keyOf({ profileId }: Place, scopes: string[]): string {
    return createApiKey(this.base, { profileId, name: 'Matrix', scopes, ratePerMinute: 60_000, actor: 'system' }).secret;
  }

  /** A person with roles of their own on a profile, as a session. */
  member(own: Place, name: string, workspaceRole: 'admin' | 'member', role?: 'manager' | 'analyst' | 'viewer', canSeePii = true) {
    const personId = this.person(name.replaceAll(' ', '-'));
    setWorkspaceRole(this.base, { workspaceId: own.workspaceId, personId, role: workspaceRole, actor: 'system' });
    if (role) setProfileRole(this.base, { profile: own, personId, role, canSeePii, actor: 'system' });
    const credential: Credential = {
      name,
      header: `Bearer ${this.sessionOf(personId)}`,
      kind: 'session',
      granted: [...DATA, ...CONTAINERS],
      workspaceRole,
      ...(role ? { profileRole: role, canSeePii } : {}),
      reaches: workspaceRole === 'admin' ? ['own', 'sibling'] : role ? ['own'] : [],
    };
    return { personId, credential };
  }

  tokenOf(personId: string, name: string, like: Credential, scopes: string[], granted: readonly string[]): Credential {
    const clientId = registerClient(this.base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
    const grant = createGrant(this.base, { personId, clientId, scopes, resource: this.resource });
    const issue = () => `Bearer ${issueUserToken(this.base, { grantId: grant.grantId, scopes: grant.scopes }).token}`;
    const credential: Credential = { ...like, name, kind: 'user', header: issue(), granted };
    this.#renewals.push(() => {
      credential.header = issue();
    });
    return credential;
  }

  /** Tokens of agents last an hour. */
  renewTokens(): void {
    for (const renew of this.#renewals) renew();
  }

  consumerApp(name: string): { appId: string; header: string } {
    const { appId, secret } = registerApp(this.base, {
      name,
      tier: 'internal',
      redirectUris: ['https://partner.example/cb'],
      allowedReturnOrigins: [],
      actor: 'system',
    });
    return { appId, header: `Basic ${btoa(`${appId}:${secret}`)}` };
  }
}

export interface MatrixWorld {
  app: TestApp;
  make: Makers;
  ownerId: string;
  /** Who owns the foreign place. */
  strangerId: string;
  places: Places;
  credentials: Credential[];
  /** The place that a credential names for a target. */
  placeOf(credential: Credential, target: Target): Place;
}

function foreignPlace(make: Makers, strangerId: string): Place {
  const workspaceId = make.workspaceOf(strangerId, 'Foreignplace');
  const place = make.profileIn(workspaceId, 'Foreignprofile');
  place.words.push(workspaceId, 'Foreignplace', strangerId, 'stranger@matrix.example');
  return place;
}

async function archivedPlace(make: Makers, ownerId: string): Promise<Place> {
  const workspaceId = make.workspaceOf(ownerId, 'Archivedplace');
  const place = make.profileIn(workspaceId, 'Archivedprofile');
  place.words.push('Archivedplace');
  await archiveWorkspace(make.base, { workspaceId, actor: `person:${ownerId}` });
  return place;
}

/** An app that a workspace agreed with, and that made one profile there. */
async function holderOf({ api }: TestApp, make: Makers, ownerId: string, apps: Place): Promise<string> {
  const { workspaceId, profileId } = apps;
  const holder = make.consumerApp('Holder');
  authorizeApp(make.base, { appId: holder.appId, place: { workspaceId }, kind: 'adopted' });
  const path = `/workspaces/${workspaceId}/oauth-apps/${holder.appId}/dpa/accept`;
  assert.equal((await api(make.sessionOf(ownerId)).post(path)).status, 200);
  authorizeApp(make.base, { appId: holder.appId, place: apps, kind: 'provisioned' });
  setEntitlement(make.base, { profileId, feature: 'svc_attribution', isEnabled: true });
  return holder.header;
}

function people(make: Makers, ownerId: string, own: Place): Credential[] {
  const owner: Credential = {
    name: 'owner',
    header: `Bearer ${make.sessionOf(ownerId)}`,
    kind: 'session',
    granted: [...DATA, ...CONTAINERS],
    workspaceRole: 'owner',
    wasOwnerOfArchived: true,
    reaches: ['own', 'sibling'],
  };
  const roles = [
    make.member(own, 'admin', 'admin'),
    make.member(own, 'member', 'member'),
    make.member(own, 'manager', 'member', 'manager'),
    make.member(own, 'manager without pii', 'member', 'manager', false),
    make.member(own, 'analyst', 'member', 'analyst'),
    make.member(own, 'analyst without pii', 'member', 'analyst', false),
    make.member(own, 'viewer', 'member', 'viewer'),
  ];
  const agents = [roles[2], roles[6]].flatMap((each) =>
    each ? [make.tokenOf(each.personId, `${each.credential.name}'s agent`, each.credential, AGENT, AGENT)] : [],
  );
  return [
    owner,
    ...roles.map(({ credential }) => credential),
    {
      name: 'stranger',
      header: `Bearer ${make.sessionOf(make.person('outsider'))}`,
      kind: 'session',
      reaches: [],
      granted: [...DATA, ...CONTAINERS],
    },
    make.tokenOf(ownerId, "owner's agent", owner, AGENT, AGENT),
    make.tokenOf(ownerId, "owner's reading agent", owner, ['mcp:read'], ['analytics:read', 'campaigns:read']),
    make.tokenOf(ownerId, "owner's founding agent", owner, ['mcp:write'], CONTAINERS),
    ...agents,
  ];
}

export async function startMatrix(): Promise<MatrixWorld> {
  const app = await startTestApp();
  const make = new Makers(app);
  const ownerId = make.person('owner');
  const workspaceId = make.workspaceOf(ownerId, 'Ownplace');
  const own = make.profileIn(workspaceId, 'Ownprofile');
  const [sibling, apps] = [make.profileIn(workspaceId, 'Siblingprofile'), make.profileIn(workspaceId, 'Appsprofile')];
  const strangerId = make.person('stranger');
  const [foreign, archived] = [foreignPlace(make, strangerId), await archivedPlace(make, ownerId)];
  const places: Places = { own, sibling, apps, foreign, archived };
  const everything = [...DATA, ...CONTAINERS];
  const credentials: Credential[] = [
    { name: 'nobody', header: undefined, kind: 'nobody', granted: [], reaches: [] },
    { name: 'a made-up token', header: `Bearer svc_sess_${'x'.repeat(43)}`, kind: 'nobody', granted: [], reaches: [] },
    { name: 'a tracking key', header: `Bearer ${app.trackingKey}`, kind: 'nobody', granted: [], reaches: [] },
    ...people(make, ownerId, own),
    { name: 'key', header: `Bearer ${make.keyOf(own, DATA)}`, kind: 'key', granted: DATA, reaches: ['own'] },
    {
      name: 'narrow key',
      header: `Bearer ${make.keyOf(own, ['analytics:read'])}`,
      kind: 'key',
      reaches: ['own'],
      granted: ['analytics:read'],
    },
    {
      name: 'app',
      header: await holderOf(app, make, ownerId, apps),
      kind: 'app',
      granted: everything,
      holds: true,
      reaches: ['own'],
    },
    { name: 'app without anything', header: make.consumerApp('Empty').header, kind: 'app', granted: everything, reaches: [] },
  ];
  return {
    app,
    make,
    ownerId,
    strangerId,
    places,
    credentials,
    placeOf: ({ kind }, target) =>
      target === 'unknown' ? UNKNOWN : target === 'own' && kind === 'app' ? places.apps : places[target],
  };
}
