// The steps to figures that mean something, until all are done: on an empty profile with their forms, beside figures as links to them.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { OnItsWay, Skeleton } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';

/** The forms are loaded only where they are shown. */
export function FirstRun({ hasFacts }: { hasFacts: boolean }) {
  const { profile_id } = useProfile();
  const [loaded, setLoaded] = useState<{ Steps: ComponentType }>();
  useEffect(() => {
    import('../setup/view.tsx').then(
      (module) => setLoaded({ Steps: module.default }),
      () => location.reload(),
    );
  }, []);
  return (
    <>
      {hasFacts && (
        <p class="notice" role="status">
          The first facts have arrived. <a href={`/console/${profile_id}/`}>Open the overview</a>
        </p>
      )}
      {loaded ? <loaded.Steps /> : <Skeleton lines={8} />}
    </>
  );
}

export function Checklist() {
  const { profile_id } = useProfile();
  const answer = useAnswer(['readiness', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/readiness', { params: { query: { profile_id } }, signal })),
  );
  if (answer.isLoading) return <OnItsWay />;
  const summary = answer.data?.data.summary;
  if (!summary || summary.done === summary.total) return null;
  return (
    <Panel title="Setting up" lead={`${summary.done} of ${summary.total} steps are done`}>
      <Loaded answer={answer} lines={6}>
        {({ data }) => (
          <ol class="steps">
            {data.steps.map(({ name, title, done }) => (
              <li key={name} class={done ? 'done' : name === data.summary.next ? 'next' : ''}>
                <span class="step-mark" aria-hidden="true">
                  {done ? '✓' : ''}
                </span>
                <span>
                  {done ? title : <Link href={`/console/${profile_id}/setup#${name}`}>{title}</Link>}
                  <span class="only-read">{done ? ', done' : ', open'}</span>
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  );
}
