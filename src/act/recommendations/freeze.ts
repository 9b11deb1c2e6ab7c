// Freezes the arithmetic of a recommendation when it is applied, dismissed, withheld or expires: what came is compared with it after seven days
// and the days that sales take.
import { Temporal } from 'temporal-polyfill';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import { DAYS } from './evidence/expectation.ts';
import { money } from './evidence/rounding.ts';
import type { Recommendation } from './recommendation.ts';
import { type Frozen, type StoredEvidence, storedFrozen } from './stored.ts';

const DAY_MS = 86_400_000;

/** A recommendation whose change is undone later becomes `undone`. */
export type Disposition = 'applied' | 'dismissed' | 'expired' | 'withheld';

/** The cost of a sale with the ads of the recommendation. */
function costOf({ ad, from, currency }: StoredEvidence): string {
  if (!from) return ad.cost;
  const sales = ad.sales + from.sales;
  return sales > 0 ? money((Number(ad.spend) + Number(from.spend)) / sales, currency) : ad.cost;
}

function frozenOf(tx: Base, { profile_id, platform, account_id, ad_id, evidence, wrong }: Recommendation): Frozen {
  const today = localDay(tx.clock.now(), profileSettings(tx, profile_id).timezone);
  const first = Temporal.PlainDate.from(today).add({ days: 1 });
  return {
    platform,
    account_id,
    ad_id,
    from_ad_id: evidence.from?.ad_id ?? null,
    goal: evidence.goal,
    currency: evidence.currency,
    from: first.toString(),
    to: first.add({ days: DAYS - 1 }).toString(),
    ripe_days: evidence.ripe_days,
    median: evidence.median,
    account_cost: evidence.account_cost,
    cost: costOf(evidence),
    if_sales: evidence.change.sales,
    probability: 1 - wrong,
    expected: evidence.expected ?? null,
    adset_id: evidence.ad.adset_id,
  };
}

/** In the transaction of what happened. A draft of a test changes nothing that could be compared. */
export function freeze(tx: Base, recommendation: Recommendation, disposition: Disposition, actor: string | null = null): void {
  const { recommendation_id, profile_id, kind, target_key, evidence } = recommendation;
  if (kind === 'refresh_creative') return;
  const now = tx.clock.now();
  tx.state.statement('act/recommendations/score_add').run({
    recommendation_id,
    profile_id,
    disposition,
    actor,
    kind,
    target_key,
    now,
    frozen: storedFrozen.write(frozenOf(tx, recommendation)),
    due_at: now + (DAYS + evidence.ripe_days + 1) * DAY_MS,
  });
}
