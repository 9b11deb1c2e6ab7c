// The operations on rules: who gets alerts, when a rule holds, and which days it leaves out.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { chatsOf } from '../../account/chats/index.ts';
import { profileRole } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type ProfileRef, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { checkedCondition, falseAlarmsOf } from './condition.ts';
import { isFigure } from './judging/figures.ts';
import { recordCalm } from './record.ts';
import { type RuleRow, rulesOf } from './rule.ts';
import { type Delivery, type StoredCondition, storedCondition, storedDelivery } from './stored.ts';
import { watchSoon } from './watch.ts';

type Schemas = components['schemas'];
const MAX_RULES = 50;
const PROBLEMS = ['too_few_days', 'figure_unknown', 'figure_missing', 'spend_missing', 'budget_missing'] as const;

/** A figure that only a later version knows is left out; `problem` says so. */
function shownCondition({ figure, ...rest }: StoredCondition): Schemas['AlertCondition'] {
  return { ...rest, ...(figure !== undefined && isFigure(figure) ? { figure } : {}) };
}

export function shownRule(base: ReadBase, row: RuleRow): Schemas['AlertRule'] {
  const condition = storedCondition.read(row.condition);
  const { recipients, chats, skipped_days, quiet_hours } = storedDelivery.read(row.delivery);
  const known = new Set(chatsOf(base, row.profile_id).map(({ chat_id }) => chat_id));
  return {
    id: row.rule_id,
    title: row.title,
    kind: row.kind,
    condition: shownCondition(condition),
    recipients,
    chats: chats.filter((id) => known.has(id)),
    skipped_days,
    quiet_hours,
    status: row.status,
    problem: PROBLEMS.find((name) => name === row.problem) ?? null,
    judged_day: row.judged_day,
    false_alarms_per_month: falseAlarmsOf(row.kind, condition),
    created_by: row.created_by,
    created_at: new Date(row.created_at).toISOString(),
  };
}

function ruleIn(base: ReadBase, { profileId }: ProfileRef, id: string): RuleRow {
  const row = rulesOf(base, profileId).find(({ rule_id }) => rule_id === id.toLowerCase());
  if (!row) throw new ApiError('not_found', 'There is no such rule.');
  return row;
}

type Named = Pick<Schemas['AlertRulePatch'], 'recipients' | 'chats' | 'skipped_days' | 'quiet_hours'>;

