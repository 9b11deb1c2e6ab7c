// People with a role of their own on one profile.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty, ErrorBlock } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { usePageParam } from '../../question/page-param.ts';
import { forgetSettings, type Here } from './here.ts';

type Guest = Schemas['ProfileInvitationListAnswer']['meta']['members'][number];
const ROLES: readonly Guest['role'][] = ['viewer', 'analyst', 'manager'];

export function Guests({ here }: { here: Here }) {
  const first = here.profiles[0];
  const [chosen, choose] = usePageParam('profile', first?.profile_id ?? '');
  const profile = here.profiles.find(({ profile_id }) => profile_id === chosen) ?? first;
  if (!profile) return null;
  return (
    <Panel
      title="On one profile"
      lead="People with a role of their own on this profile. Owners and admins manage it without one."
      tools={
        here.profiles.length > 1 && (
          <select aria-label="Profile" value={profile.profile_id} onChange={(event) => choose(event.currentTarget.value)}>
            {here.profiles.map(({ profile_id, name }) => (
              <option key={profile_id} value={profile_id}>
                {name}
              </option>
            ))}
          </select>
        )
      }
    >
      <OfProfile here={here} profileId={profile.profile_id} />
    </Panel>
  );
}

function OfProfile({ here, profileId }: { here: Here; profileId: string }) {
  const answer = useAnswer(['settings', 'guests', profileId], (signal) =>
    unwrap(
      api.GET('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations', {
        params: { path: { ...here.at, profileId }, query: { limit: 1 } },
        signal,
      }),
    ),
  );
  return (
    <Loaded answer={answer}>
      {({ meta }) =>
        meta.members.length === 0 ? (
          <Empty title="Nobody has one yet." />
        ) : (
          <Table name="On one profile" columns={['Name', 'Role', 'Customers by name', '-']}>
            {meta.members.map((guest) => (
              <Row key={guest.membership_id} here={here} profileId={profileId} guest={guest} />
            ))}
          </Table>
        )
      }
    </Loaded>
  );
}

function Row({ here, profileId, guest }: { here: Here; profileId: string; guest: Guest }) {
  const { membership_id: membershipId, email, role, permissions } = guest;
  const name = guest.name ?? email;
  const { isBusy, fault, run } = useWrite(forgetSettings);
  const params = { path: { ...here.at, profileId, membershipId } };
  const change = (body: { role?: Guest['role']; permissions?: { pii: boolean } }) =>
    run(() =>
      unwrap(api.PATCH('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/members/{membershipId}', { params, body })),
    );
  return (
    <tr>
      <th scope="row" class="name">
        {name}
        {guest.name !== null && <span class="second-line">{email}</span>}
      </th>
      <td class="text">
        <select
          aria-label={`Role of ${name}`}
          value={role}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => change({ role: ROLES.find((each) => each === value) ?? role })}
        >
          {ROLES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {fault && <ErrorBlock error={fault} />}
      </td>
      <td class="text">
        {role === 'viewer' ? (
          'No'
        ) : (
          <input
            type="checkbox"
            aria-label={`${name} may see customers by name`}
            checked={permissions.pii}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) => change({ permissions: { pii: checked } })}
          />
        )}
      </td>
      <td class="acts">
        <Confirm
          text="Remove"
          label={`Remove ${name}`}
          title={`Remove ${name} from this profile?`}
          act={() =>
            unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/members/{membershipId}', { params }))
          }
          afterwards={forgetSettings}
        >
          <p>They lose their role on it at once.</p>
        </Confirm>
      </td>
    </tr>
  );
}
