// A summary of the journey in words, written when it is asked for, and stored.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, CallError, unwrap } from '../../api/client.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';

export function Summary({ id }: { id: string }) {
  const { profile_id } = useProfile();
  const [isWriting, setWriting] = useState(false);
  const [fault, setFault] = useState<CallError>();
  const params = { path: { id }, query: { profile_id } };
  const answer = useAnswer(['journey-summary', id, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/customers/{id}/journey-summary', { params, signal })),
  );
  const write = async (): Promise<void> => {
    setWriting(true);
    setFault(undefined);
    try {
      await unwrap(api.POST('/api/v1/customers/{id}/journey-summary', { params }));
      forget('journey-summary', id);
    } catch (error) {
      setFault(error instanceof CallError ? error : undefined);
    } finally {
      setWriting(false);
    }
  };
  const summary = answer.data?.data.summary;
  return (
    <div class="stack">
      {summary && <p class="customers-summary">{summary}</p>}
      {fault && <ErrorBlock error={fault} />}
      <button type="button" class="button" disabled={isWriting} onClick={write}>
        {summary ? 'Write the summary again' : 'Summarize the journey'}
      </button>
    </div>
  );
}
