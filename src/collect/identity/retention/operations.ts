// How long a profile keeps people who do not come back, and the content of messages: the rule, what it would remove, and setting it.
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import { reading, stateChange } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { beforeOf, countIdleVisitors, idlePersons, type Rule } from './idle.ts';
import { MESSAGES_DAYS, ruleOf, type StoredRule } from './run.ts';

type Shown = components['schemas']['Retention'];

const NEW: Pick<Rule, 'visitorsBefore' | 'visitorsSeq'> = { visitorsBefore: 0n, visitorsSeq: 0n };
const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const shown = (rule: StoredRule | undefined): Omit<Shown, 'preview'> => ({
  visitor_days: rule?.visitorDays ?? null,
  customer_days: rule?.customerDays ?? null,
  messages_retention_days: rule?.messagesDays ?? MESSAGES_DAYS,
  set_at: instant(rule?.setAt ?? null),
  set_by: rule?.setBy ?? null,
  checked_at: instant(rule?.checkedAt ?? null),
  removed: rule?.removed ?? { visitors: 0, customers: 0 },
});

export const getRetention = reading('getRetention', async ({ profile: { profileId }, params }, base) => {
  const rule = ruleOf(base, profileId);
  const days = {
    visitorDays: params.visitor_days ?? rule?.visitorDays ?? null,
    customerDays: params.customer_days ?? rule?.customerDays ?? null,
  };
  const messages = params.messages_retention_days ?? rule?.messagesDays ?? MESSAGES_DAYS;
  const people = await previewOf(base, profileId, { ...NEW, ...rule, ...days });
  const preview = { ...people, messages_retention_days: messages, messages: agedMessages(base, profileId, messages) };
  return { data: { ...shown(rule), preview }, meta: { profile_id: profileId } };
});

function agedMessages(base: ReadBase, profileId: string, days: number): number {
  const before = base.clock.now() - days * 86_400_000;
  return hooksOf(base).reduce((sum, hooks) => sum + (hooks.messagesBefore?.(base, profileId, before) ?? 0), 0);
}

type PeoplePreview = Omit<NonNullable<Shown['preview']>, 'messages' | 'messages_retention_days'>;

async function previewOf(base: ReadBase, profileId: string, rule: Rule): Promise<PeoplePreview> {
  const { visitorDays, customerDays } = rule;
  let customers = 0;
  if (customerDays !== null)
    for await (const members of idlePersons(base, profileId, beforeOf(base, customerDays))) customers += members.length;
  const all = base.state.statement('collect/identity/customers_count').get({ profile_id: profileId });
  const counts = await countIdleVisitors(base, profileId, rule);
  return {
    visitor_days: visitorDays,
    customer_days: customerDays,
    ...counts,
    customers,
    customers_of: Number(all?.n ?? 0),
  };
}

export const putRetention = stateChange('putRetention', ({ profile, principal, body }, base) => {
  const { profileId, workspaceId } = profile;
  const actor = actorOf(principal);
  const { visitor_days, customer_days } = body;
  const before = ruleOf(base, profileId);
  const messages_retention_days = body.messages_retention_days ?? before?.messagesDays ?? MESSAGES_DAYS;
  const isSame =
    before?.visitorDays === visitor_days &&
    before.customerDays === customer_days &&
    before.messagesDays === messages_retention_days;
  if (!isSame) {
    base.state
      .statement('collect/identity/retention_rule_set')
      .run({ profile_id: profileId, visitor_days, customer_days, messages_retention_days, actor, now: base.clock.now() });
    const detail = { visitor_days, customer_days, messages_retention_days };
    writeAudit(base, { actor, action: 'retention.set', workspaceId, profileId, subject: profileId, detail });
  }
  return { data: { ...shown(ruleOf(base, profileId)), preview: null }, meta: { profile_id: profileId } };
});
