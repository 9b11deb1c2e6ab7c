// Invitations to a workspace, or to one profile of it: for one address, by a link that only a mail carries, for a week and once.
// Accepting one never lowers a role that somebody has.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import {
  findPerson,
  findProfile,
  hasAccount,
  lookupOf,
  matching,
  mintSecret,
  type NewSession,
  normaliseEmail,
  outranks,
  PROFILE_ROLES,
  type ProfileRole,
  personById,
  prepareAccount,
  profileMembers,
  queueMail,
  setProfileRole,
  setWorkspaceRole,
  takeAttempt,
  WORKSPACE_ROLES,
  type WorkspaceRole,
  workspaceFacts,
  workspaceMembers,
  writeAudit,
} from '../access/index.ts';
import { senderOf } from './sender-domain.ts';
import { workspacesById } from './workspaces.ts';

const PREFIX = 'svc_invite_';
const LIFE_DAYS = 7;
const DAY_MS = 86_400_000;

export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired';

interface InvitationBase {
  invitationId: string;
  workspaceId: string;
  email: string;
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  acceptedAt: number | null;
  acceptedBy: string | null;
  revokedAt: number | null;
}
export type Invitation = InvitationBase &
  ({ profileId: null; role: WorkspaceRole } | { profileId: string; role: ProfileRole; canSeePii: boolean });

function invitationOf(row: Record<string, unknown>): Invitation {
  const common: InvitationBase = {
    invitationId: String(row['invitation_id']),
    workspaceId: String(row['workspace_id']),
    email: String(row['email']),
    invitedBy: String(row['invited_by']),
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
    acceptedAt: row['accepted_at'] as number | null,
    acceptedBy: row['accepted_by'] as string | null,
    revokedAt: row['revoked_at'] as number | null,
  };
  const profileId = row['profile_id'] as string | null;
  if (profileId === null) return { ...common, profileId, role: row['role'] as WorkspaceRole };
  return { ...common, profileId, role: row['role'] as ProfileRole, canSeePii: row['can_see_pii'] === 1 };
}

export function statusOf(base: Base, { acceptedAt, revokedAt, expiresAt }: Invitation): InvitationStatus {
  if (acceptedAt !== null) return 'accepted';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= base.clock.now() ? 'expired' : 'pending';
}

/** To the workspace itself, or to one profile of it. */
export interface Place {
  workspaceId: string;
  profileId: string | null;
}

export interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** Newest first; `cursor` for what comes after. */
export function listInvitations(base: Base, place: Place, page: Page): { invitations: Invitation[]; cursor: string | null } {
  const rows = base.state.statement('account/workspaces/invitations_list').all({
    workspace_id: place.workspaceId,
    profile_id: place.profileId,
    before: page.cursor === undefined ? null : Number(page.cursor),
    limit: page.limit + 1,
  });
  const shown = rows.slice(0, page.limit);
  const cursor = rows.length > shown.length ? String(shown.at(-1)?.['invitation_no']) : null;
  return { invitations: shown.map(invitationOf), cursor };
}

export type NewInvitation = Place & { email: string; actor: string } & (
    | { profileId: null; role: WorkspaceRole }
    | { profileId: string; role: ProfileRole; canSeePii: boolean }
  );

/** Invites, and queues the mail, in one transaction. Refuses who is there already, and an address with an open invitation. */
export function invite(base: Base, given: NewInvitation): Invitation {
  const email = normaliseEmail(given.email);
  refuseProvisioned(base, given.workspaceId);
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(PREFIX);
  const { workspaceId, profileId, role, actor } = given;
  const invitationId = randomUUID();
  return base.state.tx(() => {
    refuseWhoIsThere(base, given, email);
    const open = base.state
      .statement('account/workspaces/invitation_open')
      .get({ workspace_id: workspaceId, profile_id: profileId, email, now });
    if (open) throw new ApiError('invalid_state', 'This address has an open invitation; revoke it to send another.');
    // Counted apart from what people ask for themselves, so that nobody is kept from a new password by invitations.
    takeAttempt(base, 'mail', { account: `invitation:${email}` });
    // By the person and not the session: a session more is quickly made.
    takeAttempt(base, 'invitation', { account: actor });
    base.state.statement('account/workspaces/invitation_create').run({
      ...{ invitation_id: invitationId, workspace_id: workspaceId, profile_id: profileId, email, role, lookup, hash },
      can_see_pii: given.profileId !== null && given.canSeePii ? 1 : 0,
      invited_by: actor,
      created_at: now,
      expires_at: now + LIFE_DAYS * DAY_MS,
    });
    const from = senderOf(base, workspaceId);
    const link = `${publicAddress(base)}${invitationPath(secret)}`;
    queueMail(base, { to: email, ...wordsFor(base, given), link, ...(from ? { from } : {}) });
    const detail = profileId === null ? { role } : { role, pii: given.canSeePii };
    const place = profileId === null ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor, action: 'invitation.created', ...place, subject: invitationId, detail });
    return readInvitation(base, given, invitationId);
  });
}

