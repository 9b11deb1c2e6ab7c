// Compares frozen arithmetic with what came, once its seven days are over and their sales are in. What was done and what was not is scored by
// the same clock.
import { Temporal } from 'temporal-polyfill';
import { profileDayStart } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { prepared } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { changedWithin } from './changed-since.ts';
import { money } from './evidence/rounding.ts';
import { type Frozen, type Observed, storedFrozen, storedObserved } from './stored.ts';
import { comparedTotal, expectationFrozen, isOfAccount, type ObservedRow as Row, windowOf } from './totals.ts';

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
  const ofAccount = rows.filter((row) => isOfAccount(frozen, row));
  const own = sumOf(ofAccount.filter(({ ad_id }) => ad_id === frozen.ad_id || ad_id === frozen.from_ad_id));
  const account = sumOf(ofAccount);
  const amount = (value: number): string => money(value, frozen.currency);
  const costText = (cost: number | null): string | null => (cost === null || !Number.isFinite(cost) ? null : amount(cost));
  const observed = {
    spend: amount(own.spend),
    sales: own.sales,
    cost: costText(costOf(own)),
    account_spend: amount(account.spend),
    account_sales: account.sales,
    account_cost: costText(costOf(account)),
  };
  return { own, account, observed };
}

const startOf = (base: ReadBase, profileId: string, day: string): string =>
  new Date(profileDayStart(base, profileId, day)).toISOString().slice(0, -1);

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
const endOf = (base: ReadBase, profileId: string, day: string): number => profileDayStart(base, profileId, dayAfter(day));

type Days = Pick<Frozen, 'goal' | 'from' | 'to' | 'ripe_days'>;

async function rowsOf(base: ReadBase, profileId: string, { goal, from, to, ripe_days }: Days): Promise<Row[]> {
  const asked = {
    goal,
    ripe_days,
    money_from: from,
    money_to: to,
    from_at: startOf(base, profileId, from),
    to_at: startOf(base, profileId, dayAfter(to)),
  };
  return ask(base, profileId, prepared('warehouse/act/recommendations/ads_observed', asked, ['in_range', 'in_force']));
}

/** Reads the rows of some days once: frozen on one day, many share them. */
function rowsReader(base: ReadBase, profileId: string): (days: Days) => Promise<Row[]> {
  const readings = new Map<string, Promise<Row[]>>();
  return ({ goal, from, to, ripe_days }) => {
    const key = JSON.stringify([goal, from, to, ripe_days]);
    const rows = readings.get(key) ?? rowsOf(base, profileId, { goal, from, to, ripe_days });
    readings.set(key, rows);
    return rows;
  };
}

type Due = RowOf<'act/recommendations/scores_due'>;

/** What was scored before there were totals keeps what was judged and gets its total. */
async function scoreOne(base: Base, profileId: string, score: Due, read: ReturnType<typeof rowsReader>): Promise<void> {
  const stored = storedFrozen.read(score.frozen);
  const frozen = stored.expected ? stored : expectationFrozen(score.kind, stored, await read({ ...stored, ...windowOf(stored) }));
  const rows = await read(frozen);
  const { observed, ...sums } = observedOf(frozen, rows);
  const hit = isHit(score.kind, frozen, sums);
  const changed = changedWithin(base, profileId, frozen, { from: score.frozen_at, to: endOf(base, profileId, frozen.to) });
  const total = changed ? null : comparedTotal(frozen, score.disposition === 'applied', rows);
  const before = storedObserved.readOrNull(score.observed);
  base.state.statement('act/recommendations/score_set').run({
    profile_id: profileId,
    recommendation_id: score.recommendation_id,
    frozen_at: score.frozen_at,
    now: score.scored_at ?? base.clock.now(),
    is_hit: before ? score.is_hit : changed || hit === null ? null : Number(hit),
    frozen: storedFrozen.write(frozen),
    observed: storedObserved.write({ ...(before ?? observed), total, ...(before ? {} : { changed_by_others: changed }) }),
  });
}

/** Scores what can be scored, and again what was scored by the rule of before. */
export async function scoreDue(base: Base, profileId: string): Promise<void> {
  const read = rowsReader(base, profileId);
  let after = '';
  for (;;) {
    const due = base.state
      .statement('act/recommendations/scores_due')
      .all({ profile_id: profileId, now: base.clock.now(), after });
    for (const score of due) await scoreOne(base, profileId, score, read);
    const last = due.at(-1);
    if (!last) return;
    after = last.recommendation_id;
  }
}
