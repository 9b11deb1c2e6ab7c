// The operations on alerts: the list, and what a person does with one.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { mailState } from '../../account/people/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { isFigure } from './judging/figures.ts';
import { noticesOf } from './notices.ts';
import type { AlertRow } from './record.ts';
import { rulesOf } from './rule.ts';
import { storedContents, storedRaisers } from './stored.ts';
import { linkOf } from './words.ts';

type Schemas = components['schemas'];

const NEWEST = 200;
const MAX_SNOOZE_MS = 30 * 86_400_000;

const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The state of a mail is that of its job. */
function noticeOf(base: ReadBase, row: ReturnType<typeof noticesOf>[number]): Schemas['AlertNotice'] {
  const { event, target } = row;
  const mail = row.mail === null ? undefined : mailState(base, row.mail);
  if (row.mail !== null && !mail) return { event, target, status: 'unknown', reason: 'How the mail ended is no longer stored.' };
  return { event, target, status: mail?.status ?? row.status, reason: mail ? mail.reason : row.reason };
}

function shown(base: ReadBase, row: AlertRow, titles: ReadonlyMap<string, string>): Schemas['Alert'] {
  const { what, since, figure, value, usual, money, causes, finding, page } = storedContents.read(row.contents);
  return {
    id: row.alert_id,
    state: row.cleared_at === null ? 'open' : 'cleared',
    cause: row.cause,
    rules: storedRaisers.read(row.rules).map(({ rule_id }) => ({ id: rule_id, title: titles.get(rule_id) ?? null })),
    what,
    since,
    figure: figure !== null && isFigure(figure) ? figure : null,
    value,
    usual,
    money,
    causes,
    finding,
    link: linkOf(base, row.profile_id, { what, since, figure, value, usual, money, causes, finding, page }),
    raised_at: new Date(row.raised_at).toISOString(),
    cleared_at: instantOrNull(row.cleared_at),
    acknowledged_by: row.acknowledged_by,
    acknowledged_at: instantOrNull(row.acknowledged_at),
    snoozed_until: instantOrNull(row.snoozed_until),
    notices: noticesOf(base, row.profile_id, row.alert_id).map((each) => noticeOf(base, each)),
  };
}

const titlesOf = (base: ReadBase, profileId: string): Map<string, string> =>
  new Map(rulesOf(base, profileId).map(({ rule_id, title }) => [rule_id, title]));

export const listAlerts = reading('listAlerts', ({ profile: { profileId } }, base) => {
  const titles = titlesOf(base, profileId);
  const rows = base.state.statement('act/alerts/alerts_list').all({ profile_id: profileId, limit: NEWEST });
  return { data: rows.map((row) => shown(base, row, titles)), meta: { profile_id: profileId } };
});

export const updateAlert = stateChange('updateAlert', ({ principal, profile, params, body }, tx) => {
  const { profileId, workspaceId } = profile;
  const at = { profile_id: profileId, alert_id: params.id.toLowerCase() };
  const row = tx.state.statement('act/alerts/alert_get').get(at);
  if (!row) throw new ApiError('not_found', 'There is no such alert.');
  const actor = actorOf(principal);
  const marked = { ...acknowledged(row, body.acknowledged, { actor, now: tx.clock.now() }), snoozed_until: row.snoozed_until };
  if (body.snoozed_until !== undefined) {
    marked.snoozed_until = snoozeOf(row, body.snoozed_until, tx.clock.now());
    tx.state.statement('act/alerts/alert_reminders_remove').run(at);
  }
  tx.state.statement('act/alerts/alert_mark').run({ alert_id: row.alert_id, ...marked });
  const about = { workspaceId, profileId, subject: row.alert_id, detail: { fields: Object.keys(body) } };
  writeAudit(tx, { actor, action: 'alert.updated', ...about });
  return { data: shown(tx, { ...row, ...marked }, titlesOf(tx, profileId)), meta: { profile_id: profileId } };
});

/** Who acknowledges first is named. */
function acknowledged(row: AlertRow, wanted: boolean | undefined, { actor, now }: { actor: string; now: number }) {
  const { acknowledged_by, acknowledged_at } = row;
  if (wanted === undefined || (wanted && acknowledged_at !== null)) return { acknowledged_by, acknowledged_at };
  return wanted ? { acknowledged_by: actor, acknowledged_at: now } : { acknowledged_by: null, acknowledged_at: null };
}

function snoozeOf(row: AlertRow, until: string | null, now: number): number | null {
  if (until === null) return null;
  if (row.cleared_at !== null) throw new ApiError('invalid_state', 'The alert is over; there is nothing to snooze.');
  const at = Date.parse(until);
  if (at <= now || at > now + MAX_SNOOZE_MS)
    throw new ApiError('validation_error', 'snoozed_until: must be in the next 30 days.');
  return at;
}
