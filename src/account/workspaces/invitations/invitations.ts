// Invitations to a workspace, or to one profile of it: for one address, by a link that only a mail carries, for a week and once. One by a
// consumer app has no mail: the app hands on the page of its id, which only the account of that address can accept.

import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import {
  isProfileRole,
  isWorkspaceRole,
  outranks,
  type ProfileRole,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '../../../base/contract/scopes.ts';
import { lookupOf, matching, mintSecret } from '../../../base/kit/credential-secrets.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { workspaceFacts } from '../../apps/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { normaliseEmail, takeAttempt, withdrawMail } from '../../people/index.ts';
import { profileMembers, workspaceMembers } from '../../places/index.ts';
import { storedProfileRoles } from '../stored.ts';
import { invitationLink, isUndelivered, queueInvitation } from './invitation-mails.ts';

const PREFIX = 'svc_invite_';
const LIFE_DAYS = 7;
const DAY_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  /** Null for one by a consumer app, and of an earlier version. */
  mailId: string | null;
}
export interface InvitedProfileRole {
  profileId: string;
  role: ProfileRole;
  canSeePii: boolean;
}
/** To the workspace itself; an app says a name and roles on profiles with it. */
export interface WorkspaceInvitation extends InvitationBase {
  profileId: null;
  role: WorkspaceRole;
  personName: string | null;
  profileRoles: InvitedProfileRole[];
}
export type Invitation = WorkspaceInvitation | (InvitationBase & InvitedProfileRole);

function invitationOf(
  row: RowOf<
    | 'account/workspaces/invitation_by_id'
    | 'account/workspaces/invitation_find'
    | 'account/workspaces/invitation_get'
    | 'account/workspaces/invitation_open'
    | 'account/workspaces/invitations_list'
    | 'account/workspaces/workspace_invitations_open'
  >,
): Invitation {
  const common: InvitationBase = {
    invitationId: row.invitation_id,
    workspaceId: row.workspace_id,
    email: row.email,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at,
    acceptedBy: row.accepted_by,
    revokedAt: row.revoked_at,
    mailId: row.mail_id,
  };
  const profileId = row.profile_id;
  if (profileId === null) {
    const personName = row.person_name;
    const profileRoles = storedProfileRoles.read(row.profile_roles);
    return { ...common, profileId, role: workspaceRoleOf(row.role), personName, profileRoles };
  }
  return { ...common, profileId, role: profileRoleOf(row.role), canSeePii: row.can_see_pii === 1 };
}

/** @throws Error for a role of a profile: the row was changed by hand. */
function workspaceRoleOf(role: string): WorkspaceRole {
  if (!isWorkspaceRole(role)) throw new Error(`the invitation to a workspace has the role ${role}`);
  return role;
}

function profileRoleOf(role: string): ProfileRole {
  if (!isProfileRole(role)) throw new Error(`the invitation to a profile has the role ${role}`);
  return role;
}

