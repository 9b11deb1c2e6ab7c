// Buttons that write: one that acts at once, and one that asks first because its change ends something.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useWrite } from '../api/write.ts';
import { Dialog } from './dialog.tsx';
import { ErrorBlock } from './states.tsx';

interface ActProps {
  /** On the button. */
  text: string;
  /** Read out in place of the text where several buttons have the same. */
  label?: string;
  isPrimary?: boolean;
  act: () => Promise<unknown>;
  /** Runs whether the write succeeded or not. */
  afterwards?: () => void;
}

export function Act({ text, label, isPrimary = false, act, afterwards }: ActProps) {
  const { isBusy, fault, run } = useWrite(afterwards);
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'button primary' : 'button'}
        aria-label={label}
        disabled={isBusy}
        onClick={() => run(act)}
      >
        {text}
      </button>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

interface ConfirmProps extends Omit<ActProps, 'isPrimary'> {
  /** The question. */
  title: string;
  /** On the button of the dialog; that of the page, if left out. */
  confirm?: string;
  /** The tone of the buttons; `danger` if left out. */
  tone?: 'danger' | 'primary';
  /** The action after the confirmation. */
  children: ComponentChildren;
}

export function Confirm({ text, label, title, confirm = text, tone = 'danger', act, afterwards, children }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, fault, run } = useWrite(afterwards);
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        type="button"
        class={tone === 'danger' ? 'button danger' : 'button'}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children}
          {fault && <ErrorBlock error={fault} />}
          <div class="row">
            <button type="button" class={`button ${tone}`} disabled={isBusy} onClick={() => run(() => act().then(close))}>
              {confirm}
            </button>
            <button type="button" class="button" onClick={close}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
