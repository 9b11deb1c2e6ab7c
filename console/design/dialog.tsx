// A native dialog: in the middle, as a drawer at the right, or as a sheet from the bottom. Esc and a press beside it close it.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  kind?: 'middle' | 'drawer' | 'sheet';
  /** The title is not shown, only read out. */
  isTitleHidden?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

/** Open for as long as it is rendered. */
export function Dialog({ title, kind = 'middle', isTitleHidden = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a native dialog
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-box">
        <header class={isTitleHidden ? 'only-read' : 'dialog-head'}>
          <h2 id={id}>{title}</h2>
          {!isTitleHidden && (
            <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
              <Cross />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}

const Cross = () => (
  <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
    <path d="M4 4l8 8M12 4l-8 8" />
  </svg>
);
