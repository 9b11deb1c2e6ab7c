// A saved view or a board as the source of a report, read again for each report, so that a change of it counts. One that is gone, or that the maker of the
// schedule may not open any more, is a problem of the schedule.
import { profileRole } from '../../../account/places/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Principal, ProfileRef } from '../../../base/contract/operation.ts';
import { checkQuestion, findBoard, findView, ownerOfView, type Question, questionShape, takenBy } from '../../analytics/index.ts';
import { makerOf } from '../compute.ts';
import type { ReportPage } from '../pages/pages.ts';
import { storedQuestion, storedView, type ViewOfSchedule } from '../stored.ts';

const PAGES: Readonly<Record<string, ViewPage>> = { '': 'overview', attribution: 'attribution', paths: 'paths' };
const DIMENSIONS = ['channel', 'source', 'medium', 'campaign', 'device', 'country'] as const;
const MODES = ['is_not', 'contains', 'is_empty'] as const;

/** Pages of which views are sent. */
type ViewPage = 'overview' | 'attribution' | 'paths';

interface Viewed {
  page: ViewPage;
  question: Question;
}

/** As the console writes a question in its addresses. @throws ApiError */
export function questionOfView({ page: path, query }: { page: string; query: string }): Viewed {
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (page === undefined)
    throw new ApiError('invalid_state', 'The saved view is of a page that is not sent: overview, attribution and paths are.');
  const params = new URLSearchParams(query);
  if (params.has('as_of'))
    throw new ApiError('invalid_state', 'The saved view is of one moment of knowledge; a report is of its days.');
  const question = questionShape.safeParse({ ...filtersOf(params), ...optionsOf(page, params) });
  if (!question.success) throw new ApiError('invalid_state', 'The saved view has a parameter that this version does not know.');
  const own = takenBy(page, question.data);
  checkQuestion(page, own);
  return { page, question: own };
}

function filtersOf(params: URLSearchParams): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  const modes: string[] = [];
  for (const dimension of DIMENSIONS) {
    const value = params.get(dimension);
    if (value !== null && value !== '') filters[dimension] = value;
    for (const mode of MODES) {
      const text = params.get(`${dimension}.${mode}`);
      if (text === null || (text === '') !== (mode === 'is_empty')) continue;
      if (mode !== 'is_empty') filters[dimension] = text;
      modes.push(`${dimension}:${mode}`);
    }
  }
  return modes.length === 0 ? filters : { ...filters, filter_modes: modes };
}

function optionsOf(page: ViewPage, params: URLSearchParams): Record<string, unknown> {
  const [model, goal, days] = [params.get('model'), params.get('goal'), params.get('window')];
  const leaf = params.get('leaf') ?? 'adset';
  const transform = params.get('shown') ?? 'exposure';
  return {
    ...(model === null ? {} : { model }),
    ...(goal === null ? {} : { goal }),
    ...(days === null ? {} : { click_window_days: Number(days) }),
    ...(params.get('beside') ? { beside: params.get('beside')?.split('*') } : {}),
    ...(page === 'attribution' && params.get('shape') === 'list' ? { dimension: leaf } : {}),
    ...(page === 'paths' ? { transform } : {}),
  };
}

/** The view that a user names. @throws ApiError */
export function chosenView(
  base: ReadBase,
  { principal, profile }: { principal: Principal; profile: ProfileRef },
  view: { name: string; is_own: boolean },
): ViewOfSchedule {
  const { personId } = principal;
  const person_id = personId === undefined ? undefined : ownerOfView(base, profile.profileId, personId, view);
  if (person_id === undefined) throw new ApiError('validation_error', `view: there is no saved view "${view.name}".`);
  return { person_id, name: view.name };
}

interface Followed {
  profile_id: string;
  page: ReportPage;
  question: string;
  view: string | null;
  created_by: string;
}

/** The question of a schedule, of its view where it follows one. @throws ApiError */
export function questionNow(base: ReadBase, profile: ProfileRef, { page, question, view, created_by }: Followed): Question {
  if (page === 'board' && !hasBoard(base, profile, storedQuestion.read(question), created_by))
    throw new ApiError('invalid_state', 'The board is gone, or the maker of the schedule cannot open it any more.');
  if (view === null) return storedQuestion.read(question);
  const { person_id, name } = storedView.read(view);
  const found = profileRole(base, person_id, profile) ? findView(base, profile.profileId, { person_id, name }) : undefined;
  if (!found || (created_by !== `person:${person_id}` && !found.is_shared))
    throw new ApiError('invalid_state', `The saved view "${name}" is gone, or is not shared any more.`);
  const viewed = questionOfView(found);
  if (viewed.page !== page) throw new ApiError('invalid_state', `The saved view "${name}" is of another page now.`);
  return viewed.question;
}

/** Whether the maker of a schedule or report can open the board that it is of. */
export const hasBoard = (base: ReadBase, profile: ProfileRef, { board_id = '' }: Question, createdBy: string): boolean =>
  findBoard(base, profile.profileId, makerOf(base, profile, createdBy), board_id) !== undefined;
