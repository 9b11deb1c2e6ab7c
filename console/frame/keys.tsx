// Keys of the keyboard: a component says which key does what while it is on the page, and `?` lists them all.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';

export interface Key {
  /** As `KeyboardEvent.key`; with ⌘ or Ctrl as `mod+k`. */
  key: string;
  text: string;
  press: () => void;
}

class KeyBoard {
  readonly keys = new Set<Key>();

  press(event: KeyboardEvent): void {
    const isMod = event.metaKey || event.ctrlKey;
    if (event.defaultPrevented || event.altKey || (!isMod && isTyping(event.target))) return;
    const name = isMod ? `mod+${event.key.toLowerCase()}` : event.key;
    const found = [...this.keys].findLast(({ key }) => key === name);
    if (!found) return;
    event.preventDefault();
    found.press();
  }
}

/** A key is a letter in a field, and a dialog has its own. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

const KeysContext = createContext(new KeyBoard());

export function KeysProvider({ children }: { children: ComponentChildren }) {
  const board = useMemo(() => new KeyBoard(), []);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => board.press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [board]);
  return <KeysContext.Provider value={board}>{children}</KeysContext.Provider>;
}

/** While the component is on the page, each key does what the last to claim it says. */
export function useKeys(keys: readonly Key[]): void {
  const board = useContext(KeysContext);
  const latest = useRef(keys);
  latest.current = keys;
  const names = keys.map(({ key }) => key).join(' ');
  // Before it is drawn: a key that is shown works.
  useLayoutEffect(() => {
    const claimed = latest.current.map(({ key, text }) => ({
      key,
      text,
      press: () => latest.current.find((each) => each.key === key)?.press(),
    }));
    for (const each of claimed) board.keys.add(each);
    return () => {
      for (const each of claimed) board.keys.delete(each);
    };
  }, [board, names]);
}

/** The shortcuts at this moment. */
export const useKeyBoard = (): KeyBoard => useContext(KeysContext);
