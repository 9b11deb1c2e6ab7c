// Purchases that senders reported against orders of connected shops and payment accounts. Under one key both are one purchase, so a payment
// that a shop found reported already counts on both sides.
import type { ReadBase } from '../../../base/base.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import { publicId } from '../../../base/kit/ids.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { type Evidence, evidenceOf, findingOf } from '../findings.ts';
import { instrumentationKind } from '../kinds/instrumentation-kinds.ts';
import type { Scope } from '../period.ts';
import { FEWEST_CASES, type Finding, statusOfShare, statusOfValue, thresholdOf, wilson, worstOf } from '../rules.ts';

type Day = WarehouseRow<'warehouse/report/quality/shop_days_list'>;

const DAY_MS = 86_400_000;

function noteOf(base: ReadBase, profileId: string, { missing, surplus }: Day): string | null {
  const references = hooksOf(base).flatMap(({ shopOrders }) => shopOrders?.references(base, profileId, missing) ?? []);
  const names = references.flatMap((name) => name ?? []);
  const conversions = surplus.map((number) => publicId('conversion', profileId, number));
  const notes = [
    ...(names.length > 0 ? [`not sent: ${names.join(', ')}`] : []),
    ...(conversions.length > 0 ? [`not in the shop: ${conversions.join(', ')}`] : []),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

const evidenceOfDays = (base: ReadBase, { profileId }: Scope, days: readonly Day[]): Evidence[] =>
  days
    .filter(({ missing, surplus }) => missing.length + surplus.length > 0)
    .toSorted((a, b) => Math.abs(b.orders - b.outcomes) - Math.abs(a.orders - a.outcomes))
    .slice(0, 20)
    .map((day) => evidenceOf(day.day, { count: day.outcomes, of: day.orders, note: noteOf(base, profileId, day) }));

/** Too few are held to their threshold as a share; too many as the share that is surplus. */
function statusOf(outcomes: number, orders: number) {
  const { attention, problem } = thresholdOf('shop_surplus');
  const surplus = { isWorseBelow: false, attention: attention - 1, problem: problem - 1 };
  const [low] = wilson(Math.min(orders, Math.max(0, outcomes - orders)), orders);
  return worstOf([
    statusOfShare(Math.min(outcomes, orders), orders, thresholdOf('shop_reconciliation')),
    outcomes > 2 * orders ? 'problem' : statusOfValue(low, surplus),
  ]);
}

/** Numbers of the facts of the scope that connected shops have as well. */
export function sharedOrders(base: ReadBase, { profileId, period }: Scope): bigint[] {
  const between = { from: Date.parse(period.date_from) - DAY_MS, to: Date.parse(period.date_to) + 2 * DAY_MS };
  return hooksOf(base).flatMap(({ shopOrders }) => shopOrders?.shared(base, profileId, between) ?? []);
}

export function shopFinding(base: ReadBase, days: readonly Day[], scope: Scope): Finding {
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const outcomes = days.reduce((sum, day) => sum + day.outcomes, 0);
  // Where nobody but the shop reports purchases, there is nothing to compare.
  const isCompared = outcomes > 0 && orders > 0;
  const status = isCompared && orders >= FEWEST_CASES ? statusOf(outcomes, orders) : 'ok';
  const measured = {
    ...{ hits: isCompared ? outcomes : 0, cases: isCompared ? orders : 0, money: null },
    ...(isCompared ? { share: outcomes / orders, evidence: evidenceOfDays(base, scope, days) } : {}),
  };
  return findingOf(instrumentationKind('shop_reconciliation'), measured, scope, { status });
}
