// One board: its blocks under the question of the page, and its maker's form.
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
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
  const href = useBoardHref();
  const [, navigate] = useLocation();
  const begin = useBegin();
  const remove = async (): Promise<void> => {
    await unwrap(api.DELETE('/api/v1/boards/{id}', { params: { query: { profile_id }, path: { id } } }));
    navigate(href());
  };
  return (
    <span class="row">
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
