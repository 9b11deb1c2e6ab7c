// The check sheet: what another tool measured in a month beside what was measured here on the same days, and the difference in parts that add up to it.
import { decimalText, unitsOf } from '../../../base/kit/decimals.ts';
import type { Counts, ElsewhereDay } from './days.ts';

const SCALE = 6;
const units = (value: string | number): bigint => unitsOf(String(value), SCALE);

type Measure = 'visits' | 'pageviews' | 'purchases' | 'revenue';
const MEASURES: readonly Measure[] = ['visits', 'pageviews', 'purchases', 'revenue'];

/** What was measured here on a day. */
export interface OwnDay {
  visits: number;
  pageviews: number;
  robotVisits: number;
  robotPageviews: number;
  /** By currency; exact decimal text. */
  payments: ReadonlyMap<string, { payments: number; gross: string; refunded: string }>;
}

type Reason = 'not_measured_here' | 'robots' | 'refunds' | 'visits_cut_otherwise' | 'seen_by_one' | 'sales_of_one';

export interface Part {
  reason: Reason;
  amount: string;
  words: string;
}

export interface SheetRow {
  month: string;
  source: string;
  measure: Measure;
  currency: string | null;
  days: number;
  theirs: string;
  ours: string;
  difference: string;
  parts: Part[];
}

const WORDS: Readonly<Record<Reason, string>> = {
  not_measured_here: 'On some of these days nothing was measured here.',
  robots: 'Robots are left out here; the other tool may count them.',
  refunds: 'Money that was returned is taken off here on the day of its sale.',
  visits_cut_otherwise:
    'Visits are cut by other rules: here one ends after 30 minutes of silence. The other tool may begin one at midnight or at another campaign; its days are those of its own time zone, and browsers may block one script alone.',
  seen_by_one: 'Page views that one of the two alone saw: a blocked script, a refused consent, or a day of another time zone.',
  sales_of_one: 'Sales that one of the two alone knows, or of another day by the time zone.',
};

const REST: Readonly<Record<Measure, Reason>> = {
  visits: 'visits_cut_otherwise',
  pageviews: 'seen_by_one',
  purchases: 'sales_of_one',
  revenue: 'sales_of_one',
};

const NOTHING: OwnDay = { visits: 0, pageviews: 0, robotVisits: 0, robotPageviews: 0, payments: new Map() };

function ourUnits(own: OwnDay, measure: Measure, currency: string | null): { net: bigint; refunded: bigint; robots: bigint } {
  if (measure === 'visits') return { net: units(own.visits), refunded: 0n, robots: units(own.robotVisits) };
  if (measure === 'pageviews') return { net: units(own.pageviews), refunded: 0n, robots: units(own.robotPageviews) };
  if (measure === 'purchases') {
    const payments = [...own.payments.values()].reduce((sum, each) => sum + each.payments, 0);
    return { net: units(payments), refunded: 0n, robots: 0n };
  }
  const { gross = '0', refunded = '0' } = own.payments.get(currency ?? '') ?? {};
  return { net: units(gross) - units(refunded), refunded: units(refunded), robots: 0n };
}

const wasQuiet = ({ visits, payments }: OwnDay): boolean => visits === 0 && payments.size === 0;

const currencyOf = (measure: Measure, { currency }: Counts): string | null => (measure === 'revenue' ? (currency ?? null) : null);

function rowOf(
  { month, source, measure, currency }: Pick<SheetRow, 'month' | 'source' | 'measure' | 'currency'>,
  days: readonly ElsewhereDay[],
  own: ReadonlyMap<string, OwnDay>,
): SheetRow {
  let [theirs, ours, quiet, refunded, robots] = [0n, 0n, 0n, 0n, 0n];
  for (const { day, counts } of days) {
    const here = own.get(day) ?? NOTHING;
    const there = units(counts[measure] ?? 0);
    const found = ourUnits(here, measure, currency);
    theirs += there;
    ours += found.net;
    refunded += found.refunded;
    robots += found.robots;
    if (wasQuiet(here)) quiet += there;
  }
  const parts: Part[] = [];
  let rest = ours - theirs;
  const explain = (reason: Reason, amount: bigint): void => {
    if (amount === 0n) return;
    parts.push({ reason, amount: decimalText(amount, SCALE), words: WORDS[reason] });
    rest -= amount;
  };
  explain('not_measured_here', -quiet);
  explain('refunds', -refunded);
  // No more than is missing here: whether the other tool counts them is not known.
  if (rest < 0n) explain('robots', -(robots < -rest ? robots : -rest));
  explain(REST[measure], rest);
  const text = (value: bigint): string => decimalText(value, SCALE);
  return {
    month,
    source,
    measure,
    currency,
    days: days.length,
    theirs: text(theirs),
    ours: text(ours),
    difference: text(ours - theirs),
    parts,
  };
}

/** A row for each month, tool, measure and currency. */
export function checkSheet(theirs: readonly ElsewhereDay[], own: ReadonlyMap<string, OwnDay>): SheetRow[] {
  const groups = new Map<string, { head: Pick<SheetRow, 'month' | 'source' | 'measure' | 'currency'>; days: ElsewhereDay[] }>();
  for (const each of theirs)
    for (const measure of MEASURES) {
      if (each.counts[measure] === undefined) continue;
      const currency = currencyOf(measure, each.counts);
      const head = { month: each.day.slice(0, 7), source: each.source, measure, currency };
      const name = JSON.stringify(Object.values(head));
      const group = groups.get(name) ?? { head, days: [] };
      group.days.push(each);
      groups.set(name, group);
    }
  return [...groups.values()]
    .map(({ head, days }) => rowOf(head, days, own))
    .sort((a, b) => (a.month === b.month ? 0 : a.month < b.month ? 1 : -1));
}
