// The health of senders: outcomes complete, once, in time, with the right money and on the right clock; spend of every account; no silence.
import type { ReadBase } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';
import type { Measured } from './findings.ts';
import { withHistory } from './fixes.ts';
import { readAtVersion } from './kept.ts';
import { makeFinding } from './kinds/instrumentation-kinds.ts';
import { type MeasureRow, measuredOf, totalOf } from './measures.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { byMoney, type Finding, type Status, statusOfShare, thresholdOf } from './rules.ts';
import { readScopeRows, readSteadyRows, type ScopeRows } from './scope-rows.ts';
import { deliveryFinding } from './senders/deliveries.ts';
import { lostFindings } from './senders/lost-money.ts';
import { matchFinding } from './senders/match-keys.ts';
import { shopFinding } from './senders/shop-orders.ts';
import { readSilence, type Silence, silenceFinding } from './senders/silence.ts';
import { spendFindings } from './senders/spend-health.ts';
import { busyBrowsersFinding, clockFinding, repeatedViewsFinding } from './senders/visits.ts';

/** Late by a day needs attention, late by a week is a problem. */
function lateFinding(rows: readonly MeasureRow[], scope: Scope): Finding {
  const very = totalOf('very_late', rows);
  const measured = measuredOf('late', rows);
  const isProblem = statusOfShare(very.hits, very.cases, thresholdOf('late')) !== 'ok';
  const isLate = statusOfShare(measured.hits, measured.cases, thresholdOf('late')) !== 'ok';
  return makeFinding('late', measured, scope, isProblem ? 'problem' : isLate ? 'attention' : 'ok');
}

/** A purchase or two of this kind may be right. */
const outlierStatus = (name: 'value_outlier' | 'test_orders', { hits, cashShare }: Measured): Status =>
  hits === 0 ? 'ok' : (cashShare ?? 0) > thresholdOf(name).problem ? 'problem' : 'attention';

const NEW_ROWS = ['outcomes', 'shopDays', 'senders', 'accounts', 'lost'] as const;
export const HEALTH_ROWS = [...NEW_ROWS, 'months', 'oddSpend', 'repeatedViews', 'browsersTooBusy', 'clocks'] as const;

export function instrumentationFindings(
  base: ReadBase,
  found: Pick<ScopeRows, Exclude<(typeof HEALTH_ROWS)[number], 'senders'>> & { silence: Silence },
  scope: Scope,
): Finding[] {
  const { outcomes: rows, months, shopDays, silence, accounts } = found;
  const shares = (['page_behind_sale', 'double_sale', 'value_missing', 'currency_without_rate'] as const).map((name) =>
    makeFinding(name, measuredOf(name, rows), scope),
  );
  const outliers = measuredOf('value_outlier', rows);
  const tests = measuredOf('test_orders', rows);
  return [
    ...shares,
    makeFinding('value_outlier', outliers, scope, outliers.cases === 0 ? undefined : outlierStatus('value_outlier', outliers)),
    silenceFinding(base, silence, scope),
    lateFinding(rows, scope),
    shopFinding(base, shopDays, scope),
    deliveryFinding(base, scope),
    matchFinding(rows, months, scope),
    ...spendFindings(accounts, found.oddSpend, scope),
    ...lostFindings(found.lost, totalOf('value_missing', rows).cases, scope),
    makeFinding('test_orders', tests, scope, tests.cases === 0 ? undefined : outlierStatus('test_orders', tests)),
    repeatedViewsFinding(found.repeatedViews, scope),
    busyBrowsersFinding(found.browsersTooBusy, scope),
    clockFinding(found.clocks, scope),
  ].sort(byMoney);
}

export const getInstrumentationHealth = reading('getInstrumentationHealth', async ({ params, profile: { profileId } }, base) => {
  const what = ['getInstrumentationHealth', params.days];
  const report = async () => {
    const scope = await scopeOf(base, profileId, params);
    const rows = { ...(await readScopeRows(base, scope, NEW_ROWS)), ...(await readSteadyRows(base, scope)) };
    const silence = await readSilence(base, rows.senders, scope);
    return { data: instrumentationFindings(base, { ...rows, silence }, scope), meta: metaOf(scope) };
  };
  const { data, meta } = await readAtVersion(base, profileId, what, report, { isHourly: true });
  return { data: withHistory(base, profileId, data), meta };
});
