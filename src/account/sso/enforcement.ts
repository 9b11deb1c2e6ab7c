// Enforced single sign-on: members reach the workspace by its provider alone. Nobody is locked out for good: it is switched on in a session that the
// provider opened, one owner gets in without the provider (each time by mail to all owners), and the operator can end it.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Principal, stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { hasPassword, hasSecondFactor, hasShownSecondFactor, normaliseEmail, queueMail } from '../people/index.ts';
import { workspaceMembers, workspaceRole } from '../places/index.ts';
import { providerOf } from './providers.ts';
import { isBreakGlass, isEnforced, sessionOf } from './reach.ts';
import { shownThere } from './settings.ts';

/** Long enough to repair a provider or to end the enforcement. */
export const BREAK_GLASS_HOURS = 4;
const HOUR_MS = 3_600_000;

export const putSingleSignOnEnforcement = stateChange('putSingleSignOnEnforcement', ({ principal, workspaceId, body }, base) => {
  if (!providerOf(base, workspaceId)) throw new ApiError('invalid_state', 'The workspace has no single sign-on. Set it first.');
  if (principal.workspaceId !== workspaceId)
    throw new ApiError(
      'invalid_state',
      `Sign in at /console/sso/${workspaceId} first, then enforce it in that session: this shows that the provider lets an owner in.`,
    );
  const personId = body.break_glass_user_id.toLowerCase();
  checkBreakGlass(base, workspaceId, personId);
  enforceFor(base, workspaceId, personId, actorOf(principal));
  return { data: shownThere(base, workspaceId) };
});

function enforceFor(base: Base, workspaceId: string, personId: string, actor: string): boolean {
  if (providerOf(base, workspaceId)?.enforcement?.breakGlassId === personId) return false;
  const params = { workspace_id: workspaceId, break_glass_person_id: personId, now: base.clock.now() };
  base.state.statement('account/sso/single_sign_on_enforce').run(params);
  base.state.statement('account/sso/sso_break_glass_drop').run({ workspace_id: workspaceId });
  const detail = { break_glass_user_id: personId };
  writeAudit(base, { actor, action: 'single_sign_on.enforced', workspaceId, subject: workspaceId, detail });
  return true;
}

/** By the operator. That somebody has signed in by the provider shows that it lets people in. @throws ApiError */
export function enforce(base: Base, workspaceId: string, { email, actor }: { email: string; actor: string }): boolean {
  const provider = providerOf(base, workspaceId);
  if (!provider) throw new ApiError('invalid_state', 'The workspace has no single sign-on. Set it first.');
  if (provider.usedAt === null)
    throw new ApiError(
      'invalid_state',
      `Nobody has signed in by the provider yet. An owner tries it at /console/sso/${workspaceId} first, so that nobody is kept out.`,
    );
  const owner = workspaceMembers(base, workspaceId).find((each) => each.role === 'owner' && each.email === normaliseEmail(email));
  if (!owner) throw new ApiError('validation_error', `${email} is no owner of this workspace.`);
  checkBreakGlass(base, workspaceId, owner.personId);
  return base.state.tx(() => enforceFor(base, workspaceId, owner.personId, actor));
}

function checkBreakGlass(base: ReadBase, workspaceId: string, personId: string): void {
  if (workspaceRole(base, personId, workspaceId) !== 'owner')
    throw new ApiError('validation_error', 'break_glass_user_id: no owner of this workspace.');
  if (!hasPassword(base, personId))
    throw new ApiError(
      'validation_error',
      'break_glass_user_id: this owner has no password and could not get in without the provider.',
    );
  if (!hasSecondFactor(base, personId))
    throw new ApiError(
      'validation_error',
      'break_glass_user_id: signing in requires no code of a phone from this owner. They can set that up in My account.',
    );
}

export const deleteSingleSignOnEnforcement = stateChange('deleteSingleSignOnEnforcement', ({ principal, workspaceId }, base) => {
  relax(base, workspaceId, actorOf(principal));
  return { data: providerOf(base, workspaceId) ? shownThere(base, workspaceId) : null };
});

/** False where nothing was enforced. */
export function relax(base: Base, workspaceId: string, actor: string): boolean {
  return base.state.tx(() => {
    const ended = base.state.statement('account/sso/single_sign_on_relax').run({ workspace_id: workspaceId });
    base.state.statement('account/sso/sso_break_glass_drop').run({ workspace_id: workspaceId });
    if (ended.changes === 0) return false;
    writeAudit(base, { actor, action: 'single_sign_on.relaxed', workspaceId, subject: workspaceId });
    return true;
  });
}

/** Why this session may not open the workspace without its provider; undefined if it may. */
export function whyNotBreakGlass(base: ReadBase, principal: Principal, workspaceId: string): string | undefined {
  if (!isEnforced(base, workspaceId)) return 'The workspace does not enforce its single sign-on: sign in as before.';
  const { personId } = principal;
  const isTheirs =
    personId !== undefined &&
    principal.workspaceId === undefined &&
    isBreakGlass(base, workspaceId, personId) &&
    workspaceRole(base, personId, workspaceId) === 'owner';
  if (!isTheirs) return 'Only the owner who was named for it gets in without the provider.';
  if (hasShownSecondFactor(base, sessionOf(principal.credentialId))) return undefined;
  return 'This session was opened without a code of your phone. Sign out, then sign in again with your password and a code.';
}

/** Opens the workspace for this session, and writes to all owners. @throws ApiError */
export function breakGlass(
  base: Base,
  principal: Principal,
  { workspaceId, workspace }: { workspaceId: string; workspace: string },
) {
  base.state.tx(() => {
    const refusal = whyNotBreakGlass(base, principal, workspaceId);
    if (refusal !== undefined) throw new ApiError('forbidden', refusal);
    const now = base.clock.now();
    const expiresAt = now + BREAK_GLASS_HOURS * HOUR_MS;
    const session = { session_id: sessionOf(principal.credentialId), workspace_id: workspaceId };
    base.state.statement('account/sso/sso_break_glass_forget').run({ before: now });
    base.state.statement('account/sso/sso_break_glass_put').run({ ...session, now, expires_at: expiresAt });
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'single_sign_on.break_glass_used', workspaceId, subject: principal.personId ?? '' });
    const members = workspaceMembers(base, workspaceId);
    const who = members.find((each) => each.personId === principal.personId)?.email ?? '';
    for (const { email } of members.filter(({ role }) => role === 'owner'))
      queueMail(base, {
        to: email,
        subject: `${workspace} was opened without its provider`,
        text: `${who} opened the workspace ${workspace} on Tributary without its single sign-on, as its break-glass owner, for ${BREAK_GLASS_HOURS} hours. The log of the workspace has the time.\n\nIf nobody meant to, end the sessions of that account and choose a new password for it.`,
      });
  });
}

/** Inside the caller's transaction, where the person is about to be an owner no longer. */
export function refuseBreakGlass(base: ReadBase, workspaceId: string, personId: string): void {
  if (!isBreakGlass(base, workspaceId, personId)) return;
  throw new ApiError(
    'invalid_state',
    'This owner gets in where the provider of the single sign-on fails. Name another one for that first, or end the enforcement.',
  );
}
