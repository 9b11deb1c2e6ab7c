// Reports in chats: a row for each report and chat, written in one transaction with the job that writes the message, so a chat gets each report once. A chat is
// read without signing in, so it gets what readers outside are shown.
import { z } from 'zod';
import { CHAT_RETRY, type ChatState, findChat, writeInChat } from '../../account/chats/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { defineJob, type JobRun } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import type { ChatMessage } from '../../providers/chat-webhooks/message.ts';
import { linesOf, rangeOf, wordsOf } from './mail.ts';
import type { Ready, ScheduleRow } from './making.ts';
import { type Outside, storedChats, storedOutside } from './stored.ts';

const payload = z.object({ report_id: z.string(), chat_id: z.string() });
type Payload = z.infer<typeof payload>;

export const reportChatJob = defineJob({
  kind: 'report_chat',
  payload,
  concurrencyKey: ({ payload: { chat_id } }) => `report_chat ${chat_id}`,
  concurrency: 4,
  isOrdered: true,
  leaseSeconds: 60,
  retry: CHAT_RETRY,
  failureText: 'a report could not be written in a chat; the service retries automatically',
  stopSeconds: 5,
  run: writeReport,
});

interface ToChats {
  reportId: string;
  schedule: ScheduleRow;
  outside: Ready['outside'];
}

/** In the transaction of the report. */
export function sendToChats(tx: Base, profileId: string, { reportId, schedule, outside }: ToChats): void {
  for (const chat_id of storedChats.read(schedule.chats)) {
    const reason = findChat(tx, profileId, chat_id) ? problemIn(outside) : 'The chat was deleted.';
    const row = { report_id: reportId, chat_id, profile_id: profileId, reason };
    tx.state.statement('report/reports/sent_report_chat_add').run({ ...row, status: reason === null ? 'queued' : 'failed' });
    if (reason === null) addWriting(tx, profileId, { report_id: reportId, chat_id });
  }
}

const problemIn = (outside: Ready['outside']): string | null => (outside && 'problem' in outside ? outside.problem : null);

const addWriting = (tx: Base, profileId: string, { report_id, chat_id }: Payload): void =>
  void addJob(tx, reportChatJob, { profileId, payload: { report_id, chat_id }, dedupeKey: `${report_id} ${chat_id}` });

/** For a profile that arrives from another installation, where its jobs stayed. */
export function writeReportsAgain(tx: Base, profileId: string): void {
  const waiting = tx.state.statement('report/reports/sent_report_chats_waiting').all({ profile_id: profileId });
  for (const row of waiting) addWriting(tx, profileId, row);
}

async function writeReport(base: Base, job: JobRun<Payload>): Promise<void> {
  const { profileId } = job;
  const { report_id, chat_id } = job.payload;
  const sent = base.state.statement('report/reports/sent_report_chat_get').get({ report_id, chat_id, profile_id: profileId });
  const report = base.state.statement('report/reports/sent_report_outside').get({ report_id, profile_id: profileId });
  if (!sent || !isWaiting(sent.status) || !report?.outside) return;
  const { title, first_day, last_day } = report;
  const outside = storedOutside.read(report.outside);
  await writeInChat(base, job, {
    chatId: chat_id,
    state: sent.status,
    set: (status, reason) =>
      void base.state.statement('report/reports/sent_report_chat_set').run({ report_id, chat_id, status, reason }),
    message: () =>
      chatMessageOf({
        title,
        profile: profileSettings(base, profileId).name,
        outside,
        days: { date_from: first_day, date_to: last_day },
        link: `${publicAddress(base)}/console/${profileId}/reports/sent/${report_id}`,
      }),
  });
}

const isWaiting = (status: string): status is Extract<ChatState, 'queued' | 'sending'> =>
  status === 'queued' || status === 'sending';

interface Parts {
  title: string;
  profile: string;
  days: { date_from: string; date_to: string };
  outside: Outside;
  link: string;
}

/** More of them is read by nobody in a chat. */
const MAX_NOTICES = 3;

export function chatMessageOf({ title, profile, days, outside: { contents, headline }, link }: Parts): ChatMessage {
  const figures = linesOf({ contents, headline }).map(
    ({ name, value, change }) => `${name}: ${value}${change ? ` (${change})` : ''}`,
  );
  return {
    title: `${title}: ${profile}, ${rangeOf(days)}`,
    lines: [
      ...figures,
      ...wordsOf(contents).slice(0, MAX_NOTICES),
      outsideText(contents.outside),
      ...contents.warnings.slice(0, MAX_NOTICES),
    ],
    link: { text: 'Open the report', url: link },
  };
}

const outsideText = (outside: Outside['contents']['outside']): string =>
  outside === undefined
    ? 'Figures of few people are left out.'
    : `Figures of fewer than ${outside.people_at_least} people are left out, and days count through ${outside.closed_through}.`;
