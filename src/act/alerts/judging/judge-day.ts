// What a rule says of one day. The same function judges the day that has just ended and the days of a backtest.
import { unitsOf } from '../../../base/kit/decimals.ts';
import { type OverviewRow, spendPaceOn } from '../../../report/analytics/index.ts';
import { type Figure, filtersIn, type Kind } from '../condition.ts';
import type { Delivery, StoredCondition } from '../stored.ts';
import { type Board, type FigureSeries, plusDays } from './board.ts';
import { sideOf, surpriseAt, usualOf } from './chance.ts';
import { familyOf, figureOfDays, figureTitle, figureValue, isFigure, moneyText, valueText } from './figures.ts';

export interface DayRule {
  kind: Kind;
  condition: StoredCondition;
  skippedDays: Delivery['skipped_days'];
}

export type Problem = 'too_few_days' | 'figure_unknown' | 'figure_missing' | 'spend_missing' | 'budget_missing';

/** The rule holds on the day. */
export interface Hit {
  cause: string;
  what: string;
  figure: Figure;
  side: 'below' | 'above';
  value: number;
  /** What is usual, or the limit. */
  usual: number;
}

export type Verdict = { hit: Hit } | { problem: Problem } | { hit: null };

/** Two days of a month say nothing of its end. */
const FEWEST_DAYS_OF_MONTH = 3;

export const isSkipped = ({ skippedDays }: DayRule, day: string): boolean =>
  skippedDays.some(({ date_from, date_to }) => date_from <= day && day <= date_to);

/** A figure by day and what is usual for it, without skipped days and those before anything was measured. */
export function seriesOf(board: Board, figure: Figure, rule: DayRule): FigureSeries {
  const key = JSON.stringify([figure, rule.skippedDays]);
  const found = board.series.get(key);
  if (found) return found;
  const series = board.rows.map((row, day) =>
    day < board.first || isSkipped(rule, row.date_from) ? null : figureValue(figure, row),
  );
  const made = { series, usual: usualOf(series) };
  board.series.set(key, made);
  return made;
}

const causeOf = (figure: Figure, side: string, condition: StoredCondition): string => {
  const filters = Object.entries(filtersIn(condition)).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [familyOf(figure), side, ...filters].join(' ');
};

/** ` of the channel Email`, or nothing. */
const scopeText = (condition: StoredCondition): string =>
  Object.entries(filtersIn(condition))
    .map(([name, value]) => ` of the ${name} ${value}`)
    .join('');

export function judgeDay(board: Board, day: number, rule: DayRule): Verdict {
  const { kind, condition } = rule;
  if (kind === 'pace') return judgePace(board, day, condition);
  const { figure = '' } = condition;
  if (!isFigure(figure)) return { problem: 'figure_missing' };
  if (day < board.first) return { problem: 'figure_unknown' };
  return kind === 'change' ? judgeChange(board, day, rule, figure) : judgeThreshold(board, day, condition, figure);
}

function judgeThreshold(board: Board, day: number, condition: StoredCondition, figure: Figure): Verdict {
  const { days = 1, direction = 'below', value: limitText = '0' } = condition;
  const value = figureOfDays(figure, board.rows, day, days);
  if (value === null) return { problem: isSpendMissing(board.rows[day], figure) ? 'spend_missing' : 'figure_unknown' };
  const limit = Number(limitText);
  const side = direction === 'above' ? 'above' : 'below';
  if (side === 'above' ? value <= limit : value >= limit) return { hit: null };
  const [shown, of] = [valueText(figure, value, board.currency), valueText(figure, limit, board.currency)];
  const last = board.rows[day]?.date_from ?? '';
  const when = days === 1 ? `on ${last}` : `in the ${days} days to ${last}`;
  const what = `${figureTitle(figure)}${scopeText(condition)} ${verbOf(figure)} ${shown} ${when}, ${side} the limit of ${of}.`;
  return { hit: { cause: causeOf(figure, side, condition), what, figure, side, value, usual: limit } };
}

