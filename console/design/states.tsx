// The states in place of figures: while they load, when they cannot be loaded, and when there are none yet.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type CallError, remedyOf } from '../api/client.ts';
import { inPageWords } from '../words/pages.ts';

/** A grey shape of the height of what will be there, in lines. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeleton" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);

/** In the place of what may turn out to be nothing: it takes no room, and says that the page is not complete yet. */
export const OnItsWay = () => <span hidden aria-busy="true" />;

/** Nothing is wrong: it takes longer than a request waits. @param progress 0 to 1; null where it is not known. */
export const BusyNote = ({ progress }: { progress: number | null }) => (
  <p class="soft small" role="status">
    {progress === null ? 'The service is busy; the answer follows.' : `It is being computed: ${Math.floor(100 * progress)} %.`}
  </p>
);

export function ErrorBlock({ error, retry }: { error: CallError; retry?: () => void }) {
  const [remedy, setRemedy] = useState<string>();
  useEffect(() => {
    remedyOf(error.code).then(setRemedy, () => undefined);
  }, [error.code]);
  if (error.status === 401)
    return (
      <div class="error-block" role="alert">
        <p>Your session has ended.</p>
        <a class="button primary" href={location.href}>
          Sign in again
        </a>
      </div>
    );
  return (
    <div class="error-block" role="alert">
      <p>{inPageWords(error.message)}</p>
      {error.decidedAt && (
        <p>
          Send this link to an owner or admin, who decides there: <a href={error.decidedAt}>{error.decidedAt}</a>
        </p>
      )}
      {remedy && <p class="soft">{remedy}</p>}
      <p class="small soft">
        {error.code}
        {error.requestId && (
          <>
            {' · request '}
            <code>{error.requestId}</code>
          </>
        )}
      </p>
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ComponentChildren;
}

/** Says what is missing and offers the next step. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
