// When a rule would have raised an alert: the days of the past are judged by the function that judges the last one, with the same patience before an alert is over.
import type { ReadBase } from '../../base/base.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { outagesIn } from '../../report/quality/index.ts';
import { checkedCondition, falseAlarmsOf, filtersIn, isOfDays } from './condition.ts';
import { type Board, boardOf, closedDay } from './judging/board.ts';
import { decimalOf } from './judging/figures.ts';
import { type DayRule, type Hit, isSkipped, judgeDay } from './judging/judge-day.ts';
import { problemFindings, waitingConnections } from './judging/judge-states.ts';
import { CALM_DAYS } from './record.ts';

type Result = components['schemas']['AlertBacktestResult'];
type Past = Result['alerts'][number];

const DAYS = 90;
const HOUR_MS = 3_600_000;
const MAX_NAMED = 5;

export interface PastDays {
  alerts: Past[];
  judged: number;
}

/** The alerts of the last days of a board. */
export function replayDays(board: Board, days: number, rule: DayRule): PastDays {
  const alerts: Past[] = [];
  const open = new Map<string, { alert: Past; calm: number; last: string }>();
  let judged = 0;
  for (let day = Math.max(0, board.rows.length - days); day < board.rows.length; day += 1) {
    const date = board.rows[day]?.date_from ?? '';
    if (isSkipped(rule, date)) continue;
    const verdict = judgeDay(board, day, rule);
    if ('problem' in verdict) continue;
    judged += 1;
    const { hit } = verdict;
    for (const [cause, { alert, calm, last }] of open) {
      if (cause === hit?.cause) open.set(cause, { alert, calm: 0, last: date });
      else if (calm + 1 >= CALM_DAYS) {
        alert.date_to = last;
        open.delete(cause);
      } else open.set(cause, { alert, calm: calm + 1, last });
    }
    if (hit && !open.has(hit.cause)) {
      const alert = pastOf(date, hit);
      alerts.push(alert);
      open.set(hit.cause, { alert, calm: 0, last: date });
    }
  }
  return { alerts, judged };
}

const pastOf = (date_from: string, { what, value, usual }: Hit): Past => ({
  date_from,
  date_to: null,
  what,
  value: decimalOf(value),
  usual: decimalOf(usual),
});

function pastOutages(base: ReadBase, profileId: string, days: { date_from: string; date_to: string }, rule: DayRule): Past[] {
  const { sender, hours = 2 } = rule.condition;
  return outagesIn(base, profileId, days)
    .filter((outage) => sender === undefined || outage.sender === sender)
    .filter(({ from, to }) => (to === null ? base.clock.now() : Date.parse(to)) - Date.parse(from) >= hours * HOUR_MS)
    .map((outage) => ({
      date_from: outage.from.slice(0, 10),
      date_to: outage.to?.slice(0, 10) ?? null,
      what: `${outage.sender} sent ${outage.events} events from ${outage.from}${outage.to === null ? '' : ` to ${outage.to}`}, where ${outage.usual} are usual.`,
      value: decimalOf(outage.events),
      usual: decimalOf(outage.usual),
    }));
}

const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function sentenceOf(alerts: readonly Past[], isOfPast: boolean): string {
  const names = alerts.slice(0, MAX_NAMED).map(({ date_from, date_to }) => {
    return date_to === null || date_to === date_from ? date_from : `${date_from} to ${date_to}`;
  });
  const more = alerts.length > MAX_NAMED ? `, and ${alerts.length - MAX_NAMED} more` : '';
  const list = names.length === 0 ? '.' : `: ${names.join(', ')}${more}.`;
  if (!isOfPast)
    return alerts.length === 0 ? 'This rule would raise nothing now.' : `This rule would raise ${alerts.length} now${list}`;
  if (alerts.length === 0) return `This rule would not have fired in the last ${DAYS} days.`;
  return `This rule would have fired ${timesText(alerts.length)} in the last ${DAYS} days${list}`;
}

export const backtestAlertRule = reading('backtestAlertRule', async ({ profile: { profileId }, body }, base) => {
  const rule = ruleOf(body);
  const { day: last } = closedDay(base, profileId);
  const filters = filtersIn(rule.condition);
  const board = await boardOf(base, profileId, { last, judged: DAYS, filters });
  const days = { date_from: board.rows.at(-DAYS)?.date_from ?? last, date_to: last };
  const past = isOfDays(rule.kind) ? replayDays(board, DAYS, rule) : replayStates(base, profileId, days, rule);
  const isOfPast = rule.kind !== 'finding' && rule.kind !== 'connection';
  return {
    data: {
      sentence: sentenceOf(past.alerts, isOfPast),
      ...days,
      days_judged: past.judged,
      alerts: past.alerts,
      false_alarms_per_month: falseAlarmsOf(rule.kind, rule.condition),
      note: noteOf(rule, past.judged),
    },
    meta: { profile_id: profileId },
  };
});

const ruleOf = ({ kind, condition, skipped_days = [] }: Call<'backtestAlertRule'>['body']): DayRule => ({
  kind,
  condition: checkedCondition(kind, condition),
  skippedDays: skipped_days,
});

function replayStates(base: ReadBase, profileId: string, days: { date_from: string; date_to: string }, rule: DayRule): PastDays {
  if (rule.kind === 'silence') return { alerts: pastOutages(base, profileId, days, rule), judged: DAYS };
  const hits = rule.kind === 'finding' ? problemFindings(base, profileId, rule.condition) : waitingConnections(base, profileId);
  const alerts = hits.map(({ since, what }) => ({
    date_from: since.slice(0, 10),
    date_to: null,
    what,
    value: null,
    usual: null,
  }));
  return { alerts, judged: 0 };
}

function noteOf({ kind }: DayRule, judged: number): string | null {
  if (kind === 'finding' || kind === 'connection') return 'What was a problem earlier is not known; this is how it is now.';
  if (kind === 'silence') return 'By the outages that were measured since the profile has data.';
  if (judged === 0) return 'No day could be judged: there are too few days to compare with, or the figure is not known.';
  return judged < DAYS ? `${judged} of ${DAYS} days could be judged.` : null;
}
