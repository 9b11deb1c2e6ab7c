// Tracking keys: public, in the tag; a revoked one reports nothing more, and visits of one in quarantine are stored and not counted.
import { forget, useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { forgetTracker, NoKey } from './install.tsx';

/** Which keys are in quarantine, and a way to put one in or release it. */
function useQuarantine() {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const read = (signal?: AbortSignal) =>
    unwrap(api.GET('/api/v1/tracking/settings', { params: { query }, ...(signal ? { signal } : {}) }));
  const { data } = useAnswer(['tracking-settings', profile_id], read);
  const keys = data?.data.quarantined_keys ?? [];
  return {
    has: (id: string): boolean => keys.some((key) => key.id === id && !key.is_counted),
    /** On the list of now: another person may have changed it since. */
    set: async (id: string, isInside: boolean): Promise<unknown> => {
      const others = (await read()).data.quarantined_keys.filter((key) => key.id !== id);
      const quarantined_keys = [...others, { id, is_counted: !isInside }];
      return unwrap(api.PATCH('/api/v1/tracking/settings', { params: { query }, body: { quarantined_keys } }));
    },
  };
}

export function Keys({ mayChange }: { mayChange: boolean }) {
  const { profile_id, timezone } = useProfile();
  const query = { profile_id };
  const quarantine = useQuarantine();
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
            <Table name="Keys of the tracker" columns={['Key', '-']}>
              {active.map(({ id, public_key, created_at }) => (
                <tr key={id}>
                  <th scope="row" class="name">
                    <code>{public_key}</code>
                    <span class="second-line">
                      {quarantine.has(id)
                        ? 'In quarantine: its visits are stored, not counted'
                        : `Since ${moment(created_at, timezone)}`}
                    </span>
                  </th>
                  <td class="acts">
                    {mayChange && (
                      <div class="row">
                        <Act
                          text={quarantine.has(id) ? 'Release' : 'Put in quarantine'}
                          label={`${quarantine.has(id) ? 'Release' : 'Put in quarantine:'} ${public_key}`}
                          act={() => quarantine.set(id, !quarantine.has(id))}
                          afterwards={() => forget('tracking-settings')}
                        />
                        <Confirm
                          text="Revoke"
                          label={`Revoke ${public_key}`}
                          title="Revoke this tracking key?"
                          act={() => unwrap(api.DELETE('/api/v1/tracking/keys/{id}', { params: { path: { id }, query } }))}
                          afterwards={forgetTracker}
                        >
                          <p>Pages with its tag report nothing more. Put the tag of another key on them first.</p>
                        </Confirm>
                      </div>
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
