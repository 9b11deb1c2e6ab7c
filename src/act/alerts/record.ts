// What judging found becomes alerts: raised, joined, kept open while a figure goes to and fro, and cleared. A cause has one open alert, which the database
// guarantees; what was judged and what follows from it are written in one transaction.
import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { isOfDays } from './condition.ts';
import type { Problem } from './judging/judge-day.ts';
import { type RuleRow, rulesOf } from './rule.ts';
import { type Contents, type Raiser, storedContents, storedRaisers } from './stored.ts';

export type AlertRow = RowOf<'act/alerts/alerts_list'>;

/** Judged days in a row on which a figure is back before its alert is cleared. */
export const CALM_DAYS = 3;
const HOUR_MS = 3_600_000;
const CALM_HOURS = { connection: 2, silence: 6, finding: 6 } as const;
/** A cleared alert is looked at for so long: what is to be sent of it may wait for the end of quiet hours. */
const RECENT_MS = 3 * 86_400_000;

/** What a rule says now. */
export interface Judged {
  rule: RuleRow;
  /** Of rules on days; null for states. */
  day: string | null;
  problem: Problem | null;
  /** By cause. Undefined where nothing was judged: then nothing is calm either. */
  holds: ReadonlyMap<string, Contents> | undefined;
}

export const recentAlerts = (base: ReadBase, profileId: string): AlertRow[] =>
  base.state.statement('act/alerts/alerts_recent').all({ profile_id: profileId, since: base.clock.now() - RECENT_MS });

export const openAlerts = (base: ReadBase, profileId: string): AlertRow[] =>
  recentAlerts(base, profileId).filter(({ cleared_at }) => cleared_at === null);

/** In the caller's transaction. A rule that was changed or paused meanwhile is not what was judged. */
export function recordJudged(tx: Base, profileId: string, judged: readonly Judged[]): void {
  const present = rulesOf(tx, profileId);
  for (const each of judged) {
    const rule = present.find(({ rule_id }) => rule_id === each.rule.rule_id);
    const isSame = rule?.condition === each.rule.condition && rule.delivery === each.rule.delivery;
    if (rule?.status !== 'active' || !isSame) continue;
    const judged_day = each.day ?? rule.judged_day;
    tx.state.statement('act/alerts/alert_rule_judged').run({ rule_id: rule.rule_id, judged_day, problem: each.problem });
    if (each.holds) recordRule(tx, profileId, rule, each.holds);
  }
  recordCalm(tx, profileId);
}

function recordRule(tx: Base, profileId: string, rule: RuleRow, holds: ReadonlyMap<string, Contents>): void {
  const open = openAlerts(tx, profileId);
  for (const [cause, contents] of holds) {
    const alert = open.find((each) => each.cause === cause);
    if (alert) joinAlert(tx, alert, rule, contents);
    else addAlert(tx, profileId, { cause, rule, contents });
  }
  for (const alert of open) if (!holds.has(alert.cause)) noteCalm(tx, alert, rule);
}

const raiserOf = ({ rule_id, title }: RuleRow): Raiser => ({ rule_id, title, calm_days: 0, calm_since: null });

function addAlert(
  tx: Base,
  profileId: string,
  { cause, rule, contents }: { cause: string; rule: RuleRow; contents: Contents },
): void {
  tx.state.statement('act/alerts/alert_add').run({
    alert_id: randomUUID(),
    profile_id: profileId,
    cause,
    now: tx.clock.now(),
    rules: storedRaisers.write([raiserOf(rule)]),
    contents: storedContents.write(contents),
  });
}

function changeAlert(
  tx: Base,
  { alert_id }: AlertRow,
  to: { raisers: Raiser[]; contents: string; cleared_at: number | null },
): void {
  const { raisers, contents, cleared_at } = to;
  tx.state.statement('act/alerts/alert_change').run({ alert_id, rules: storedRaisers.write(raisers), contents, cleared_at });
}

/** The rule that raised it keeps the sentence; another rule of the same cause is named beside it. */
function joinAlert(tx: Base, alert: AlertRow, rule: RuleRow, contents: Contents): void {
  const raisers = storedRaisers.read(alert.rules);
  const before = storedContents.read(alert.contents);
  const isFirst = raisers[0]?.rule_id === rule.rule_id && contents.since !== '';
  const kept = isFirst ? { ...contents, since: before.since, causes: before.causes } : before;
  changeAlert(tx, alert, {
    raisers: raisers.some(({ rule_id }) => rule_id === rule.rule_id)
      ? raisers.map((each) => (each.rule_id === rule.rule_id ? raiserOf(rule) : each))
      : [...raisers, raiserOf(rule)],
    contents: storedContents.write(kept),
    cleared_at: null,
  });
}

function noteCalm(tx: Base, alert: AlertRow, rule: RuleRow): void {
  const raisers = storedRaisers.read(alert.rules);
  if (!raisers.some(({ rule_id }) => rule_id === rule.rule_id)) return;
  const calm = raisers.map((each) =>
    each.rule_id === rule.rule_id
      ? { ...each, calm_days: each.calm_days + 1, calm_since: each.calm_since ?? tx.clock.now() }
      : each,
  );
  changeAlert(tx, alert, { raisers: calm, contents: alert.contents, cleared_at: null });
}

function isCalm({ calm_days, calm_since }: Raiser, { kind }: RuleRow, now: number): boolean {
  if (isOfDays(kind)) return calm_days >= CALM_DAYS;
  return calm_since !== null && now - calm_since >= CALM_HOURS[kind] * HOUR_MS;
}

/** Clears alerts whose rules are all calm, paused or gone. In the caller's transaction. */
export function recordCalm(tx: Base, profileId: string): void {
  const active = new Map(
    rulesOf(tx, profileId)
      .filter(({ status }) => status === 'active')
      .map((rule) => [rule.rule_id, rule]),
  );
  const now = tx.clock.now();
  for (const alert of openAlerts(tx, profileId)) {
    const raisers = storedRaisers.read(alert.rules);
    const isOver = raisers.every((raiser) => {
      const rule = active.get(raiser.rule_id);
      return rule === undefined || isCalm(raiser, rule, now);
    });
    if (isOver) changeAlert(tx, alert, { raisers, contents: alert.contents, cleared_at: now });
  }
}
