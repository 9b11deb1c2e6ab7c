// The last step before a write outside: what it will change, and who decides. Owners and admins write at once or ask for an approval; for
// others the service asks.
import type { ComponentChildren } from 'preact';
import { useWrite } from '../api/write.ts';
import { ErrorBlock } from '../design/states.tsx';
import { usePlace } from '../frame/place.tsx';

interface AskProps {
  /** The action of the button, e.g. `Pause the ad`. */
  text: string;
  isDisabled?: boolean;
  isDangerous?: boolean;
  write: (needsApproval: boolean) => Promise<void>;
  /** Runs whether the write succeeded or not. */
  changed: () => void;
  children?: ComponentChildren;
}

export function Ask({ text, isDisabled = false, isDangerous = false, write, changed, children }: AskProps) {
  const { workspace } = usePlace();
  const decides = workspace?.role === 'owner' || workspace?.role === 'admin';
  const { isBusy, fault, run } = useWrite(changed);
  const isOff = isBusy || isDisabled;
  return (
    <>
      {fault && <ErrorBlock error={fault} />}
      {isBusy && <p class="soft small">The platform is read, written and read again.</p>}
      <div class="row">
        {decides && (
          <button
            type="button"
            class={`button ${isDangerous ? 'danger' : 'primary'}`}
            disabled={isOff}
            onClick={() => run(() => write(false))}
          >
            {text}
          </button>
        )}
        <button
          type="button"
          class={`button ${decides ? '' : 'primary'}`}
          disabled={isOff}
          onClick={() => run(() => write(true))}
        >
          Request an approval
        </button>
        {children}
      </div>
      {!decides && <p class="note">An owner or admin of the workspace approves it; nothing is written before.</p>}
    </>
  );
}
