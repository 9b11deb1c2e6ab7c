// A summary of the journey in words, written on request, and stored.
import { forget, useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';

export function Summary({ id }: { id: string }) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite(() => forget('journey-summary', id));
  const params = { path: { id }, query: { profile_id } };
  const answer = useAnswer(['journey-summary', id, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/customers/{id}/journey-summary', { params, signal })),
  );
  const write = () => run(() => unwrap(api.POST('/api/v1/customers/{id}/journey-summary', { params })));
  const summary = answer.data?.data.summary;
  return (
    <div class="stack">
      {summary && <p class="customers-summary">{summary}</p>}
      {fault && <ErrorBlock error={fault} />}
      <button type="button" class="button" disabled={isBusy} onClick={write}>
        {summary ? 'Write the summary again' : 'Summarize the journey'}
      </button>
    </div>
  );
}
