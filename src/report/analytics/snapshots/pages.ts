// The pages that can be shared: each asks the reports that it shows in the console, at one version of the figures, and keeps what they print.
import { checkedCurrency } from '../../../account/workspaces/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { components } from '../../../base/contract/types.ts';
import { redactEmails } from '../../../collect/events/index.ts';
import type { Model } from '../../../credit/goals/index.ts';
import { attributionAnswer } from '../attribution.ts';
import { pathsAnswer } from '../attribution-paths.ts';
import { boardOf } from '../boards/boards.ts';
import { changesAnswer } from '../changes.ts';
import { cohortsAnswer } from '../cohorts.ts';
import { frameOf } from '../figures.ts';
import { overviewAnswer, seriesAnswer } from '../overview.ts';
import {
  type Answered,
  type At,
  audienceOf,
  besideOf,
  DAYS,
  daysIn,
  intervalOf,
  modelsOf,
  pick,
  type Question,
  SHARED,
  type Shown,
  shown,
} from './answers.ts';
import { barsOf, headlineOf, tableOf } from './attribution-page.ts';
import { board } from './board-page.ts';
import { cohortFilters } from './cohort-filters.ts';
import type { Block, Headline } from './document.ts';
import { leaderboard } from './leaderboard-page.ts';
import { changesTable, figuresOf, linesOf, overviewHeadline, stepsOf, withheldOf } from './other-pages.ts';

export type PageName = components['schemas']['SnapshotPage'];

interface Page {
  title: string;
  takes: readonly (keyof Question)[];
  show: (at: At, base: ReadBase, question: Question) => Promise<Answered>;
}

const PATHS = 100;

async function overview(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const days = daysIn(question);
  const query = { ...pick(question, [...SHARED, 'as_of', 'model']), ...days, ...audienceOf(at) };
  const { model: _, ...withoutModel } = query;
  const figures = await overviewAnswer({ ...at, params: query }, base);
  const series = await seriesAnswer({ ...at, params: { ...query, interval: intervalOf(days) } }, base);
  const channels = await attributionAnswer({ ...at, params: { ...withoutModel, dimension: 'channel', ...modelsOf(at) } }, base);
  const compared = await besideOf(at, base, question, query);
  const { model } = figures.meta;
  const blocks: Block[] = [
    figuresOf(
      figures.data.current,
      compared?.figures.data.current,
      withheldOf('outside' in figures ? figures.outside : undefined),
    ),
    linesOf(series, compared?.series),
    barsOf(channels, model),
    tableOf(channels, [model]),
  ];
  return shown([figures, series, channels], { goal: null, model, blocks }, overviewHeadline(figures.data.current));
}

async function attribution(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const days = daysIn(question);
  const { dimension = 'channel', beside = [] } = question;
  const model = question.model ?? (await frameOf(base, at.profile.profileId, question.goal)).model;
  const params = pick(question, [...SHARED, 'as_of', 'goal', 'click_window_days']);
  const query = { ...params, ...days, ...modelsOf(at), ...audienceOf(at) };
  const models: Model[] = [...new Set([model, ...beside])];
  const rows = await attributionAnswer({ ...at, params: { ...query, dimension } }, base);
  const campaigns =
    dimension === 'channel' ? [await attributionAnswer({ ...at, params: { ...query, dimension: 'campaign' } }, base)] : [];
  const blocks = [barsOf(rows, model), tableOf(rows, models), ...campaigns.map((answer) => tableOf(answer, models))];
  return shown([rows, ...campaigns], { goal: rows.meta.goal, model, blocks }, headlineOf(rows, model));
}

async function paths(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const { transform = 'exposure' } = question;
  const query = { ...pick(question, ['as_of', 'goal', 'currency']), ...daysIn(question), transform, limit: PATHS };
  const answer = await pathsAnswer({ ...at, params: query }, base);
  const { totals, goal } = answer.meta;
  const headline: Headline = [
    { name: 'Conversions', unit: 'count', value: String(totals.conversions) },
    { name: 'Revenue', unit: 'money', value: totals.revenue },
    { name: 'Paths', unit: 'count', value: String(totals.paths) },
  ];
  const blocks: Block[] = [
    { kind: 'figures', figures: headline },
    { kind: 'paths', paths: answer.data },
  ];
  return shown([answer], { goal, model: null, blocks }, headline);
}

async function payback(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const { month_from, month_to } = question;
  if (month_from === undefined || month_to === undefined)
    throw new ApiError('validation_error', 'question: month_from and month_to are required.');
  const { query, unknown } = cohortFilters(question);
  if (unknown.length > 0)
    throw new ApiError('validation_error', 'question.filter_modes: payback has the filters channel, source and campaign.');
  const answer = await cohortsAnswer({ ...at, params: { ...query, month_from, month_to } }, base);
  const { totals } = answer.data;
  const headline: Headline = [
    { name: 'Cash', unit: 'money', value: totals.cash },
    { name: 'Spend', unit: 'money', value: totals.spend },
    { name: 'People', unit: 'credit', value: String(totals.people) },
  ];
  const blocks: Block[] = [
    { kind: 'figures', figures: headline },
    { kind: 'cohorts', rows: answer.data.rows, pooled: answer.data.pooled },
  ];
  return shown([answer], { goal: null, model: answer.meta.model, blocks }, headline);
}

