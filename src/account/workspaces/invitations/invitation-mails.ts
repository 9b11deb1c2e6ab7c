// The mail of an invitation: its words, its link and its state.
import type { Base, ReadBase } from '../../../base/base.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { findApp } from '../../apps/index.ts';
import { type MailState, mailState, personById, queueMail } from '../../people/index.ts';
import { senderOf } from '../sender-domain.ts';
import { workspacesById } from '../workspaces.ts';

interface Mailed {
  mailId: string | null;
}

interface Invited {
  workspaceId: string;
  profileId: string | null;
  email: string;
  role: string;
  actor: string;
}

/** The state of the mail with the link; undefined where it is no longer stored. */
export const mailOf = (base: ReadBase, { mailId }: Mailed): MailState | undefined =>
  mailId === null ? undefined : mailState(base, mailId);

/** Its mail ended without being sent, as far as is known. */
export function isUndelivered(base: ReadBase, invitation: Mailed): boolean {
  const status = mailOf(base, invitation)?.status;
  return status === 'failed' || status === 'unknown';
}

/** Inside the caller's transaction. Answers the id of the mail. */
export function queueInvitation(base: Base, invited: Invited, { link, days }: { link: string; days: number }): string {
  const from = senderOf(base, invited.workspaceId);
  return queueMail(base, { to: invited.email, ...wordsFor(base, invited, days), link, ...(from ? { from } : {}) });
}

export const invitationLink = (base: ReadBase, secret: string): string => `${publicAddress(base)}${invitationPath(secret)}`;

/** The page that the link of a mail opens. */
export const invitationPath = (token: string): string => `/console/invitation/${encodeURIComponent(token)}`;

function wordsFor(base: Base, { workspaceId, profileId, role, actor }: Invited, days: number): { subject: string; text: string } {
  const [workspace] = workspacesById(base, [workspaceId]);
  const what = profileId === null ? 'the workspace' : 'a profile of the workspace';
  const who = inviterOf(base, actor);
  return {
    subject: `Invitation to ${workspace?.name ?? 'a workspace'}`,
    text: `${who} invites you to ${what} "${workspace?.name ?? ''}" on Tributary, as ${role}. Open the link and sign in, or sign up, with this address. It works once, for ${days} days.\n\nIf you do not know what this is about, do nothing: nothing has happened.`,
  };
}

function inviterOf(base: Base, actor: string): string {
  const person = actor.startsWith('person:') ? personById(base, actor.slice('person:'.length)) : undefined;
  if (person) return person.name ?? person.email;
  const app = appBehind(base, actor);
  return app === undefined ? 'An administrator' : `The app "${app}"`;
}

/** The name of the consumer app that invites, where one does. */
export const appBehind = (base: Base, invitedBy: string): string | undefined =>
  invitedBy.startsWith('app:') ? findApp(base, invitedBy.slice('app:'.length))?.name : undefined;
