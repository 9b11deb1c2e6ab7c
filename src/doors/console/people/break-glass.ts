// The page on which the break-glass owner of a workspace opens it without its provider. Its button writes to all owners.
import type { Request, Response } from 'express';
import { BREAK_GLASS_HOURS, breakGlass, whyNotBreakGlass } from '../../../account/sso/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { breakGlassPath } from '../../http/addresses.ts';
import { barFor, type Desk, readForm, send, tokenField, visitorOf } from '../kit.ts';
import { nameOf } from './providers.ts';
import { askToSignIn } from './sign-in.ts';
import { breakGlassPage } from './sso-texts.ts';

function workspaceIn(request: Request): string {
  const workspaceId = String(request.params['workspaceId']).toLowerCase();
  if (!isUuid(workspaceId)) throw new ApiError('not_found', 'There is no such page.');
  return workspaceId;
}

export async function showBreakGlass(desk: Desk, request: Request, response: Response): Promise<void> {
  const workspaceId = workspaceIn(request);
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, breakGlassPath(workspaceId));
  const refusal = whyNotBreakGlass(desk.base, visitor.principal, workspaceId);
  if (refusal !== undefined) throw new ApiError('forbidden', refusal);
  const content = breakGlassPage({
    token: tokenField(desk, request, response),
    path: breakGlassPath(workspaceId),
    workspace: nameOf(desk.base, workspaceId),
    hours: BREAK_GLASS_HOURS,
  });
  send(response, 200, content, barFor(visitor));
}

export async function openByBreakGlass(desk: Desk, request: Request, response: Response): Promise<void> {
  const workspaceId = workspaceIn(request);
  const visitor = visitorOf(desk, request);
  if (!visitor) return askToSignIn(desk, request, response, breakGlassPath(workspaceId));
  readForm(desk, request);
  breakGlass(desk.base, visitor.principal, { workspaceId, workspace: nameOf(desk.base, workspaceId) });
  response.redirect(303, `/console/workspaces/${workspaceId}/settings/sign-in`);
}
