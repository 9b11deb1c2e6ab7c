// Reads days of spend of an ad account. Lines of one ad and day (by device, by network) add up; a file without days has nothing that could be counted.
import { listOfWords } from '../layout/layouts.ts';
import { comparable, templateOf } from '../layout/names.ts';
import type { Layout } from '../layout/shape.ts';
import type { Plan } from '../plan/plan.ts';
import type { ImportContext, Question, Reading, SpendReading } from '../reading.ts';
import { readCurrency } from '../values/currencies.ts';
import { dayOf } from './moments.ts';
import { PartsOfOne } from './parts-of-one.ts';
import type { Kind, KindReader } from './reader.ts';
import { minorUnits, type RowView, UnreadableCell } from './row-view.ts';
import { otherRow, SumsAbove } from './totals.ts';

const NAMES = ['account', 'campaign_id', 'campaign', 'adset_id', 'adset', 'ad_id', 'ad'] as const;
const IDS: readonly string[] = ['account', 'campaign_id', 'adset_id', 'ad_id'];
const DAY_MS = 86_400_000;

interface Line {
  line: number;
  day: string;
  amount: string;
  currency: string;
  names: Partial<Record<(typeof NAMES)[number], string>>;
  impressions: number | null;
  clicks: number | null;
}

const added = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);

class SpendReader implements KindReader {
  readonly #plan: Plan;
  readonly #context: ImportContext;
  readonly #parts = new PartsOfOne<Line>();
  readonly #sums = new SumsAbove();
  readonly #counts = new Map<string, { impressions: number | null; clicks: number | null }>();

  constructor(plan: Plan, context: ImportContext) {
    this.#plan = plan;
    this.#context = context;
  }

  row(view: RowView): Reading[] {
    const other = otherRow(view, this.#plan);
    if (other === 'note') return [];
    if (other === 'total_row') {
      this.#sums.endBlock();
      return [{ kind: 'left_out', line: view.line, reason: 'total_row' }];
    }
    try {
      return this.#add(view) ? [] : [{ kind: 'left_out', line: view.line, reason: 'total_row' }];
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      return [{ kind: 'left_out', line: view.line, reason: 'unreadable', words: error.message }];
    }
  }

  /** False for a sum of rows above. */
  #add(view: RowView): boolean {
    const currency = this.#currencyOf(view);
    const money = view.amount('spend', minorUnits(currency));
    if (!money) throw new UnreadableCell('The row has no spend.');
    if (this.#sums.isSum(view, money)) return false;
    const names: Line['names'] = {};
    for (const name of NAMES) {
      const text = IDS.includes(name) ? view.id(name) : view.text(name);
      if (text !== '') names[name] = text;
    }
    if (names.account === undefined && this.#context.account !== undefined) names.account = this.#context.account;
    const day = dayOfRow(view, this.#plan);
    const line: Line = {
      line: view.line,
      day,
      names,
      currency: money.currency ?? currency,
      amount: money.isNegative ? `-${money.amount}` : money.amount,
      impressions: countOf(view, 'impressions'),
      clicks: countOf(view, 'clicks'),
    };
    const key = [day, line.currency, ...NAMES.map((name) => names[name] ?? null)];
    const counts = this.#counts.get(JSON.stringify(key));
    this.#counts.set(JSON.stringify(key), {
      impressions: added(counts?.impressions ?? null, line.impressions),
      clicks: added(counts?.clicks ?? null, line.clicks),
    });
    this.#parts.add(key, line, view.line);
    return true;
  }

  #currencyOf(view: RowView): string {
    const text = view.first(this.#plan.layout.currency?.from);
    const code = text === '' ? undefined : readCurrency(text);
    if (text !== '' && code === undefined) throw new UnreadableCell(`${JSON.stringify(text.slice(0, 40))} is no currency.`);
    return code ?? this.#plan.columns.get('spend')?.currency ?? this.#plan.currency;
  }

  end(): Reading[] {
    return this.#parts.all().map(({ first: { day, currency, names, line }, lines, amount }): Reading => {
      const counts = this.#counts.get(JSON.stringify([day, currency, ...NAMES.map((name) => names[name] ?? null)]));
      const spend: SpendReading = {
        day,
        spend: amount,
        currency,
        ...names,
        impressions: counts?.impressions ?? null,
        clicks: counts?.clicks ?? null,
      };
      return { kind: 'spend', line, ...(lines.length > 1 ? { lines } : {}), ...spend };
    });
  }

  questions(): Question[] {
    return [];
  }
}

/** Whole numbers, grouped by any sign: a count has no decimals, whatever the decimal sign of the file. */
const COUNT = /^\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3})+$|^\d+$/;

/** Null where the file does not report it; a count that cannot be read does not cost a row its spend. */
function countOf(view: RowView, key: string): number | null {
  const text = view.text(key);
  if (COUNT.test(text)) return Number(text.replace(/\D/g, ''));
  const count = Number(text);
  return text === '' || !Number.isFinite(count) ? null : count;
}

/** The day of a row, or the one day that it begins and ends in. */
function dayOfRow(view: RowView, plan: Plan): string {
  const day = dayOf(view, 'day', plan) ?? dayOf(view, 'start', plan);
  if (day === undefined) throw new UnreadableCell('The row has no day.');
  return day;
}

/** Does a row of a file that has a beginning and an end cover more than a day? */
export function isRange(view: RowView, plan: Plan): boolean {
  if (plan.columns.has('day') || !plan.columns.has('end')) return false;
  const [start, end] = [dayOf(view, 'start', plan), dayOf(view, 'end', plan)];
  if (start === undefined || end === undefined || start === end) return false;
  // Until midnight of the next day.
  const isMidnight = /(?:^|\D)0?0:00(?::00)?(?:\D|$)/.test(view.text('end'));
  return !(isMidnight && Date.parse(end) - Date.parse(start) === DAY_MS);
}

/** The refusal of a file whose rows are of no single day, with the way to one whose are. */
export const noDay = ({ by_day: way }: Layout): { reason: string; words: string } => ({
  reason: 'no_day',
  words: `The file has no day: its sums are of a whole period. ${way ?? 'Download it again by day (segment or breakdown by time: day).'}`,
});

/** Does a line before the header say that rows are of weeks or months? */
function isOfLongPeriods({ layout, titles }: Plan): boolean {
  if (layout.period === undefined) return false;
  const template = templateOf(layout.period.title, false);
  const days = new Set(listOfWords(layout.period.days).map(comparable));
  const period = titles.map((text) => template.match(text)?.['period']).find((each) => each !== undefined);
  return period !== undefined && !days.has(comparable(period));
}

export const NO_SPEND = { reason: 'no_spend', words: 'The file has no column of spend.' };

export const spend: Kind = {
  makeReader: (plan, context) => new SpendReader(plan, context),
  amountKeys: (_layout: Layout) => ['spend'],
  dateKeys: () => [{ key: 'day' }, { key: 'start' }, { key: 'end' }],
  lacks: (plan) => {
    const { columns, layout } = plan;
    if (!columns.has('spend')) return NO_SPEND;
    const hasDay = columns.has('day') || (columns.has('start') && columns.has('end'));
    return hasDay && !isOfLongPeriods(plan) ? undefined : noDay(layout);
  },
};
