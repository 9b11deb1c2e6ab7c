// The rows that the families of findings are made of, read on one snapshot: what several statements need is made once.
import type { ReadBase } from '../../base/base.ts';
import { preparedParts, type RowsOfParts } from '../../base/warehouse/plan.ts';
import { typed } from '../../base/warehouse/rows.ts';
import { personsInQueue } from '../../collect/identity/index.ts';
import { askEach } from '../../credit/pipeline/index.ts';
import { rangeOf, type Scope } from './period.ts';
import { bookedFacts } from './senders/shop-orders.ts';

const STATEMENTS = {
  attribution: 'warehouse/report/quality/attribution_quality_get',
  weeks: 'warehouse/report/quality/direct_sessions_get',
  ads: 'warehouse/report/quality/ad_ids_list',
  campaigns: 'warehouse/report/quality/utm_audit_list',
  anomalies: 'warehouse/report/quality/utm_anomalies_list',
  cash: 'warehouse/report/quality/itp_sums_list',
  browsers: 'warehouse/report/quality/returning_visits_get',
  outcomes: 'warehouse/report/quality/outcome_health_list',
  months: 'warehouse/report/quality/match_months_list',
  shopDays: 'warehouse/report/quality/shop_days_list',
  senders: 'warehouse/report/quality/senders_list',
  accounts: 'warehouse/report/quality/spend_health_list',
  doubt: 'warehouse/report/quality/doubt/doubt_sums_list',
} as const;

export type ScopeRows = RowsOfParts<typeof STATEMENTS>;
export type ScopePart = keyof ScopeRows;
export type PartRow<Part extends ScopePart> = ScopeRows[Part][number];

const SHORT_DAYS = 7;
/** An id of a domain of one's own. */
export const LONG_DAYS = 395;

/** Days that Safari keeps an id in this set-up. */
export function safariLifetime(base: ReadBase, profileId: string): number {
  const row = base.state.statement('report/quality/lasting_domains_count').get({ profile_id: profileId });
  return (row?.domains ?? 0) > 0 ? LONG_DAYS : SHORT_DAYS;
}

const NOTHING_BOOKED = { shared: [], imports: [], first_seqs: [], last_seqs: [], is_own: [] };

/** Several families of a large profile take longer than one read may otherwise. */
const DEADLINE_MS = 60_000;

/** The rows of these parts. */
export async function readScopeRows<const Part extends ScopePart>(
  base: ReadBase,
  scope: Scope,
  parts: readonly Part[],
): Promise<Pick<ScopeRows, Part>> {
  const { profileId } = scope;
  const params = {
    ...rangeOf(scope),
    now: new Date(base.clock.now()).toISOString().slice(0, -1),
    waiting: personsInQueue(base, profileId),
    lifetime_hours: safariLifetime(base, profileId) * 24,
    ...(parts.some((part) => part === 'shopDays') ? bookedFacts(base, scope) : NOTHING_BOOKED),
  };
  const goals = Object.fromEntries(parts.map((part) => [part, STATEMENTS[part]]));
  const { statements, rowsOf } = preparedParts(goals, params, ['in_range']);
  return typed(rowsOf(await askEach(base, profileId, statements, { deadlineMs: DEADLINE_MS })));
}
