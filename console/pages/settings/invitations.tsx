// Invitations that nobody has accepted yet, to the workspace and to each of its profiles.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { moment } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

type ToWorkspace = Schemas['WorkspaceInvitationListAnswer']['data'][number];
type ToProfile = Schemas['ProfileInvitationListAnswer']['data'][number];

function useToProfiles({ at, profiles }: Here): readonly ToProfile[] {
  const ids = profiles.map(({ profile_id }) => profile_id);
  const { data } = useAnswer(['settings', 'invitations', at.workspaceId, ids], (signal) =>
    Promise.all(
      ids.map((profileId) => {
        const params = { path: { ...at, profileId }, query: { limit: 100 } };
        return unwrap(api.GET('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations', { params, signal }));
      }),
    ),
  );
  return data?.flatMap((answer) => answer.data) ?? [];
}

export function Invitations({ here, toWorkspace }: { here: Here; toWorkspace: readonly ToWorkspace[] }) {
  const toProfiles = useToProfiles(here);
  const open = [...toProfiles, ...toWorkspace].filter(({ status }) => status === 'pending');
  if (open.length === 0) return null;
  return (
    <Panel title="Open invitations">
      <Table name="Open invitations" columns={['E-mail', 'To', 'Role', 'Until', '-']}>
        {open.map((invitation) => (
          <Row key={invitation.id} here={here} invitation={invitation} />
        ))}
      </Table>
    </Panel>
  );
}

function Row({ here, invitation }: { here: Here; invitation: ToWorkspace | ToProfile }) {
  const { id: invitationId, email, role, expires_at } = invitation;
  const profileId = 'profile_id' in invitation ? invitation.profile_id : undefined;
  const withdraw = (): Promise<unknown> =>
    profileId === undefined
      ? unwrap(
          api.DELETE('/api/v1/workspaces/{workspaceId}/invitations/{invitationId}', {
            params: { path: { ...here.at, invitationId } },
          }),
        )
      : unwrap(
          api.DELETE('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations/{invitationId}', {
            params: { path: { ...here.at, profileId, invitationId } },
          }),
        );
  return (
    <tr>
      <th scope="row" class="name">
        {email}
      </th>
      <td class="text">{here.profiles.find(({ profile_id }) => profile_id === profileId)?.name ?? 'The whole workspace'}</td>
      <td class="text">{role}</td>
      <td class="text">{moment(expires_at, here.timezone)}</td>
      <td class="acts">
        <Confirm
          text="Withdraw"
          label={`Withdraw the invitation of ${email}`}
          title={`Withdraw the invitation of ${email}?`}
          act={withdraw}
          afterwards={forgetSettings}
        >
          <p>Its link no longer works.</p>
        </Confirm>
      </td>
    </tr>
  );
}
