// The common parts of the page: what it shows, its words, and the way to load all of it again.
import { type Answer, forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { longDay, plural } from '../../words/format.ts';

export type Schedule = Schemas['ReportSchedule'];
export type Sent = Schemas['SentReport'];
type Delivery = Sent['deliveries'][number];
type Rhythm = Schedule['rhythm'];

const KEY = 'reports';
export const forgetReports = (): void => forget(KEY);

/** Of the profile, though the service answers for the whole workspace. */
export function useHub(): Answer<Schemas['ReportsHubAnswer']['data']> {
  const { profile_id, workspace_id: workspaceId } = useProfile();
  const answer = useAnswer([KEY, 'hub', workspaceId], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/reports/hub', { params: { path: { workspaceId } }, signal })),
  );
  const isOwn = (each: { profile_id: string }): boolean => each.profile_id === profile_id;
  const all = answer.data?.data;
  return { ...answer, data: all && { schedules: all.schedules.filter(isOwn), reports: all.reports.filter(isOwn) } };
}

export function useReport(reportId: string): Answer<Schemas['ReportAnswer']> {
  const { workspace_id: workspaceId } = useProfile();
  return useAnswer([KEY, 'one', reportId], (signal) =>
    unwrap(
      api.GET('/api/v1/workspaces/{workspaceId}/reports/{reportId}', { params: { path: { workspaceId, reportId } }, signal }),
    ),
  );
}

export const PAGES = [
  ['overview', 'Overview'],
  ['attribution', 'Attribution'],
  ['paths', 'Paths'],
  ['payback', 'Payback'],
  ['quality', 'Quality'],
] as const satisfies readonly (readonly [Schedule['page'], string])[];

export const pageName = (page: Schedule['page']): string => (page === 'board' ? 'Board' : nameOf(page));

const nameOf = (page: Schedule['page']): string => PAGES.find(([each]) => each === page)?.[1] ?? page;

/** What readers without an account can get. */
export const isForOutside = (page: Schedule['page']): boolean =>
  page === 'overview' || page === 'attribution' || page === 'board';

/** Pages whose money can be converted. */
export const hasCurrency = (page: Schedule['page']): boolean => page !== 'quality';

/** Pages whose figures are those of a channel or campaign, where one is chosen. */
export const hasFilters = (page: Schedule['page']): boolean => isForOutside(page) || page === 'payback';

export const RHYTHMS = [
  ['day', 'Every day, about the day before'],
  ['week', 'Every week, about the week before'],
  ['month', 'Every month, about the month before'],
] as const satisfies readonly (readonly [Rhythm['every'], string])[];

export const WEEKDAYS = [
  ['1', 'Monday'],
  ['2', 'Tuesday'],
  ['3', 'Wednesday'],
  ['4', 'Thursday'],
  ['5', 'Friday'],
  ['6', 'Saturday'],
  ['7', 'Sunday'],
] as const;

/** When a schedule sends, as a part of a sentence. */
export function rhythmText({ every, weekday = 1, month_day = 1, at, timezone }: Rhythm): string {
  const time = `at ${at} (${timezone})`;
  if (every === 'day') return `every day ${time}`;
  if (every === 'week') return `every ${WEEKDAYS.find(([each]) => each === String(weekday))?.[1] ?? 'week'} ${time}`;
  return `on day ${month_day} of every month ${time}`;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  profile_archived: 'The profile is archived.',
  no_recipients: 'Its last reader has ended the mails.',
};

export const problemText = (problem: string): string => PROBLEMS[problem] ?? `The last report was not sent: ${problem}`;

export const STATES: Readonly<Record<Delivery['status'], string>> = {
  queued: 'waits',
  retrying: 'is tried again',
  sending: 'is being sent',
  sent: 'sent',
  outbox: 'in the folder of mails: no mail server is set up',
  unknown: 'may have arrived',
  failed: 'not sent',
  bounced: 'did not arrive',
  not_sent: 'not sent',
  no_access: 'not sent: the user cannot open the profile any more',
  expired: 'no longer known',
};

const SHORT: Readonly<Record<Delivery['status'], string>> = {
  ...STATES,
  outbox: 'in the folder of mails',
  no_access: 'not sent',
};

/** Such as `3 sent, 1 may have arrived`. */
export function statesOf(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'Made, not sent';
  const counts = new Map<string, number>();
  for (const { status } of deliveries) counts.set(SHORT[status], (counts.get(SHORT[status]) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} ${text}`).join(', ');
}

export const daysOf = ({ date_from, date_to }: Pick<Sent, 'date_from' | 'date_to'>): string =>
  date_from === date_to ? longDay(date_from) : `${longDay(date_from)} to ${longDay(date_to)}`;

export interface Readers {
  recipients: readonly string[];
  /** Addresses outside of sign-in. */
  readers: readonly string[];
  chats: readonly string[];
}

/** Such as `2 readers and 1 chat`. */
export function readersText({ recipients, readers, chats }: Readers): string {
  const parts = [
    ...(recipients.length > 0 ? [plural(recipients.length, 'reader')] : []),
    ...(readers.length > 0 ? [`${plural(readers.length, 'reader')} outside`] : []),
    ...(chats.length > 0 ? [plural(chats.length, 'chat')] : []),
  ];
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1') || 'nobody';
}

/** Chats of the profile, which the page Alerts adds. */
export function useChats(): Schemas['AlertChat'][] {
  const { profile_id } = useProfile();
  const answer = useAnswer(['alerts', 'chats', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/alerts/chats', { params: { query: { profile_id } }, signal })),
  );
  return answer.data?.data ?? [];
}

export type OutsideReader = Schemas['ReportReader'];
export const readersKey = 'report readers';

/** Addresses outside of sign-in, with their states. */
export function useOutsideReaders(): OutsideReader[] {
  const { profile_id } = useProfile();
  const answer = useAnswer([readersKey, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/reports/readers', { params: { query: { profile_id } }, signal })),
  );
  return answer.data?.data ?? [];
}

const READER_STATES: Readonly<Record<OutsideReader['status'], string>> = {
  pending: 'has not confirmed yet',
  confirmed: 'confirmed',
  unsubscribed: 'has ended the reports',
  bounced: 'unknown to its mail server',
};

export const readerState = ({ status, problem }: OutsideReader): string =>
  READER_STATES[status] + (problem === null ? '' : ` (${problem})`);
