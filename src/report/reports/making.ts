// Makes the report of a schedule: its figures about the last days, for members and for readers outside of sign-in, and the mail of them.
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { RowOf } from '../../base/state/state.ts';
import { type AwaitedAccount, accountsAwaited } from '../../collect/spend/index.ts';
import { findBoard, periodSentence, type Question, type Shown, withoutEmails } from '../analytics/index.ts';
import { AWAITED_DAYS, missingSpend, missingSpendOutside, NAMED_DAYS } from './awaited-spend.ts';
import { computeOutside, computeReport, makerOf, type Request, type ShownOutside } from './compute.ts';
import { type MailParts, mailOf, type ReportMail } from './mail.ts';
import { pictureOf, type ReportPicture } from './picture/draw.ts';
import { comparedWith, daysBefore } from './rhythm.ts';
import { questionNow } from './sources/view.ts';
import { storedChats, storedQuestion, storedReaders, storedRecipients, storedRhythm } from './stored.ts';

export type ScheduleRow = RowOf<'report/reports/report_schedule_get'>;

export interface Ready {
  question: Question;
  days: { date_from: string; date_to: string };
  shown: Shown;
  picture: ReportPicture | undefined;
  /** Only of a report that is sent. */
  pdf?: Buffer | undefined;
  /** For readers outside of sign-in; undefined where the schedule has none. */
  outside: (ShownOutside & Pick<Ready, 'picture' | 'pdf'>) | Problem | undefined;
}

interface Problem {
  problem: string;
}

const isProblem = (result: object): result is Problem => 'problem' in result;

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
  const filters = await orProblem(async () => questionNow(base, profile, schedule));
  if (isProblem(filters)) return filters;
  const { currency } = schedule;
  const question: Question = {
    ...filters,
    ...days,
    ...(currency === null ? {} : { currency }),
    ...(page === 'overview' || page === 'board' ? { compared: comparedWith(rhythm, days) } : {}),
  };
  const request = { profile, page, question, maker: makerOf(base, profile, schedule.created_by) };
  const shown = await orProblem(() => computeReport(base, request));
  if ('problem' in shown) return shown;
  const awaited = accountsAwaited(base, profile.profileId, days.date_to, NAMED_DAYS);
  const hasOutside = storedChats.read(schedule.chats).length + storedReaders.read(schedule.readers).length > 0;
  const outside = hasOutside ? await orProblem(() => computeOutside(base, request)) : undefined;
  const hasMails = storedReaders.read(schedule.readers).length > 0;
  return {
    question,
    days,
    picture: await pictureOf(shown.contents),
    shown: withNotices(await withSentence(base, request, shown), missingSpend(awaited, days.date_to)),
    outside:
      outside && 'shown' in outside
        ? {
            ...outside,
            picture: hasMails ? await pictureOf(outside.shown.contents) : undefined,
            shown: withNotices(outside.shown, missingSpendOutside(awaited, days.date_to)),
          }
        : outside,
  };
}

/** Of the same figures, or none. Readers outside are not shown it, as its parts are those of any number of people. */
async function withSentence(base: ReadBase, { profile, question }: Request, shown: Shown): Promise<Shown> {
  const found = await orProblem(() => periodSentence(base, profile.profileId, question));
  if (!found || 'problem' in found || !isSameVersion(found.version, shown.version)) return shown;
  return { ...shown, contents: withoutEmails({ ...shown.contents, sentence: found.text }) };
}

const isSameVersion = (a: Shown['version'], b: Shown['version']): boolean =>
  a.through_seq === b.through_seq && a.through_decision === b.through_decision;

export const withNotices = (shown: Shown, notices: readonly string[]): Shown => ({
  ...shown,
  contents: { ...shown.contents, warnings: [...notices, ...shown.contents.warnings] },
});

/** Ad accounts whose spend of the last day of its next report is missing. */
export const awaitedOf = (base: ReadBase, { profile_id, rhythm, due_day }: ScheduleRow): AwaitedAccount[] =>
  accountsAwaited(base, profile_id, daysBefore(storedRhythm.read(rhythm), due_day).date_to, AWAITED_DAYS);

export const isSent = (
  base: ReadBase,
  { schedule_id }: Pick<ScheduleRow, 'schedule_id'>,
  { days }: Pick<Ready, 'days'>,
): boolean =>
  base.state
    .statement('report/reports/sent_report_of_days')
    .get({ schedule_id, first_day: days.date_from, last_day: days.date_to }) !== undefined;

/** The mail of members and its PDF. */
export const partsIn = (
  base: ReadBase,
  profile: ProfileRef,
  schedule: ScheduleRow,
  { days, shown, picture, pdf }: Pick<Ready, 'days' | 'shown' | 'picture' | 'pdf'>,
): MailParts => ({
  title: schedule.title,
  profile: profileSettings(base, profile.profileId).name,
  days,
  contents: shown.contents,
  headline: shown.headline,
  picture,
  pdf,
  link: `${publicAddress(base)}/console/${profile.profileId}/${pathOf(base, profile, schedule)}?period=${days.date_from}..${days.date_to}`,
});

/** A board that is its maker's alone is no page for the other recipients: they find what was sent among the reports. */
function pathOf(base: ReadBase, { profileId }: ProfileRef, { page, question, recipients }: ScheduleRow): string {
  if (page === 'payback' || page === 'quality') return page;
  if (page !== 'board') return '';
  const { board_id = '' } = storedQuestion.read(question);
  const isOpen = storedRecipients.read(recipients).every((id) => findBoard(base, profileId, id, board_id) !== undefined);
  return isOpen ? `boards/${board_id}` : 'reports';
}

/** Of every reader, without the link that ends the mails. */
export const mailIn = (base: ReadBase, profile: ProfileRef, schedule: ScheduleRow, ready: Ready): ReportMail =>
  mailOf(partsIn(base, profile, schedule, ready));
