// The page behind the link of an invitation: anybody with the link may check it, and who signs in with its address accepts it.
import type { Request, Response } from 'express';
import {
  appBehind,
  type Invitation,
  invitationPath,
  joinByInvitation,
  standingInvitation,
  statusOf,
  workspacesById,
} from '../../../account/workspaces/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operationOf } from '../../../base/contract/document.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { profilePath } from '../../http/addresses.ts';
import { barFor, type Desk, HOME, idOf, readForm, send, tokenField, visitorOf } from '../kit.ts';
import { begin, clientOf } from '../people/begin.ts';
import { invitationPage } from './texts.ts';

export async function showInvitation(desk: Desk, request: Request, response: Response): Promise<void> {
  show(desk, request, response, 200);
}

interface Refused {
  error: string;
  typed?: { email: string; name: string };
}

function show(desk: Desk, request: Request, response: Response, status: number, refused?: Refused): void {
  const token = String(request.params['token']);
  const invitation = standingInvitation(desk.base, token);
  if (!invitation) throw new ApiError('not_found', 'No such invitation. Perhaps a part of its link is missing.');
  const visitor = visitorOf(desk, request);
  const form = { token: tokenField(desk, request, response), isSignedIn: visitor !== undefined, ...refused };
  const content = invitationPage({ ...facts(desk, invitation), path: invitationPath(token), ...form });
  send(response, status, content, visitor && barFor(visitor));
}

function facts({ base }: Desk, invitation: Invitation) {
  const [workspace] = workspacesById(base, [invitation.workspaceId]);
  const status = statusOf(base, invitation);
  const app = appBehind(base, invitation.invitedBy);
  const isMailed = app === undefined || invitation.mailId !== null;
  const isToProfile = invitation.profileId !== null;
  return { workspace: workspace?.name ?? '', role: invitation.role, isToProfile, app, isMailed, status };
}

const JOINS_PER_MINUTE = 10;

export async function takeInvitation(desk: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(desk, request);
  const token = String(request.params['token']);
  const field = readForm(desk, request);
  if (!visitor) return join(desk, request, response, field);
  try {
    const call = desk.callers(visitor.principal, idOf(request)).call;
    const { data } = await call('acceptInvitation', {}, undefined, { token });
    response.redirect(303, data.profile_id === null ? HOME : profilePath(data.profile_id));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
    show(desk, request, response, error.status, { error: error.message });
  }
}

/** For who has no account yet: a password is chosen here, and the overview is the next page. */
async function join(desk: Desk, request: Request, response: Response, field: (name: string) => string): Promise<void> {
  limitJoins(desk, request);
  const typed = { email: field('email').slice(0, 254), name: field('name').slice(0, 200) };
  try {
    const chosen = { ...typed, password: field('password'), ...clientOf(request) };
    const { invitation, session } = await joinByInvitation(desk.base, String(request.params['token']), chosen);
    begin(desk, response, session, invitation.profileId === null ? HOME : profilePath(invitation.profileId));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'not_found') throw error;
    show(desk, request, response, error.status, { error: error.message, typed });
  }
}

/** A hash of a password costs a while. */
function limitJoins({ limit, addressOf }: Desk, request: Request): void {
  const credentialId = `join:${addressOf(request)}`;
  const caller: Principal = { kind: 'public', credentialId, scopes: new Set(), ratePerMinute: JOINS_PER_MINUTE };
  limit(caller, operationOf('acceptInvitation'));
}
