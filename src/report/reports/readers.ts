// Who may get the reports of a schedule: users who can open the profile, and its chats, which are read without signing in.
import { chatsOf } from '../../account/chats/index.ts';
import { profileRole } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import { checkForOutside, type Question } from '../analytics/index.ts';
import type { ReportPage } from './compute.ts';

const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

export function checkRecipients(base: ReadBase, profile: ProfileRef, recipients: readonly string[]): string[] {
  const ids = unique(recipients);
  const stranger = ids.find((id) => !profileRole(base, id, profile));
  if (stranger !== undefined)
    throw new ApiError(
      'validation_error',
      `recipients: ${stranger} is no user who can open the profile. Invite the person first.`,
    );
  return ids;
}

interface By {
  principal: Principal;
  profile: ProfileRef;
}

/** What leaves sign-in is a decision of a manager; what a manager chose stays when others change the schedule. */
export function checkChats(
  base: ReadBase,
  { principal, profile }: By,
  chats: readonly string[],
  chosen: readonly string[] = [],
): string[] {
  const ids = unique(chats);
  if (ids.every((id) => chosen.includes(id))) return ids;
  const role = principal.personId === undefined ? undefined : profileRole(base, principal.personId, profile)?.role;
  if (role !== 'manager') throw new ApiError('forbidden', 'A manager of the profile decides which chats get reports.');
  const chatIds = new Set(chatsOf(base, profile.profileId).map(({ chat_id }) => chat_id));
  const stranger = ids.find((id) => !chatIds.has(id));
  if (stranger !== undefined) throw new ApiError('validation_error', `chats: ${stranger} is no chat of the profile.`);
  return ids;
}

/** Without deleted ones. */
export function presentChats(base: ReadBase, profileId: string, chats: readonly string[]): string[] {
  if (chats.length === 0) return [];
  const chatIds = new Set(chatsOf(base, profileId).map(({ chat_id }) => chat_id));
  return chats.filter((id) => chatIds.has(id));
}

interface Readers {
  page: ReportPage;
  question: Question;
  readers: { recipients: readonly string[]; chats: readonly string[] };
}

/** Refuses a schedule that nobody reads, and a question that readers outside cannot ask. */
export function checkReaders(base: ReadBase, { profileId }: ProfileRef, { page, question, readers }: Readers): void {
  if (readers.recipients.length + readers.chats.length === 0)
    throw new ApiError('validation_error', 'recipients: a schedule needs a user or a chat.');
  if (readers.chats.length > 0) checkForOutside(base, profileId, page, question);
}
