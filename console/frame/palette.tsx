// The command palette (⌘K): pages, customers, periods, models, schemes. And the list of keys (?).
import { pages } from 'tributary:pages';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useAnswer } from '../api/answer.ts';
import { api, unwrap } from '../api/client.ts';
import { Dialog } from '../design/dialog.tsx';
import { PRESETS } from '../question/period.ts';
import { MODELS, type Model } from '../question/question.ts';
import { useAsk } from '../question/use-question.tsx';
import { useKeyBoard, useKeys } from './keys.tsx';
import { GROUPS, pagesOf, useHref } from './navigation.tsx';
import { usePlace } from './place.tsx';
import { chooseTheme } from './theme-choice.tsx';

interface Command {
  id: string;
  kind: string;
  text: string;
  /** Found by these words too. */
  keywords: string;
  run: () => void;
}

function useCommands(): Command[] {
  const [, navigate] = useLocation();
  const hrefOf = useHref();
  const ask = useAsk();
  const { profiles, page } = usePlace();
  return useMemo(() => {
    const toPages = [...GROUPS.flatMap(pagesOf), ...pages.filter(({ scope }) => scope === 'person')].flatMap(
      (each): Command[] => {
        const href = hrefOf(each);
        if (href === undefined) return [];
        return [{ id: each.name, kind: each.group, text: each.title, keywords: each.keywords ?? '', run: () => navigate(href) }];
      },
    );
    const toProfiles = profiles.map(
      ({ profile_id, name }): Command => ({
        id: profile_id,
        kind: 'Profile',
        text: name,
        keywords: 'shop',
        run: () => navigate(`/console/${profile_id}/`),
      }),
    );
    const periods = page?.controls.includes('period')
      ? PRESETS.map(
          ({ name, text }): Command => ({
            id: `period-${name}`,
            kind: 'Period',
            text,
            keywords: 'days',
            run: () => ask({ period: name }),
          }),
        )
      : [];
    const models = page?.controls.includes('model')
      ? (Object.keys(MODELS) as Model[]).map(
          (name): Command => ({
            id: `model-${name}`,
            kind: 'Model',
            text: MODELS[name],
            keywords: 'attribution',
            run: () => ask({ model: name }),
          }),
        )
      : [];
    const themes = (['light', 'dark', 'system'] as const).map(
      (name): Command => ({
        id: `theme-${name}`,
        kind: 'Colours',
        text: name === 'system' ? 'As the system' : name === 'light' ? 'Light' : 'Dark',
        keywords: 'theme scheme',
        run: () => chooseTheme(name),
      }),
    );
    return [...toPages, ...toProfiles, ...periods, ...models, ...themes];
  }, [page, profiles, hrefOf, ask]);
}

const MOST = 12;
/** Fewer letters find half of all people. */
const LEAST_LETTERS = 3;
const PEOPLE = 5;
const TYPING_MS = 250;

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Customers by name, address, phone or id; nobody for users who may not see people. */
function usePeople(wanted: string): Command[] {
  const [, navigate] = useLocation();
  const { profile } = usePlace();
  const text = useSettled(wanted.trim());
  const id = profile?.profile_id ?? '';
  const query = { profile_id: id, q: text, limit: PEOPLE };
  const { data, isStale } = useAnswer(
    ['customers', 'search', query],
    (signal) => unwrap(api.GET('/api/v1/customers/search', { params: { query }, signal })),
    { isEnabled: id !== '' && text.length >= LEAST_LETTERS },
  );
  if (isStale || text !== wanted.trim() || text.length < LEAST_LETTERS) return [];
  return (data?.data ?? []).map((person) => ({
    id: person.customer_profile_id,
    kind: 'Customer',
    text:
      [person.first_name, person.last_name, person.primary_email].filter((part) => part !== null).join(' ') || 'Without a name',
    keywords: '',
    run: () => navigate(`/console/${id}/customers/${person.customer_profile_id}`),
  }));
}

/** Every word of the text must begin a word of the command. */
function isFound({ text, kind, keywords }: Command, wanted: string): boolean {
  const words = `${text} ${kind} ${keywords}`.toLowerCase().split(/\s+/);
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

function PaletteDialog({ close }: { close: () => void }) {
  const commands = useCommands();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const people = usePeople(wanted);
  const found = [...commands.filter((command) => isFound(command, wanted)), ...people].slice(0, MOST);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (command: Command | undefined): void => {
    close();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') run(chosen);
    else if (step === 0) return;
    else setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    event.preventDefault();
  };
  return (
    <Dialog title="Go to a page or change the question" isTitleHidden onClose={close}>
      <div class="palette">
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen && `palette-${chosen.id}`}
          aria-label="Page, customer, period, model or colours"
          placeholder="Page, customer, period, model …"
          value={wanted}
          onInput={(event) => {
            setWanted(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div ref={list} id="palette-list" role="listbox" aria-label="What was found" tabindex={-1}>
          {found.map((command) => (
            // biome-ignore lint/a11y: the field above has the keys, as a combobox has
            <div
              key={command.id}
              id={`palette-${command.id}`}
              role="option"
              tabindex={-1}
              aria-selected={command === chosen}
              onClick={() => run(command)}
            >
              <bdi>{command.text}</bdi>
              <span class="note">{command.kind}</span>
            </div>
          ))}
        </div>
        {found.length === 0 && <p class="soft">Nothing has this name.</p>}
      </div>
    </Dialog>
  );
}

function KeyList({ close }: { close: () => void }) {
  const board = useKeyBoard();
  const keys = [...new Map([...board.keys].map((key) => [key.key, key])).values()];
  return (
    <Dialog title="Keys" onClose={close}>
      <dl class="key-list">
        {keys.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key.replace('mod+', '⌘ ').toUpperCase()}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function Palette() {
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const close = (): void => setOpen(undefined);
  useKeys([
    { key: 'mod+k', text: 'Go to a page or change the question', press: () => setOpen('palette') },
    { key: '/', text: 'The same', press: () => setOpen('palette') },
    { key: '?', text: 'This list', press: () => setOpen('keys') },
  ]);
  return (
    <>
      <button type="button" class="control quiet search" onClick={() => setOpen('palette')}>
        <span>Search</span> <kbd>⌘K</kbd>
      </button>
      {open === 'palette' && <PaletteDialog close={close} />}
      {open === 'keys' && <KeyList close={close} />}
    </>
  );
}
