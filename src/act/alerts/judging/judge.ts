// All rules of a profile at once: those on days where a day has ended, those on states always. Rules with the same filters share one statement, and what an alert
// says beside its sentence is read only for a new one.
import type { ReadBase } from '../../../base/base.ts';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import { filtersIn, isOfDays, needsSpend } from '../condition.ts';
import { type AlertRow, type Judged, openAlerts } from '../record.ts';
import { dayRuleOf, type RuleRow } from '../rule.ts';
import { type Contents, type StoredCondition, storedCondition, storedContents } from '../stored.ts';
import { type Board, boardOf, type Closed, closedDay, indexOf } from './board.ts';
import { causesOf, circumstances, moneyOf } from './causes.ts';
import { decimalOf } from './figures.ts';
import { type DayRule, type Hit, isSkipped, judgeDay } from './judge-day.ts';
import { problemFindings, type StateHit, silentSenders, waitingConnections } from './judge-states.ts';

const DAY_MS = 86_400_000;
const MEAN_DAYS = 28;

interface Round {
  base: ReadBase;
  profileId: string;
  closed: Closed;
  open: readonly AlertRow[];
  boards: Map<string, Promise<Board>>;
  /** The cause of a sender that is silent. */
  silence?: string | undefined;
}

export async function judgeRules(base: ReadBase, profileId: string, rules: readonly RuleRow[]): Promise<Judged[]> {
  const active = rules.filter(({ status }) => status === 'active');
  const round: Round = {
    base,
    profileId,
    closed: closedDay(base, profileId),
    open: openAlerts(base, profileId),
    boards: new Map(),
  };
  const judged: Judged[] = [];
  // One after the other: each may ask a report. States first, as one of them may explain a day.
  for (const rule of active) if (!isOfDays(rule.kind)) judged.push(await judgeState(round, rule, active));
  round.silence = [...judged.flatMap(({ holds }) => [...(holds?.keys() ?? [])]), ...round.open.map(({ cause }) => cause)].find(
    (cause) => cause.startsWith('silence '),
  );
  for (const rule of active) {
    const found = isOfDays(rule.kind) ? await judgeOfDays(round, rule) : undefined;
    if (found) judged.push(found);
  }
  return judged;
}

function boardFor({ base, profileId, closed, boards }: Round, condition: StoredCondition): Promise<Board> {
  const filters = filtersIn(condition);
  const key = canonicalJson(filters);
  const board = boards.get(key) ?? boardOf(base, profileId, { last: closed.day, judged: 1, filters });
  boards.set(key, board);
  return board;
}

/** Undefined where its day is judged already, or cannot be yet. */
async function judgeOfDays(round: Round, row: RuleRow): Promise<Judged | undefined> {
  const { closed } = round;
  if (!closed.isJudged || (row.judged_day !== null && row.judged_day >= closed.day)) return undefined;
  const rule = dayRuleOf(row);
  if (isSkipped(rule, closed.day)) return { rule: row, day: closed.day, problem: null, holds: undefined };
  const board = await boardFor(round, rule.condition);
  const day = indexOf(board, closed.day);
  const isWaiting = needsSpend(rule.kind, rule.condition) && !closed.isSpendDue && (board.rows[day]?.missing_days ?? 0n) > 0n;
  if (isWaiting) return undefined;
  const verdict = judgeDay(board, day, rule);
  if ('problem' in verdict) return { rule: row, day: closed.day, problem: verdict.problem, holds: undefined };
  const holds = new Map<string, Contents>();
  if (verdict.hit) {
    const cause = explainedBy(round, rule, verdict.hit) ?? verdict.hit.cause;
    holds.set(cause, await contentsOfDay(round, { board, day, rule, hit: verdict.hit, cause }));
  }
  return { rule: row, day: closed.day, problem: null, holds };
}

