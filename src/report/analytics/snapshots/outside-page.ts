// A page for readers outside of sign-in: which pages and questions they may have, and the cells that leave with one.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { CellsOfDays } from '../outside/cells.ts';
import { cellsToPublish } from '../outside/publish.ts';
import { checkOutside, moved, notForOutside } from '../outside/reader.ts';
import type { Question, Shown } from './answers.ts';
import { blocksOf, checkBlocksForOutside } from './board-page.ts';
import { isForOutside, type PageOf, titleOf } from './pages.ts';

/** Refuses what no reader outside is shown. */
export function checkForOutside(base: ReadBase, profileId: string, { page, question, maker }: PageOf): void {
  if (!isForOutside(page))
    throw new ApiError(
      'validation_error',
      `page: ${titleOf(page)} is shared with members alone, as its figures are those of few people.`,
    );
  if (page === 'board') checkBlocksForOutside(blocksOf(base, profileId, maker, question));
  checkOutside(base, profileId, {});
  const other = notForOutside(question);
  if (other !== undefined)
    throw new ApiError('validation_error', `question.${other}: is not available to readers outside of sign-in.`);
}

/** What leaves sign-in with the report for the first time, of the same version. */
export async function cellsOf(base: ReadBase, profileId: string, { date_from, date_to, compared }: Question, { version }: Shown) {
  const cells: CellsOfDays[] = [];
  for (const days of [{ date_from, date_to }, compared ?? {}]) {
    if (days.date_from === undefined || days.date_to === undefined) continue;
    const found = await cellsToPublish(base, profileId, { date_from: days.date_from, date_to: days.date_to });
    if (found.version.through_seq !== version.through_seq || found.version.through_decision !== version.through_decision)
      throw moved();
    cells.push(
      ...found.days.filter((each) => !cells.some((other) => other.kind === each.kind && other.days[0] === each.days[0])),
    );
  }
  return cells;
}
