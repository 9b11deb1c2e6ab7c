// Schedules of reports: a person says what is sent, to which members, and when by the clocks of a zone.
import { randomUUID } from 'node:crypto';
import { requireScope } from '../../account/access/index.ts';
import { reachableProfiles } from '../../account/apps/index.ts';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { findReach, workspaceRole } from '../../account/places/index.ts';
import { checkedCurrency } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type Principal, type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { type Question, refuseEmails } from '../analytics/index.ts';
import { accountName } from './awaited-spend.ts';
import { awaitedOf, type ScheduleRow } from './making.ts';
import { checkReportQuestion, takesCurrency } from './pages/pages.ts';
import { NO_CHROMIUM } from './pdf/pdf.ts';
import {
  checkOutsideReaders,
  checkReaders,
  checkRecipients,
  hasNewOutside,
  type OutsideReaders,
  presentChats,
  presentReaders,
  requireReader,
} from './readers.ts';
import { nextDue, type Rhythm } from './rhythm.ts';
import { addDue } from './sending.ts';
import { chosenView, hasBoard, questionNow } from './sources/view.ts';
import { storedChats, storedQuestion, storedReaders, storedRecipients, storedRhythm, storedView } from './stored.ts';

type Schemas = components['schemas'];
type Patch = Schemas['ReportSchedulePatch'];

const MAX_SCHEDULES = 500;
const DAYS = ['date_from', 'date_to', 'month_from', 'month_to', 'as_of', 'compared', 'known_from', 'known_to'] as const;

export interface Place {
  principal: Principal;
  workspaceId: string;
}

export function profileIn(base: ReadBase, { principal, workspaceId }: Place, profileId: string): ProfileRef {
  const reach = findReach(base, profileId.toLowerCase());
  if (reach?.workspaceId !== workspaceId) throw new ApiError('not_found', 'There is no such profile.');
  requireScope(base, { principal, profile: reach }, 'analytics:read');
  return { profileId: reach.profileId, workspaceId };
}

/** In the place, of a profile that the caller can open. */
export function scheduleIn(base: ReadBase, { principal, workspaceId }: Place, scheduleId: string): ScheduleRow {
  const row = base.state.statement('report/reports/report_schedule_get').get({ schedule_id: scheduleId.toLowerCase() });
  const isReached = reachableProfiles(base, principal, workspaceId).some(({ profileId }) => profileId === row?.profile_id);
  if (row?.workspace_id !== workspaceId || !isReached) throw new ApiError('not_found', 'There is no such schedule.');
  return row;
}

/** For its maker, and owners and admins. */
export function requireOwn(base: ReadBase, { principal, workspaceId }: Place, row: ScheduleRow): void {
  const role = principal.personId === undefined ? undefined : workspaceRole(base, principal.personId, workspaceId);
  if (row.created_by !== actorOf(principal) && (role === undefined || role === 'member'))
    throw new ApiError('forbidden', 'A schedule is changed by the user who made it, or by an owner or admin.');
}

type Asked = Pick<ScheduleRow, 'page' | 'created_by'> & { question: Question; title: string | undefined };

function checkSubject(base: ReadBase, profile: ProfileRef, { page, question, title, created_by }: Asked): void {
  const fixed = DAYS.find((name) => question[name] !== undefined);
  if (fixed !== undefined)
    throw new ApiError('validation_error', `question.${fixed}: the days follow from \`rhythm\`. Leave it out.`);
  if (question.currency !== undefined)
    throw new ApiError('validation_error', 'question.currency: a schedule has `currency` beside its question.');
  checkReportQuestion(page, question);
  refuseEmails(question, title);
  if (page === 'board' && !hasBoard(base, profile, question, created_by))
    throw new ApiError('validation_error', 'question.board_id: there is no such board that the maker of the schedule can open.');
}

