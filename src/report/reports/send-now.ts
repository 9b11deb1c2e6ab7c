// The mail of a schedule as it would be now, and sending it now: about the last whole days, which are then not sent again when the schedule is due.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import { chatMessageOf } from './chat-delivery.ts';
import { PDF_NAME, sheetsOf, standalone } from './mail.ts';
import { isSent, mailIn, makeReport, type Ready, type ScheduleRow } from './making.ts';
import { outsideMailIn } from './outside/delivery.ts';
import { withPdf } from './pdf/with-pdf.ts';
import { shownReport } from './reports.ts';
import { type Place, requireOwn, scheduleIn } from './schedules.ts';
import { sendReport } from './sending.ts';
import { storedChats, storedReaders, storedRecipients, storedRhythm } from './stored.ts';

const refOf = ({ profile_id, workspace_id }: ScheduleRow) => ({ profileId: profile_id, workspaceId: workspace_id });

/** @throws ApiError with what the question of the schedule lacks */
async function readyNow(base: ReadBase, schedule: ScheduleRow): Promise<Ready> {
  const { timezone } = storedRhythm.read(schedule.rhythm);
  const result = await makeReport(base, refOf(schedule), schedule, localDay(base.clock.now(), timezone));
  if ('problem' in result) throw new ApiError('invalid_state', `The report cannot be made: ${result.problem}`);
  return result;
}

export const previewReportSchedule = reading('previewReportSchedule', async ({ principal, workspaceId, params }, base) => {
  const schedule = scheduleIn(base, { principal, workspaceId }, params.scheduleId);
  const ready = await readyNow(base, schedule);
  const mail = mailIn(base, refOf(schedule), schedule, ready);
  const { subject, text, attachments } = mail;
  const sheets = new Map(sheetsOf(ready.shown.contents).map(({ name, rows }) => [name, rows.length - 1]));
  const pdf = schedule.has_pdf === 1 ? [{ name: PDF_NAME, rows: null }] : [];
  const files = [...pdf, ...attachments.map(({ name }) => ({ name, rows: sheets.get(name) ?? 0 }))];
  return {
    data: {
      ...ready.days,
      subject,
      text,
      html: standalone(mail),
      attachments: files,
      is_sent: isSent(base, schedule, ready),
      chat: chatPreview(base, schedule, ready),
      outside: outsidePreview(base, schedule, ready),
    },
    meta: { workspace_id: workspaceId },
  };
});

function chatPreview(base: ReadBase, { profile_id, title, chats }: ScheduleRow, { days, outside }: Ready) {
  if (outside === undefined || storedChats.read(chats).length === 0) return null;
  if ('problem' in outside) return { title, lines: [], problem: outside.problem };
  const { name: profile } = profileSettings(base, profile_id);
  const message = chatMessageOf({ title, profile, days, outside: outside.shown, link: publicAddress(base) });
  return { title: message.title, lines: [...message.lines], problem: null };
}

/** Also while no address has confirmed: a manager looks at it before asking them. */
function outsidePreview(base: ReadBase, schedule: ScheduleRow, ready: Ready) {
  if (storedReaders.read(schedule.readers).length === 0) return null;
  const mail = outsideMailIn(base, refOf(schedule), schedule, ready);
  if ('problem' in mail) return { subject: '', text: '', html: '', problem: mail.problem };
  return { subject: mail.subject, text: mail.text, html: standalone(mail), problem: null };
}

function ownSchedule(base: ReadBase, place: Place, scheduleId: string): ScheduleRow {
  const schedule = scheduleIn(base, place, scheduleId);
  requireOwn(base, place, schedule);
  const { recipients, chats, readers } = schedule;
  if (storedRecipients.read(recipients).length + storedChats.read(chats).length + storedReaders.read(readers).length === 0)
    throw new ApiError('invalid_state', 'The schedule has no recipients any more; add some first.');
  return schedule;
}

function refuseSent(base: ReadBase, schedule: ScheduleRow, ready: Ready): void {
  const { date_from, date_to } = ready.days;
  if (isSent(base, schedule, ready))
    throw new ApiError('invalid_state', `The report of ${date_from} to ${date_to} has been sent; each period is sent once.`);
}

export const sendReportSchedule = stateChange('sendReportSchedule', {
  prepare: async ({ principal, workspaceId, params }, base) => {
    const schedule = ownSchedule(base, { principal, workspaceId }, params.scheduleId);
    const ready = await readyNow(base, schedule);
    refuseSent(base, schedule, ready);
    return withPdf(base, refOf(schedule), schedule, ready);
  },
  change: ({ principal, workspaceId, params }, tx, ready: Ready) => {
    const schedule = ownSchedule(tx, { principal, workspaceId }, params.scheduleId);
    refuseSent(tx, schedule, ready);
    const report_id = sendReport(tx, refOf(schedule), schedule, ready) ?? '';
    const about = { workspaceId, profileId: schedule.profile_id, subject: report_id, detail: { schedule: schedule.schedule_id } };
    writeAudit(tx, { actor: actorOf(principal), action: 'report.sent', ...about });
    const row = tx.state.statement('report/reports/sent_report_get').get({ report_id, workspace_id: workspaceId });
    if (!row) throw new Error('A report that was stored is there.');
    return { data: shownReport(tx, row), meta: { workspace_id: workspaceId }, outcome: 'created' as const };
  },
});
