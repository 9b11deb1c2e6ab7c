// The consumer-app branch of making a workspace: for a user named by e-mail, bare, and a new one with every call.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { actorOf, authorizeApp, createPerson, findPerson } from '../access/index.ts';

/** Finds or makes the user, lets `make` give them the workspace, and lets the app reach it: all or nothing. */
export function makeForUser<Made extends { workspaceId: string }>(
  base: Base,
  principal: Principal,
  email: string | undefined,
  make: (personId: string) => Made,
): Made {
  if (email === undefined) throw new ApiError('validation_error', 'email: an app names the user that the workspace is for.');
  return base.state.tx(() => {
    const { personId } = findPerson(base, email) ?? createPerson(base, { email, actor: actorOf(principal) });
    const made = make(personId);
    authorizeApp(base, { appId: principal.appId as string, place: { workspaceId: made.workspaceId }, kind: 'provisioned' });
    return made;
  });
}
