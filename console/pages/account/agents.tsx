// The programs that the person lets act for them, in all workspaces.
import { forget, useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { zoneHere } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';

export function Agents() {
  const answer = useAnswer(['my-agents'], (signal) => unwrap(api.GET('/api/v1/me/agents', { signal })));
  const zone = zoneHere();
  return (
    <Panel title="Programs that act for you" lead="In all your workspaces, within your own roles">
      <Loaded answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="There are none." />
          ) : (
            <Table name="Programs that act for you" columns={['Name', 'May', 'Since', 'Last used', '-']}>
              {data.map(({ id, name, scopes, created_at, last_used_at }) => (
                <tr key={id}>
                  <th scope="row" class="name">
                    <bdi>{name}</bdi>
                  </th>
                  <td class="text settings-scopes">{scopes.join(', ')}</td>
                  <td class="text">{moment(created_at, zone)}</td>
                  <td class="text">{last_used_at === null ? '–' : moment(last_used_at, zone)}</td>
                  <td class="acts">
                    <Confirm
                      text="End"
                      label={`End ${name}`}
                      title={`End ${name}?`}
                      act={() => unwrap(api.DELETE('/api/v1/me/agents/{id}', { params: { path: { id } } }))}
                      afterwards={() => forget('my-agents')}
                    >
                      <p>It no longer acts for you, in no workspace. It has to ask you again.</p>
                    </Confirm>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}
