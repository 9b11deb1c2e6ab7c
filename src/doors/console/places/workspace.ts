// The page of a workspace: who belongs to it, who is invited, which programs and apps reach it, and whether agents may write. What is
// an operation is called as one; members are changed by rules of the workspaces' own slice, as REST leaves them to consumer apps.
import type { Request, Response } from 'express';
import { changeMemberRole, endMembership } from '../../../account/workspaces/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operationOf } from '../../../base/contract/document.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { checkedName } from '../../../base/contract/names.ts';
import {
  INSTALLATION_KEY_SCOPES,
  PROFILE_ROLES,
  type ProfileRole,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../../../base/contract/scopes.ts';
import type { OperationCaller } from '../../../call/index.ts';
import { profilePath, workspacePath } from '../../http/addresses.ts';
import { barFor, type Desk, idOf, type Page, queryOf, readForm, send, tokenField, type Visitor, visitorOf } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { makeProfile } from './new-workspace.ts';
import { KEY_USES, type KeyUse } from './profiles-texts.ts';
import { type OpenInvitation, type WorkspaceState, workspacePage } from './workspace-texts.ts';

const ACCOUNT = '/console/account';
const DONE: Readonly<Record<string, string>> = {
  role: 'The role is changed.',
  removed: 'This person no longer belongs to the workspace.',
  invited: 'The invitation is on its way.',
  withdrawn: 'The invitation is withdrawn; its link no longer works.',
  ended: 'That access has ended.',
  agents: 'What agents may do is changed.',
  key_revoked: 'The key is revoked.',
};

const UNSENT =
  'The invitation is made. This installation has no mail server: pass its link on yourself, from the outbox of the data folder or the log.';

interface Shown {
  done?: string | undefined;
  error?: string;
  status?: number;
  /** A key that was just made: in this one answer and nowhere else. */
  made?: { name: string; secret: string };
}

const workspaceIdOf = (request: Request): string => {
  const id = String(request.params['workspaceId']);
  if (!isUuid(id)) throw new ApiError('not_found', 'There is no such workspace.');
  return id.toLowerCase();
};

export async function workspace(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const workspaceId = workspaceIdOf(request);
  if (!visitor) return askToSignIn(desk, request, response, workspacePath(workspaceId));
  const done = queryOf(request).get('done') ?? '';
  const isUnsent = done === 'invited' && desk.base.config.smtpUrl === undefined;
  await show(desk, request, response, visitor, { done: isUnsent ? UNSENT : DONE[done] });
}

async function show(desk: Desk, request: Request, response: Response, visitor: Visitor, shown: Shown): Promise<void> {
  const at = { workspaceId: workspaceIdOf(request) };
  const caller = desk.callers(visitor.principal, idOf(request));
  const { data: workspaces } = await caller.call('listWorkspaces', {});
  const found = workspaces.find(({ workspace_id }) => workspace_id === at.workspaceId);
  if (!found) throw new ApiError('not_found', 'There is no such workspace.');
  const profiles = (await caller.call('listProfiles', {})).data.filter(({ workspace_id }) => workspace_id === at.workspaceId);
  const content = workspacePage({
    ...{
      workspace: found,
      path: workspacePath(at.workspaceId),
      hasPlans: desk.base.config.plans,
      ownId: visitor.principal.personId ?? '',
    },
    agents: (await caller.call('getMcpSettings', at)).data,
    profiles,
    reached: found.role === 'member' ? undefined : await reachOf(caller, at, profiles),
    token: () => tokenField(desk, request, response),
    ...{ done: shown.done, error: shown.error, made: shown.made },
  });
  send(response, shown.status ?? 200, content, barFor(visitor));
}

/** What only admins and owners see. */
async function reachOf({ call }: OperationCaller, at: Sent['at'], profiles: WorkspaceState['profiles']) {
  const { data, meta } = await call('listWorkspaceInvitations', { ...at, limit: 100 });
  const { data: apps } = await call('listConnectedApps', at);
  const { data: keys } = await call('listApiKeys', at);
  const toProfiles: OpenInvitation[] = [];
  for (const { profile_id: profileId, name } of profiles) {
    const { data: invited } = await call('listProfileInvitations', { ...at, profileId, limit: 100 }, profileId);
    toProfiles.push(...invited.map((each) => ({ ...each, profile: { id: profileId, name } })));
  }
  const open = [...toProfiles, ...data].filter(({ status }) => status === 'pending');
  return { members: meta.members, invitations: open, apps, keys: keys.filter(({ status }) => status === 'active') };
}

interface Sent {
  desk: Desk;
  visitor: Visitor;
  call: OperationCaller['call'];
  at: { workspaceId: string };
  field: (name: string) => string;
}

type Acted = string | NonNullable<Shown['made']>;

/**
 * A form of the page. What it does answers what is said afterwards, or the path to go on to, or a secret that this answer alone shows;
 * a refusal is shown on the page.
 */
function form(act: (sent: Sent) => Promise<Acted> | Acted): Page {
  return async (desk, request, response) => {
    const visitor = visitorOf(desk, request);
    const at = { workspaceId: workspaceIdOf(request) };
    const path = workspacePath(at.workspaceId);
    if (!visitor) return askToSignIn(desk, request, response, path);
    const field = readForm(desk, request);
    desk.limit(visitor.principal, { ...operationOf('createWorkspaceInvitation'), id: 'workspaceForms' });
    const { call } = desk.callers(visitor.principal, idOf(request));
    try {
      const next = await act({ desk, visitor, call, at, field });
      if (typeof next !== 'string') return await show(desk, request, response, visitor, { made: next });
      response.redirect(303, next in DONE ? `${path}?done=${next}` : next);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
      await show(desk, request, response, visitor, { error: error.message, status: error.status });
    }
  };
}

function idIn(field: Sent['field']): string {
  const id = field('id');
  if (!isUuid(id)) throw new ApiError('not_found', 'There is nothing of this id.');
  return id.toLowerCase();
}

function roleIn(field: Sent['field']): WorkspaceRole {
  const role = WORKSPACE_ROLES.find((each) => each === field('role'));
  if (!role) throw new ApiError('validation_error', `role: one of ${WORKSPACE_ROLES.join(', ')}.`);
  return role;
}

const saveRole = form(({ desk, visitor: { principal }, at, field }) => {
  changeMemberRole(desk.base, { ...at, personId: idIn(field), role: roleIn(field), principal });
  return 'role';
});

const removeMember = form(({ desk, visitor: { principal }, at, field }) => {
  const personId = idIn(field);
  endMembership(desk.base, { ...at, personId, principal });
  return personId === principal.personId ? ACCOUNT : 'removed';
});

const inviteMember = form(async ({ call, at, field }) => {
  await call('createWorkspaceInvitation', at, undefined, { email: field('email').trim(), role: roleIn(field) });
  return 'invited';
});

/** The profile of the form's field, which the operation then looks for in this workspace. */
function profileIn(field: Sent['field'], name: string): string {
  const id = field(name);
  if (!isUuid(id)) throw new ApiError('not_found', 'There is no such profile.');
  return id.toLowerCase();
}

function profileRoleIn(field: Sent['field']): ProfileRole {
  const role = PROFILE_ROLES.find((each) => each === field('role'));
  if (!role) throw new ApiError('validation_error', `role: one of ${PROFILE_ROLES.join(', ')}.`);
  return role;
}

const inviteToProfile = form(async ({ call, at, field }) => {
  const profileId = profileIn(field, 'profile');
  const permissions = { pii: field('pii') === 'on' };
  const body = { email: field('email').trim(), role: profileRoleIn(field), permissions };
  await call('createProfileInvitation', { ...at, profileId }, profileId, body);
  return 'invited';
});

const addProfile = form(async ({ call, at, field }) => {
  const given = { profile: field('profile').trim(), currency: field('currency').trim().toUpperCase() };
  return profilePath(await makeProfile(call, at.workspaceId, { ...given, timezone: field('timezone').trim() }));
});

/** By what a key is for. */
const SCOPES_OF: Readonly<Record<KeyUse, readonly string[]>> = {
  send: ['attribution:write'],
  read: ['analytics:read', 'campaigns:read', 'conversions:read'],
  all: INSTALLATION_KEY_SCOPES,
};

const makeKey = form(async ({ call, at, field }) => {
  const [use] = KEY_USES.find(([each]) => each === field('use')) ?? [];
  if (!use) throw new ApiError('validation_error', `use: one of ${KEY_USES.map(([each]) => each).join(', ')}.`);
  const name = checkedName('name', field('name'));
  const profile_id = profileIn(field, 'key_profile');
  const { data } = await call('mintApiKey', at, undefined, { profile_id, name, scopes: [...SCOPES_OF[use]] });
  return { name: data.name, secret: data.api_key };
});

const revokeKey = form(async ({ call, at, field }) => {
  await call('revokeApiKey', { ...at, id: idIn(field) });
  return 'key_revoked';
});

const withdrawInvitation = form(async ({ call, at, field }) => {
  if (field('profile') !== '') {
    const profileId = profileIn(field, 'profile');
    await call('deleteProfileInvitation', { ...at, profileId, invitationId: idIn(field) }, profileId);
    return 'withdrawn';
  }
  await call('deleteWorkspaceInvitation', { ...at, invitationId: idIn(field) });
  return 'withdrawn';
});

const endConnection = form(async ({ call, at, field }) => {
  await call('revokeConnectedApp', { ...at, id: idIn(field) });
  return 'ended';
});

const settleAgents = form(async ({ call, at, field }) => {
  await call('putMcpSettings', at, undefined, { mcp_writeback_enabled: field('agents_write') === 'on' });
  return 'agents';
});

/** By the last part of their paths. */
export const WORKSPACE_FORMS: Readonly<Record<string, Page>> = {
  role: saveRole,
  remove: removeMember,
  invite: inviteMember,
  withdraw: withdrawInvitation,
  end: endConnection,
  agents: settleAgents,
  profile: addProfile,
  'invite-to-profile': inviteToProfile,
  key: makeKey,
  'revoke-key': revokeKey,
};