export function statusOf(base: ReadBase, { acceptedAt, revokedAt, expiresAt }: Invitation): InvitationStatus {
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
export function listInvitations(base: ReadBase, place: Place, page: Page): { invitations: Invitation[]; cursor: string | null } {
  const rows = base.state.statement('account/workspaces/invitations_list').all({
    workspace_id: place.workspaceId,
    profile_id: place.profileId,
    before: page.cursor === undefined ? null : Number(page.cursor),
    limit: page.limit + 1,
  });
  const shown = rows.slice(0, page.limit);
  const cursor = rows.length > shown.length ? String(shown.at(-1)?.invitation_no) : null;
  return { invitations: shown.map(invitationOf), cursor };
}

/** The invitations to the workspace itself that can be accepted, oldest first. */
export const openInvitations = (base: ReadBase, workspaceId: string): WorkspaceInvitation[] =>
  base.state
    .statement('account/workspaces/workspace_invitations_open')
    .all({ workspace_id: workspaceId, now: base.clock.now() })
    .map(invitationOf)
    .filter((invitation) => invitation.profileId === null);

/** The invitation of an address that can be accepted. */
export function openInvitation(base: Base, { workspaceId, profileId }: Place, email: string): Invitation | undefined {
  const row = base.state
    .statement('account/workspaces/invitation_open')
    .get({ workspace_id: workspaceId, profile_id: profileId, email, now: base.clock.now() });
  return row && invitationOf(row);
}

export type NewInvitation = Place & { email: string; actor: string } & (
    | { profileId: null; role: WorkspaceRole; personName?: string | null; profileRoles?: readonly InvitedProfileRole[] }
    | InvitedProfileRole
  );

/**
 * Invites by a person, in one transaction. Refuses who is there already, and an address with an open invitation, unless its mail was not sent:
 * the new one takes its place.
 */
export function invite(base: Base, invitation: NewInvitation): AddedInvitation {
  const email = normaliseEmail(invitation.email);
  refuseProvisioned(base, invitation.workspaceId);
  return base.state.tx(() => {
    refuseWhoIsThere(base, invitation, email);
    const open = openInvitation(base, invitation, email);
    if (open && !isUndelivered(base, open))
      throw new ApiError('invalid_state', 'This address has an open invitation; revoke it to send another.');
    // Counted apart from people's own requests, so that invitations cannot prevent a new password.
    takeAttempt(base, 'mail', { account: `invitation:${email}` });
    // Counted by person and not by session: another session is quickly made.
    takeAttempt(base, 'invitation', { account: invitation.actor });
    if (open) revokeInvitation(base, invitation, open.invitationId, invitation.actor);
    return addInvitation(base, { ...invitation, email });
  });
}

/** With the link, which is not stored. */
export type AddedInvitation = Invitation & { link: string };

/** True for one by a consumer app: no mail goes out, and its id takes the place of a link's secret. */
const isByApp = ({ invitedBy }: Pick<Invitation, 'invitedBy'>): boolean => invitedBy.startsWith('app:');

/** The invitation and, of people's, its mail; inside the caller's transaction, which has looked whether there may be one. */
export function addInvitation(base: Base, invitation: NewInvitation): AddedInvitation {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(PREFIX);
  const link = invitationLink(base, secret);
  const { workspaceId, profileId, email, role, actor } = invitation;
  const invitationId = randomUUID();
  base.state.statement('account/workspaces/invitation_create').run({
    invitation_id: invitationId,
    workspace_id: workspaceId,
    profile_id: profileId,
    email,
    role,
    lookup,
    hash,
    can_see_pii: invitation.profileId !== null && invitation.canSeePii ? 1 : 0,
    person_name: invitation.profileId === null ? (invitation.personName ?? null) : null,
    profile_roles: storedProfileRoles.write(invitation.profileId === null ? [...(invitation.profileRoles ?? [])] : []),
    invited_by: actor,
    created_at: now,
    expires_at: now + LIFE_DAYS * DAY_MS,
    mail_id: isByApp({ invitedBy: actor }) ? null : queueInvitation(base, invitation, { link, days: LIFE_DAYS }),
  });
  const detail = invitation.profileId === null ? { role } : { role, pii: invitation.canSeePii };
  const place = profileId === null ? { workspaceId } : { workspaceId, profileId };
  writeAudit(base, { actor, action: 'invitation.created', ...place, subject: invitationId, detail });
  return { ...readInvitation(base, invitation, invitationId), link };
}

/**
 * The link for the answer to an owner, where no mail brings it: an installation without a mail server proves no address anyway. Undefined for
 * anybody else, and wherever mails are sent.
 */
export function linkForOwner(
  base: Base,
  { workspaceId, link }: AddedInvitation,
  personId: string | undefined,
): { link?: string } {
  const role = workspaceMembers(base, workspaceId).find((member) => member.personId === personId)?.role;
  return base.config.smtpUrl === undefined && role === 'owner' ? { link } : {};
}

function refuseProvisioned(base: Base, workspaceId: string): void {
  if (workspaceFacts(base, workspaceId)?.provisionedBy != null)
    throw new ApiError('app_provisioned_workspace', 'The app that made this workspace invites its people.');
}

function refuseWhoIsThere(base: Base, { workspaceId, profileId, role }: NewInvitation, email: string): void {
  const workspaceMember = workspaceMembers(base, workspaceId).find((member) => member.email === email);
  if (!workspaceMember) return;
  if (profileId === null && outranks(WORKSPACE_ROLES, workspaceMember.role, role as WorkspaceRole))
    throw new ApiError('invalid_state', `This person is ${workspaceMember.role} of the workspace already.`);
  if (profileId === null) return;
  if (workspaceMember.role !== 'member')
    throw new ApiError(
      'invalid_state',
      `This person is ${workspaceMember.role} of the workspace and manages all of its profiles.`,
    );
  if (profileMembers(base, profileId).some(({ personId }) => personId === workspaceMember.personId))
    throw new ApiError('invalid_state', 'This person has a role on the profile already; change that.');
}

export function findInvitation(base: Base, place: Place, invitationId: string): Invitation | undefined {
  const row = base.state
    .statement('account/workspaces/invitation_get')
    .get({ invitation_id: invitationId, workspace_id: place.workspaceId, profile_id: place.profileId });
  return row && invitationOf(row);
}

/** Throws not_found where the place has no such invitation. */
export function readInvitation(base: Base, place: Place, invitationId: string): Invitation {
  const invitation = findInvitation(base, place, invitationId);
  if (!invitation) throw new ApiError('not_found', 'No such invitation.');
  return invitation;
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
    if (before.mailId !== null) withdrawMail(base, before.mailId);
    const where = { workspaceId: place.workspaceId, ...(place.profileId === null ? {} : { profileId: place.profileId }) };
    writeAudit(base, { actor, action: 'invitation.revoked', ...where, subject: invitationId });
    return { ...before, revokedAt: now };
  });
}

