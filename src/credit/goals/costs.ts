// What goods and payments cost, as dated decisions: from a day on, cost of goods as a percentage of revenue, and the fees of a payment. Each change
// is one decision on the whole list, so it is undone by the list before, and figures as of an earlier time have the costs of then.
import { z } from 'zod';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { readJson } from '../../base/kit/stored-json.ts';

export type Cost = components['schemas']['Cost'];

const text = z.string();
const shape = z.array(z.object({ from_day: text, goods_percent: text, fee_percent: text, fee_per_payment: text }));

/** The name of the setting in state, and of the decision. */
const NAME = 'costs';

export function costsInForce(base: ReadBase, profileId: string): Cost[] {
  const all = base.state.statement('credit/goals/settings_list').all({ profile_id: profileId });
  const own = all.find(({ name }) => name === NAME);
  return own === undefined ? [] : readJson(`setting ${NAME}`, shape, own.value);
}

const MAX_PERCENT = 100n * 10_000n;

function checkedPercent(field: string, percent: string): string {
  const units = unitsOf(percent, 4);
  if (units > MAX_PERCENT) throw new ApiError('validation_error', `${field}: at most 100 percent of the revenue.`);
  return decimalText(units, 4);
}

/** By day, with numbers as they are written shortest; refuses two of one day. */
export function checkedCosts(costs: readonly Cost[]): Cost[] {
  const sorted = costs.toSorted((a, b) => (a.from_day < b.from_day ? -1 : 1));
  return sorted.map(({ from_day, goods_percent, fee_percent, fee_per_payment }, i) => {
    if (sorted[i - 1]?.from_day === from_day) throw new ApiError('validation_error', `costs: ${from_day} is there twice.`);
    return {
      from_day,
      goods_percent: checkedPercent('goods_percent', goods_percent),
      fee_percent: checkedPercent('fee_percent', fee_percent),
      fee_per_payment: decimalText(unitsOf(fee_per_payment, 6), 6),
    };
  });
}

/** As statements and decisions have them: texts of equal costs are equal. */
export const writtenCosts = (costs: readonly Cost[]): string => JSON.stringify(costs);

export const getCosts = reading('getCosts', ({ profile }, base) => ({
  data: { costs: costsInForce(base, profile.profileId), before: null },
  meta: { profile_id: profile.profileId },
}));

export const putCosts = stateChange('putCosts', ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const actor = actorOf(principal);
  const costs = checkedCosts(body.costs);
  const before = costsInForce(base, profileId);
  const value = writtenCosts(costs);
  if (value !== writtenCosts(before)) {
    base.state.statement('credit/goals/setting_put').run({ profile_id: profileId, name: NAME, value });
    base.state.decide({
      profileId,
      kind: 'setting',
      subject: NAME,
      payload: { name: NAME, value },
      actor,
      afterSeq: base.journal.lastSeq(profileId),
      decidedAt: base.clock.now(),
    });
    const detail = { before, costs };
    writeAudit(base, { actor, action: 'costs.updated', workspaceId, profileId, subject: profileId, detail });
    base.signals.emit('decisions', profileId);
  }
  return { data: { costs, before }, meta: { profile_id: profileId } };
});