/** Both of its moments are fixed, so nothing of it is compared later. */
async function why(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const { known_from } = question;
  if (known_from === undefined) throw new ApiError('validation_error', 'question: known_from is required.');
  const query = { ...pick(question, ['known_to', 'model', 'goal']), ...daysIn(question), known_from };
  const { data, meta, warnings } = await changesAnswer({ ...at, params: query }, base);
  const { goal, model, currency, timezone } = meta.known_to;
  const part = { meta: { version: meta.version, currency, timezone }, warnings };
  const blocks = [stepsOf(data.totals, 'revenue'), stepsOf(data.totals, 'outcomes'), changesTable(data)];
  return shown([part], { goal, model, blocks }, []);
}

const PAGES: Readonly<Record<PageName, Page>> = {
  overview: { title: 'Overview', takes: [...DAYS, ...SHARED, 'model', 'compared'], show: overview },
  attribution: {
    title: 'Attribution',
    takes: [...DAYS, ...SHARED, 'model', 'beside', 'goal', 'dimension', 'click_window_days'],
    show: attribution,
  },
  paths: { title: 'Paths', takes: [...DAYS, 'goal', 'transform', 'currency'], show: paths },
  payback: {
    title: 'Payback',
    takes: ['month_from', 'month_to', 'as_of', 'model', 'channel', 'source', 'campaign', 'filter_modes', 'currency'],
    show: payback,
  },
  board: { title: 'Board', takes: [...DAYS, ...SHARED, 'model', 'compared', 'board_id'], show: board },
  leaderboard: { title: 'Leaderboard', takes: ['sort'], show: leaderboard },
  why: { title: 'What we knew when', takes: ['date_from', 'date_to', 'known_from', 'known_to', 'model', 'goal'], show: why },
};

const FOR_OUTSIDE: ReadonlySet<PageName> = new Set(['overview', 'attribution', 'board', 'leaderboard']);

/** What is shown to readers outside: the others are about differences, single paths or months of few people. */
export const isForOutside = (page: PageName): boolean => FOR_OUTSIDE.has(page);

export const titleOf = (page: PageName): string => PAGES[page].title;

export interface PageOf {
  page: PageName;
  question: Question;
  /** Whose boards count beside shared ones. */
  maker: string | undefined;
}

/** Of a board its own. @throws ApiError where there is no such board */
export const usualTitle = (base: ReadBase, profileId: string, { page, question, maker }: PageOf): string =>
  page === 'board' ? boardOf(base, profileId, maker, question.board_id ?? '').title : titleOf(page);

export const takesOf = (page: PageName): readonly (keyof Question)[] => PAGES[page].takes;

/** Of a question what the page has; its other parameters change nothing of it. */
export const takenBy = (page: PageName, question: Question): Question => pick(question, PAGES[page].takes);

/** Refuses a parameter that the page does not have, as it would seem to be answered, and a currency that there is not. */
export function checkParameters(page: string, takes: readonly string[], question: Question): void {
  const other = Object.keys(question).find((name) => !takes.includes(name));
  if (other !== undefined) throw new ApiError('validation_error', `question.${other}: the page ${page} has no such parameter.`);
  if (question.currency !== undefined) checkedCurrency('question.currency', question.currency);
}

export function checkQuestion(page: PageName, question: Question): void {
  checkParameters(page, PAGES[page].takes, question);
  if (page === 'board' && question.board_id === undefined)
    throw new ApiError('validation_error', 'question.board_id: the page board needs the id of a board.');
}

/** By which the headline figures of a page are computed again: those of a board are the overview's, whatever became of the board. */
export function headlineQuestion<Page extends PageName>(
  page: Page,
  question: Question,
): { page: Page | 'overview'; question: Question } {
  return page === 'board' ? { page: 'overview', question: takenBy('overview', question) } : { page, question };
}

const TRIES = 3;
const RETRY_SECONDS = 5;

/** Requested again while figures move between the parts of a page; figures of several versions would not fit together, and are refused. */
export async function showAtOneVersion<Part extends { isOfOneVersion: boolean }>(
  show: () => Promise<Part>,
  tries = TRIES,
): Promise<Omit<Part, 'isOfOneVersion'>> {
  for (let tried = 0; tried < tries; tried++) {
    const { isOfOneVersion, ...answer } = await show();
    if (isOfOneVersion) return answer;
  }
  throw new ApiError('service_unavailable', 'The figures of the report are moving right now; try again.', {}, RETRY_SECONDS);
}

export const showPage = (at: At, base: ReadBase, page: PageName, question: Question, tries?: number): Promise<Shown> =>
  showAtOneVersion(() => PAGES[page].show(at, base, question), tries);

/** Refuses what would be shown to every reader of the link, and be stored where an erasure does not look. */
export function refuseEmails(question: Question, title: string | undefined): void {
  const named = Object.entries(question).find(([, value]) => typeof value === 'string' && redactEmails(value) !== value)?.[0];
  const field =
    named !== undefined ? `question.${named}` : title !== undefined && redactEmails(title) !== title ? 'title' : undefined;
  if (field !== undefined)
    throw new ApiError('validation_error', `${field}: a snapshot has no personal data; leave out the e-mail address.`);
}
