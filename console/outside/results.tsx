// The result of a write at an ad platform: done, with the way to take it back, or waiting for an approval.

import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { useWrite } from '../api/write.ts';
import { ErrorBlock } from '../design/states.tsx';
import { useProfile } from '../frame/place.tsx';
import { Warnings } from '../notes/warnings.tsx';
import { moment } from '../words/format.ts';
import { useKeyOf } from './keys.ts';
import { type AdWrite, doneText, type PlannedAdWrite, valueText } from './words.ts';

export interface Waiting {
  status: 'awaiting_approval';
  handoff: Schemas['RaisedHandoff'];
  writes?: readonly PlannedAdWrite[];
}
export type Outcome = AdWrite | Waiting;

export interface Done {
  outcome: Outcome;
  warnings?: Schemas['Warnings'] | undefined;
}

export const isWaiting = (outcome: Outcome): outcome is Waiting => outcome.status === 'awaiting_approval';

export const ChangeText = ({ write: { target, before, after } }: { write: AdWrite | PlannedAdWrite }) => (
  <>
    <bdi>{target.name}</bdi>: {valueText(before)} → <b>{valueText(after)}</b>
  </>
);

interface ResultProps extends Done {
  /** After an undo, with what it came to: what is shown elsewhere has changed. */
  undone: (done: Done) => void;
}

export function Result({ outcome, warnings, undone }: ResultProps) {
  const { timezone } = useProfile();
  if (isWaiting(outcome))
    return (
      <div class="outside-result waiting" role="status">
        <p>
          <b>Waits for an approval.</b> Nothing is written until an owner or admin approves it, until{' '}
          {moment(outcome.handoff.expires_at, timezone)}.
        </p>
        <ul>
          {(outcome.writes ?? []).map((write) => (
            <li key={write.id}>
              <ChangeText write={write} />
            </li>
          ))}
        </ul>
        <p class="soft">
          This session, which requested it, cannot decide it: send the link of the page to an owner or admin, or open it after
          signing in again.
        </p>
        <a class="button" href={outcome.handoff.url}>
          Open the page of the approval
        </a>
      </div>
    );
  return <Applied write={outcome} warnings={warnings} undone={undone} />;
}

function Applied({ write, warnings, undone }: { write: AdWrite; warnings: Done['warnings']; undone: (done: Done) => void }) {
  const [isUndone, setUndone] = useState(false);
  return (
    <div class="outside-result" role="status">
      <p>
        <b>{write.is_changed ? doneText(write.kind) : 'It was so already'}</b> at {write.platform}. <ChangeText write={write} />
      </p>
      <Warnings of={warnings} />
      {isUndone && <p class="soft">Taken back.</p>}
      {write.undo && !isUndone && (
        <Undo
          write={write}
          undone={(done) => {
            setUndone(!isWaiting(done.outcome));
            undone(done);
          }}
        />
      )}
    </div>
  );
}

/** Calls the operation that the answer names, with its body. */
function Undo({ write, undone }: { write: AdWrite; undone: (done: Done) => void }) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const { isBusy, fault, run } = useWrite();
  const { id, kind, target, platform } = write;
  const press = () =>
    run(async () => {
      const body = { undo_of: id, platform };
      const header = { 'Idempotency-Key': keyOf(body) };
      const params = { path: { id: target.id }, query: { profile_id }, header };
      const { data, warnings } = await unwrap(
        kind === 'duplicate_and_swap'
          ? api.POST('/api/v1/ads/{id}/duplicate-and-swap', { params, body: { ...body, confirm_duplicate_swap: true } })
          : kind === 'pause'
            ? api.POST('/api/v1/ads/{id}/resume', { params, body })
            : kind === 'resume'
              ? api.POST('/api/v1/ads/{id}/pause', { params, body })
              : api.POST('/api/v1/adsets/{id}/budget', { params, body }),
      ).then((answer) => ({ warnings: undefined, ...answer }));
      undone({ outcome: data, warnings });
    });
  return (
    <>
      {fault && <ErrorBlock error={fault} />}
      <button type="button" class="button" disabled={isBusy} onClick={press}>
        Undo
      </button>
    </>
  );
}