function checkedDelivery(base: ReadBase, profile: ProfileRef, named: Named, before?: Delivery): Delivery {
  const { recipients, chats, skipped_days, quiet_hours } = named;
  return {
    recipients: recipients === undefined ? (before?.recipients ?? []) : checkedRecipients(base, profile, recipients),
    chats: chats === undefined ? (before?.chats ?? []) : checkedChats(base, profile, chats),
    skipped_days: skipped_days === undefined ? (before?.skipped_days ?? []) : checkedDays(skipped_days),
    quiet_hours: quiet_hours === undefined ? (before?.quiet_hours ?? null) : checkedHours(quiet_hours),
  };
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

function checkedRecipients(base: ReadBase, profile: ProfileRef, recipients: readonly string[]): string[] {
  const ids = unique(recipients);
  const stranger = ids.find((id) => !profileRole(base, id, profile));
  if (stranger !== undefined)
    throw new ApiError(
      'validation_error',
      `recipients: ${stranger} is no user who can open the profile. Invite the person first.`,
    );
  return ids;
}

function checkedChats(base: ReadBase, { profileId }: ProfileRef, chats: readonly string[]): string[] {
  const ids = unique(chats);
  const known = new Set(chatsOf(base, profileId).map(({ chat_id }) => chat_id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new ApiError('validation_error', `chats: ${unknown} is no chat of the profile.`);
  return ids;
}

function checkedDays(days: Delivery['skipped_days']): Delivery['skipped_days'] {
  const turned = days.find(({ date_from, date_to }) => date_from > date_to);
  if (turned) throw new ApiError('validation_error', `skipped_days: ${turned.date_from} is after ${turned.date_to}.`);
  return days;
}

function checkedHours(hours: Delivery['quiet_hours']): Delivery['quiet_hours'] {
  if (hours !== null && hours.from === hours.to)
    throw new ApiError('validation_error', 'quiet_hours: from and to are the same time.');
  return hours;
}

export const listAlertRules = reading('listAlertRules', ({ profile: { profileId } }, base) => ({
  data: rulesOf(base, profileId).map((row) => shownRule(base, row)),
  meta: { profile_id: profileId },
}));

export const createAlertRule = stateChange('createAlertRule', ({ principal, profile, body }, tx) => {
  const { profileId } = profile;
  if (rulesOf(tx, profileId).length >= MAX_RULES)
    throw new ApiError('invalid_state', `The profile has ${MAX_RULES} rules; delete some first.`);
  const actor = actorOf(principal);
  const row = {
    rule_id: randomUUID(),
    profile_id: profileId,
    title: checkedName('title', body.title),
    kind: body.kind,
    condition: storedCondition.write(checkedCondition(body.kind, body.condition)),
    delivery: storedDelivery.write(checkedDelivery(tx, profile, body)),
    status: 'active' as const,
    created_by: actor,
  };
  tx.state.statement('act/alerts/alert_rule_add').run({ ...row, now: tx.clock.now() });
  watchSoon(tx, profileId);
  auditRule(tx, profile, { actor, action: 'created', ruleId: row.rule_id, detail: { kind: body.kind } });
  const data = shownRule(tx, ruleIn(tx, profile, row.rule_id));
  return { data, meta: { profile_id: profileId }, outcome: 'created' as const };
});

function auditRule(
  tx: Base,
  { profileId, workspaceId }: ProfileRef,
  { actor, action, ruleId, detail = {} }: { actor: string; action: string; ruleId: string; detail?: object },
): void {
  writeAudit(tx, { actor, action: `alert_rule.${action}`, workspaceId, profileId, subject: ruleId, detail: { ...detail } });
}

export const updateAlertRule = stateChange('updateAlertRule', ({ principal, profile, params, body }, tx) => {
  const row = ruleIn(tx, profile, params.id);
  const { profileId } = profile;
  const condition =
    body.condition === undefined ? row.condition : storedCondition.write(checkedCondition(row.kind, body.condition));
  const isSame = condition === row.condition;
  tx.state.statement('act/alerts/alert_rule_change').run({
    rule_id: row.rule_id,
    profile_id: profileId,
    condition,
    status: body.status ?? row.status,
    title: body.title === undefined ? row.title : checkedName('title', body.title),
    delivery: storedDelivery.write(checkedDelivery(tx, profile, body, storedDelivery.read(row.delivery))),
    // Another condition judges the last day anew.
    judged_day: isSame ? row.judged_day : null,
    problem: isSame ? row.problem : null,
  });
  recordCalm(tx, profileId);
  watchSoon(tx, profileId);
  const actor = actorOf(principal);
  auditRule(tx, profile, { actor, action: 'updated', ruleId: row.rule_id, detail: { fields: Object.keys(body) } });
  return { data: shownRule(tx, ruleIn(tx, profile, row.rule_id)), meta: { profile_id: profileId } };
});

export const deleteAlertRule = stateChange('deleteAlertRule', ({ principal, profile, params }, tx) => {
  const { rule_id } = ruleIn(tx, profile, params.id);
  tx.state.statement('act/alerts/alert_rule_delete').run({ rule_id, profile_id: profile.profileId });
  recordCalm(tx, profile.profileId);
  auditRule(tx, profile, { actor: actorOf(principal), action: 'deleted', ruleId: rule_id });
  return { data: { id: rule_id, deleted: true }, meta: { profile_id: profile.profileId } };
});