/** The invitation behind a link; looking at it uses nothing up. */
function invitationBehind(base: Base, token: string): Invitation | undefined {
  if (UUID.test(token)) return invitationByApp(base, token.toLowerCase());
  if (!isMailedSecret(token)) return undefined;
  const rows = base.state.statement('account/workspaces/invitation_find').all({ lookup: lookupOf(PREFIX, token) });
  const row = matching(rows, token);
  return row && invitationOf(row);
}

/** The secret of a link, which went to the address alone, and no id. */
export const isMailedSecret = (token: string): boolean => token.startsWith(PREFIX);

function invitationByApp(base: Base, invitationId: string): Invitation | undefined {
  const row = base.state.statement('account/workspaces/invitation_by_id').get({ invitation_id: invitationId });
  const invitation = row && invitationOf(row);
  return invitation && isByApp(invitation) ? invitation : undefined;
}

/** The invitation behind a link, if any; a link to an archived workspace finds none, for any caller. */
export function standingInvitation(base: Base, token: string): Invitation | undefined {
  const invitation = invitationBehind(base, token);
  if (invitation && workspaceFacts(base, invitation.workspaceId)?.archivedAt !== null)
    throw new ApiError('workspace_archived', 'The workspace of this invitation was archived.');
  return invitation;
}

/** True if an account may be created for this address on its word alone: it has an open invitation. */
export const isInvited = (base: Base, email: string): boolean =>
  base.state
    .statement('account/workspaces/invitation_open_of_email')
    .get({ email: normaliseEmail(email), now: base.clock.now() }) !== undefined;

/** As `isInvited`, by a consumer app, whose people have no other way to an account while sign-up is closed. */
export const isInvitedByApp = (base: Base, email: string): boolean =>
  base.state
    .statement('account/workspaces/invitation_of_app_open')
    .get({ email: normaliseEmail(email), now: base.clock.now() }) !== undefined;

/** The remaining options for an invitation that can no longer be revoked. */
const ACCEPTED = {
  workspace: 'The invitation was accepted and cannot be revoked any more.',
  profile: 'The invitation was accepted; DELETE …/profiles/{profileId}/members/{membershipId} takes the role away.',
} as const;
