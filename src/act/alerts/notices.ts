// What is sent of alerts, and to whom. A row of state names alert, event and target, and is written in one transaction with the mail, the job or the event that
// it is about: whatever is repeated, a target gets each once.
import { findChat } from '../../account/chats/index.ts';
import { personById, queueMail } from '../../account/people/index.ts';
import { profileRole } from '../../account/places/index.ts';
import { profileClocks, profileSettings } from '../../account/profiles/index.ts';
import { senderOf } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import { localMs } from '../../base/kit/time/zone-shifts.ts';
import { addJob } from '../../base/work/runner.ts';
import { chatJob } from './chat-job.ts';
import { type AlertRow, recentAlerts } from './record.ts';
import { type RuleRow, rulesOf } from './rule.ts';
import { type Delivery, storedContents, storedDelivery, storedRaisers } from './stored.ts';
import { alertMail, linkOf, type NoticeEvent, titleOf } from './words.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WEBHOOKS = 'webhooks';

/** By what the clocks show, so hours that they skip or show twice need no rule of their own. */
function isQuiet({ quiet_hours: hours }: Delivery, clock: number): boolean {
  if (!hours) return false;
  const minutes = Math.floor((clock % DAY_MS) / MINUTE_MS);
  const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)];
  return from < to ? from <= minutes && minutes < to : minutes >= from || minutes < to;
}

/** The active rules that raised it and may send now. */
function speakingRules(base: ReadBase, profileId: string, alert: AlertRow, rules: readonly RuleRow[]): Delivery[] {
  const clock = localMs(profileClocks(base, profileId), base.clock.now());
  const raisers = new Set(storedRaisers.read(alert.rules).map(({ rule_id }) => rule_id));
  return rules
    .filter(({ rule_id, status }) => raisers.has(rule_id) && status === 'active')
    .map(({ delivery }) => storedDelivery.read(delivery))
    .filter((delivery) => !isQuiet(delivery, clock));
}

const targetsOf = ({ recipients, chats }: Delivery): string[] => [
  ...recipients.map((id) => `user ${id}`),
  ...chats.map((id) => `chat ${id}`),
];

/** Sends what is due of all alerts. In the caller's transaction. */
export function sendNotices(tx: Base, profile: ProfileRef): void {
  const rules = rulesOf(tx, profile.profileId);
  for (const alert of recentAlerts(tx, profile.profileId)) {
    if (alert.cleared_at === null) sendOpen(tx, profile, alert, rules);
    else sendCleared(tx, profile, alert, rules);
  }
}

function sendOpen(tx: Base, profile: ProfileRef, alert: AlertRow, rules: readonly RuleRow[]): void {
  const { snoozed_until: snoozed } = alert;
  if (snoozed !== null && snoozed > tx.clock.now()) return;
  const speaking = speakingRules(tx, profile.profileId, alert, rules);
  if (speaking.length === 0) return;
  for (const target of new Set([...speaking.flatMap(targetsOf), WEBHOOKS])) {
    const isNew = sendOnce(tx, profile, { alert, event: 'raised', target });
    if (!isNew && snoozed !== null && target !== WEBHOOKS) sendOnce(tx, profile, { alert, event: 'reminded', target });
  }
}

/** To those who got the alert. One that was snoozed ends without a message to people. */
function sendCleared(tx: Base, profile: ProfileRef, alert: AlertRow, rules: readonly RuleRow[]): void {
  const { snoozed_until: snoozed, cleared_at: cleared } = alert;
  const isSnoozed = snoozed !== null && cleared !== null && snoozed > cleared;
  const hasRules = rules.some(({ rule_id }) => storedRaisers.read(alert.rules).some((raiser) => raiser.rule_id === rule_id));
  const isHeard = !hasRules || speakingRules(tx, profile.profileId, alert, rules).length > 0 || isAllPaused(alert, rules);
  if (!isHeard) return;
  const sent = noticesOf(tx, profile.profileId, alert.alert_id).filter(
    ({ event, status }) => event === 'raised' && status !== 'no_access',
  );
  for (const { target } of sent)
    if (target === WEBHOOKS || !isSnoozed) sendOnce(tx, profile, { alert, event: 'cleared', target });
}

