// Compares frozen arithmetic with what came, once its seven days are over and their sales are in. What was done and what was not is scored by
// the same clock.
import { Temporal } from 'temporal-polyfill';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { prepared } from '../../base/warehouse/plan.ts';
import type { WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { money } from './evidence/compose.ts';
import { type Frozen, type Observed, storedFrozen, storedObserved } from './stored.ts';

type Row = WarehouseRow<'warehouse/act/recommendations/ads_observed'>;

/** An account may cost so much more a sale before a change counts as harm. */
const MORE_COST = 1.05;

interface Sums {
  spend: number;
  sales: number;
}

const sumOf = (rows: readonly Row[]): Sums =>
  rows.reduce((sum, { spend, sales }) => ({ spend: sum.spend + spend, sales: sum.sales + sales }), { spend: 0, sales: 0 });
/** Null where nothing was spent; without a sale it is as dear as can be. */
const costOf = ({ spend, sales }: Sums): number | null =>
  spend <= 0 ? null : sales > 0 ? spend / sales : Number.POSITIVE_INFINITY;
const isUpTo = (cost: number | null, limit: number): boolean | null => (cost === null ? null : cost <= limit);

/** Null where there was nothing to observe. */
export function isHit(kind: string, frozen: Frozen, { own, account }: { own: Sums; account: Sums }): boolean | null {
  const before = frozen.account_cost === null ? Number.POSITIVE_INFINITY : Number(frozen.account_cost);
  if (kind === 'pause') return isUpTo(costOf({ spend: account.spend - own.spend, sales: account.sales - own.sales }), before);
  if (kind === 'reallocate') return isUpTo(costOf(own), Number(frozen.cost));
  const isCheap = isUpTo(costOf(own), Number(frozen.median));
  return isCheap === null ? null : isCheap && isUpTo(costOf(account), MORE_COST * before) === true;
}

function observedOf(frozen: Frozen, rows: readonly Row[]): { own: Sums; account: Sums; observed: Observed } {
  const own = sumOf(rows.filter(({ ad_id }) => ad_id === frozen.ad_id || ad_id === frozen.from_ad_id));
  const account = sumOf(rows.filter((row) => row.platform === frozen.platform && row.account_id === frozen.account_id));
  const costText = (cost: number | null): string | null => (cost === null || !Number.isFinite(cost) ? null : money(cost));
  const observed = {
    ...{ spend: money(own.spend), sales: own.sales, cost: costText(costOf(own)) },
    ...{ account_spend: money(account.spend), account_sales: account.sales, account_cost: costText(costOf(account)) },
    ratio: frozen.if_sales > 0 ? Math.round((own.sales / frozen.if_sales) * 1_000) / 1_000 : null,
  };
  return { own, account, observed };
}

const startOf = (day: string, timezone: string, plus = 0): string =>
  new Date(Temporal.PlainDate.from(day).add({ days: plus }).toZonedDateTime(timezone).epochMilliseconds)
    .toISOString()
    .slice(0, -1);

async function rowsOf(base: ReadBase, profileId: string, { goal, from, to }: Frozen): Promise<Row[]> {
  const { timezone } = profileSettings(base, profileId);
  const asked = {
    ...{ goal, money_from: from, money_to: to, from_at: startOf(from, timezone), to_at: startOf(to, timezone, 1) },
  };
  return ask(base, profileId, prepared('warehouse/act/recommendations/ads_observed', asked, ['in_range', 'in_force']));
}

/** Scores what can be scored. Frozen on one day, many share one reading. */
export async function scoreDue(base: Base, profileId: string): Promise<void> {
  const due = base.state.statement('act/recommendations/scores_due').all({ profile_id: profileId, now: base.clock.now() });
  const readings = new Map<string, Row[]>();
  for (const { recommendation_id, kind, frozen: text } of due) {
    const frozen = storedFrozen.read(text);
    const key = JSON.stringify([frozen.goal, frozen.from, frozen.to]);
    const rows = readings.get(key) ?? (await rowsOf(base, profileId, frozen));
    readings.set(key, rows);
    const { observed, ...sums } = observedOf(frozen, rows);
    const hit = isHit(kind, frozen, sums);
    base.state.statement('act/recommendations/score_set').run({
      ...{ profile_id: profileId, recommendation_id, now: base.clock.now() },
      ...{ is_hit: hit === null ? null : Number(hit), observed: storedObserved.write(observed) },
    });
  }
}
