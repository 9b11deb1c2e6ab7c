// Addresses outside of sign-in that get reports of a profile by mail. Each is asked first whether it wants them, and one that ended the mails is not asked again
// by others. An address is personal data: it is sealed with the profile's key.
import { randomUUID } from 'node:crypto';
import { actorOf } from '../../../account/audit/index.ts';
import { normaliseEmail, takeAttempt, withdrawMail } from '../../../account/people/index.ts';
import { findReach } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type ProfileRef, reading, stateChange } from '../../../base/contract/operation.ts';
import type { Reach, ReachState } from '../../../base/contract/slice-hooks.ts';
import type { components } from '../../../base/contract/types.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { openSecret, Secret, sealSecret } from '../../../providers/secret.ts';
import { auditReader } from './audit.ts';
import { queueConfirmation } from './confirmation.ts';

type Shown = components['schemas']['ReportReader'];
export type ReaderRow = RowOf<'report/reports/report_readers_list'>;

const MAX_READERS = 100;
const MAX_ASKED = 3;
const DAY_MS = 86_400_000;

export const readersOf = (base: ReadBase, profileId: string): ReaderRow[] =>
  base.state.statement('report/reports/report_readers_list').all({ profile_id: profileId });

const contextOf = (readerId: string): string => `report reader ${readerId} address`;

export const addressOf = (base: ReadBase, { profile_id, reader_id, address }: ReaderRow): string =>
  openSecret(base, profile_id, contextOf(reader_id), address).reveal();

const shown = (base: ReadBase, row: ReaderRow): Shown => ({
  id: row.reader_id,
  address: addressOf(base, row),
  status: row.status,
  problem: row.problem,
  asked_at: new Date(row.asked_at).toISOString(),
  confirmed_at: row.confirmed_at === null ? null : new Date(row.confirmed_at).toISOString(),
});

export const listReportReaders = reading('listReportReaders', ({ profile: { profileId } }, base) => ({
  data: readersOf(base, profileId).map((row) => shown(base, row)),
  meta: { profile_id: profileId },
}));

function checkedAddress(address: string): string {
  try {
    return normaliseEmail(address);
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError('validation_error', 'address: must be one mail address.');
    throw error;
  }
}

export const createReportReader = stateChange('createReportReader', ({ principal, profile, body }, tx) => {
  const { profileId } = profile;
  if (findReach(tx, profileId)?.isHealthcare !== false)
    throw new ApiError('invalid_state', 'Figures of a profile of the healthcare family do not leave sign-in.');
  const address = checkedAddress(body.address);
  const actor = actorOf(principal);
  const all = readersOf(tx, profileId);
  const before = all.find((row) => addressOf(tx, row) === address);
  if (before?.status === 'confirmed') return { data: shown(tx, before), meta: { profile_id: profileId } };
  if (before) checkAskedAgain(tx, before);
  if (!before && all.length >= MAX_READERS)
    throw new ApiError('invalid_state', `The profile has ${MAX_READERS} addresses for reports; delete some first.`);
  takeAttempt(tx, 'mail', { account: `report reader:${address}` });
  takeAttempt(tx, 'invitation', { account: actor });
  const reader_id = before?.reader_id ?? randomUUID();
  const mail_id = queueConfirmation(tx, profile, { readerId: reader_id, address, personId: principal.personId });
  const question = { reader_id, mail_id, now: tx.clock.now() };
  const sealed = sealSecret(tx, profileId, contextOf(reader_id), new Secret(address));
  if (before) tx.state.statement('report/reports/report_reader_ask').run(question);
  else
    tx.state
      .statement('report/reports/report_reader_add')
      .run({ ...question, profile_id: profileId, address: sealed, created_by: actor });
  auditReader(tx, profile, { actor, action: before ? 'asked' : 'created', readerId: reader_id });
  return { data: shown(tx, readerIn(tx, profile, reader_id)), meta: { profile_id: profileId }, outcome: 'created' as const };
});

/** A stranger is not sent mail after mail, and who ended the mails begins them alone. */
function checkAskedAgain(tx: Base, { status, asked_at, asked_count }: ReaderRow): void {
  if (status === 'unsubscribed')
    throw new ApiError(
      'invalid_state',
      'This person has ended the reports. Only they can begin them again, by the link of an earlier mail.',
    );
  if (tx.clock.now() < asked_at + DAY_MS)
    throw new ApiError('invalid_state', 'This address was sent a mail within a day. Wait until it is a day old.');
  if (asked_count >= MAX_ASKED)
    throw new ApiError(
      'invalid_state',
      `This address was asked ${MAX_ASKED} times and has not confirmed; it is not asked again.`,
    );
}

function readerIn(base: ReadBase, { profileId }: Pick<ProfileRef, 'profileId'>, id: string): ReaderRow {
  const row = base.state.statement('report/reports/report_reader_get').get({ reader_id: id.toLowerCase() });
  if (row?.profile_id !== profileId) throw new ApiError('not_found', 'There is no such reader.');
  return row;
}

export const deleteReportReader = stateChange('deleteReportReader', ({ principal, profile, params }, tx) => {
  const row = readerIn(tx, profile, params.id);
  if (row.status === 'unsubscribed')
    throw new ApiError('invalid_state', 'This person has ended the reports; the address is kept so that nobody asks it again.');
  if (row.status === 'pending') withdrawMail(tx, row.mail_id);
  const { reader_id } = row;
  tx.state.statement('report/reports/report_reader_delete').run({ reader_id, profile_id: profile.profileId });
  auditReader(tx, profile, { actor: actorOf(principal), action: 'deleted', readerId: reader_id });
  return { data: { id: reader_id, deleted: true }, meta: { profile_id: profile.profileId } };
});

export const readerReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('report/reports/report_readers_list')
    .all({ profile_id: profileId })
    .map(({ reader_id, status }) => ({
      kind: 'report_reader' as const,
      id: reader_id,
      what: `An address outside of sign-in, reports of at least five people by mail, ${status}`,
    }));
