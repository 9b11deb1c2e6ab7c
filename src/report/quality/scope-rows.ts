// The rows that the families of findings are made of, read on one snapshot: what several statements need is made once.
import type { ReadBase } from '../../base/base.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import { preparedParts, type RowsOfParts, typed } from '../../base/warehouse/statements.ts';
import { personsInQueue } from '../../collect/identity/index.ts';
import { askEach } from '../../credit/pipeline/index.ts';
import { matchedClickIds } from '../../providers/click-ids.ts';
import { rangeOf, type Scope } from './period.ts';
import { refusedParams } from './senders/lost-money.ts';
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
  oddSpend: 'warehouse/report/quality/senders/odd_spend_list',
  lost: 'warehouse/report/quality/sales/lost_money_list',
  repeatedViews: 'warehouse/report/quality/senders/repeated_views_list',
  browsersTooBusy: 'warehouse/report/quality/senders/overused_browsers_list',
  clocks: 'warehouse/report/quality/sales/clock_shifts_list',
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

/** Hours before the period from which is known what is usual. */
export const HOURS_BEFORE = 8 * 7 * 24;

/** Currencies whose smallest unit is a thousandth. */
const threeDecimals = (): string[] =>
  readSeed('currencies').flatMap(({ code, minor_units }) => (minor_units === '3' ? [code] : []));

const NOTHING_BOOKED = { shared: [], imports: [], first_seqs: [], last_seqs: [], is_own: [] };

const NOTHING_REFUSED = {
  refused_keys: [],
  refused_reasons: [],
  refused_labels: [],
  refused_days: [],
  refused_counts: [],
  refused_amounts: [],
  refused_currencies: [],
};

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
    sender_hours: scope.days * 24 + HOURS_BEFORE,
    waiting: personsInQueue(base, profileId),
    lifetime_hours: safariLifetime(base, profileId) * 24,
    ...(parts.some((part) => part === 'shopDays') ? bookedFacts(base, scope) : NOTHING_BOOKED),
    ...(parts.some((part) => part === 'lost' || part === 'doubt') ? refusedParams(base, scope) : NOTHING_REFUSED),
    three_decimals: threeDecimals(),
    click_ids: matchedClickIds(),
  };
  const goals = Object.fromEntries(parts.map((part) => [part, STATEMENTS[part]]));
  const { statements, rowsOf } = preparedParts(goals, params, ['in_range']);
  return typed(rowsOf(await askEach(base, profileId, statements, { deadlineMs: DEADLINE_MS })));
}

/** What moves slowly: identifiers of the months before, prices of clicks, tags, browsers and clocks. */
const STEADY = ['months', 'oddSpend', 'repeatedViews', 'browsersTooBusy', 'clocks'] as const;
type SteadyRows = Pick<ScopeRows, (typeof STEADY)[number]>;

/** From how many facts on nobody waits for these rows at each new one, and how old they may be. */
const [LARGE, LASTS_MS] = [300_000, 300_000];
/** Profiles with a range; more start again. */
const MAX_KEPT = 100;

const keptRows = (base: Pick<ReadBase, 'memo'>) =>
  base.memo('report/quality steady rows', () => new Map<string, { at: number; rows: Promise<SteadyRows> }>());

/** Rows of what moves slowly, of a large profile those of the last five minutes; a decision or another day makes new ones. */
export function readSteadyRows(base: ReadBase, scope: Scope): Promise<SteadyRows> {
  const { profileId, days, period, frame } = scope;
  const { through_seq, through_decision, code } = frame.version;
  if (Number(through_seq) < LARGE) return readScopeRows(base, scope, STEADY);
  const kept = keptRows(base);
  const key = JSON.stringify([profileId, days, period.date_to, String(through_decision), code]);
  const found = kept.get(key);
  if (found && base.clock.now() - found.at < LASTS_MS) return found.rows;
  if (kept.size >= MAX_KEPT) kept.clear();
  const rows = readScopeRows(base, scope, STEADY);
  kept.set(key, { at: base.clock.now(), rows });
  rows.catch(() => kept.delete(key));
  return rows;
}
