// The steps to figures that mean something, until all are done; each leads to where it is done.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';

export function Checklist({ isFirst = false }: { isFirst?: boolean }) {
  const { profile_id } = useProfile();
  const answer = useAnswer(['readiness', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/profile/readiness', { params: { query: { profile_id } }, signal })),
  );
  const summary = answer.data?.data.summary;
  if (!isFirst && (!summary || summary.done === summary.total)) return null;
  return (
    <Panel
      title={isFirst ? 'From here to the first chart' : 'Setting up'}
      lead={summary ? `${summary.done} of ${summary.total} steps are done` : undefined}
    >
      <Loaded answer={answer} lines={6}>
        {({ data }) => (
          <ol class="steps">
            {data.steps.map(({ name, title, done }) => (
              <li key={name} class={done ? 'done' : name === data.summary.next ? 'next' : ''}>
                <span class="step-mark" aria-hidden="true">
                  {done ? '✓' : ''}
                </span>
                <span>
                  {done ? title : <a href={`/console/${profile_id}/setup#${name}`}>{title}</a>}
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
