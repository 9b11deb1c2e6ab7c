// Findings about the spend that accounts report: missing, changed later, at an odd price, or of one account under two ids.
import { evidenceOf, type Measured, millionths } from '../findings.ts';
import { makeFinding } from '../kinds/instrumentation-kinds.ts';
import type { Scope } from '../period.ts';
import { type Finding, type Status, statusOfValue, thresholdOf } from '../rules.ts';
import type { PartRow } from '../scope-rows.ts';

type Account = PartRow<'accounts'>;
type OddSpend = PartRow<'oddSpend'>;

const nameOf = ({ platform, account_id }: Pick<Account, 'platform' | 'account_id'>): string => `${platform} ${account_id}`;

/** Whole days of which the account has reported nothing, at noon also of yesterday. */
const daysLate = ({ days_ago, hour_of_day }: Account): number =>
  days_ago - 1 > 0 && hour_of_day >= 12 ? days_ago - 1 : days_ago - 2;

function staleFinding(accounts: readonly Account[], scope: Scope): Finding {
  const stale = accounts.filter((account) => daysLate(account) > 0);
  const late = Math.max(0, ...stale.map(daysLate));
  const status: Status = late >= 2 ? 'problem' : late >= 1 ? 'attention' : 'ok';
  const evidence = stale.map((account) =>
    evidenceOf(nameOf(account), { count: daysLate(account), of: null, note: `last day ${account.last_day}` }),
  );
  return makeFinding('spend_stale', { hits: stale.length, cases: accounts.length, money: null, evidence }, scope, status);
}

function restatedFinding(accounts: readonly Account[], scope: Scope): Finding {
  const threshold = thresholdOf('spend_restated');
  const shareOf = ({ moved, first_spend }: Account): number => (first_spend > 0 ? moved / first_spend : 0);
  const restated = accounts.filter((account) => shareOf(account) > threshold.attention);
  const evidence = restated.map((account) =>
    evidenceOf(nameOf(account), {
      count: Math.round(shareOf(account) * 100),
      of: null,
      note: 'percent of the spend first read',
    }),
  );
  const measured: Measured = { hits: restated.length, cases: accounts.length, money: null, evidence };
  return makeFinding('spend_restated', measured, scope, statusOfValue(Math.max(0, ...accounts.map(shareOf)), threshold));
}

function noteOf({ kind, days, first_day, last_day, ratio, other_id }: OddSpend): string {
  const span = first_day === last_day ? `on ${first_day}` : `on ${days} days from ${first_day} to ${last_day}`;
  return kind === 'repeated'
    ? `the same spend as account ${other_id} ${span}`
    : `${(ratio ?? 0).toFixed(1)} times the usual price ${span}`;
}

/** By the share of the period's spend that is odd. */
function oddFinding(odd: readonly OddSpend[], accounts: readonly Account[], scope: Scope): Finding {
  const spend = odd.reduce((sum, row) => sum + (millionths(row.spend) ?? 0n), 0n);
  const all = scope.period.money.spend ?? 0n;
  const share = all > 0n ? Number(spend) / Number(all) : 0;
  const evidence = odd.map((row) => evidenceOf(nameOf(row), { count: row.days, of: null, spend: row.spend, note: noteOf(row) }));
  const hits = new Set(odd.map(nameOf)).size;
  const measured: Measured = { hits, cases: Math.max(hits, accounts.length), share, money: { spend, cash: null }, evidence };
  return makeFinding('spend_outlier', measured, scope, statusOfValue(share, thresholdOf('spend_outlier')));
}

export const spendFindings = (accounts: readonly Account[], odd: readonly OddSpend[], scope: Scope): Finding[] => [
  staleFinding(accounts, scope),
  restatedFinding(accounts, scope),
  oddFinding(odd, accounts, scope),
];