const isAllPaused = (alert: AlertRow, rules: readonly RuleRow[]): boolean => {
  const raisers = new Set(storedRaisers.read(alert.rules).map(({ rule_id }) => rule_id));
  return rules.every(({ rule_id, status }) => !raisers.has(rule_id) || status === 'paused');
};

/** For a profile that arrives from another installation, where its jobs stayed. */
export function writeAgain(tx: Base, profileId: string): void {
  for (const { alert_id, event, target } of tx.state
    .statement('act/alerts/alert_notices_waiting')
    .all({ profile_id: profileId })) {
    const chat_id = target.replace('chat ', '');
    addJob(tx, chatJob, { profileId, payload: { alert_id, event, chat_id }, dedupeKey: `${alert_id} ${event} ${chat_id}` });
  }
}

export const noticesOf = (base: ReadBase, profileId: string, alertId: string) =>
  base.state.statement('act/alerts/alert_notices_list').all({ profile_id: profileId, alert_id: alertId });

interface Notice {
  alert: AlertRow;
  event: NoticeEvent;
  target: string;
}

/** True where it was not sent before. */
function sendOnce(tx: Base, profile: ProfileRef, notice: Notice): boolean {
  const { alert, event, target } = notice;
  const key = { profile_id: profile.profileId, alert_id: alert.alert_id, event, target };
  if (tx.state.statement('act/alerts/alert_notice_get').get(key)) return false;
  const sent = send(tx, profile, notice);
  tx.state.statement('act/alerts/alert_notice_add').run({ ...key, reason: null, mail: null, ...sent, now: tx.clock.now() });
  return true;
}

interface Begun {
  status: 'queued' | 'sent' | 'failed' | 'no_access';
  reason?: string;
  mail?: string;
}

function send(tx: Base, profile: ProfileRef, notice: Notice): Begun {
  const [kind, id = ''] = notice.target.split(' ');
  if (kind === 'user') return mailTo(tx, profile, notice, id);
  return kind === 'chat' ? writeIn(tx, profile, notice, id) : announce(tx, profile, notice);
}

/** A user who may not open the profile any more gets nothing of it. */
function mailTo(tx: Base, profile: ProfileRef, { alert, event }: Notice, userId: string): Begun {
  const person = personById(tx, userId);
  if (!person || !profileRole(tx, userId, profile)) return { status: 'no_access' };
  const from = senderOf(tx, profile.workspaceId);
  const mail = alertMail({
    alert,
    event,
    profile: profileSettings(tx, profile.profileId).name,
    link: linkOf(tx, profile.profileId, storedContents.read(alert.contents)),
  });
  return { status: 'queued', mail: queueMail(tx, { ...mail, to: person.email, ...(from ? { from } : {}) }) };
}

function writeIn(tx: Base, { profileId }: ProfileRef, { alert, event }: Notice, chatId: string): Begun {
  const chat = findChat(tx, profileId, chatId);
  if (!chat) return { status: 'failed', reason: 'The chat was deleted.' };
  if (chat.status === 'revoked') return { status: 'failed', reason: 'The address of the chat is not valid any more.' };
  const payload = { alert_id: alert.alert_id, event, chat_id: chatId };
  addJob(tx, chatJob, { profileId, payload, dedupeKey: `${alert.alert_id} ${event} ${chatId}` });
  return { status: 'queued' };
}

function announce(tx: Base, { profileId }: ProfileRef, { alert, event }: Notice): Begun {
  const { what, since, figure, value, usual, money, causes, finding, page } = storedContents.read(alert.contents);
  announceEvent(tx, {
    type: event === 'cleared' ? 'alert.cleared' : 'alert.raised',
    key: alert.alert_id,
    profileId,
    occurredAt: tx.clock.now(),
    data: {
      alert_id: alert.alert_id,
      rule_ids: storedRaisers.read(alert.rules).map(({ rule_id }) => rule_id),
      title: titleOf(alert),
      what,
      since,
      figure,
      value,
      usual,
      money,
      causes,
      finding,
      link: linkOf(tx, profileId, { what, since, figure, value, usual, money, causes, finding, page }),
    },
  });
  return { status: 'sent' };
}
