// Sends the reports of schedules. The report, its mails and the next time of the schedule are written in one transaction, and a schedule has one report
// of the same days: a job that runs again after a crash finds it and sends nothing.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { personById, queueMail } from '../../account/people/index.ts';
import { findReach, profileRole } from '../../account/places/index.ts';
import { senderOf } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { defineJob, JobDelayed } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { publishCells, type Question, type Shown } from '../analytics/index.ts';
import { LOOK_EVERY_MS, WAIT_MS } from './awaited-spend.ts';
import { sendToChats } from './chat-delivery.ts';
import { withUnsubscribe } from './mail.ts';
import { awaitedOf, isSent, mailIn, makeReport, type Ready, type ScheduleRow } from './making.ts';
import { confirmedReaders, sendToReaders } from './outside/delivery.ts';
import { withPdf } from './pdf/with-pdf.ts';
import { momentOn, nextDue } from './rhythm.ts';
import {
  type Delivery,
  storedChats,
  storedContents,
  storedDeliveries,
  storedHeadline,
  storedOutside,
  storedQuestion,
  storedRecipients,
  storedRhythm,
  storedVersion,
} from './stored.ts';
import { unsubscribePath } from './unsubscribe.ts';

const due = z.object({ scheduleId: z.string(), day: z.string() });

export const reportJob = defineJob({
  kind: 'report_send',
  payload: due,
  concurrencyKey: ({ payload }) => `report_send ${payload.scheduleId}`,
  concurrency: 2,
  leaseSeconds: 120,
  // Looks for spend are attempts, too.
  retry: { attempts: 80, firstPauseMs: 30_000, maxPauseMs: LOOK_EVERY_MS },
  failureText: 'a scheduled report waits for spend, or could not be made; the service retries automatically',
  run: async (base, job) => {
    const { scheduleId, day } = job.payload;
    const schedule = base.state.statement('report/reports/report_schedule_get').get({ schedule_id: scheduleId });
    // Deleted, paused or changed meanwhile: its present day has a job of its own.
    if (schedule?.status !== 'active' || schedule.due_day !== day) return;
    const moment = momentOn(storedRhythm.read(schedule.rhythm), day);
    // The law of its zone has changed since.
    if (moment > base.clock.now()) return job.finish(() => addDue(base, schedule, { day, at: moment }));
    const reach = findReach(base, schedule.profile_id);
    if (!reach) return job.finish(() => step(base, schedule, 'profile_archived', 'paused'));
    waitForSpend(base, schedule, moment);
    const report = await makeReport(base, reach, schedule, schedule.due_day);
    const result = 'problem' in report ? report : await withPdf(base, reach, schedule, report);
    job.finish(() => {
      if ('problem' in result) return step(base, schedule, result.problem, 'active');
      sendReport(base, reach, schedule, result);
      return step(base, schedule, null, 'active');
    });
  },
});

/** @throws JobDelayed while an account's spend of the last day is missing, for twelve hours at most */
function waitForSpend(base: Base, schedule: ScheduleRow, dueAt: number): void {
  if (base.clock.now() >= dueAt + WAIT_MS || awaitedOf(base, schedule).length === 0) return;
  throw new JobDelayed('spend of the last day is missing', LOOK_EVERY_MS);
}

const LATE_MS = 3_600_000;

/** A job that has used its attempts is added again, as nobody else would: a schedule must not end by an outage. */
export const lateReports = defineSchedule({
  kind: 'reports_late',
  times: { everySeconds: 3_600 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'reports that are late could not be started; the service retries automatically',
  run: (base) => {
    const late = base.state.statement('report/reports/report_schedules_late').all({ before: base.clock.now() - LATE_MS });
    for (const schedule of late) addDue(base, schedule, { day: schedule.due_day, at: schedule.due_at });
  },
});

/** Adds the job of the next time, while the schedule is active. */
export function addDue(
  base: Base,
  { schedule_id, profile_id }: Pick<ScheduleRow, 'schedule_id' | 'profile_id'>,
  next: { day: string; at: number },
) {
  const payload = { scheduleId: schedule_id, day: next.day };
  addJob(base, reportJob, { profileId: profile_id, payload, dedupeKey: `${schedule_id} ${next.day} ${next.at}`, runAt: next.at });
}

function step(base: Base, schedule: ScheduleRow, problem: string | null, status: 'active' | 'paused'): void {
  const next = nextDue(storedRhythm.read(schedule.rhythm), base.clock.now());
  const { schedule_id } = schedule;
  base.state
    .statement('report/reports/report_schedule_step')
    .run({ schedule_id, problem, status, due_day: next.day, due_at: next.at });
  if (status === 'active') addDue(base, schedule, next);
}

/** Answers the id of the report; undefined where it was sent before. */
export function sendReport(base: Base, profile: ProfileRef, schedule: ScheduleRow, ready: Ready): string | undefined {
  if (isSent(base, schedule, ready)) return undefined;
  const { question, days, shown, outside } = ready;
  const mail = mailIn(base, profile, schedule, ready);
  const from = senderOf(base, profile.workspaceId);
  const deliveries = storedRecipients.read(schedule.recipients).map((user_id): Delivery => {
    const person = personById(base, user_id);
    // A user who may not open the profile any more gets no figures of it.
    if (!person || !profileRole(base, user_id, profile)) return { user_id, mail_id: null };
    const own = withUnsubscribe(mail, publicAddress(base) + unsubscribePath(base, schedule.schedule_id, user_id));
    return { user_id, mail_id: queueMail(base, { ...own, to: person.email, ...(from ? { from } : {}) }) };
  });
  const own = outside && 'shown' in outside && isReadOutside(base, schedule) ? outside : undefined;
  const reportId = keepReport(base, profile, { ...schedule, question, days, shown, outside: own?.shown, deliveries });
  if (own) publishCells(base, profile.profileId, own.cells);
  sendToReaders(base, profile, { reportId, schedule, ready });
  sendToChats(base, profile.profileId, { reportId, schedule, outside });
  return reportId;
}

/** While no address has confirmed, nothing leaves sign-in. */
const isReadOutside = (base: Base, schedule: ScheduleRow): boolean =>
  storedChats.read(schedule.chats).length > 0 || confirmedReaders(base, schedule).length > 0;

interface Kept extends Pick<ScheduleRow, 'title' | 'page' | 'created_by'> {
  schedule_id: string | null;
  question: Question;
  days: { date_from: string; date_to: string };
  shown: Shown;
  /** As readers outside of sign-in get it. */
  outside: Shown | undefined;
  deliveries: readonly Delivery[];
}

/** Stores the figures as they are. Answers the id. */
export function keepReport(base: Base, { profileId, workspaceId }: ProfileRef, report: Kept): string {
  const { title, page, created_by, schedule_id, question, days, shown, outside, deliveries } = report;
  const report_id = randomUUID();
  base.state.statement('report/reports/sent_report_add').run({
    report_id,
    workspace_id: workspaceId,
    profile_id: profileId,
    schedule_id,
    title,
    page,
    created_by,
    first_day: days.date_from,
    last_day: days.date_to,
    now: base.clock.now(),
    question: storedQuestion.write(question),
    version: storedVersion.write(shown.version),
    headline: storedHeadline.write(shown.headline),
    contents: storedContents.write(shown.contents),
    outside: outside ? storedOutside.write({ headline: outside.headline, contents: outside.contents }) : null,
    deliveries: storedDeliveries.write([...deliveries]),
  });
  return report_id;
}
