// Who may get the reports of a schedule: users who can open the profile, and who reads without signing in: chats of the
// profile and addresses outside.
import { chatsOf } from '../../account/chats/index.ts';
import { profileRole } from '../../account/places/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import type { Question } from '../analytics/index.ts';
import { makerOf } from './compute.ts';
import { readersOf } from './outside/readers.ts';
import { checkReportForOutside, type ReportPage } from './pages/pages.ts';

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

export interface OutsideReaders {
  chats: readonly string[];
  readers: readonly string[];
}

/** What leaves sign-in is a decision of a manager; what a manager chose stays when others change the schedule. */
export function checkOutsideReaders(
  base: ReadBase,
  { principal, profile }: By,
  next: OutsideReaders,
  chosen: OutsideReaders = { chats: [], readers: [] },
): { chats: string[]; readers: string[] } {
  const ids = { chats: unique(next.chats), readers: unique(next.readers) };
  const isKept = (kind: keyof OutsideReaders): boolean => ids[kind].every((id) => chosen[kind].includes(id));
  if (isKept('chats') && isKept('readers')) return ids;
  const role = principal.personId === undefined ? undefined : profileRole(base, principal.personId, profile)?.role;
  if (role !== 'manager')
    throw new ApiError('forbidden', 'A manager of the profile decides who gets reports without signing in.');
  const chat = strangerIn(ids.chats, presentChats(base, profile.profileId, ids.chats));
  if (chat !== undefined) throw new ApiError('validation_error', `chats: ${chat} is no chat of the profile.`);
  const reader = strangerIn(ids.readers, presentReaders(base, profile.profileId, ids.readers));
  if (reader !== undefined) throw new ApiError('validation_error', `readers: ${reader} is no address of the profile.`);
  return ids;
}

const strangerIn = (ids: readonly string[], present: readonly string[]): string | undefined =>
  ids.find((id) => !present.includes(id));

/** Without deleted ones. */
export function presentChats(base: ReadBase, profileId: string, chats: readonly string[]): string[] {
  if (chats.length === 0) return [];
  const chatIds = new Set(chatsOf(base, profileId).map(({ chat_id }) => chat_id));
  return chats.filter((id) => chatIds.has(id));
}

/** Without deleted ones. */
export function presentReaders(base: ReadBase, profileId: string, readers: readonly string[]): string[] {
  if (readers.length === 0) return [];
  const readerIds = new Set(readersOf(base, profileId).map(({ reader_id }) => reader_id));
  return readers.filter((id) => readerIds.has(id));
}

interface Readers {
  page: ReportPage;
  question: Question;
  currency: string | null;
  created_by: string;
  readers: OutsideReaders & { recipients: readonly string[] };
}

/** Refuses a schedule that nobody reads, and a question that readers outside cannot ask. */
export function checkReaders(base: ReadBase, profile: ProfileRef, request: Readers): void {
  const { page, question, currency, created_by, readers } = request;
  requireReader(readers);
  if (readers.chats.length + readers.readers.length === 0) return;
  if (currency !== null)
    throw new ApiError('validation_error', "currency: readers outside and chats get figures in the profile's currency.");
  checkReportForOutside(base, profile.profileId, { page, question, maker: makerOf(base, profile, created_by) });
}

export function requireReader({ recipients, chats, readers }: Readers['readers']): void {
  if (recipients.length + chats.length + readers.length === 0)
    throw new ApiError('validation_error', 'recipients: a schedule needs a user, an address or a chat.');
}

/** Whether somebody outside would get the reports who did not before. */
export const hasNewOutside = (next: OutsideReaders, before: OutsideReaders): boolean =>
  next.chats.some((id) => !before.chats.includes(id)) || next.readers.some((id) => !before.readers.includes(id));
