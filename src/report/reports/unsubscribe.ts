// The link by which a reader ends mails of reports, without signing in: a user those of a schedule, a reader outside all of a profile. It names them, sealed, and
// does nothing else.
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import { findReach } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { auditReader } from './outside/audit.ts';
import { confirmationPath } from './outside/confirmation.ts';
import type { ReaderRow } from './outside/readers.ts';
import { storedChats, storedReaders, storedRecipients } from './stored.ts';

const SEAL = 'report unsubscribe';
const PATH = '/u/';
/** Schedule and user, or a reader outside. */
const named = z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string()])]);

export const unsubscribePath = (base: Base, scheduleId: string, userId: string): string =>
  PATH + base.state.vault.seal(SEAL, JSON.stringify([scheduleId, userId])).toString('base64url');

export const readerUnsubscribePath = (base: Base, readerId: string): string =>
  PATH + base.state.vault.seal(SEAL, JSON.stringify([readerId])).toString('base64url');

export interface Subscription {
  title: string;
  isOn: boolean;
  /** Where a reader outside who has ended the mails may begin them again. */
  again?: string;
}

function namesIn(base: ReadBase, token: string): z.infer<typeof named> | undefined {
  try {
    return readJson('a link of a report', named, base.state.vault.openSent(SEAL, Buffer.from(token, 'base64url')));
  } catch {
    return undefined; // no link of this installation
  }
}

function subscriptionOf(base: ReadBase, token: string) {
  const names = namesIn(base, token);
  if (!names) return undefined;
  const [scheduleId, userId] = names;
  if (userId === undefined) return undefined;
  const schedule = base.state.statement('report/reports/report_schedule_get').get({ schedule_id: scheduleId });
  return { scheduleId, userId, schedule, recipients: schedule ? storedRecipients.read(schedule.recipients) : [] };
}

function readerOf(base: ReadBase, token: string) {
  const [reader_id, userId] = namesIn(base, token) ?? [];
  if (reader_id === undefined || userId !== undefined) return undefined;
  return { row: base.state.statement('report/reports/report_reader_get').get({ reader_id }) };
}

/** Undefined for what is no such link; one of a schedule that is gone is off. */
export function findSubscription(base: ReadBase, token: string): Subscription | undefined {
  const reader = readerOf(base, token);
  if (reader) return readerSubscription(base, reader.row);
  const found = subscriptionOf(base, token);
  return found && { title: found.schedule?.title ?? 'This report', isOn: found.recipients.includes(found.userId) };
}

function readerSubscription(base: ReadBase, row: ReaderRow | undefined): Subscription {
  const reach = row && findReach(base, row.profile_id);
  if (!row || !reach) return { title: 'These reports', isOn: false };
  const title = `Reports of ${profileSettings(base, row.profile_id).name}`;
  if (row.status !== 'unsubscribed') return { title, isOn: true };
  return { title, isOn: false, again: confirmationPath(base, row.reader_id) };
}

/** The last user pauses the schedule. Again it changes nothing. */
export function endSubscription(base: Base, token: string): void {
  base.state.tx(() => {
    const reader = readerOf(base, token);
    if (reader) return endReader(base, reader.row);
    const found = subscriptionOf(base, token);
    if (!found?.schedule || !found.recipients.includes(found.userId)) return;
    const { schedule, userId } = found;
    const recipients = found.recipients.filter((id) => id !== userId);
    const isEmpty =
      recipients.length === 0 && storedChats.read(schedule.chats).length + storedReaders.read(schedule.readers).length === 0;
    const { schedule_id, due_day, due_at } = schedule;
    const kept = {
      title: schedule.title,
      has_pdf: schedule.has_pdf,
      currency: schedule.currency,
      chats: schedule.chats,
      readers: schedule.readers,
      view: schedule.view,
      question: schedule.question,
      rhythm: schedule.rhythm,
      due_day,
      due_at,
    };
    const status = isEmpty ? 'paused' : schedule.status;
    base.state
      .statement('report/reports/report_schedule_change')
      .run({ schedule_id, ...kept, status, recipients: storedRecipients.write(recipients) });
    if (isEmpty)
      base.state
        .statement('report/reports/report_schedule_step')
        .run({ schedule_id, problem: 'no_recipients', status, due_day, due_at });
    const about = { workspaceId: schedule.workspace_id, profileId: schedule.profile_id, subject: schedule_id };
    writeAudit(base, { actor: `person:${userId}`, action: 'report_schedule.unsubscribed', ...about });
  });
}

function endReader(tx: Base, row: ReaderRow | undefined): void {
  const reach = row && findReach(tx, row.profile_id);
  if (!row || !reach || row.status === 'unsubscribed') return;
  tx.state.statement('report/reports/report_reader_end').run({ reader_id: row.reader_id });
  auditReader(tx, reach, { actor: `report_reader:${row.reader_id}`, action: 'unsubscribed', readerId: row.reader_id });
}
