// The filters of the question: a chip for each, which is a menu of its mode and value, and the menu that adds one.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { Choice, Menu } from '../design/menu.tsx';
import { Segments } from '../design/segments.tsx';
import { DIMENSION_NAMES, DIMENSIONS, type Dimension, MODES, MODES_OF, type Mode, withFilter } from '../question/question.ts';
import { useAsk, useFigures, useQuestion } from '../question/use-question.tsx';
import { useProfile } from './place.tsx';

export function Filters() {
  const { question } = useQuestion();
  const ask = useAsk();
  const chosen = DIMENSION_NAMES.filter((dimension) => question.filters[dimension] !== undefined);
  return (
    <>
      {chosen.map((dimension) => {
        const value = question.filters[dimension] ?? '';
        const mode = question.modes[dimension] ?? 'is';
        const text = `${DIMENSIONS[dimension]} ${MODES[mode]}`;
        return (
          <span class="chip" key={dimension}>
            <Menu
              class="chip-text"
              label="Filter"
              text={
                <>
                  {text} {value !== '' && <b>{value}</b>}
                </>
              }
            >
              {(close) => <FilterForm dimension={dimension} close={close} />}
            </Menu>
            <button
              type="button"
              aria-label={`Remove the filter ${text} ${value}`.trimEnd()}
              onClick={() => ask(withFilter(question, dimension, undefined))}
            >
              ×
            </button>
          </span>
        );
      })}
      <Menu class="control quiet" label="Add a filter" text="+ Filter">
        {(close) => <DimensionForm close={close} />}
      </Menu>
    </>
  );
}

function DimensionForm({ close }: { close: () => void }) {
  const [dimension, setDimension] = useState<Dimension>();
  if (dimension) return <FilterForm dimension={dimension} close={close} />;
  return (
    <>
      {DIMENSION_NAMES.map((each) => (
        <button key={each} type="button" class="choice" onClick={() => setDimension(each)}>
          <span class="tick" />
          <span>{DIMENSIONS[each]}</span>
          <span class="note">›</span>
        </button>
      ))}
    </>
  );
}

interface FormProps {
  dimension: Dimension;
  close: () => void;
}

/** The form of a filter: its comparison and its value. */
function FilterForm({ dimension, close }: FormProps) {
  const { question } = useQuestion();
  const ask = useAsk();
  const [mode, setMode] = useState<Mode>(question.modes[dimension] ?? 'is');
  const apply = (value: string): void => {
    ask(withFilter(question, dimension, value, mode));
    close();
  };
  const modes = Object.fromEntries(MODES_OF[dimension].map((each) => [each, MODES[each]]));
  return (
    <div class="menu-form">
      <p class="menu-title">{DIMENSIONS[dimension]}</p>
      <Segments label="How it compares" choices={modes} chosen={mode} choose={(each) => setMode(each)} />
      {mode === 'is_empty' ? (
        <button type="button" class="button" onClick={() => apply('')}>
          Show what has no {DIMENSIONS[dimension].toLowerCase()}
        </button>
      ) : (
        <Values dimension={dimension} mode={mode} apply={apply} />
      )}
    </div>
  );
}

interface ValuesProps {
  dimension: Dimension;
  mode: Mode;
  apply: (value: string) => void;
}

const MOST = 12;

/** A field, and values of the period; a part of a name is only typed. */
function Values({ dimension, mode, apply }: ValuesProps) {
  const { profile_id } = useProfile();
  const { days } = useQuestion();
  const [text, setText] = useState('');
  const query = { profile_id, date_from: days.from, date_to: days.to, dimension };
  const answer = useFigures(['filter-values', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution', { params: { query }, signal })),
  );
  const values = (answer.data?.data.rows ?? [])
    .filter(({ label, key }) => `${label} ${key}`.toLowerCase().includes(text.toLowerCase()))
    .slice(0, MOST);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '') apply(text);
      }}
    >
      <label>
        {DIMENSIONS[dimension]} {MODES[mode]}
        <input type="text" autofocus value={text} maxLength={512} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {mode === 'contains' ? (
        <button type="submit" class="button" disabled={text === ''}>
          Filter
        </button>
      ) : (
        values.map(({ key, label }) => (
          <Choice key={key} choose={() => apply(key)}>
            {label}
          </Choice>
        ))
      )}
    </form>
  );
}
