// One board: its blocks under the question of the page, and its maker's form.
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useQuestion } from '../../question/use-question.tsx';
import { Share } from '../../share/share.tsx';
import { sharedOverview } from '../overview/figures.ts';
import { ScheduleForm } from '../reports/schedule-form.tsx';
import { type Board, forgetBoards, useBoard, useBoardHref } from './asked.ts';
import { Blocks } from './blocks.tsx';
import { Editor } from './editor.tsx';
import { useBegin } from './list.tsx';

export function OneBoard({ boardId }: { boardId: string }) {
  const href = useBoardHref();
  return (
    <>
      <p>
        <Link href={href()}>All boards</Link>
      </p>
      <Loaded answer={useBoard(boardId)} lines={10}>
        {({ data }) => <Opened board={data} />}
      </Loaded>
    </>
  );
}

function Opened({ board }: { board: Board }) {
  const [isEdited, setEdited] = useState(board.is_own && board.blocks.length === 0);
  if (isEdited) return <Editor key={board.revision} board={board} close={() => setEdited(false)} />;
  return (
    <>
      <header class="boards-head">
        <h2>
          <bdi>{board.title}</bdi>
        </h2>
        <Tools board={board} edit={() => setEdited(true)} />
      </header>
      {board.blocks.length === 0 && <Empty title="The board has no blocks yet." />}
      <Blocks blocks={board.blocks} />
    </>
  );
}

function Tools({ board, edit }: { board: Board; edit: () => void }) {
  const { id, title, blocks, is_own } = board;
  const { profile_id } = useProfile();
  const { query, compared } = useQuestion();
  const { question } = sharedOverview(query, compared);
  const href = useBoardHref();
  const [, navigate] = useLocation();
  const begin = useBegin();
  const remove = async (): Promise<void> => {
    await unwrap(api.DELETE('/api/v1/boards/{id}', { params: { query: { profile_id }, path: { id } } }));
    navigate(href());
  };
  return (
    <span class="row">
      {blocks.length > 0 && (
        <>
          <Share of={{ page: 'board', question: { ...question, board_id: id } }} />
          <SendRegularly board={board} />
        </>
      )}
      <Act text="Copy" label={`Copy ${title}`} act={() => begin({ title, blocks })} afterwards={forgetBoards} />
      {is_own && (
        <>
          <button type="button" class="button" aria-label={`Edit ${title}`} onClick={edit}>
            Edit
          </button>
          <Confirm text="Delete" label={`Delete ${title}`} title={`Delete ${title}?`} act={remove} afterwards={forgetBoards}>
            <p>It is gone for everybody who reads it.</p>
          </Confirm>
        </>
      )}
    </span>
  );
}

function SendRegularly({ board: { id, title } }: { board: Board }) {
  const [isOpen, setOpen] = useState(false);
  const { profile_id } = useProfile();
  const [, navigate] = useLocation();
  return (
    <>
      <button type="button" class="button" aria-label={`Send regularly: ${title}`} onClick={() => setOpen(true)}>
        Send regularly
      </button>
      {isOpen && (
        <Dialog title={`Send ${title} regularly`} kind="drawer" onClose={() => setOpen(false)}>
          <ScheduleForm
            schedule={undefined}
            begin={{ title, subject: { page: 'board', question: { board_id: id }, view: null } }}
            close={() => navigate(`/console/${profile_id}/reports/schedules`)}
          />
        </Dialog>
      )}
    </>
  );
}