/** The page that the link of a mail opens. */
export const invitationPath = (token: string): string => `/console/invitation/${encodeURIComponent(token)}`;

function refuseProvisioned(base: Base, workspaceId: string): void {
  if (workspaceFacts(base, workspaceId)?.provisionedBy != null)
    throw new ApiError('app_provisioned_workspace', 'The app that made this workspace brings its people in; no mail is sent.');
}

function refuseWhoIsThere(base: Base, { workspaceId, profileId, role }: NewInvitation, email: string): void {
  const held = workspaceMembers(base, workspaceId).find((member) => member.email === email);
  if (!held) return;
  if (profileId === null && outranks(WORKSPACE_ROLES, held.role, role as WorkspaceRole))
    throw new ApiError('invalid_state', `This person is ${held.role} of the workspace already.`);
  if (profileId === null) return;
  if (held.role !== 'member')
    throw new ApiError('invalid_state', `This person is ${held.role} of the workspace and manages all of its profiles.`);
  if (profileMembers(base, profileId).some(({ personId }) => personId === held.personId))
    throw new ApiError('invalid_state', 'This person has a role on the profile already; change that.');
}

function wordsFor(base: Base, { workspaceId, profileId, role, actor }: NewInvitation): { subject: string; text: string } {
  const [workspace] = workspacesById(base, [workspaceId]);
  const inviter = actor.startsWith('person:') ? personById(base, actor.slice('person:'.length)) : undefined;
  const what = profileId === null ? 'the workspace' : 'a profile of the workspace';
  const who = inviter ? (inviter.name ?? inviter.email) : 'An administrator';
  return {
    subject: `Invitation to ${workspace?.name ?? 'a workspace'}`,
    text: `${who} invites you to ${what} "${workspace?.name ?? ''}" on Tributary, as ${role}. Open the link and sign in, or sign up, with this address. It works once, for ${LIFE_DAYS} days.\n\nIf you do not know what this is about, do nothing: nothing has happened.`,
  };
}

/** Throws not_found where the place has no such invitation. */
export function readInvitation(base: Base, place: Place, invitationId: string): Invitation {
  const row = base.state
    .statement('account/workspaces/invitation_get')
    .get({ invitation_id: invitationId, workspace_id: place.workspaceId, profile_id: place.profileId });
  if (!row) throw new ApiError('not_found', 'No such invitation.');
  return invitationOf(row);
}

/** Revoking it again answers as before. */
export function revokeInvitation(base: Base, place: Place, invitationId: string, actor: string): Invitation {
  return base.state.tx(() => {
    const before = readInvitation(base, place, invitationId);
    if (before.acceptedAt !== null)
      throw new ApiError('invalid_state', ACCEPTED[place.profileId === null ? 'workspace' : 'profile']);
    const now = base.clock.now();
    const revoked = base.state.statement('account/workspaces/invitation_revoke').run({ invitation_id: invitationId, now });
    if (revoked.changes === 0) return before;
    const where = { workspaceId: place.workspaceId, ...(place.profileId === null ? {} : { profileId: place.profileId }) };
    writeAudit(base, { actor, action: 'invitation.revoked', ...where, subject: invitationId });
    return { ...before, revokedAt: now };
  });
}

/** The invitation behind a link; looking at it uses nothing up. */
function findInvitation(base: Base, token: string): Invitation | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const rows = base.state.statement('account/workspaces/invitation_find').all({ lookup: lookupOf(PREFIX, token) });
  const row = matching(rows, token);
  return row && invitationOf(row);
}

