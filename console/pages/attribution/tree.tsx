// The table as a tree: a row opens into the level below it, which is requested then. At its end are the unattributed part and the total.
import type { ComponentChildren } from 'preact';
import { DotStrip } from '../../charts/dots.tsx';
import type { Extent } from '../../charts/scales.tsx';
import { Channel } from '../../design/channel.tsx';
import { toneOf } from '../../design/channels.ts';
import { Loaded } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty, Skeleton } from '../../design/states.tsx';
import { OutageNotice } from '../../notes/outages.tsx';
import { MODELS, type Model } from '../../question/question.ts';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, money, percent } from '../../words/format.ts';
import { Foot, ModelCells } from './cells.tsx';
import {
  ALL_MODELS,
  type AttributionAnswer,
  amountOf,
  DEEPEST,
  hasMoney,
  type Leaf,
  type LevelQuery,
  type NodePath,
  nameOf,
  type Row,
  useLevel,
  usePaths,
} from './levels.ts';

const MOST_PICKED = 6;
const ROWS_SHOWN = 40;

interface Shared {
  /** Below it are the first rows. */
  root: NodePath;
  columns: readonly Model[];
  leaf: Leaf;
  picked: readonly string[];
  setPicked: (names: readonly string[]) => void;
}

interface Tree extends Shared {
  opened: readonly string[];
  setOpened: (names: readonly string[]) => void;
}

export function Tree(shared: Shared) {
  const { root, columns, leaf } = shared;
  const [opened, setOpened] = usePaths('open');
  const answer = useLevel(root, leaf);
  return (
    <Loaded answer={answer} lines={12}>
      {(level) =>
        level.data.rows.length === 0 ? (
          <Empty title="Nothing converted and nothing was spent in these days." />
        ) : (
          <>
            <OutageNotice of={level} />
            <Scroll name="Credit, cost and agreement">
              <table class="attribution-tree">
                <Head columns={columns} />
                <tbody>
                  <Rows level={level} query={answer.query} path={root} tree={{ ...shared, opened, setOpened }} />
                </tbody>
                <tfoot>
                  <Foot level={level} query={answer.query} columns={columns} />
                </tfoot>
              </table>
            </Scroll>
          </>
        )
      }
    </Loaded>
  );
}

const Head = ({ columns }: { columns: readonly Model[] }) => (
  <thead>
    <tr>
      <th scope="col" rowSpan={2}>
        Channel to ad
      </th>
      <th scope="col" rowSpan={2}>
        Spend
      </th>
      {columns.map((model) => (
        <th key={model} scope="colgroup" colSpan={4} class="attribution-group">
          {MODELS[model]}
        </th>
      ))}
      <th scope="col" rowSpan={2} class="text">
        Nine models
      </th>
      <th scope="col" rowSpan={2}>
        Disagreement
      </th>
    </tr>
    <tr>
      {columns.map((model) => (
        <>
          <th key={`${model} revenue`} scope="col" class="attribution-group">
            Revenue
          </th>
          <th scope="col">Conv.</th>
          <th scope="col">ROAS</th>
          <th scope="col">Cost</th>
        </>
      ))}
    </tr>
  </thead>
);

interface RowsProps {
  level: AttributionAnswer;
  query: LevelQuery;
  path: NodePath;
  tree: Tree;
}

function Rows({ level, query, path, tree }: RowsProps) {
  const isMoney = hasMoney(level);
  const [model = 'last_non_direct'] = tree.columns;
  const rows = level.data.rows
    .map((row, index) => ({ row, index }))
    .toSorted(
      (a, b) =>
        amountOf(b.row, model, isMoney) - amountOf(a.row, model, isMoney) || Number(b.row.spend ?? 0) - Number(a.row.spend ?? 0),
    );
  const high = Math.max(...level.data.rows.flatMap((row) => ALL_MODELS.map((each) => amountOf(row, each, isMoney))), 0);
  return (
    <>
      {rows.slice(0, ROWS_SHOWN).map(({ row, index }) => (
        <Node
          key={row.key}
          row={row}
          index={index}
          level={level}
          query={query}
          tree={tree}
          isMoney={isMoney}
          path={[...path, row.key]}
          extent={{ low: 0, high }}
        />
      ))}
      {rows.length > ROWS_SHOWN && (
        <tr>
          <td class="soft" colSpan={20}>
            {rows.length - ROWS_SHOWN} smaller ones are not shown; filter, or export all rows.
          </td>
        </tr>
      )}
    </>
  );
}

