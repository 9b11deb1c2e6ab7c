// The menu that adds a filter: a dimension, then one of its values, those of the period first.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { Choice, Menu } from '../design/menu.tsx';
import { DIMENSIONS, type Dimension } from '../question/question.ts';
import { useAsk, useFigures, useQuestion } from '../question/use-question.tsx';
import { useProfile } from './place.tsx';

export function FilterMenu() {
  return (
    <Menu class="control quiet" label="Add a filter" text="+ Filter">
      {(close) => <FilterForm close={close} />}
    </Menu>
  );
}

const dimensions = Object.keys(DIMENSIONS) as Dimension[];
const MOST = 12;

function FilterForm({ close }: { close: () => void }) {
  const [dimension, setDimension] = useState<Dimension>();
  if (dimension) return <Values dimension={dimension} close={close} />;
  return (
    <>
      {dimensions.map((each) => (
        <button key={each} type="button" class="choice" onClick={() => setDimension(each)}>
          <span class="tick" />
          <span>{DIMENSIONS[each]}</span>
          <span class="note">›</span>
        </button>
      ))}
    </>
  );
}

function Values({ dimension, close }: { dimension: Dimension; close: () => void }) {
  const { profile_id } = useProfile();
  const { days, question } = useQuestion();
  const ask = useAsk();
  const [text, setText] = useState('');
  const query = { profile_id, date_from: days.from, date_to: days.to, dimension };
  const answer = useFigures(['filter-values', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution', { params: { query }, signal })),
  );
  const choose = (value: string): void => {
    ask({ filters: { ...question.filters, [dimension]: value } });
    close();
  };
  const values = (answer.data?.data.rows ?? [])
    .filter(({ label, key }) => `${label} ${key}`.toLowerCase().includes(text.toLowerCase()))
    .slice(0, MOST);
  return (
    <form
      class="menu-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '') choose(text);
      }}
    >
      <label>
        {DIMENSIONS[dimension]} is
        <input type="text" autofocus value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {values.map(({ key, label }) => (
        <Choice key={key} choose={() => choose(key)}>
          {label}
        </Choice>
      ))}
    </form>
  );
}