function checkedRhythm({ every, at, timezone, weekday = 1, month_day = 1 }: Schemas['ReportRhythm']): Rhythm {
  if (!isZone(timezone)) throw new ApiError('validation_error', 'rhythm.timezone: no time zone has this name.');
  return { every, at, timezone, weekday, month_day };
}

function isZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).format(0) !== '' && !/^[+-]/.test(timezone);
  } catch {
    return false;
  }
}

export const shownSchedule = (base: ReadBase, row: ScheduleRow): Schemas['ReportSchedule'] => ({
  id: row.schedule_id,
  profile_id: row.profile_id,
  title: row.title,
  page: row.page,
  status: row.status,
  question: storedQuestion.read(row.question),
  view: shownView(row),
  rhythm: storedRhythm.read(row.rhythm),
  recipients: storedRecipients.read(row.recipients),
  problem: row.problem,
  chats: presentChats(base, row.profile_id, storedChats.read(row.chats)),
  readers: presentReaders(base, row.profile_id, storedReaders.read(row.readers)),
  has_pdf: row.has_pdf === 1,
  currency: row.currency,
  next_at: row.status === 'active' ? new Date(row.due_at).toISOString() : null,
  waits_for: waitsFor(base, row),
  created_at: new Date(row.created_at).toISOString(),
});

function shownView({ view, created_by }: ScheduleRow): Schemas['ReportSchedule']['view'] {
  if (view === null) return null;
  const { person_id, name } = storedView.read(view);
  return { name, is_own: created_by === `person:${person_id}` };
}

/** Only a report that is due waits. */
const waitsFor = (base: ReadBase, row: ScheduleRow): string[] =>
  row.status === 'active' && row.due_at <= base.clock.now() ? awaitedOf(base, row).map(accountName) : [];

export const listReportSchedules = reading('listReportSchedules', async ({ principal, workspaceId }, base) => ({
  data: schedulesOf(base, { principal, workspaceId }),
  meta: { workspace_id: workspaceId },
}));

export function schedulesOf(base: ReadBase, { principal, workspaceId }: Place): Schemas['ReportSchedule'][] {
  const reached = new Set(reachableProfiles(base, principal, workspaceId).map(({ profileId }) => profileId));
  return base.state
    .statement('report/reports/report_schedules_list')
    .all({ workspace_id: workspaceId })
    .filter(({ profile_id }) => reached.has(profile_id))
    .map((row) => shownSchedule(base, row));
}

export const createReportSchedule = stateChange('createReportSchedule', ({ principal, workspaceId, body }, tx) => {
  const { page, title, recipients, chats = [], readers = [], has_pdf = false, currency = null } = body;
  const profile = profileIn(tx, { principal, workspaceId }, body.profile_id);
  const { question, view } = subjectOf(tx, { principal, profile }, { page, ...pickSubject(body) });
  checkSubject(tx, profile, { page, question, title, created_by: actorOf(principal) });
  checkCurrency(page, currency);
  const count = tx.state.statement('report/reports/report_schedules_count').get({ workspace_id: workspaceId })?.schedules ?? 0;
  if (count >= MAX_SCHEDULES)
    throw new ApiError('invalid_state', `The workspace has ${MAX_SCHEDULES} schedules; delete some first.`);
  checkReaders(tx, profile, {
    page,
    question,
    currency,
    created_by: actorOf(principal),
    readers: { recipients, chats, readers },
  });
  const outside = checkOutsideReaders(tx, { principal, profile }, { chats, readers });
  const rhythm = checkedRhythm(body.rhythm);
  const next = nextDue(rhythm, tx.clock.now());
  const actor = actorOf(principal);
  const row = {
    schedule_id: randomUUID(),
    workspace_id: workspaceId,
    profile_id: profile.profileId,
    page,
    created_by: actor,
    title: checkedName('title', title),
    question: storedQuestion.write(question),
    rhythm: storedRhythm.write(rhythm),
    recipients: storedRecipients.write(checkRecipients(tx, profile, recipients)),
    view: view && storedView.write(view),
    chats: storedChats.write(outside.chats),
    readers: storedReaders.write(outside.readers),
    has_pdf: pdfColumn(tx, has_pdf),
    currency,
    status: 'active' as const,
    due_day: next.day,
    due_at: next.at,
  };
  const now = tx.clock.now();
  tx.state.statement('report/reports/report_schedule_add').run({ ...row, now });
  addDue(tx, row, next);
  const about = { workspaceId, profileId: profile.profileId, subject: row.schedule_id, detail: { page } };
  writeAudit(tx, { actor, action: 'report_schedule.created', ...about });
  return {
    data: shownSchedule(tx, { ...row, problem: null, created_at: now }),
    meta: { workspace_id: workspaceId },
    outcome: 'created' as const,
  };
});