interface NodeProps extends RowsProps {
  row: Row;
  index: number;
  isMoney: boolean;
  extent: Extent;
}

function Node(props: NodeProps) {
  const { row, index, level, query, path, tree, isMoney, extent } = props;
  const { currency } = level.meta;
  const format = (value: number): string => (isMoney ? money(value, currency) : credit(value));
  const source = (...parts: (string | number)[]) => ({
    path: '/api/v1/attribution',
    query,
    pointer: pointerTo('data', 'rows', index, ...parts),
  });
  return (
    <>
      <tr class={`attribution-row depth-${path.length}`}>
        <NameCell {...props} />
        <td>
          {row.spend === null ? (
            <span class="soft">—</span>
          ) : (
            <Figure name={`Spend of ${row.label}`} source={source('spend')}>
              {money(row.spend, currency)}
            </Figure>
          )}
        </td>
        {tree.columns.map((model) => (
          <ModelCells key={model} row={row} model={model} level={level} source={source} currency={currency} />
        ))}
        <td class="text">
          <DotStrip
            dots={ALL_MODELS.map((model) => ({ name: MODELS[model], value: amountOf(row, model, isMoney) }))}
            chosen={MODELS[tree.columns[0] ?? 'last_non_direct']}
            label={row.label}
            tone={toneOf(path[0] ?? '')}
            extent={extent}
            format={format}
          />
        </td>
        <td>
          <Figure name={`Disagreement of the models about ${row.label}`} source={source('disagreement')}>
            {percent(row.disagreement)}
          </Figure>
        </td>
      </tr>
      {canOpen(path) && tree.opened.includes(nameOf(path)) && <Below path={path} tree={tree} />}
    </>
  );
}

const canOpen = (path: NodePath): boolean => path.length <= DEEPEST;
/** With a name, or without it. */
const switched = (names: readonly string[], name: string): string[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name];

/** Opens the row, chooses it for comparison, and names it. */
function NameCell({ row, path, tree }: Pick<NodeProps, 'row' | 'path' | 'tree'>) {
  const name = nameOf(path);
  const isOpen = tree.opened.includes(name);
  const isPicked = tree.picked.includes(name);
  return (
    <th scope="row" class="name">
      <span class="attribution-name">
        {canOpen(path) ? (
          <button
            type="button"
            class="attribution-toggle"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${row.label}`}
            onClick={() => tree.setOpened(switched(tree.opened, name))}
          >
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d={isOpen ? 'M4 6l4 4 4-4' : 'M6 4l4 4-4 4'} />
            </svg>
          </button>
        ) : (
          <span class="attribution-toggle" />
        )}
        <input
          type="checkbox"
          aria-label={`Compare ${row.label}`}
          title="Compare"
          checked={isPicked}
          disabled={!isPicked && tree.picked.length >= MOST_PICKED}
          onChange={() => tree.setPicked(switched(tree.picked, name))}
        />
        <Label depth={path.length} text={row.label} />
      </span>
    </th>
  );
}

const Label = ({ depth, text }: { depth: number; text: string }) => {
  if (depth === 1) return <Channel name={text} />;
  return <span class={/^\((?:none|unallocated|direct)\)$/.test(text) ? 'soft' : ''}>{text}</span>;
};

function Below({ path, tree }: { path: NodePath; tree: Tree }) {
  const answer = useLevel(path, tree.leaf);
  if (answer.error)
    return (
      <WholeRow>
        <span class="soft">{answer.error.message}</span>
      </WholeRow>
    );
  if (!answer.data)
    return (
      <WholeRow>
        <Skeleton lines={2} />
      </WholeRow>
    );
  if (answer.data.data.rows.length === 0)
    return (
      <WholeRow>
        <span class="soft">Nothing below it.</span>
      </WholeRow>
    );
  return <Rows level={answer.data} query={answer.query} path={path} tree={tree} />;
}

const WholeRow = ({ children }: { children: ComponentChildren }) => (
  <tr>
    <td colSpan={20}>{children}</td>
  </tr>
);