/** The invitation behind a link, if any; a link to an archived workspace leads nowhere, whoever follows it. */
export function standingInvitation(base: Base, token: string): Invitation | undefined {
  const invitation = findInvitation(base, token);
  if (invitation && workspaceFacts(base, invitation.workspaceId)?.archivedAt !== null)
    throw new ApiError('workspace_archived', 'The workspace of this invitation was archived.');
  return invitation;
}

/**
 * Gives the person what the invitation says, once. An archived workspace is told before anything else; whoever has the link of
 * somebody else learns nothing but that.
 */
export function acceptInvitationOf(base: Base, token: string, personId: string): Invitation {
  return base.state.tx(() => {
    const invitation = standingInvitation(base, token);
    if (!invitation) throw new ApiError('not_found', 'No such invitation.');
    if (invitation.email === '') throw new ApiError('invalid_state', 'The profile of this invitation was archived.');
    const person = personById(base, personId);
    if (person === undefined || findPerson(base, invitation.email)?.personId !== personId) throw isForAnother();
    const status = statusOf(base, invitation);
    if (status !== 'pending') throw new ApiError('invalid_state', REFUSALS[status]);
    enter(base, invitation, personId);
    const now = base.clock.now();
    const { invitationId, workspaceId, profileId } = invitation;
    base.state.statement('account/workspaces/invitation_accept').run({ invitation_id: invitationId, person_id: personId, now });
    const place = profileId === null ? { workspaceId } : { workspaceId, profileId };
    writeAudit(base, { actor: `person:${personId}`, action: 'invitation.accepted', ...place, subject: invitationId });
    return { ...invitation, acceptedAt: now, acceptedBy: personId };
  });
}

const isForAnother = (): ApiError =>
  new ApiError('forbidden', 'This invitation is for another address. Use the one it was sent to.');

/** Whether an account may be made for this address on its word alone: it has an open invitation. */
export const isInvited = (base: Base, email: string): boolean =>
  base.state
    .statement('account/workspaces/invitation_open_of_email')
    .get({ email: normaliseEmail(email), now: base.clock.now() }) !== undefined;

/**
 * Makes the account of the address that was invited, signs it in and accepts, all or nothing: the link went to that address alone.
 * Who has an account signs in with it instead.
 */
export async function joinByInvitation(
  base: Base,
  token: string,
  chosen: { email: string; password: string; name: string; client?: string },
): Promise<{ invitation: Invitation; session: NewSession }> {
  const invitation = standingInvitation(base, token);
  if (!invitation) throw new ApiError('not_found', 'No such invitation.');
  const status = statusOf(base, invitation);
  if (status !== 'pending') throw new ApiError('invalid_state', REFUSALS[status]);
  if (normaliseEmail(chosen.email) !== invitation.email) throw isForAnother();
  if (findPerson(base, invitation.email)) throw hasAccount();
  const makeAccount = await prepareAccount({ ...chosen, email: invitation.email });
  return base.state.tx(() => {
    const { personId, session } = makeAccount(base);
    return { invitation: acceptInvitationOf(base, token, personId), session };
  });
}

/** What is left to do about an invitation that can no longer be revoked. */
const ACCEPTED = {
  workspace: 'The invitation was accepted and cannot be revoked any more.',
  profile: 'The invitation was accepted; DELETE …/profiles/{profileId}/members/{membershipId} takes the role away.',
} as const;

const REFUSALS = {
  accepted: 'This invitation was accepted already.',
  revoked: 'This invitation was revoked. Ask for another.',
  expired: 'This invitation is too old. Ask for another.',
} as const;

function enter(base: Base, invitation: Invitation, personId: string): void {
  const { workspaceId } = invitation;
  const actor = `person:${personId}`;
  const held = workspaceMembers(base, workspaceId).find((member) => member.personId === personId)?.role;
  const wanted: WorkspaceRole = invitation.profileId === null ? invitation.role : 'member';
  if (held === undefined || !outranks(WORKSPACE_ROLES, held, wanted))
    setWorkspaceRole(base, { workspaceId, personId, role: wanted, actor });
  if (invitation.profileId === null) return;
  const profile = findProfile(base, invitation.profileId);
  if (!profile) throw new ApiError('invalid_state', 'The profile of this invitation was archived.');
  const { role, canSeePii } = invitation;
  const own = profileMembers(base, profile.profileId).find((member) => member.personId === personId);
  if (own === undefined || !outranks(PROFILE_ROLES, own.role, role))
    setProfileRole(base, { profile, personId, role, canSeePii: canSeePii || own?.canSeePii === true, actor });
}