/** @throws ApiError where there is no such currency, or the page has none */
function checkCurrency(page: ScheduleRow['page'], currency: string | null): void {
  if (currency === null) return;
  checkedCurrency('currency', currency);
  if (!takesCurrency(page)) throw new ApiError('validation_error', `currency: the page ${page} has no such parameter.`);
}

/** A PDF that nobody can print would be promised to readers. */
function pdfColumn(base: ReadBase, hasPdf: boolean): 0 | 1 {
  if (hasPdf && base.config.chromium === undefined) throw new ApiError('invalid_state', NO_CHROMIUM);
  return hasPdf ? 1 : 0;
}

interface Subject {
  page: ScheduleRow['page'];
  question?: Question | undefined;
  view?: Schemas['ReportViewName'] | null | undefined;
}

const pickSubject = ({ question, view }: Pick<Subject, 'question' | 'view'>) => ({ question, view });

/** Of a view, which is followed from then on, or fixed. @throws ApiError */
function subjectOf(tx: Base, by: { principal: Principal; profile: ProfileRef }, { page, question, view }: Subject) {
  if (view === undefined || view === null) return { question: question ?? {}, view: null };
  if (question !== undefined)
    throw new ApiError('validation_error', 'question: a schedule follows a view or has a question of its own; leave one out.');
  const followed = chosenView(tx, by, view);
  const created_by = actorOf(by.principal);
  const row = { profile_id: by.profile.profileId, page, question: '{}', view: storedView.write(followed), created_by };
  return { question: questionNow(tx, by.profile, row), view: followed };
}

const outsideOf = ({ chats, readers }: ScheduleRow): OutsideReaders => ({
  chats: storedChats.read(chats),
  readers: storedReaders.read(readers),
});

/** Undefined where the change is not about them. */
function changedOutside(tx: Base, principal: Principal, row: ScheduleRow, { chats, readers }: Patch) {
  if (chats === undefined && readers === undefined) return undefined;
  const before = outsideOf(row);
  const profile = { profileId: row.profile_id, workspaceId: row.workspace_id };
  const next = { chats: chats ?? before.chats, readers: readers ?? before.readers };
  return checkOutsideReaders(tx, { principal, profile }, next, before);
}

/** Undefined where the change is not about it. A question of its own ends that the schedule follows a view. */
function changedSubject(tx: Base, principal: Principal, row: ScheduleRow, { question, view }: Patch) {
  if (question === undefined && view === undefined) return undefined;
  const profile = { profileId: row.profile_id, workspaceId: row.workspace_id };
  const kept = view === null && question === undefined ? storedQuestion.read(row.question) : question;
  return subjectOf(tx, { principal, profile }, { page: row.page, question: kept, view });
}

