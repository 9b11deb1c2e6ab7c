// Reports to readers outside of sign-in: a row for each report and reader, in one transaction with its mail. Only a reader who has confirmed gets one; an address
// that a mail server does not know is paused.
import { mailState, queueMail } from '../../../account/people/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import { senderOf } from '../../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { ProfileRef } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { mailOf, type ReportMail, withUnsubscribe } from '../mail.ts';
import type { Ready, ScheduleRow } from '../making.ts';
import { storedReaders } from '../stored.ts';
import { readerUnsubscribePath } from '../unsubscribe.ts';
import { addressOf, type ReaderRow, readersOf } from './readers.ts';

type ReportDelivery = components['schemas']['ReportDelivery'];

/** Readers of a schedule who get its next report. */
export const confirmedReaders = (base: ReadBase, schedule: Pick<ScheduleRow, 'profile_id' | 'readers'>): ReaderRow[] =>
  chosenReaders(base, schedule).filter(({ status }) => status === 'confirmed');

/** Without deleted ones. */
function chosenReaders(base: ReadBase, { profile_id, readers }: Pick<ScheduleRow, 'profile_id' | 'readers'>): ReaderRow[] {
  const chosen = storedReaders.read(readers);
  return chosen.length === 0 ? [] : readersOf(base, profile_id).filter(({ reader_id }) => chosen.includes(reader_id));
}

interface ToReaders {
  reportId: string;
  schedule: ScheduleRow;
  ready: Pick<Ready, 'days' | 'outside'>;
}

/** In the transaction of the report. */
export function sendToReaders(tx: Base, profile: ProfileRef, { reportId, schedule, ready }: ToReaders): void {
  const readers = chosenReaders(tx, schedule);
  if (readers.length === 0) return;
  const mail = outsideMailIn(tx, profile, schedule, ready);
  const from = senderOf(tx, profile.workspaceId);
  for (const reader of readers) {
    const refusal = refusalOf(reader, mail);
    const mail_id = 'problem' in mail || refusal !== null ? null : mailTo(tx, reader, { mail, from });
    const row = { report_id: reportId, reader_id: reader.reader_id, profile_id: profile.profileId, mail_id, reason: refusal };
    tx.state.statement('report/reports/sent_report_reader_add').run(row);
  }
}

const refusalOf = ({ status }: ReaderRow, mail: ReportMail | { problem: string }): string | null => {
  if (status !== 'confirmed') return NOT_CONFIRMED[status];
  return 'problem' in mail ? mail.problem : null;
};

/** Answers the id of the mail. */
function mailTo(tx: Base, reader: ReaderRow, { mail, from }: { mail: ReportMail; from: ReturnType<typeof senderOf> }): string {
  const own = withUnsubscribe(mail, publicAddress(tx) + readerUnsubscribePath(tx, reader.reader_id));
  return queueMail(tx, { ...own, to: addressOf(tx, reader), ...(from ? { from } : {}) });
}

const NOT_CONFIRMED: Readonly<Record<Exclude<ReaderRow['status'], 'confirmed'>, string>> = {
  pending: 'The address has not confirmed that it wants reports.',
  unsubscribed: 'The reader has ended the reports.',
  bounced: 'Mail servers do not know the address.',
};

const NOT_COMPUTED = 'The address was added while the report was computed, and gets the next one.';

/** The mail of every reader outside, without the link that ends the mails. */
export function outsideMailIn(
  base: ReadBase,
  profile: ProfileRef,
  { title }: Pick<ScheduleRow, 'title'>,
  { days, outside }: Pick<Ready, 'days' | 'outside'>,
): ReportMail | { problem: string } {
  if (outside === undefined) return { problem: NOT_COMPUTED };
  if ('problem' in outside) return outside;
  const { shown, picture, pdf } = outside;
  const { contents, headline } = shown;
  return mailOf({ title, profile: profileSettings(base, profile.profileId).name, days, contents, headline, picture, pdf });
}

export function readersGot(base: ReadBase, reportId: string): ReportDelivery[] {
  const rows = base.state.statement('report/reports/sent_report_readers_list').all({ report_id: reportId });
  return rows.map(({ reader_id, mail_id, bounce, reason }) => {
    const to = { user_id: null, chat_id: null, reader_id };
    if (bounce !== null)
      return { ...to, status: 'bounced', reason: `A mail server says that the mail did not arrive (${bounce}).` };
    if (mail_id === null) return { ...to, status: 'not_sent', reason };
    const state = mailState(base, mail_id);
    return { ...to, status: state?.status ?? 'expired', reason: state?.reason ?? null };
  });
}

/** Pauses the reader of this mail: of a report, or the one that asks for the confirmation. */
export function pauseReader(tx: Base, { mailId, code }: { mailId: string; code: string }): void {
  const reader_id = readerOfMail(tx, mailId);
  if (reader_id !== undefined) tx.state.statement('report/reports/report_reader_bounced').run({ reader_id, problem: code });
}

function readerOfMail(base: ReadBase, mailId: string): string | undefined {
  const at = { mail_id: mailId };
  const report = base.state.statement('report/reports/sent_report_reader_of_mail').get(at);
  return (report ?? base.state.statement('report/reports/report_reader_of_mail').get(at))?.reader_id;
}

export interface ReportedFailure {
  /** The Message-ID of the mail that it is of. */
  messageId: string | null;
  recipients: readonly string[];
  code: string;
  /** There is no such address. */
  isGone: boolean;
}

const OWN_ID = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^>]+>$/;

/**
 * Takes a report of delivery that a mailbox received. It counts only if it names a mail of ours by its id, which nobody but the servers on its way
 * and its reader has, and the address that it went to. Answers whether it was of such a mail.
 */
export function takeDeliveryFailure(tx: Base, { messageId, recipients, code, isGone }: ReportedFailure): boolean {
  const mailId = OWN_ID.exec(messageId ?? '')?.[1];
  const reader_id = mailId === undefined ? undefined : readerOfMail(tx, mailId);
  const row = reader_id === undefined ? undefined : tx.state.statement('report/reports/report_reader_get').get({ reader_id });
  if (mailId === undefined || !row) return false;
  const address = addressOf(tx, row);
  if (!recipients.some((each) => each.toLowerCase() === address)) return false;
  tx.state.statement('report/reports/sent_report_reader_bounced').run({ mail_id: mailId, bounce: code });
  if (isGone) pauseReader(tx, { mailId, code });
  return true;
}

/** For a profile that arrives from another installation, where its mails stayed: an id in its rows may be that of a mail of somebody else here. */
export function leaveMailsBehind(tx: Base, profileId: string): void {
  tx.state.statement('report/reports/report_readers_arrived').run({ profile_id: profileId });
  tx.state.statement('report/reports/sent_report_readers_arrived').run({ profile_id: profileId });
}
