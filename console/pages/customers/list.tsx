// Everyone who converted in the period, or the people whom a search finds, whether they converted or not.
import { useEffect, useState } from 'preact/hooks';
import { Panel } from '../../design/panel.tsx';
import { Conversions } from './conversions.tsx';
import { Found } from './found.tsx';
import { useHere } from './here.ts';

/** The service needs two letters. */
const SHORTEST = 2;
const PAUSE_MS = 250;

export function List() {
  const { search, find } = useHere();
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    if (text === search) return undefined;
    const timer = setTimeout(() => find(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <search class="customers-search">
        <label>
          <span class="only-read">Name, e-mail address, phone number or your own id</span>
          <input
            type="search"
            placeholder="Name, e-mail, phone or your own id"
            value={text}
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      </search>
      {search.trim().length >= SHORTEST ? (
        <Panel title="People found" lead="Of all time, the best matches first">
          <Found text={search.trim()} />
        </Panel>
      ) : (
        <Conversions />
      )}
    </>
  );
}