function changeSchedule(tx: Base, place: Place, scheduleId: string, patch: Patch): Schemas['ReportSchedule'] {
  const row = scheduleIn(tx, place, scheduleId);
  requireOwn(tx, place, row);
  const profile = { profileId: row.profile_id, workspaceId: place.workspaceId };
  const { title, recipients, status = row.status } = patch;
  const subject = changedSubject(tx, place.principal, row, patch);
  const question = subject?.question;
  const current = question ?? storedQuestion.read(row.question);
  if (question !== undefined) checkSubject(tx, profile, { ...row, question, title });
  else refuseEmails({}, title);
  const outside = changedOutside(tx, place.principal, row, patch);
  const readers = { ...(outside ?? outsideOf(row)), recipients: recipients ?? storedRecipients.read(row.recipients) };
  // What is sent may have become one for members alone, or be gone: that is no reason to refuse a change of something else.
  const { currency = row.currency } = patch;
  if (currency !== row.currency) checkCurrency(row.page, currency);
  if (question !== undefined || currency !== row.currency || hasNewOutside(readers, outsideOf(row)))
    checkReaders(tx, profile, { page: row.page, question: current, currency, created_by: row.created_by, readers });
  else if (recipients !== undefined || outside !== undefined) requireReader(readers);
  const rhythm = patch.rhythm === undefined ? storedRhythm.read(row.rhythm) : checkedRhythm(patch.rhythm);
  const next = nextDue(rhythm, tx.clock.now());
  const changed = {
    schedule_id: row.schedule_id,
    status,
    due_day: next.day,
    due_at: next.at,
    rhythm: storedRhythm.write(rhythm),
    title: title === undefined ? row.title : checkedName('title', title),
    question: question === undefined ? row.question : storedQuestion.write(question),
    view: subject === undefined ? row.view : subject.view && storedView.write(subject.view),
    recipients: recipients === undefined ? row.recipients : storedRecipients.write(checkRecipients(tx, profile, recipients)),
    chats: outside === undefined ? row.chats : storedChats.write(outside.chats),
    readers: outside === undefined ? row.readers : storedReaders.write(outside.readers),
    has_pdf: patch.has_pdf === undefined ? row.has_pdf : pdfColumn(tx, patch.has_pdf),
    currency,
  };
  tx.state.statement('report/reports/report_schedule_change').run(changed);
  if (status === 'active') addDue(tx, row, next);
  const about = { workspaceId: place.workspaceId, profileId: row.profile_id, subject: row.schedule_id };
  writeAudit(tx, {
    actor: actorOf(place.principal),
    action: 'report_schedule.updated',
    ...about,
    detail: { fields: Object.keys(patch) },
  });
  return shownSchedule(tx, { ...row, ...changed });
}

export const updateReportSchedule = stateChange('updateReportSchedule', ({ principal, workspaceId, params, body }, tx) => ({
  data: changeSchedule(tx, { principal, workspaceId }, params.scheduleId, body),
  meta: { workspace_id: workspaceId },
}));

/** Each row alone: one that is refused does not stop the others. */
export const updateReportSchedules = stateChange('updateReportSchedules', ({ principal, workspaceId, body }, tx) => ({
  data: body.schedules.map(({ id, ...patch }, index) => {
    try {
      return { index, id, status: 'updated' as const, schedule: changeSchedule(tx, { principal, workspaceId }, id, patch) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { index, id, status: 'rejected' as const, reason: error.message };
    }
  }),
  meta: { workspace_id: workspaceId },
}));

export const deleteReportSchedule = stateChange('deleteReportSchedule', ({ principal, workspaceId, params }, tx) => {
  const row = scheduleIn(tx, { principal, workspaceId }, params.scheduleId);
  requireOwn(tx, { principal, workspaceId }, row);
  tx.state.statement('report/reports/report_schedule_delete').run({ schedule_id: row.schedule_id });
  const about = { workspaceId, profileId: row.profile_id, subject: row.schedule_id };
  writeAudit(tx, { actor: actorOf(principal), action: 'report_schedule.deleted', ...about });
  return { data: { id: row.schedule_id, deleted: true }, meta: { workspace_id: workspaceId } };
});
