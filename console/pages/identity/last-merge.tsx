// The merge that was just made, for as long as the address names it, and the way back.
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useKeys } from '../../frame/keys.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useHere } from './here.ts';

/** Queries on people and pairs are repeated after a decision. */
export function forgetPeople(): void {
  for (const key of ['identity', 'customers', 'journey']) forget(key);
}

export function LastMerge() {
  const { profile_id } = useProfile();
  const { mergeId, status, go } = useHere();
  const { isBusy, fault, run } = useWrite();
  const isShown = mergeId !== undefined && status !== 'merged';
  const undo = () =>
    run(async () => {
      const params = { path: { auditLogId: mergeId ?? '' }, query: { profile_id } };
      await unwrap(api.POST('/api/v1/identity/merges/{auditLogId}/undo', { params }));
      go({ merge: undefined, pair: undefined, status: undefined });
      forgetPeople();
    });
  useKeys(isShown ? [{ key: 'u', text: 'Undo the merge', press: undo }] : []);
  if (!isShown) return null;
  return (
    <div class="notice identity-last" role="status">
      <p>The two are one person now. Figures follow within seconds.</p>
      <button type="button" class="button" disabled={isBusy} onClick={undo}>
        Undo the merge <kbd>u</kbd>
      </button>
      <button type="button" class="button" onClick={() => go({ merge: undefined })}>
        Close
      </button>
      {fault && <ErrorBlock error={fault} />}
    </div>
  );
}
