// The page of a board: its blocks in their order, each of the report that the console draws it from.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { attributionAnswer } from '../attribution.ts';
import { type BoardBlock, boardOf } from '../boards/boards.ts';
import { cohortsAnswer } from '../cohorts.ts';
import { overviewAnswer, seriesAnswer } from '../overview.ts';
import {
  type Answered,
  type At,
  audienceOf,
  besideOf,
  daysIn,
  intervalOf,
  modelsOf,
  pick,
  type Question,
  SHARED,
  shown,
} from './answers.ts';
import { barsOf, tableOf } from './attribution-page.ts';
import { cohortFilters } from './cohort-filters.ts';
import type { Block } from './document.ts';
import { figuresOf, linesOf, overviewHeadline, type TileFigure, withheldOf } from './other-pages.ts';

type BlockOf<Kind extends BoardBlock['kind']> = Extract<BoardBlock, { kind: Kind }>;
type Dimension = BlockOf<'table'>['dimension'];

/** As on the board in the console. */
const MONTHS = 12;

export function blocksOf(base: ReadBase, profileId: string, maker: string | undefined, { board_id }: Question): BoardBlock[] {
  return boardOf(base, profileId, maker, board_id ?? '').blocks;
}

/** Cohorts are of few people, and ad sets are no part of the cells that leave sign-in. */
function insideOnly(block: BoardBlock): string | undefined {
  if (block.kind === 'cohort') return 'cohorts';
  return block.kind === 'table' && (block.dimension === 'adset' || block.dimension === 'ad') ? 'a table of ads' : undefined;
}

/** Refuses a board for readers outside, and names each block that cannot leave. */
export function checkBlocksForOutside(blocks: readonly BoardBlock[]): void {
  const named = blocks.flatMap((block, at) => {
    const what = insideOnly(block);
    return what === undefined ? [] : [`block ${at + 1} of the board has ${what}`];
  });
  if (named.length > 0)
    throw new ApiError('validation_error', `question.board_id: ${named.join(', ')}, which are shown to members alone.`);
}

function dimensionOf(block: BoardBlock): Dimension | undefined {
  if (block.kind === 'table') return block.dimension;
  if (block.kind !== 'graph' || block.graph === 'revenue_and_spend') return undefined;
  return block.graph === 'channels' ? 'channel' : 'campaign';
}

const monthOf = (day: string, before: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - before)).toISOString().slice(0, 7);

/** Asks each report once, however many blocks draw it. */
async function answersFor(at: At, base: ReadBase, question: Question, blocks: readonly BoardBlock[]) {
  const days = daysIn(question);
  const query = { ...pick(question, [...SHARED, 'as_of', 'model']), ...days, ...audienceOf(at) };
  const { model: _, ...ofModels } = { ...query, ...modelsOf(at) };
  const figures = await overviewAnswer({ ...at, params: query }, base);
  const hasLines = blocks.some((block) => block.kind === 'graph' && block.graph === 'revenue_and_spend');
  const series = hasLines ? await seriesAnswer({ ...at, params: { ...query, interval: intervalOf(days) } }, base) : undefined;
  const rows = new Map<Dimension, Awaited<ReturnType<typeof attributionAnswer>>>();
  for (const dimension of new Set(blocks.map(dimensionOf)))
    if (dimension) rows.set(dimension, await attributionAnswer({ ...at, params: { ...ofModels, dimension } }, base));
  const hasCohorts = blocks.some(({ kind }) => kind === 'cohort');
  const months = { month_from: monthOf(days.date_to, MONTHS - 1), month_to: monthOf(days.date_to, 0) };
  const cohorts = hasCohorts
    ? await cohortsAnswer({ ...at, params: { ...cohortFilters(question).query, ...months } }, base)
    : undefined;
  const compared = await besideOf(at, base, question, query);
  return { figures, series, rows, cohorts, compared };
}

type Answers = Awaited<ReturnType<typeof answersFor>>;

/** Tiles that follow one another are one block. */
function groupsOf(blocks: readonly BoardBlock[]): (Exclude<BoardBlock, { kind: 'tile' }> | TileFigure[])[] {
  const groups: ReturnType<typeof groupsOf> = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== 'tile') groups.push(block);
    else if (Array.isArray(last)) last.push(block.figure);
    else groups.push([block.figure]);
  }
  return groups;
}

function drawn(group: ReturnType<typeof groupsOf>[number], { figures, series, rows, cohorts, compared }: Answers): Block[] {
  if (Array.isArray(group)) {
    const withheld = withheldOf('outside' in figures ? figures.outside : undefined);
    return [figuresOf(figures.data.current, compared?.figures.data.current, withheld, group)];
  }
  if (group.kind === 'text') return [{ kind: 'text', text: group.text }];
  if (group.kind === 'cohort') {
    const { data } = cohorts ?? {};
    return data ? [{ kind: 'cohorts', metric: group.metric, rows: data.rows, pooled: data.pooled }] : [];
  }
  const dimension = dimensionOf(group);
  if (dimension === undefined) return series ? [linesOf(series, compared?.series)] : [];
  const answer = rows.get(dimension);
  if (!answer) return [];
  const { model } = figures.meta;
  return [group.kind === 'table' ? tableOf(answer, [model]) : barsOf(answer, model)];
}

/** What cohorts show beside figures with these filters. */
function cohortWarnings(question: Question, hasCohorts: boolean): { code: string; message: string }[] {
  const { unknown } = cohortFilters(question);
  if (!hasCohorts || unknown.length === 0) return [];
  return [{ code: 'filter_unknown', message: `Cohorts have no filter by ${unknown.join(', ')}, and are of all people.` }];
}

export async function board(at: At, base: ReadBase, question: Question): Promise<Answered> {
  const blocks = blocksOf(base, at.profile.profileId, at.maker, question);
  // Read again at each try: the board may have got what is for members since the question was checked.
  if (at.isOutside) checkBlocksForOutside(blocks);
  const answers = await answersFor(at, base, question, blocks);
  const { figures, series, rows, cohorts } = answers;
  const tiles = new Set(blocks.flatMap((block) => (block.kind === 'tile' ? [block.figure] : [])));
  const about = { goal: null, model: figures.meta.model };
  const noted = { meta: figures.meta, warnings: cohortWarnings(question, cohorts !== undefined) };
  return shown(
    [figures, ...(series ? [series] : []), ...rows.values(), ...(cohorts ? [cohorts] : []), noted],
    { ...about, blocks: groupsOf(blocks).flatMap((group) => drawn(group, answers)) },
    overviewHeadline(figures.data.current, tiles),
  );
}
