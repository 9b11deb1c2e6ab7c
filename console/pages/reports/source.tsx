// What a schedule begins with: a page, a template of the service, or a saved view or a board, which are read again for each report.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Select } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { PAGES, type Schedule } from './words.ts';

type Template = Schemas['ReportTemplate'];
type View = NonNullable<Schedule['view']>;
type Page = Schedule['page'];

export interface Subject {
  page: Page;
  question: Schedule['question'];
  view: View | null;
}

/** By the path that a view has. */
const PAGE_OF: Readonly<Record<string, Page>> = { '': 'overview', attribution: 'attribution', paths: 'paths' };

const choiceOf = ({ page, question, view }: Subject): string => {
  if (page === 'board') return `board ${question.board_id}`;
  return view === null ? `page ${page}` : `${view.is_own ? 'own' : 'shared'} ${view.name}`;
};

interface SourceProps {
  subject: Subject;
  set: (subject: Subject) => void;
  /** None: of a schedule that exists, whose page stays. */
  useTemplate?: (template: Template) => void;
}

type Option = readonly [string, string];

/** One that was deleted, or that this user cannot open, has to stay chosen until another is. */
function withChosen(options: readonly Option[], { page, view }: Subject, chosen: string, isLoaded: boolean): readonly Option[] {
  if (options.some(([value]) => value === chosen)) return options;
  const name = page === 'board' ? 'Board' : `Saved view: ${view?.name}`;
  return [[chosen, isLoaded ? `${name}, which is gone or not yours to open` : name], ...options];
}

export function Source({ subject, set, useTemplate: begin }: SourceProps) {
  const { profile_id, workspace_id: workspaceId } = useProfile();
  const isKept = begin === undefined;
  const templates =
    useAnswer(['report templates', workspaceId], (signal) =>
      unwrap(api.GET('/api/v1/workspaces/{workspaceId}/reports/templates', { params: { path: { workspaceId } }, signal })),
    ).data?.data ?? [];
  const savedViews = useAnswer(['views', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/views', { params: { query: { profile_id } }, signal })),
  );
  const ownBoards = useAnswer(['boards', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/boards', { params: { query: { profile_id } }, signal })),
  );
  const isPage = (page: Page): boolean => !isKept || page === subject.page;
  const views = (savedViews.data?.data ?? []).filter(({ page }) => {
    const of = Object.hasOwn(PAGE_OF, page) ? PAGE_OF[page] : undefined;
    return of !== undefined && isPage(of);
  });
  const boards = isPage('board') ? (ownBoards.data?.data ?? []) : [];
  const options: Option[] = [
    ...PAGES.filter(([page]) => isPage(page)).map(([page, name]): Option => [`page ${page}`, `The page ${name}`]),
    ...(isKept ? [] : templates).map(({ id, title }): Option => [`template ${id}`, `Template: ${title}`]),
    ...views.map(({ name, is_own }): Option => [`${is_own ? 'own' : 'shared'} ${name}`, `Saved view: ${name}`]),
    ...boards.map(({ id, title }): Option => [`board ${id}`, `Board: ${title}`]),
  ];
  const choose = (value: string): void => {
    const template = templates.find(({ id }) => value === `template ${id}`);
    if (template) begin?.(template);
    const view = views.find(({ name, is_own }) => value === `${is_own ? 'own' : 'shared'} ${name}`);
    if (view) set({ page: PAGE_OF[view.page] ?? 'overview', question: {}, view: { name: view.name, is_own: view.is_own } });
    const board = boards.find(({ id }) => value === `board ${id}`);
    if (board) set({ page: 'board', question: { board_id: board.id }, view: null });
    const page = PAGES.find(([each]) => value === `page ${each}`)?.[0];
    if (page) set({ page, question: {}, view: null });
  };
  const chosen = choiceOf(subject);
  const isLoaded = savedViews.data !== undefined && ownBoards.data !== undefined;
  return (
    <Select
      label="What is sent"
      value={chosen}
      set={choose}
      options={withChosen(options, subject, chosen, isLoaded)}
      hint={hintOf(subject)}
    />
  );
}

function hintOf({ page, view }: Subject): string {
  if (page === 'board')
    return 'The board is read again for each report. Readers outside and chats get none with cohorts or a table of ads.';
  return view ? 'The question of the view is read again for each report.' : 'A template fills in this form.';
}
