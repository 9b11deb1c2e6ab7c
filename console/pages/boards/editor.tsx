// The form of a board: its name, its blocks in their order, and adding one.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Check, Select, Text, WriteForm } from '../../design/form.tsx';
import { Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { type Block, type Board, forgetBoards } from './asked.ts';
import { CHOICES, nameOf } from './words.ts';

const MAX_BLOCKS = 24;
const MAX_CHARACTERS = 2_000;
const ADD = 'Choose a block';

/** With the block at one place moved to another. */
function moved(blocks: readonly Block[], from: number, to: number): Block[] {
  const block = blocks[from];
  const rest = blocks.filter((_, at) => at !== from);
  return block === undefined ? rest : [...rest.slice(0, to), block, ...rest.slice(to)];
}

export function Editor({ board, close }: { board: Board; close: () => void }) {
  const { profile_id, role } = useProfile();
  const [title, setTitle] = useState(board.title);
  const [blocks, setBlocks] = useState<readonly Block[]>(board.blocks);
  const [isShared, setShared] = useState(board.is_shared);
  const save = async (): Promise<void> => {
    const params = { query: { profile_id }, path: { id: board.id } };
    const body = { title, blocks: [...blocks], is_shared: isShared, revision: board.revision };
    await unwrap(api.PUT('/api/v1/boards/{id}', { params, body }));
    close();
  };
  return (
    <Panel
      title={`Edit ${board.title}`}
      tools={
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      }
    >
      <WriteForm button="Save the board" submit={save} afterwards={forgetBoards}>
        <Text label="Name" value={title} set={setTitle} maxLength={200} />
        {role !== 'viewer' && <Check label="All who can open this profile can open it" value={isShared} set={setShared} />}
        <ol class="plain boards-blocks">
          {blocks.map((block, at) => (
            <BlockRow
              key={`${at} ${nameOf(block)}`}
              block={block}
              at={at}
              blocks={blocks}
              set={(next) => setBlocks(blocks.map((each, place) => (place === at ? next : each)))}
              move={(to) => setBlocks(moved(blocks, at, to))}
              remove={() => setBlocks(blocks.filter((_, place) => place !== at))}
            />
          ))}
        </ol>
        {blocks.length < MAX_BLOCKS && (
          <Select
            label="Add a block"
            value={ADD}
            set={(name) => {
              const block = CHOICES.find(([each]) => each === name)?.[1];
              if (block) setBlocks([...blocks, block]);
            }}
            options={[[ADD, ADD], ...CHOICES.map(([name]) => [name, name] as const)]}
          />
        )}
      </WriteForm>
    </Panel>
  );
}

interface RowProps {
  block: Block;
  at: number;
  blocks: readonly Block[];
  set: (block: Block) => void;
  move: (to: number) => void;
  remove: () => void;
}

function BlockRow({ block, at, blocks, set, move, remove }: RowProps) {
  const name = nameOf(block);
  const place = `${name}, block ${at + 1} of ${blocks.length}`;
  return (
    <li>
      <div class="boards-block">
        <span>{name}</span>
        <span class="row">
          <button type="button" class="button" aria-label={`Move up: ${place}`} disabled={at === 0} onClick={() => move(at - 1)}>
            ↑
          </button>
          <button
            type="button"
            class="button"
            aria-label={`Move down: ${place}`}
            disabled={at === blocks.length - 1}
            onClick={() => move(at + 1)}
          >
            ↓
          </button>
          <button type="button" class="button" aria-label={`Remove: ${place}`} onClick={remove}>
            Remove
          </button>
        </span>
      </div>
      {block.kind === 'text' && (
        <textarea
          aria-label={`Text of block ${at + 1}`}
          rows={4}
          maxLength={MAX_CHARACTERS}
          required
          value={block.text}
          onInput={(event) => set({ kind: 'text', text: event.currentTarget.value })}
        />
      )}
    </li>
  );
}
