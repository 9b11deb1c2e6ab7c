// Findings about page views and visits that are not what they seem: sent twice, of one browser for all, or hours away from their purchases.
import { evidenceOf, millionths } from '../findings.ts';
import { makeFinding } from '../kinds/instrumentation-kinds.ts';
import type { Scope } from '../period.ts';
import { type Finding, type Status, thresholdOf } from '../rules.ts';
import type { PartRow } from '../scope-rows.ts';

export function repeatedViewsFinding(hosts: readonly PartRow<'repeatedViews'>[], scope: Scope): Finding {
  const sum = (of: 'views' | 'repeated'): number => hosts.reduce((all, host) => all + host[of], 0);
  const evidence = hosts
    .filter(({ repeated }) => repeated > 0)
    .map(({ host, views, repeated }) => evidenceOf(host, { count: repeated, of: views }));
  return makeFinding('tag_installed_twice', { hits: sum('repeated'), cases: sum('views'), money: null, evidence }, scope);
}

const devicesText = (devices: number): string => (devices === 1 ? '1 kind of device' : `${devices} kinds of devices`);

/** In healthcare one browser is one person, of which evidence says nothing. */
export function busyBrowsersFinding(rows: readonly PartRow<'browsersTooBusy'>[], scope: Scope): Finding {
  const browsers = rows.filter(({ days }) => days !== null);
  const cases = rows.find(({ days }) => days === null)?.visits ?? 0;
  const hits = browsers.reduce((sum, { visits }) => sum + visits, 0);
  const evidence = browsers.map(({ visits, days, devices }, at) =>
    evidenceOf(`Browser ${at + 1}`, { count: visits, of: cases, note: `on ${days} days, ${devicesText(devices ?? 1)}` }),
  );
  const status: Status = hits === 0 ? 'ok' : hits > thresholdOf('browser_share').problem * cases ? 'problem' : 'attention';
  return makeFinding('browser_share', { hits, cases, money: null, evidence: scope.isHealthcare ? [] : evidence }, scope, status);
}

/** `2 hours before their visits`. */
function shiftText(minutes: number): string {
  const hours = Math.abs(minutes) / 60;
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} ${minutes > 0 ? 'before' : 'after'} their visits`;
}

export function clockFinding(types: readonly PartRow<'clocks'>[], scope: Scope): Finding {
  const shifted = types.filter(({ hits }) => hits > 0);
  const sum = (of: 'hits' | 'sales'): number => types.reduce((all, type) => all + type[of], 0);
  const cash = shifted.reduce((all, type) => all + (millionths(type.cash) ?? 0n), 0n);
  const evidence = shifted.map(({ event_type, hits, sales, minutes, cash: own }) =>
    evidenceOf(event_type, { count: hits, of: sales, cash: own, note: shiftText(minutes ?? 0) }),
  );
  return makeFinding('clock_shift', { hits: sum('hits'), cases: sum('sales'), money: { spend: null, cash }, evidence }, scope);
}
