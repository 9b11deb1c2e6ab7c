// The merges that led to a person, newest first, each with its undo.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty, ErrorBlock } from '../../design/states.tsx';
import { useKeys } from '../../frame/keys.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { useHere } from './here.ts';
import { forgetPeople } from './last-merge.tsx';

type Merge = Schemas['Merge'];
const ROWS = 100;

export function History({ customerId }: { customerId: string }) {
  const { profile_id } = useProfile();
  const query = { profile_id, customer_profile_id: customerId, limit: ROWS };
  const answer = useAnswer(['identity', 'merges', query], (signal) =>
    unwrap(api.GET('/api/v1/identity/merge-history', { params: { query }, signal })),
  );
  return (
    <Panel title="Merges of this person" lead="Newest first">
      <Loaded answer={answer}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <Empty title="This person has no merges." /> : <Merges merges={data} />}
            {pagination.has_next && <p class="note">Only the newest {ROWS} are shown.</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Merges({ merges }: { merges: readonly Merge[] }) {
  const { profile_id, timezone } = useProfile();
  const { go } = useHere();
  const { isBusy, fault, run } = useWrite();
  const newest = merges.find(({ status }) => status === 'merged');
  const undo = (auditLogId: string) =>
    run(async () => {
      const params = { path: { auditLogId }, query: { profile_id } };
      await unwrap(api.POST('/api/v1/identity/merges/{auditLogId}/undo', { params }));
      go({ merge: undefined, pair: undefined });
      forgetPeople();
    });
  useKeys(newest ? [{ key: 'u', text: 'Undo the newest merge', press: () => undo(newest.audit_log_id) }] : []);
  return (
    <ul class="identity-merges">
      {merges.map((merge) => (
        <li key={merge.audit_log_id}>
          <span>
            Merged on {moment(merge.merged_at, timezone)}
            {merge.undone_at !== null && `, undone on ${moment(merge.undone_at, timezone)}`}
            <span class="second-line">{merge.between.join(' and ')}</span>
          </span>
          {merge.status === 'merged' && (
            <button type="button" class="button" disabled={isBusy} onClick={() => undo(merge.audit_log_id)}>
              Undo {merge === newest && <kbd>u</kbd>}
            </button>
          )}
        </li>
      ))}
      {fault && (
        <li>
          <ErrorBlock error={fault} />
        </li>
      )}
    </ul>
  );
}
