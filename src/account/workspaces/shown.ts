// The form of members and moments in the answers of workspaces.
import type { MailState } from '../people/index.ts';
import type { ProfileMember, WorkspaceMember } from '../places/index.ts';

export const instant = (at: number): string => new Date(at).toISOString();

export const shownMember = ({ personId, email, name, role, since }: WorkspaceMember) => ({
  user_id: personId,
  email,
  name,
  role,
  created_at: instant(since),
});

export const shownProfileMember = (member: ProfileMember) => ({
  membership_id: member.membershipId,
  user_id: member.personId,
  email: member.email,
  name: member.name,
  role: member.role,
  permissions: { pii: member.canSeePii },
  created_at: instant(member.since),
});

/** The mail of an invitation; null where its state is no longer stored. */
export const shownMail = (mail: MailState | undefined) =>
  mail === undefined
    ? null
    : {
        status: mail.status,
        reason: mail.reason,
        attempts: mail.attempts,
        next_attempt_at: mail.nextAttemptAt === null ? null : instant(mail.nextAttemptAt),
      };
