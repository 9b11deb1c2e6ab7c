// A button that opens a panel under it: a list of choices, or a small form. Esc, a press elsewhere and a choice close it.
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

interface MenuProps {
  /** Read out before the text of the button. */
  label?: string;
  text: ComponentChildren;
  class?: string;
  /** Gets a function that closes the panel. */
  children: (close: () => void) => ComponentChildren;
}

const MARGIN = 8;
const GAP = 4;

export function Menu({ label, text, class: look = 'control', children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    panel.current?.hidePopover();
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" class={look} popovertarget={id} aria-expanded={isOpen}>
        {label !== undefined && <span class="only-read">{label}: </span>}
        {text}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys move among the buttons inside */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="menu"
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'open') requestAnimationFrame(() => openAt(button.current, panel.current));
        }}
        onKeyDown={moveFocus}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}

function openAt(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (!button || !panel) return;
  const at = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(at.left, window.innerWidth - width - MARGIN));
  const isBelow = at.bottom + GAP + height < window.innerHeight || at.top < height;
  panel.style.setProperty('left', `${left}px`);
  panel.style.setProperty('top', `${isBelow ? at.bottom + GAP : at.top - GAP - height}px`);
  (
    panel.querySelector<HTMLElement>('[aria-checked="true"], [autofocus]') ??
    panel.querySelector<HTMLElement>('button, input, select, a')
  )?.focus();
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.target instanceof HTMLSelectElement) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input, a')];
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
  items[(at + step + items.length) % items.length]?.focus();
  event.preventDefault();
}

interface ChoiceProps {
  isChosen?: boolean;
  note?: ComponentChildren;
  choose: () => void;
  children: ComponentChildren;
}

export function Choice({ isChosen = false, note, choose, children }: ChoiceProps) {
  return (
    <button type="button" class="choice" aria-pressed={isChosen} onClick={choose}>
      <span class="tick" aria-hidden="true">
        {isChosen ? '✓' : ''}
      </span>
      <span>{children}</span>
      {note !== undefined && <span class="note">{note}</span>}
    </button>
  );
}
