// Which places the credential of a person opens at all, before their roles count: a session that the provider of a workspace opened,
// and an agent that was allowed in such a session, reach that workspace and nothing else.
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';

export const isOpenTo = ({ workspaceId }: Principal, place: string): boolean =>
  workspaceId === undefined || workspaceId === place;

/** Operations of the person, who is more than a member of one workspace. */
export function requireOpen({ workspaceId }: Principal): void {
  if (workspaceId === undefined) return;
  throw new ApiError(
    'forbidden',
    'This session was opened by the single sign-on of one workspace and reaches that workspace alone. Sign in with your password, or by a link, for what concerns your whole account.',
  );
}
