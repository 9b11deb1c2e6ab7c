// Which places the credential of a person opens at all, before their roles count. A session that the provider of a workspace opened, and an agent that
// was allowed in such a session, reach that workspace and nothing else; a workspace with enforced single sign-on is reached by nothing else, but
// for hours by a session in which its break-glass owner opened it.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { StateCache } from '../../base/work/memo.ts';
import { findProfile, workspaceRole, workspacesOf } from '../places/index.ts';

const rules = new StateCache<ReadonlyMap<string, string | null>>('enforced single sign-on');

/** The break-glass owners of the workspaces with enforced single sign-on. */
const enforced = (base: ReadBase): ReadonlyMap<string, string | null> =>
  rules.get(base.state, 'all', () => readEnforced(base)) ?? new Map();

function readEnforced(base: ReadBase): ReadonlyMap<string, string | null> {
  const rows = base.state.statement('account/sso/single_sign_on_enforced_list').all();
  return new Map(rows.map((row) => [row.workspace_id, row.break_glass_person_id]));
}

export const isEnforced = (base: ReadBase, workspaceId: string): boolean => enforced(base).has(workspaceId);

export const isBreakGlass = (base: ReadBase, workspaceId: string, personId: string): boolean =>
  enforced(base).get(workspaceId) === personId;

export function isOpenTo(base: ReadBase, principal: Principal, place: string): boolean {
  if (principal.workspaceId !== undefined) return principal.workspaceId === place;
  if (!isEnforced(base, place)) return true;
  return principal.personId !== undefined && isBreakGlass(base, place, principal.personId) && hasOpened(base, principal, place);
}

/** Sessions alone: an agent that is allowed in one gets no further. */
function hasOpened(base: ReadBase, { kind, credentialId }: Principal, place: string): boolean {
  if (kind !== 'session') return false;
  const params = { session_id: sessionOf(credentialId), workspace_id: place, now: base.clock.now() };
  return base.state.statement('account/sso/sso_break_glass_find').get(params) !== undefined;
}

export const sessionOf = (credentialId: string): string => credentialId.slice('session:'.length);

/** The workspace that this credential does not open although its person belongs there, as its provider has to. */
export function closedPlace(
  base: ReadBase,
  principal: Principal,
  place: { workspaceId?: string; profileId?: string },
): string | undefined {
  const { personId } = principal;
  if (personId === undefined || principal.workspaceId !== undefined) return undefined;
  const workspaceId =
    place.profileId === undefined ? place.workspaceId : findProfile(base, place.profileId.toLowerCase())?.workspaceId;
  if (workspaceId === undefined || !isEnforced(base, workspaceId) || isOpenTo(base, principal, workspaceId)) return undefined;
  return workspaceRole(base, personId, workspaceId) === undefined ? undefined : workspaceId;
}

/** All of them. */
export function closedPlaces(base: ReadBase, principal: Principal): string[] {
  const all = principal.personId === undefined ? [] : workspacesOf(base, principal.personId);
  return all.map(({ workspaceId }) => workspaceId).filter((workspaceId) => closedPlace(base, principal, { workspaceId }));
}

/** @throws ApiError `forbidden` to a member whose credential does not open the place. */
export function refuseClosed(base: ReadBase, principal: Principal, workspaceId: string): void {
  if (closedPlace(base, principal, { workspaceId }) === undefined) return;
  throw new ApiError(
    'forbidden',
    `Members reach this workspace by its single sign-on alone. Sign in at /console/sso/${workspaceId}; an agent has to be allowed in such a session.`,
  );
}

/** Operations of the person, who is more than a member of one workspace. */
export function requireOpen({ workspaceId }: Principal): void {
  if (workspaceId === undefined) return;
  throw new ApiError(
    'forbidden',
    'This session was opened by the single sign-on of one workspace and reaches that workspace alone. Sign in with your password, or by a link, for what concerns your whole account.',
  );
}
