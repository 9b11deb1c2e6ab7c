// Programs with access to the workspace: consumer apps with their agreement on personal data, and agents that act for members.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { moment, plural } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

type Connected = Schemas['ConnectedAppListAnswer']['data'][number];
type App = Schemas['OAuthAppListAnswer']['data'][number];

export function Apps({ here }: { here: Here }) {
  const connected = useAnswer(['settings', 'apps', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/connected-apps', { params: { path: here.at }, signal })),
  );
  const agreements = useAnswer(['settings', 'agreements', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/oauth-apps', { params: { path: here.at }, signal })),
  );
  return (
    <>
      <Panel
        title="Connected apps and agents"
        lead="A program that acts for a member has access to all their workspaces; ending it here ends it everywhere."
      >
        <Loaded answer={connected}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="No program has access." />
            ) : (
              <Table name="Connected apps and agents" columns={['Name', 'Acts for', 'May', 'Since', 'Last used', '-']}>
                {data.map((app) => (
                  <Row key={app.id} here={here} app={app} />
                ))}
              </Table>
            )
          }
        </Loaded>
      </Panel>
      <Panel
        title="Agreements on personal data"
        lead="A consumer app reads personal data of this workspace only with an accepted data processing agreement (DPA)."
      >
        <Loaded answer={agreements}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="No consumer app is used here." />
            ) : (
              <Table name="Agreements on personal data" columns={['App', 'Holds', 'Agreement', '-']}>
                {data.map((app) => (
                  <Agreement key={app.app_id} here={here} app={app} />
                ))}
              </Table>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}

function Row({ here, app }: { here: Here; app: Connected }) {
  const { id, name, kind, person, profile_id, scopes, created_at, last_used_at } = app;
  const place = here.profiles.find((each) => each.profile_id === profile_id)?.name;
  return (
    <tr>
      <th scope="row" class="name">
        <bdi>{name}</bdi>
        <span class="second-line">
          {kind === 'agent' ? 'Agent' : `Consumer app${place === undefined ? '' : `, on ${place}`}`}
        </span>
      </th>
      <td class="text">{person === null ? 'Itself' : (person.name ?? person.email)}</td>
      <td class="text settings-scopes">{scopes.join(', ')}</td>
      <td class="text">{moment(created_at, here.timezone)}</td>
      <td class="text">{last_used_at === null ? '–' : moment(last_used_at, here.timezone)}</td>
      <td class="acts">
        <Confirm
          text="End"
          label={`End ${name}`}
          title={`End the access of ${name}?`}
          act={() =>
            unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}/connected-apps/{id}', { params: { path: { ...here.at, id } } }))
          }
          afterwards={forgetSettings}
        >
          <p>Its tokens and the keys that it made end at once. It has to ask again.</p>
        </Confirm>
      </td>
    </tr>
  );
}

const STATES = { none: 'None', accepted: 'Accepted', withdrawn: 'Withdrawn' } as const;

function Agreement({ here, app }: { here: Here; app: App }) {
  const { app_id: appId, name, holds_workspace, profiles_provisioned, profiles_adopted, dpa } = app;
  const params = { path: { ...here.at, appId } };
  const at = dpa.status === 'accepted' ? dpa.accepted_at : dpa.withdrawn_at;
  const profiles = plural(profiles_provisioned + profiles_adopted, 'profile');
  return (
    <tr>
      <th scope="row" class="name">
        <bdi>{name}</bdi>
      </th>
      <td class="text">{holds_workspace ? `The workspace, ${profiles}` : profiles}</td>
      <td class="text">
        {STATES[dpa.status]}
        {at !== null && ` on ${moment(at, here.timezone)}`}
      </td>
      <td class="acts">
        {dpa.status === 'accepted' ? (
          <Confirm
            text="Withdraw"
            label={`Withdraw the agreement with ${name}`}
            title={`Withdraw the agreement with ${name}?`}
            act={() => unwrap(api.POST('/api/v1/workspaces/{workspaceId}/oauth-apps/{appId}/dpa/withdraw', { params }))}
            afterwards={forgetSettings}
          >
            <p>The keys that it made are revoked, and it loses the profiles that it adopted.</p>
          </Confirm>
        ) : (
          <Act
            text="Accept"
            label={`Accept the agreement with ${name}`}
            act={() => unwrap(api.POST('/api/v1/workspaces/{workspaceId}/oauth-apps/{appId}/dpa/accept', { params }))}
            afterwards={forgetSettings}
          />
        )}
      </td>
    </tr>
  );
}
