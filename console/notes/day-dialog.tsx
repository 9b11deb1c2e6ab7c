// The events of a day: its decisions and notes, and the form for a note.
import { useState } from 'preact/hooks';
import { forget } from '../api/answer.ts';
import { api, CallError, unwrap } from '../api/client.ts';
import { Dialog } from '../design/dialog.tsx';
import { ErrorBlock } from '../design/states.tsx';
import { useProfile } from '../frame/place.tsx';
import { useAsk } from '../question/use-question.tsx';
import { longDay } from '../words/format.ts';
import type { DayMark } from './use-marks.ts';

interface DayDialogProps {
  day: string;
  marks: readonly DayMark[];
  close: () => void;
}

export function DayDialog({ day, marks, close }: DayDialogProps) {
  const ask = useAsk();
  const here = marks.filter((mark) => mark.day === day);
  return (
    <Dialog title={longDay(day)} onClose={close}>
      {here.length === 0 ? <p class="soft">No decision, note or change of this day.</p> : <MarkList marks={here} />}
      <NoteForm day={day} />
      <button
        type="button"
        class="button"
        onClick={() => {
          close();
          ask({ period: `${day}..${day}` });
        }}
      >
        Show this day alone
      </button>
    </Dialog>
  );
}

function MarkList({ marks }: { marks: readonly DayMark[] }) {
  const { profile_id } = useProfile();
  const remove = (id: string): void => {
    unwrap(api.DELETE('/api/v1/profile/notes/{id}', { params: { path: { id }, query: { profile_id } } })).finally(() =>
      forget('notes'),
    );
  };
  return (
    <ul class="stack">
      {marks.map(({ kind, text, id }, at) => (
        <li key={id ?? at} class="mark-row">
          <span class={`mark-kind ${kind}`}>{kind}</span>
          <span>{text}</span>
          {id !== undefined && (
            <button type="button" class="icon-button" aria-label={`Delete the note ${text}`} onClick={() => remove(id)}>
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function NoteForm({ day }: { day: string }) {
  const { profile_id } = useProfile();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<CallError>();
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        unwrap(api.POST('/api/v1/profile/notes', { params: { query: { profile_id } }, body: { day, text: text.trim() } })).then(
          () => {
            setText('');
            setFault(undefined);
            forget('notes');
          },
          (error: unknown) => error instanceof CallError && setFault(error),
        );
      }}
    >
      <label>
        Note
        <input type="text" maxLength={500} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {fault && <ErrorBlock error={fault} />}
      <button type="submit" class="button primary" disabled={text.trim() === ''}>
        Add the note
      </button>
    </form>
  );
}
