// A block of a page: a title, perhaps a line under it and tools beside it, and its content.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Answer } from '../api/answer.ts';
import { BusyNote, ErrorBlock, Skeleton } from './states.tsx';

interface PanelProps {
  title: string;
  lead?: ComponentChildren;
  tools?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

export function Panel({ title, lead, tools, class: look = '', children }: PanelProps) {
  const id = useId();
  return (
    <section class={`panel ${look}`} aria-labelledby={id}>
      <header class="panel-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p class="soft small">{lead}</p>}
        </div>
        {tools !== undefined && <div class="tools">{tools}</div>}
      </header>
      {children}
    </section>
  );
}

interface AnswerProps<T> {
  answer: Answer<T>;
  /** The height of the skeleton. */
  lines?: number;
  children: (data: T) => ComponentChildren;
}

/** The skeleton, the refusal or the content; a stale answer is paler. */
export function Loaded<T>({ answer, lines = 4, children }: AnswerProps<T>) {
  const { data, error, isStale, busy, reload } = answer;
  if (error && error.code !== 'offline') return <ErrorBlock error={error} retry={reload} />;
  if (data === undefined)
    return (
      <>
        {busy && <BusyNote progress={busy.progress} />}
        <Skeleton lines={lines} />
      </>
    );
  return (
    <div class={isStale ? 'loaded stale' : 'loaded'} aria-busy={isStale}>
      {children(data)}
    </div>
  );
}