const verbOf = (figure: Figure): string =>
  ['outcomes', 'attributed_outcomes', 'visitors', 'pageviews', 'cash_payments'].includes(figure) ? 'were' : 'was';

const isSpendMissing = (row: OverviewRow | undefined, figure: Figure): boolean =>
  (figure === 'spend' || figure === 'roas' || figure === 'cost_per_outcome') && row?.spend === null;

function judgeChange(board: Board, day: number, rule: DayRule, figure: Figure): Verdict {
  const { condition } = rule;
  const { direction = 'both', false_alarms_per_month: falseAlarms = 0.25 } = condition;
  const { series, usual } = seriesOf(board, figure, rule);
  if ((series[day] ?? null) === null)
    return { problem: isSpendMissing(board.rows[day], figure) ? 'spend_missing' : 'figure_unknown' };
  const surprise = surpriseAt(series, usual, day, unitOf(board, figure, day));
  if (!surprise) return { problem: 'too_few_days' };
  const side = sideOf(surprise, direction, falseAlarms);
  if (!side) return { hit: null };
  const { value, usual: expected } = surprise;
  const [shown, of] = [valueText(figure, value, board.currency), valueText(figure, rounded(expected), board.currency)];
  const what = `${figureTitle(figure)}${scopeText(condition)} ${verbOf(figure)} ${shown} on ${board.rows[day]?.date_from}, where ${of} ${verbOf(figure) === 'were' ? 'are' : 'is'} usual.`;
  return { hit: { cause: causeOf(figure, side, condition), what, figure, side, value, usual: rounded(expected) } };
}

const rounded = (value: number): number => (value >= 20 ? Math.round(value) : Math.round(value * 10) / 10);

/** The worth of one count: the mean order of the days before, a hundredth of a day's spend, or 1. */
function unitOf({ rows }: Board, figure: Figure, day: number): number {
  const before = rows.slice(Math.max(0, day - 56), day);
  const sum = (of: Figure): number => before.reduce((all, row) => all + (figureValue(of, row) ?? 0), 0);
  if (figure === 'revenue') return perOne(sum('revenue'), sum('outcomes'));
  if (figure === 'cash_revenue') return perOne(sum('cash_revenue'), sum('cash_payments'));
  if (figure === 'spend') return perOne(sum('spend') / 100, Math.max(1, before.length));
  return 1;
}

const perOne = (amount: number, count: number): number => (amount > 0 && count > 0 ? amount / count : 1);

function judgePace(board: Board, day: number, { direction = 'both', percent = 10 }: StoredCondition): Verdict {
  const { rows, currency, budget } = board;
  const last = rows[day]?.date_from ?? '';
  if (budget === null || Number(budget) <= 0) return { problem: 'budget_missing' };
  if (Number(last.slice(8)) < FEWEST_DAYS_OF_MONTH) return { hit: null };
  const spend = rows.slice(0, day + 1).map((row) => ({
    day: row.date_from,
    amount: row.spend === null ? null : unitsOf(row.spend, 6),
  }));
  // The last day of a month is the end of that month, not of the next one.
  const today = plusDays(last, 1);
  const isOver = today.slice(8) === '01';
  const pace = spendPaceOn(isOver ? last : today, isOver ? spend.slice(0, -1) : spend, budget, currency);
  const text = (pace.seasonal ?? pace.straight_line)?.value;
  if (text === undefined) return { problem: 'spend_missing' };
  const [value, limit] = [Number(text), Number(budget)];
  const side = value > limit * (1 + percent / 100) ? 'above' : value < limit * (1 - percent / 100) ? 'below' : null;
  if (side === null || (direction !== 'both' && direction !== side)) return { hit: null };
  const away = Math.round((100 * Math.abs(value - limit)) / limit);
  const what = `By ${last}, spend of the month is on the way to ${moneyText(value, currency)}, ${away} % ${side} the budget of ${moneyText(limit, currency)}.`;
  return { hit: { cause: `pace ${side} ${last.slice(0, 7)}`, what, figure: 'spend', side, value, usual: limit } };
}
