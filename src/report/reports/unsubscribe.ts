// The link by which a reader ends the mails of a schedule, without an account: it names schedule and reader, sealed, and does nothing else.
import { z } from 'zod';
import { writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { storedChats, storedRecipients } from './stored.ts';

const SEAL = 'report unsubscribe';
const PATH = '/u/';
const named = z.tuple([z.string(), z.string()]);

export const unsubscribePath = (base: Base, scheduleId: string, userId: string): string =>
  PATH + base.state.vault.seal(SEAL, JSON.stringify([scheduleId, userId])).toString('base64url');

export interface Subscription {
  title: string;
  isOn: boolean;
}

function subscriptionOf(base: ReadBase, token: string) {
  try {
    const text = base.state.vault.openSent(SEAL, Buffer.from(token, 'base64url'));
    const [scheduleId, userId] = readJson('a link of a report', named, text);
    const schedule = base.state.statement('report/reports/report_schedule_get').get({ schedule_id: scheduleId });
    return { scheduleId, userId, schedule, recipients: schedule ? storedRecipients.read(schedule.recipients) : [] };
  } catch {
    return undefined; // no link of this installation
  }
}

/** Undefined for what is no such link; one of a schedule that is gone is off. */
export function findSubscription(base: ReadBase, token: string): Subscription | undefined {
  const found = subscriptionOf(base, token);
  return found && { title: found.schedule?.title ?? 'This report', isOn: found.recipients.includes(found.userId) };
}

/** The last reader pauses the schedule. Again it changes nothing. */
export function endSubscription(base: Base, token: string): void {
  base.state.tx(() => {
    const found = subscriptionOf(base, token);
    if (!found?.schedule || !found.recipients.includes(found.userId)) return;
    const { schedule, userId } = found;
    const recipients = found.recipients.filter((id) => id !== userId);
    const isEmpty = recipients.length === 0 && storedChats.read(schedule.chats).length === 0;
    const { schedule_id, due_day, due_at } = schedule;
    const kept = {
      title: schedule.title,
      chats: schedule.chats,
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
