// The members of the workspace and of its profiles, the invited people, and the form that invites.
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Confirm } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useMembers } from '../../frame/names.ts';
import { moment } from '../../words/format.ts';
import { useMe } from '../account/me.ts';
import { Guests } from './guests.tsx';
import { forgetSettings, type Here } from './here.ts';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';

type Member = Schemas['WorkspaceInvitationListAnswer']['meta']['members'][number];
type Role = Member['role'];
const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

export function People({ here }: { here: Here }) {
  return here.isAdmin ? <Staff here={here} /> : <Own here={here} />;
}

function Own({ here }: { here: Here }) {
  const me = useMe();
  return (
    <Panel
      title={`You are a member of ${here.name}`}
      lead="You open the profiles on which you have a role. Owners and admins of the workspace invite people and change roles."
    >
      {me && (
        <span class="row">
          <Leave here={here} userId={me.user_id} />
        </span>
      )}
    </Panel>
  );
}

function Staff({ here }: { here: Here }) {
  const answer = useMembers(here.at);
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, meta }) => (
        <>
          <Panel title="Invite a colleague" lead="A mail with a link goes to the address. The link works once, for seven days.">
            <Invite here={here} />
          </Panel>
          <Invitations here={here} toWorkspace={data} />
          <Panel
            title="Members"
            lead="Owners and admins manage every profile. An owner also decides about the plan and about other owners."
          >
            <Members here={here} members={meta.members} />
          </Panel>
          <Guests here={here} />
        </>
      )}
    </Loaded>
  );
}

function Members({ here, members }: { here: Here; members: readonly Member[] }) {
  const me = useMe();
  return (
    <Table name="Members" columns={['Name', 'Role', 'Since', '-']}>
      {members.map((member) => (
        <tr key={member.user_id}>
          <th scope="row" class="name">
            {member.name ?? member.email}
            {member.user_id === me?.user_id && <b> (you)</b>}
            {member.name !== null && <span class="second-line">{member.email}</span>}
          </th>
          <td class="text">
            <RoleChoice here={here} member={member} />
          </td>
          <td class="text">{moment(member.created_at, here.timezone)}</td>
          <td class="acts">
            {member.user_id === me?.user_id ? (
              <Leave here={here} userId={member.user_id} />
            ) : (
              mayChange(here, member.role) && <Remove here={here} member={member} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** An owner changes anybody; an admin everybody but owners. */
const mayChange = ({ role }: Here, target: Role): boolean => role === 'owner' || target !== 'owner';

function RoleChoice({ here, member: { user_id, role, name, email } }: { here: Here; member: Member }) {
  const { isBusy, fault, run } = useWrite(() => {
    forgetSettings();
    forget('workspaces');
  });
  const offered = ROLES.filter((each) => each === role || mayChange(here, each));
  if (!mayChange(here, role)) return <>{role}</>;
  const change = (chosen: Role | undefined) =>
    run(() => {
      const path = { ...here.at, userId: user_id };
      return unwrap(
        api.PATCH('/api/v1/workspaces/{workspaceId}/members/{userId}', { params: { path }, body: { role: chosen ?? role } }),
      );
    });
  return (
    <>
      <select
        aria-label={`Role of ${name ?? email}`}
        value={role}
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) => change(ROLES.find((each) => each === value))}
      >
        {offered.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}

const endMembership = (here: Here, userId: string): Promise<unknown> =>
  unwrap(api.POST('/api/v1/workspaces/{workspaceId}/members/{userId}/remove', { params: { path: { ...here.at, userId } } }));

function Remove({ here, member: { user_id, name, email } }: { here: Here; member: Member }) {
  return (
    <Confirm
      text="Remove"
      label={`Remove ${name ?? email}`}
      title={`Remove ${name ?? email} from ${here.name}?`}
      act={() => endMembership(here, user_id)}
      afterwards={forgetSettings}
    >
      <p>
        They lose the workspace and their roles on its profiles at once. What they changed stays, with their name in the audit.
      </p>
    </Confirm>
  );
}

function Leave({ here, userId }: { here: Here; userId: string }) {
  return (
    <Confirm
      text="Leave"
      title={`Leave ${here.name}?`}
      act={async () => {
        await endMembership(here, userId);
        location.assign('/console/account');
      }}
    >
      <p>You no longer see the workspace and its profiles. An owner or admin can invite you again.</p>
    </Confirm>
  );
}
