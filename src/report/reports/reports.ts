// The reports that were sent or made: as they were, and as the same question would be now.
import { Readable } from 'node:stream';
import { reachableProfiles } from '../../account/apps/index.ts';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { mailState } from '../../account/people/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkDateRange } from '../../base/contract/formats.ts';
import { type Call, type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import type { RowOf } from '../../base/state/state.ts';
import { between, type Question, refuseEmails, type Shown } from '../analytics/index.ts';
import { computeReport } from './compute.ts';
import { rangeOf } from './mail.ts';
import { readersGot } from './outside/delivery.ts';
import { checkReportQuestion, headlineRequest, usualReportTitle } from './pages/pages.ts';
import { pdfOf } from './pdf/pdf.ts';
import { type Place, profileIn, schedulesOf } from './schedules.ts';
import { keepReport } from './sending.ts';
import {
  type Delivery,
  storedContents,
  storedDeliveries,
  storedHeadline,
  storedOutside,
  storedQuestion,
  storedVersion,
} from './stored.ts';

type Schemas = components['schemas'];

const NEWEST = 200;

/** `expired`: its mail is so old that its end is no longer stored. */
function mailTo(base: ReadBase, { user_id, mail_id }: Delivery): Schemas['ReportDelivery'] {
  const to = { user_id, chat_id: null, reader_id: null };
  if (mail_id === null) return { ...to, status: 'no_access', reason: null };
  const state = mailState(base, mail_id);
  return { ...to, status: state?.status ?? 'expired', reason: state?.reason ?? null };
}

const chatsGot = (base: ReadBase, reportId: string): Schemas['ReportDelivery'][] =>
  base.state
    .statement('report/reports/sent_report_chats_list')
    .all({ report_id: reportId })
    .map((row) => ({ user_id: null, reader_id: null, ...row }));

export const shownReport = (base: ReadBase, row: RowOf<'report/reports/sent_reports_list'>): Schemas['SentReport'] => ({
  id: row.report_id,
  profile_id: row.profile_id,
  schedule_id: row.schedule_id,
  title: row.title,
  page: row.page,
  date_from: row.first_day,
  date_to: row.last_day,
  version: storedVersion.read(row.version),
  figures: storedHeadline.read(row.headline),
  deliveries: [
    ...storedDeliveries.read(row.deliveries).map((each) => mailTo(base, each)),
    ...readersGot(base, row.report_id),
    ...chatsGot(base, row.report_id),
  ],
  created_at: new Date(row.created_at).toISOString(),
});

export const getReportsHub = reading('getReportsHub', async ({ principal, workspaceId }, base) => {
  const reached = new Set(reachableProfiles(base, principal, workspaceId).map(({ profileId }) => profileId));
  const rows = base.state.statement('report/reports/sent_reports_list').all({ workspace_id: workspaceId, limit: NEWEST });
  return {
    data: {
      schedules: schedulesOf(base, { principal, workspaceId }),
      reports: rows.filter(({ profile_id }) => reached.has(profile_id)).map((row) => shownReport(base, row)),
    },
    meta: { workspace_id: workspaceId },
  };
});

/** Of a profile that the caller can open. @throws ApiError */
function reportIn(base: ReadBase, { principal, workspaceId }: Place, reportId: string) {
  const at = { report_id: reportId.toLowerCase(), workspace_id: workspaceId };
  const row = base.state.statement('report/reports/sent_report_get').get(at);
  const isReached = reachableProfiles(base, principal, workspaceId).some(({ profileId }) => profileId === row?.profile_id);
  if (!row || !isReached) throw new ApiError('not_found', 'There is no such report.');
  return row;
}

/** As it was sent: what is printed is what was stored then. */
export const getReportPdf = reading('getReportPdf', async ({ principal, workspaceId, params }, base) => {
  const row = reportIn(base, { principal, workspaceId }, params.reportId);
  const days = { date_from: row.first_day, date_to: row.last_day };
  const contents = storedContents.read(row.contents);
  const headline = storedHeadline.read(row.headline);
  const profile = profileSettings(base, row.profile_id).name;
  const pdf = await pdfOf(base, { title: row.title, profile, days, contents, headline });
  const name = `${row.title} ${rangeOf(days)}.pdf`;
  return { stream: Readable.from([pdf]), file: { type: 'application/pdf', name, bytes: pdf.length } };
});

export const getReport = reading('getReport', async ({ principal, workspaceId, params }, base) => {
  const row = reportIn(base, { principal, workspaceId }, params.reportId);
  const now = await figuresNow(base, { profileId: row.profile_id, workspaceId }, row);
  const differences = now && between(storedHeadline.read(row.headline), now.headline);
  return {
    data: {
      ...shownReport(base, row),
      question: storedQuestion.read(row.question),
      contents: storedContents.read(row.contents),
      outside: outsideOf(row.outside),
      figures_now: now?.headline ?? null,
      differences: differences ?? null,
    },
    meta: { workspace_id: workspaceId },
  };
});

function outsideOf(text: string | null): Schemas['SentReportWhole']['outside'] {
  if (text === null) return null;
  const { headline, contents } = storedOutside.read(text);
  return { figures: headline, contents };
}

/** Null where its question cannot be answered any more, as its goal was removed. */
async function figuresNow(
  base: ReadBase,
  profile: ProfileRef,
  row: Pick<RowOf<'report/reports/sent_report_get'>, 'page' | 'question' | 'headline'>,
): Promise<Shown | null> {
  try {
    const request = headlineRequest(row.page, storedQuestion.read(row.question));
    const now = await computeReport(base, { profile, ...request, maker: undefined });
    const names = new Set(storedHeadline.read(row.headline).map(({ name }) => name));
    return { ...now, headline: now.headline.filter(({ name }) => names.has(name)) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

type Made = { profile: ProfileRef; title: string; shown: Shown } | { reason: string };

async function makeEach({ principal, workspaceId, body }: Call<'generateReports'>, base: ReadBase): Promise<Made[]> {
  const { page, question, title } = body;
  const { date_from, date_to } = question;
  if (date_from === undefined || date_to === undefined)
    throw new ApiError('validation_error', 'question: date_from and date_to are required.');
  checkDateRange(date_from, date_to);
  checkReportQuestion(page, question);
  refuseEmails(question, title);
  const created: Made[] = [];
  // One after the other: each asks several reports.
  for (const id of body.profile_ids) {
    try {
      const profile = profileIn(base, { principal, workspaceId }, id);
      const maker = principal.personId;
      const usual = usualReportTitle(base, profile.profileId, { page, question, maker });
      created.push({ profile, title: title ?? usual, shown: await computeReport(base, { profile, page, question, maker }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      created.push({ reason: error.message });
    }
  }
  return created;
}

const daysIn = ({ date_from = '', date_to = '' }: Question) => ({ date_from, date_to });

export const generateReports = stateChange('generateReports', {
  prepare: makeEach,
  change: ({ principal, workspaceId, body }: Call<'generateReports'>, tx, created: Made[]) => {
    const { page, question } = body;
    const created_by = actorOf(principal);
    return {
      data: created.map((each, index) => {
        const profile_id = body.profile_ids[index] ?? '';
        if ('reason' in each) return { index, profile_id, status: 'rejected' as const, report_id: null, reason: each.reason };
        const report = {
          title: each.title,
          page,
          created_by,
          schedule_id: null,
          question,
          days: daysIn(question),
          shown: each.shown,
          outside: undefined,
        };
        const report_id = keepReport(tx, each.profile, { ...report, deliveries: [] });
        const about = { workspaceId, profileId: each.profile.profileId, subject: report_id, detail: { page } };
        writeAudit(tx, { actor: created_by, action: 'report.created', ...about });
        return { index, profile_id, status: 'created' as const, report_id };
      }),
      meta: { workspace_id: workspaceId },
    };
  },
});

export const newReports = (base: ReadBase, profileId: string, since: number): number =>
  base.state.statement('report/reports/sent_reports_new_count').get({ profile_id: profileId, since })?.reports ?? 0;
