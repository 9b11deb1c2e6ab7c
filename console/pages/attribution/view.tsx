// Attribution: what each channel, source, campaign and ad earned under every model, what it cost, and how far the models agree.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Download } from '../../design/csv.tsx';
import { Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Skeleton } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { usePageChoice } from '../../question/page-param.ts';
import { MODELS, type Model } from '../../question/question.ts';
import { useAsk, useQuestion } from '../../question/use-question.tsx';
import { questionOf } from '../../share/question.ts';
import { Share } from '../../share/share.tsx';
import { ALL_MODELS, LEAF_VALUES, LEAVES, LIST, useLevelQuery, usePaths } from './levels.ts';
import { Spread } from './spread.tsx';
import { Tray } from './tray.tsx';
import { Tree } from './tree.tsx';

const MOST_COLUMNS = 3;
/** From channel to ad, or all ad sets (or ads) in one order. */
const SHAPES = { tree: 'Tree', list: 'List' } as const;
const SHAPE_VALUES = ['tree', 'list'] as const;

/** The model of the question, otherwise the profile's; undefined until it is known. */
function useModel(): Model | undefined {
  const { question } = useQuestion();
  const { profile_id } = useProfile();
  const settings = useAnswer(['attribution-settings', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/attribution-settings', { params: { query: { profile_id } }, signal })),
  );
  return question.model ?? settings.data?.data.model ?? (settings.error ? 'last_non_direct' : undefined);
}

/** The models that have columns: the chosen one first, then those in the address. */
function useColumns(chosen: Model): [Model[], (model: Model) => void] {
  const [names, setNames] = usePaths('beside');
  const beside = ALL_MODELS.filter((model) => names.includes(model) && model !== chosen).slice(0, MOST_COLUMNS - 1);
  const toggle = (model: Model): void =>
    setNames(beside.includes(model) ? beside.filter((each) => each !== model) : [...beside, model].slice(-(MOST_COLUMNS - 1)));
  return [[chosen, ...beside], toggle];
}

/** Each level of the tree as a file of its own. */
const LEVELS = [
  ['source', 'sources'],
  ['campaign', 'campaigns'],
  ['adset', 'ad sets'],
  ['ad', 'ads'],
] as const;

export default function Attribution() {
  const model = useModel();
  return model === undefined ? <Skeleton lines={12} /> : <Report model={model} />;
}

function Report({ model }: { model: Model }) {
  const [columns, toggle] = useColumns(model);
  const [leaf, setLeaf] = usePageChoice('leaf', LEAF_VALUES, 'adset');
  const [shape, setShape] = usePageChoice('shape', SHAPE_VALUES, 'tree');
  const [picked, setPicked] = usePaths('rows');
  const root = shape === 'list' ? LIST : [];
  const queryOf = useLevelQuery();
  return (
    <>
      <Panel
        title="Credit, cost and agreement"
        lead="Open a row to go from channel to ad; the strip shows all nine models on one scale"
        tools={
          <>
            <Segments label="Rows" choices={SHAPES} chosen={shape} choose={setShape} />
            <Segments label="Below campaigns" choices={LEAVES} chosen={leaf} choose={setLeaf} />
            <Share
              of={{ page: 'attribution', question: { ...questionOf(queryOf(root, leaf)), model, beside: columns.slice(1) } }}
            />
            <Download
              path="/api/v1/attribution"
              query={queryOf(root, leaf)}
              name="attribution"
              more={LEVELS.map(([dimension, text]) => ({
                text: `All ${text} as CSV`,
                query: { ...queryOf(root, leaf), dimension },
                name: `attribution-${dimension}`,
              }))}
            />
          </>
        }
      >
        <div class="row attribution-tools">
          <ModelColumns columns={columns} toggle={toggle} model={model} />
          <WindowSlider />
        </div>
        <Tree root={root} columns={columns} leaf={leaf} picked={picked} setPicked={setPicked} />
      </Panel>
      {picked.length > 0 && <Tray picked={picked} setPicked={setPicked} leaf={leaf} model={model} />}
      <Spread model={model} />
    </>
  );
}

interface ColumnsProps {
  columns: readonly Model[];
  toggle: (model: Model) => void;
  model: Model;
}

function ModelColumns({ columns, toggle, model: chosen }: ColumnsProps) {
  return (
    <fieldset class="attribution-models">
      <legend class="small soft">Columns beside {MODELS[chosen].toLowerCase()}, at most two</legend>
      {ALL_MODELS.filter((model) => model !== chosen).map((model) => (
        <button
          key={model}
          type="button"
          class="attribution-model"
          aria-pressed={columns.includes(model)}
          onClick={() => toggle(model)}
        >
          {MODELS[model]}
        </button>
      ))}
    </fieldset>
  );
}

/** Computed on request: the credit under another window, without changing a setting. */
function WindowSlider() {
  const { question } = useQuestion();
  const ask = useAsk();
  const [moving, setMoving] = useState<number>();
  const days = moving ?? question.windowDays ?? 30;
  return (
    <label class="attribution-window">
      <span>
        Window for clicks: {question.windowDays === undefined && moving === undefined ? 'as in the settings' : `${days} days`}
      </span>
      <input
        type="range"
        min={1}
        max={180}
        value={days}
        aria-valuetext={`${days} days`}
        onInput={(event) => setMoving(Number(event.currentTarget.value))}
        onChange={(event) => {
          ask({ windowDays: Number(event.currentTarget.value) });
          setMoving(undefined);
        }}
      />
    </label>
  );
}
