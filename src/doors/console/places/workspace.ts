// The page of a workspace: who belongs to it, who is invited, which programs and apps reach it, and whether agents may write. What is
// an operation is called as one; members are changed by rules of the workspaces' own slice, as REST leaves them to consumer apps.
import type { Request, Response } from 'express';
import { WORKSPACE_ROLES, type WorkspaceRole } from '../../../account/access/index.ts';
import { changeMemberRole, endMembership } from '../../../account/workspaces/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { workspacePath } from '../addresses.ts';
import { type Caller, operation } from '../calls.ts';
import { barFor, type Desk, idOf, type Page, queryOf, readForm, send, tokenField, type Visitor, visitorOf } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { workspacePage } from './workspace-texts.ts';

const ACCOUNT = '/console/account';
const DONE: Readonly<Record<string, string>> = {
  role: 'The role is changed.',
  removed: 'This person no longer belongs to the workspace.',
  invited: 'The invitation is on its way.',
  withdrawn: 'The invitation is withdrawn; its link no longer works.',
  ended: 'That access has ended.',
  agents: 'What agents may do is changed.',
};

interface Shown {
  done?: string | undefined;
  error?: string;
  status?: number;
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
  desk.limit(visitor.principal, operation('listWorkspaces'));
  await show(desk, request, response, visitor, { done: DONE[queryOf(request).get('done') ?? ''] });
}

async function show(desk: Desk, request: Request, response: Response, visitor: Visitor, shown: Shown): Promise<void> {
  const at = { workspaceId: workspaceIdOf(request) };
  const caller = desk.callers(visitor.principal, idOf(request));
  const { data: workspaces } = await caller.call('listWorkspaces', {});
  const found = workspaces.find(({ workspace_id }) => workspace_id === at.workspaceId);
  if (!found) throw new ApiError('not_found', 'There is no such workspace.');
  const content = workspacePage({
    ...{
      workspace: found,
      path: workspacePath(at.workspaceId),
      hasPlans: desk.base.config.plans,
      ownId: visitor.principal.personId ?? '',
    },
    agents: (await caller.call('getMcpSettings', at)).data,
    reached: found.role === 'member' ? undefined : await reachOf(caller, at),
    token: () => tokenField(desk, request, response),
    ...{ done: shown.done, error: shown.error },
  });
  send(response, shown.status ?? 200, content, barFor(visitor));
}

/** What only admins and owners see. */
async function reachOf({ call }: Caller, at: Sent['at']) {
  const { data, meta } = await call('listWorkspaceInvitations', { ...at, limit: 100 });
  const { data: apps } = await call('listConnectedApps', at);
  return { members: meta.members, invitations: data.filter(({ status }) => status === 'pending'), apps };
}

interface Sent {
  desk: Desk;
  visitor: Visitor;
  call: Caller['call'];
  at: { workspaceId: string };
  field: (name: string) => string;
}

/** A form of the page. What it does answers what is said afterwards, or the path to go on to; a refusal is shown on the page. */
function form(act: (sent: Sent) => Promise<string> | string): Page {
  return async (desk, request, response) => {
    const visitor = visitorOf(desk, request);
    const at = { workspaceId: workspaceIdOf(request) };
    const path = workspacePath(at.workspaceId);
    if (!visitor) return askToSignIn(desk, request, response, path);
    const field = readForm(desk, request);
    desk.limit(visitor.principal, operation('createWorkspaceInvitation'));
    const { call } = desk.callers(visitor.principal, idOf(request));
    try {
      const next = await act({ desk, visitor, call, at, field });
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

const withdrawInvitation = form(async ({ call, at, field }) => {
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
};
