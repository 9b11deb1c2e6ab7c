// The page behind the link of an invitation: anybody with the link may look at it, and who signs in with its address accepts it.
import type { Request, Response } from 'express';
import {
  type Invitation,
  invitationPath,
  standingInvitation,
  statusOf,
  workspacesById,
} from '../../../account/workspaces/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operation } from '../calls.ts';
import { barFor, type Desk, HOME, idOf, readForm, send, tokenField, visitorOf } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { invitationPage } from './texts.ts';

export async function showInvitation(desk: Desk, request: Request, response: Response): Promise<void> {
  show(desk, request, response, 200);
}

function show(desk: Desk, request: Request, response: Response, status: number, error?: string): void {
  const token = String(request.params['token']);
  const invitation = standingInvitation(desk.base, token);
  if (!invitation) throw new ApiError('not_found', 'No such invitation. Perhaps a part of its link is missing.');
  const visitor = visitorOf(desk, request);
  const form = visitor && { token: tokenField(desk, request, response), action: invitationPath(token) };
  const content = invitationPage({ ...facts(desk, invitation), path: invitationPath(token), form, error });
  send(response, status, content, visitor && barFor(visitor));
}

function facts({ base }: Desk, invitation: Invitation) {
  const [workspace] = workspacesById(base, [invitation.workspaceId]);
  const status = statusOf(base, invitation);
  return { workspace: workspace?.name ?? '', role: invitation.role, isToProfile: invitation.profileId !== null, status };
}

export async function takeInvitation(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const token = String(request.params['token']);
  if (!visitor) return askToSignIn(desk, request, response, invitationPath(token));
  readForm(desk, request);
  desk.limit(visitor.principal, operation('acceptInvitation'));
  try {
    await desk.callers(visitor.principal, idOf(request)).call('acceptInvitation', {}, undefined, { token });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
    return show(desk, request, response, error.status, error.message);
  }
  response.redirect(303, HOME);
}
