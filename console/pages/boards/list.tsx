// The boards that a person can open, and the ways to a new one.
import { Link, useLocation } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment, plural } from '../../words/format.ts';
import { type Board, forgetBoards, type Template, useBoardHref, useBoards, useTemplates } from './asked.ts';

/** Makes a board and opens it. */
export function useBegin(): (board: Pick<Template, 'title' | 'blocks'>) => Promise<void> {
  const { profile_id } = useProfile();
  const [, navigate] = useLocation();
  const href = useBoardHref();
  return async ({ title, blocks }) => {
    const params = { query: { profile_id } };
    const { data } = await unwrap(api.POST('/api/v1/boards', { params, body: { title, blocks, is_shared: false } }));
    navigate(href(data.id));
  };
}

export function BoardList() {
  const begin = useBegin();
  return (
    <>
      <Panel
        title="Boards"
        lead="Figures, graphs and tables that somebody has arranged. Each reader chooses the days and filters."
        tools={
          <Act
            text="New board"
            label="New board, without blocks"
            isPrimary
            act={() => begin({ title: 'New board', blocks: [] })}
            afterwards={forgetBoards}
          />
        }
      >
        <Loaded answer={useBoards()} lines={4}>
          {({ data }) => <Listed boards={data} />}
        </Loaded>
      </Panel>
      <Panel title="Templates" lead="Each makes a board of your own, which you change as you like.">
        <Loaded answer={useTemplates()} lines={6}>
          {({ data }) => (
            <ul class="plain boards-templates">
              {data.map((template) => (
                <li key={template.id}>
                  <h3>{template.title}</h3>
                  <p class="soft small">{template.description}</p>
                  <Act
                    text="Begin with it"
                    label={`Begin with it: ${template.title}`}
                    act={() => begin(template)}
                    afterwards={forgetBoards}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function Listed({ boards }: { boards: readonly Board[] }) {
  const href = useBoardHref();
  const { timezone } = useProfile();
  if (boards.length === 0)
    return (
      <Empty title="There is no board yet.">
        <p>Begin with a template below, or with an empty board.</p>
      </Empty>
    );
  return (
    <ul class="plain boards-list">
      {boards.map(({ id, title, blocks, is_shared, is_own, updated_at }) => (
        <li key={id}>
          <Link href={href(id)}>
            <bdi>{title}</bdi>
          </Link>
          <span class="soft small">
            {plural(blocks.length, 'block')}
            {is_own ? (is_shared ? ', shared' : '') : ', shared by somebody else'}, changed {moment(updated_at, timezone)}
          </span>
        </li>
      ))}
    </ul>
  );
}
