// The days that rules judge: the figures of a profile by day, those of one set of filters at a time, read by one statement each.
import { profileClocks } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { dayAt, localMs } from '../../../base/kit/time/zone-shifts.ts';
import { budgetOf, dayFigures, type FilterParams, type OverviewRow } from '../../../report/analytics/index.ts';
import { DAYS_BEFORE } from './chance.ts';
import { firstMeasured } from './figures.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A day is judged from this hour of the next on: what browsers and servers send late has come. */
const JUDGED_FROM = 3;
/** Spend that has not come by then is reported as missing. */
const SPEND_UNTIL = 12;

export interface FigureSeries {
  series: readonly (number | null)[];
  usual: readonly (number | null)[];
}

export interface Board {
  rows: readonly OverviewRow[];
  currency: string;
  /** The first day on which anything was measured. */
  first: number;
  /** For the pace of spend; null without one in this currency. */
  budget: string | null;
  /** What was read of the rows before. */
  series: Map<string, FigureSeries>;
}

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The days up to one, with as many before the last `judged` ones as judging needs. */
export async function boardOf(
  base: ReadBase,
  profileId: string,
  { last, judged, filters }: { last: string; judged: number; filters: FilterParams },
): Promise<Board> {
  const range = { date_from: plusDays(last, 1 - judged - DAYS_BEFORE), date_to: last };
  const { rows, currency } = await dayFigures(base, profileId, range, filters);
  // What a campaign that has ended, or a channel that is gone, has is nothing, as long as the profile measures anything.
  const all = Object.keys(filters).length === 0 ? rows : (await dayFigures(base, profileId, range, {})).rows;
  return { rows, currency, first: firstMeasured(all), budget: budgetOf(base, profileId, currency), series: new Map() };
}

export interface Closed {
  day: string;
  /** Late enough to judge it. */
  isJudged: boolean;
  /** No more waiting for spend. */
  isSpendDue: boolean;
}

/** The last local day that is over. By clocks, so a day with a missing or a doubled hour is judged once, as any other. */
export function closedDay(base: ReadBase, profileId: string): Closed {
  const clocks = profileClocks(base, profileId);
  const now = base.clock.now();
  const today = dayAt(clocks, now);
  const hour = (localMs(clocks, now) - Date.parse(today)) / HOUR_MS;
  return { day: plusDays(today, -1), isJudged: hour >= JUDGED_FROM, isSpendDue: hour >= SPEND_UNTIL };
}

export const indexOf = ({ rows }: Board, day: string): number => rows.findIndex((row) => row.date_from === day);
