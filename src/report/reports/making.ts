// Makes the report of a schedule: its figures about the last days, for members and for readers outside of sign-in, and the mail of them.
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { RowOf } from '../../base/state/state.ts';
import type { Question, Shown } from '../analytics/index.ts';
import { computeOutside, computeReport, type ShownOutside } from './compute.ts';
import { mailOf, type ReportMail } from './mail.ts';
import { comparedWith, daysBefore } from './rhythm.ts';
import { storedChats, storedQuestion, storedRhythm } from './stored.ts';

export type ScheduleRow = RowOf<'report/reports/report_schedule_get'>;

export interface Ready {
  question: Question;
  days: { date_from: string; date_to: string };
  shown: Shown;
  /** For readers outside of sign-in; undefined where the schedule has none. */
  outside: ShownOutside | Problem | undefined;
}

interface Problem {
  problem: string;
}

/** What a question lacks, such as a goal that was removed, does not change by trying again. */
async function orProblem<Result>(compute: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { problem: error.message };
    throw error;
  }
}

/** About the days before a local day. */
export async function makeReport(
  base: ReadBase,
  profile: ProfileRef,
  schedule: ScheduleRow,
  day: string,
): Promise<Ready | Problem> {
  const { page } = schedule;
  const rhythm = storedRhythm.read(schedule.rhythm);
  const days = daysBefore(rhythm, day);
  const question: Question = {
    ...storedQuestion.read(schedule.question),
    ...days,
    ...(page === 'overview' ? { compared: comparedWith(rhythm, days) } : {}),
  };
  const request = { profile, page, question };
  const shown = await orProblem(() => computeReport(base, request));
  if ('problem' in shown) return shown;
  const hasOutside = storedChats.read(schedule.chats).length > 0;
  return { question, days, shown, outside: hasOutside ? await orProblem(() => computeOutside(base, request)) : undefined };
}

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
