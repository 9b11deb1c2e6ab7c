// Tracking keys: public, in the tag; a revoked one reports nothing more.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { forgetTracker, NoKey } from './install.tsx';

export function Keys({ mayChange }: { mayChange: boolean }) {
  const { profile_id, timezone } = useProfile();
  const query = { profile_id };
  const answer = useAnswer(['tracker', 'keys', query], (signal) =>
    unwrap(api.GET('/api/v1/tracking/keys', { params: { query }, signal })),
  );
  return (
    <Panel title="Tracking keys" lead="Public, as the tag contains one">
      <Loaded answer={answer}>
        {({ data }) => {
          const active = data.filter(({ status }) => status === 'active');
          return active.length === 0 ? (
            <NoKey mayChange={mayChange} />
          ) : (
            <Table name="Keys of the tracker" columns={['Key', 'Since', '-']}>
              {active.map(({ id, public_key, created_at }) => (
                <tr key={id}>
                  <th scope="row" class="name">
                    <code>{public_key}</code>
                  </th>
                  <td class="text">{moment(created_at, timezone)}</td>
                  <td class="acts">
                    {mayChange && (
                      <Confirm
                        text="Revoke"
                        label={`Revoke ${public_key}`}
                        title="Revoke this tracking key?"
                        act={() => unwrap(api.DELETE('/api/v1/tracking/keys/{id}', { params: { path: { id }, query } }))}
                        afterwards={forgetTracker}
                      >
                        <p>Pages with its tag report nothing more. Put the tag of another key on them first.</p>
                      </Confirm>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          );
        }}
      </Loaded>
    </Panel>
  );
}
