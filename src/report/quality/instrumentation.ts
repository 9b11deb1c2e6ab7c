// The health of senders: outcomes complete, once, in time and with money; spend of every account; and no silence.
import type { ReadBase } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';
import { evidenceOf, findingOf, type Measured } from './findings.ts';
import { withHistory } from './fixes.ts';
import { readAtVersion } from './kept.ts';
import { type InstrumentationFinding, instrumentationKind } from './kinds/instrumentation-kinds.ts';
import { type MeasureRow, measuredOf, totalOf } from './measures.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { byMoney, type Finding, type Status, statusOfShare, statusOfValue, thresholdOf, worstOf } from './rules.ts';
import { type PartRow, readScopeRows, type ScopeRows } from './scope-rows.ts';
import { chanceOfSoFew } from './senders/arrivals.ts';
import { deliveryFinding } from './senders/deliveries.ts';
import { matchFinding } from './senders/match-keys.ts';
import { shopFinding } from './senders/shop-orders.ts';

type Sender = PartRow<'senders'>;
type Account = PartRow<'accounts'>;

const make = (name: InstrumentationFinding, measured: Measured, scope: Scope, status?: Status): Finding =>
  findingOf(instrumentationKind(name), measured, scope, status === undefined ? {} : { status });

/** Rare beyond doubt is a problem at once; unusual has to be so twice running. */
function silenceOf(rows: readonly Sender[]): { sender: string; status: Status; now: number; usual: number }[] {
  const threshold = thresholdOf('silence');
  return [...Map.groupBy(rows, ({ sender }) => sender)].map(([sender, mine]) => {
    const [chance = 1, before = 1] = [0, 1].map((day) => {
      const counts = mine.filter(({ day_ago }) => day_ago === day);
      const weeks = counts.filter(({ week }) => week > 0).map(({ events }) => events);
      return chanceOfSoFew(counts.find(({ week }) => week === 0)?.events ?? 0, weeks);
    });
    const today = mine.filter(({ day_ago }) => day_ago === 0);
    const weeks = today.filter(({ week }) => week > 0);
    const usual = weeks.reduce((sum, { events }) => sum + events, 0) / Math.max(1, weeks.length);
    const isTwice = chance < threshold.attention && before < threshold.attention;
    const status: Status = chance < threshold.problem ? 'problem' : isTwice ? 'attention' : 'ok';
    return { sender, status, now: today.find(({ week }) => week === 0)?.events ?? 0, usual };
  });
}

function silenceFinding(rows: readonly Sender[], scope: Scope): Finding {
  const senders = silenceOf(rows);
  const silent = senders.filter(({ status }) => status !== 'ok');
  const evidence = silent.map(({ sender, now, usual }) =>
    evidenceOf(sender, { count: now, of: null, note: `usually ${Math.round(usual)} in these 24 hours` }),
  );
  const status = worstOf(silent.map((each) => each.status));
  return make('silence', { hits: silent.length, cases: senders.length, money: null, evidence }, scope, status);
}

function spendFindings(accounts: readonly Account[], scope: Scope): Finding[] {
  const nameOf = ({ platform, account_id }: Account): string => `${platform} ${account_id}`;
  const daysLate = ({ days_ago, hour_of_day }: Account): number =>
    days_ago - 1 > 0 && hour_of_day >= 12 ? days_ago - 1 : days_ago - 2;
  const stale = accounts.filter((account) => daysLate(account) > 0);
  const late = Math.max(0, ...stale.map(daysLate));
  const staleStatus: Status = late >= 2 ? 'problem' : late >= 1 ? 'attention' : 'ok';
  const shareOf = ({ moved, first_spend }: Account): number => (first_spend > 0 ? moved / first_spend : 0);
  const restated = accounts.filter((account) => shareOf(account) > thresholdOf('spend_restated').attention);
  const restatedStatus = statusOfValue(Math.max(0, ...accounts.map(shareOf)), thresholdOf('spend_restated'));
  return [
    make(
      'spend_stale',
      {
        ...{ hits: stale.length, cases: accounts.length, money: null },
        evidence: stale.map((account) =>
          evidenceOf(nameOf(account), { count: daysLate(account), of: null, note: `last day ${account.last_day}` }),
        ),
      },
      scope,
      staleStatus,
    ),
    make(
      'spend_restated',
      {
        ...{ hits: restated.length, cases: accounts.length, money: null },
        evidence: restated.map((account) =>
          evidenceOf(nameOf(account), {
            count: Math.round(shareOf(account) * 100),
            of: null,
            note: 'percent of the spend first read',
          }),
        ),
      },
      scope,
      restatedStatus,
    ),
  ];
}

/** Late by a day needs attention, late by a week is a problem. */
function lateFinding(rows: readonly MeasureRow[], scope: Scope): Finding {
  const very = totalOf('very_late', rows);
  const measured = measuredOf('late', rows);
  const isProblem = statusOfShare(very.hits, very.cases, thresholdOf('late')) !== 'ok';
  const isLate = statusOfShare(measured.hits, measured.cases, thresholdOf('late')) !== 'ok';
  return make('late', measured, scope, isProblem ? 'problem' : isLate ? 'attention' : 'ok');
}

/** A purchase or two of this kind may be right. */
const outlierStatus = ({ hits, cashShare }: Measured): Status =>
  hits === 0 ? 'ok' : (cashShare ?? 0) > thresholdOf('value_outlier').problem ? 'problem' : 'attention';

export const HEALTH_ROWS = ['outcomes', 'months', 'shopDays', 'senders', 'accounts'] as const;

export function instrumentationFindings(
  base: ReadBase,
  { outcomes: rows, months, shopDays, senders, accounts }: Pick<ScopeRows, (typeof HEALTH_ROWS)[number]>,
  scope: Scope,
): Finding[] {
  const shares = (['page_behind_sale', 'double_sale', 'value_missing', 'currency_without_rate'] as const).map((name) =>
    make(name, measuredOf(name, rows), scope),
  );
  const outliers = measuredOf('value_outlier', rows);
  return [
    ...shares,
    make('value_outlier', outliers, scope, outliers.cases === 0 ? undefined : outlierStatus(outliers)),
    silenceFinding(senders, scope),
    lateFinding(rows, scope),
    shopFinding(base, shopDays, scope),
    deliveryFinding(base, scope),
    matchFinding(rows, months, scope),
    ...spendFindings(accounts, scope),
  ].sort(byMoney);
}

export const getInstrumentationHealth = reading('getInstrumentationHealth', async ({ params, profile: { profileId } }, base) => {
  const what = ['getInstrumentationHealth', params.days];
  const report = async () => {
    const scope = await scopeOf(base, profileId, params);
    return { data: instrumentationFindings(base, await readScopeRows(base, scope, HEALTH_ROWS), scope), meta: metaOf(scope) };
  };
  const { data, meta } = await readAtVersion(base, profileId, what, report, { isHourly: true });
  return { data: withHistory(base, profileId, data), meta };
});
