// The ways from a snapshot into the console, in the parameters of its addresses: the same report, and what has changed since.
import type { SharedSnapshot } from '../../../report/analytics/index.ts';
import { profilePath } from '../../http/addresses.ts';

type Question = SharedSnapshot['question'];
interface Days {
  date_from: string;
  date_to: string;
}

const DAY_MS = 86_400_000;
const WEEK = 7;
const DIMENSIONS = ['channel', 'source', 'medium', 'campaign', 'device', 'country'] as const;
/** The lengths in months that the page Payback has. */
const PAYBACK_MONTHS = [6, 12, 24, 36] as const;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const addDays = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS);

function yearBefore(day: string): string {
  const date = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return date.endsWith('-02-29') ? `${date.slice(0, 4)}-02-28` : date;
}

function periodOf({ date_from, date_to, month_from, month_to }: Question): string | undefined {
  if (date_from !== undefined && date_to !== undefined) return `${date_from}..${date_to}`;
  if (month_from === undefined || month_to === undefined) return undefined;
  const [year = 0, month = 0] = month_to.split('-').map(Number);
  return `${month_from}-01..${dayOf(Date.UTC(year, month, 0))}`;
}

function monthsOf({ month_from, month_to }: Question): string | undefined {
  if (month_from === undefined || month_to === undefined) return undefined;
  const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  const length = numberOf(month_to) - numberOf(month_from) + 1;
  return String(PAYBACK_MONTHS.find((months) => months >= length) ?? PAYBACK_MONTHS.at(-1));
}

/** Days that no comparison of the console has are compared with nothing, rather than with others. */
function comparisonOf({ date_from = '', date_to = '', as_of, compared }: Question): Record<string, string | undefined> {
  if (compared === undefined) return { compare: 'none' };
  const isBeside = (days: Days): boolean => compared.date_from === days.date_from && compared.date_to === days.date_to;
  if (compared.as_of !== undefined && compared.as_of !== as_of) {
    const isDayOfSame = compared.as_of.endsWith('T00:00:00Z') && isBeside({ date_from, date_to });
    return isDayOfSame ? { compare: 'known', known_on: compared.as_of.slice(0, 10) } : { compare: 'none' };
  }
  const length = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1;
  if (isBeside({ date_from: addDays(date_from, -length), date_to: addDays(date_from, -1) })) return {};
  if (isBeside({ date_from: yearBefore(date_from), date_to: yearBefore(date_to) })) return { compare: 'year' };
  const back = Math.ceil(length / WEEK) * WEEK;
  const isWeekdays = isBeside({ date_from: addDays(date_from, -back), date_to: addDays(date_to, -back) });
  return { compare: isWeekdays ? 'weekdays' : 'none' };
}

/** Paths that differ from the name that a snapshot has for its page. */
const PAGE_PATHS: Partial<Record<SharedSnapshot['page'], string>> = { overview: '', why: 'known', leaderboard: 'creatives' };

const pathOf = (page: SharedSnapshot['page'], { board_id }: Question): string =>
  page === 'board' ? `boards/${board_id}` : (PAGE_PATHS[page] ?? page);

/** What the address of one page has alone. */
function ownParameters(page: SharedSnapshot['page'], question: Question): Record<string, string | undefined> {
  const { beside, dimension, transform, known_from, known_to } = question;
  if (page === 'overview' || page === 'board') return comparisonOf(question);
  if (page === 'paths') return { shown: transform };
  if (page === 'leaderboard') return {};
  if (page === 'payback') return { months: monthsOf(question) };
  if (page === 'why') return { since: known_from, until: known_to };
  const isList = dimension === 'adset' || dimension === 'ad';
  return { beside: beside?.join('*') || undefined, ...(isList ? { shape: 'list', leaf: dimension } : {}) };
}

function filtersOf(question: Question): Record<string, string | undefined> {
  const filters = DIMENSIONS.map((name) => {
    const mode = question.filter_modes?.find((each) => each.startsWith(`${name}:`))?.split(':')[1];
    const value = question[name] ?? (mode === 'is_empty' ? '' : undefined);
    return [mode === undefined ? name : `${name}.${mode}`, value];
  });
  return Object.fromEntries(filters);
}

function address(path: string, parameters: Record<string, string | undefined>): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) asked.set(name, value);
  return `${path}?${asked}`;
}

export function linksOf({
  profileId,
  page,
  question,
  createdAt,
}: Pick<SharedSnapshot, 'profileId' | 'page' | 'question' | 'createdAt'>): { report: string; changes: string } {
  const { model, goal, as_of, known_from, click_window_days } = question;
  const asked = { period: periodOf(question), model, goal };
  const base = profilePath(profileId);
  return {
    report: address(base + pathOf(page, question), {
      ...asked,
      window: click_window_days === undefined ? undefined : String(click_window_days),
      ...filtersOf(question),
      as_of,
      ...ownParameters(page, question),
    }),
    changes: address(`${base}known`, { ...asked, since: as_of ?? known_from ?? new Date(createdAt).toISOString() }),
  };
}