/** Less of everything while a sender is silent has the cause of that alert. */
function explainedBy({ open, silence }: Round, { condition }: DayRule, { side, figure, cause }: Hit): string | undefined {
  const isOfAll = Object.keys(filtersIn(condition)).length === 0;
  const isExplained = side === 'below' && isOfAll && figure !== 'spend' && open.every((alert) => alert.cause !== cause);
  return isExplained ? silence : undefined;
}

interface DayHit {
  board: Board;
  day: number;
  rule: DayRule;
  hit: Hit;
  cause: string;
}

async function contentsOfDay(round: Round, { board, day, rule, hit, cause }: DayHit): Promise<Contents> {
  const { base, profileId, closed, open } = round;
  const known = open.find((alert) => alert.cause === cause);
  const since = known ? storedContents.read(known.contents).since : closed.day;
  const from = Math.max(indexOf(board, since), 0);
  const causes = known ? [] : await causesOf(base, profileId, board, day, rule);
  return {
    what: hit.what,
    since,
    figure: hit.figure,
    value: decimalOf(hit.value),
    usual: decimalOf(hit.usual),
    money: moneyOf(board, { from: from > 0 ? from : day, to: day }, rule, hit),
    causes,
    finding: null,
    page: pageOf(closed.day, rule.condition),
  };
}

/** The overview in that state. */
function pageOf(day: string, condition: StoredCondition): string {
  const filters = Object.entries(filtersIn(condition)).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
  return `?period=${day}..${day}${filters.join('')}`;
}

async function judgeState(round: Round, row: RuleRow, active: readonly RuleRow[]): Promise<Judged> {
  const holds = new Map<string, Contents>();
  for (const hit of hitsOf(round, row, active)) holds.set(hit.cause, await contentsOfState(round, hit));
  return { rule: row, day: null, problem: null, holds };
}

/** A silent sender has one alert: a rule on silence names it, so one on findings does not. */
function hitsOf({ base, profileId }: Round, row: RuleRow, active: readonly RuleRow[]): StateHit[] {
  const condition = storedCondition.read(row.condition);
  if (row.kind === 'silence') return silentSenders(base, profileId, condition);
  if (row.kind === 'connection') return waitingConnections(base, profileId);
  const hasSilence = active.some(({ kind }) => kind === 'silence');
  return problemFindings(base, profileId, condition).filter(({ finding }) => !(hasSilence && finding === 'silence'));
}

async function contentsOfState(round: Round, hit: StateHit): Promise<Contents> {
  const { base, profileId, closed, open } = round;
  const known = open.find((alert) => alert.cause === hit.cause);
  const before = known && storedContents.read(known.contents);
  const day = closed.day;
  const around = known ? [] : circumstances(base, profileId, { date_from: day, date_to: day });
  return {
    what: hit.what,
    since: before?.since ?? hit.since,
    figure: null,
    finding: hit.finding,
    page: hit.page,
    value: hit.value === null ? null : decimalOf(hit.value),
    usual: hit.usual === null ? null : decimalOf(hit.usual),
    money: before ? before.money : await moneyAtStake(round, hit),
    causes: around.filter(({ text }) => !text.startsWith(hit.what.split(' has ')[0] ?? hit.what) && text !== hit.what),
  };
}

/** The mean of the last weeks, for the time since then. */
async function moneyAtStake(round: Round, { atStake, since }: StateHit): Promise<Contents['money']> {
  if (atStake === null) return null;
  const board = await boardFor(round, {});
  const known = board.rows
    .slice(Math.max(board.first, board.rows.length - MEAN_DAYS))
    .map((row) => (atStake === 'spend' ? row.spend : row.revenue_millionths))
    .filter((amount) => amount !== null)
    .map((amount) => (atStake === 'spend' ? Number(amount) : Number(amount) / 1e6));
  if (known.length === 0) return null;
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  const days = Math.max(0, round.base.clock.now() - Date.parse(since)) / DAY_MS;
  return { amount: decimalOf(Math.round(mean * days * 100) / 100), currency: board.currency, of: atStake };
}
