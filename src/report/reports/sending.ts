// Sends the reports of schedules. The report, its mails and the next time of the schedule are written in one transaction, and a schedule has one report
// of the same days: a job that runs again after a crash finds it and sends nothing.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { personById, queueMail } from '../../account/people/index.ts';
import { findReach, profileRole } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import { senderOf } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { RowOf } from '../../base/state/state.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import type { Question, Shown } from '../analytics/index.ts';
import { computeReport } from './compute.ts';
import { mailOf, type ReportMail, withUnsubscribe } from './mail.ts';
import { comparedWith, daysBefore, momentOn, nextDue } from './rhythm.ts';
import {
  type Delivery,
  storedContents,
  storedDeliveries,
  storedHeadline,
  storedQuestion,
  storedRecipients,
  storedRhythm,
  storedVersion,
} from './stored.ts';
import { unsubscribePath } from './unsubscribe.ts';

export type ScheduleRow = RowOf<'report/reports/report_schedule_get'>;

const due = z.object({ scheduleId: z.string(), day: z.string() });

export const reportJob = defineJob({
  kind: 'report_send',
  payload: due,
  concurrencyKey: ({ payload }) => `report_send ${payload.scheduleId}`,
  concurrency: 2,
  leaseSeconds: 120,
  retry: { attempts: 20, firstPauseMs: 30_000, maxPauseMs: 3_600_000 },
  failureText: 'a scheduled report could not be made; the service retries automatically',
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
    const result = await makeReport(base, reach, schedule, schedule.due_day);
    job.finish(() => {
      if ('problem' in result) return step(base, schedule, result.problem, 'active');
      sendReport(base, reach, schedule, result);
      return step(base, schedule, null, 'active');
    });
  },
});

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

export type Made = { question: Question; days: { date_from: string; date_to: string }; shown: Shown } | { problem: string };

/**
 * About the days before a local day. What its question lacks, such as a goal that was removed, does not change by trying again: the schedule says so, and its
 * next day comes.
 */
export async function makeReport(base: ReadBase, profile: ProfileRef, schedule: ScheduleRow, day: string): Promise<Made> {
  const rhythm = storedRhythm.read(schedule.rhythm);
  const days = daysBefore(rhythm, day);
  const question: Question = {
    ...storedQuestion.read(schedule.question),
    ...days,
    ...(schedule.page === 'overview' ? { compared: comparedWith(rhythm, days) } : {}),
  };
  try {
    return { question, days, shown: await computeReport(base, { profile, page: schedule.page, question }) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { problem: error.message };
    throw error;
  }
}

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

export type Ready = Exclude<Made, { problem: string }>;

export const isSent = (
  base: ReadBase,
  { schedule_id }: Pick<ScheduleRow, 'schedule_id'>,
  { days }: Pick<Ready, 'days'>,
): boolean =>
  base.state
    .statement('report/reports/sent_report_of_days')
    .get({ schedule_id, first_day: days.date_from, last_day: days.date_to }) !== undefined;

/** Of every reader, without the link that ends the mails. */
export const mailIn = (base: ReadBase, profile: ProfileRef, { title }: ScheduleRow, { days, shown }: Ready): ReportMail =>
  mailOf({
    ...{ title, profile: profileSettings(base, profile.profileId).name, days },
    ...{ contents: shown.contents, headline: shown.headline },
    link: `${publicAddress(base)}/console/${profile.profileId}/?period=${days.date_from}..${days.date_to}`,
  });

/** Answers the id of the report; undefined where it was sent before. */
export function sendReport(base: Base, profile: ProfileRef, schedule: ScheduleRow, ready: Ready): string | undefined {
  if (isSent(base, schedule, ready)) return undefined;
  const { question, days, shown } = ready;
  const mail = mailIn(base, profile, schedule, ready);
  const from = senderOf(base, profile.workspaceId);
  const deliveries = storedRecipients.read(schedule.recipients).map((user_id): Delivery => {
    const person = personById(base, user_id);
    // A user who may not open the profile any more gets no figures of it.
    if (!person || !profileRole(base, user_id, profile)) return { user_id, mail_id: null };
    const own = withUnsubscribe(mail, publicAddress(base) + unsubscribePath(base, schedule.schedule_id, user_id));
    return { user_id, mail_id: queueMail(base, { ...own, to: person.email, ...(from ? { from } : {}) }) };
  });
  return keepReport(base, profile, { ...schedule, question, days, shown, deliveries });
}

interface Kept extends Pick<ScheduleRow, 'title' | 'page' | 'created_by'> {
  schedule_id: string | null;
  question: Question;
  days: { date_from: string; date_to: string };
  shown: Shown;
  deliveries: readonly Delivery[];
}

/** Stores the figures as they are. Answers the id. */
export function keepReport(base: Base, { profileId, workspaceId }: ProfileRef, report: Kept): string {
  const { title, page, created_by, schedule_id, question, days, shown, deliveries } = report;
  const report_id = randomUUID();
  base.state.statement('report/reports/sent_report_add').run({
    ...{ report_id, workspace_id: workspaceId, profile_id: profileId, schedule_id, title, page, created_by },
    ...{ first_day: days.date_from, last_day: days.date_to, now: base.clock.now() },
    ...{ question: storedQuestion.write(question), version: storedVersion.write(shown.version) },
    ...{ headline: storedHeadline.write(shown.headline), contents: storedContents.write(shown.contents) },
    deliveries: storedDeliveries.write([...deliveries]),
  });
  return report_id;
}
