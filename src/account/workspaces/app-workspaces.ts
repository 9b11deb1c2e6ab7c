// The consumer-app branch of making a workspace: for a user named by e-mail, bare, and a new one with every call. The user owns it once
// they accept; until then it has no owner, and the app that made it works in it.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { authorizeApp } from '../apps/index.ts';
import { inviteByApp } from './invitations/app-invitations.ts';

/** Makes the workspace, lets the app reach it and invites the user to own it: all or nothing. */
export function makeForUser<Made extends { workspaceId: string }>(
  base: Base,
  principal: Principal,
  email: string | undefined,
  make: () => Made,
): Made {
  if (email === undefined) throw new ApiError('validation_error', 'email: an app names the user that the workspace is for.');
  return base.state.tx(() => {
    const result = make();
    const { workspaceId } = result;
    authorizeApp(base, { appId: principal.appId as string, place: { workspaceId }, kind: 'provisioned' });
    inviteByApp(base, { workspaceId, email, role: 'owner', profileRoles: [], principal });
    return result;
  });
}
