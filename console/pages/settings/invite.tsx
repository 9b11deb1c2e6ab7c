// Invites a person to a profile, or to the whole workspace, with a role.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Snippet } from '../../design/copy.tsx';
import { Check, Select, Text, WriteForm } from '../../design/form.tsx';
import { forgetSettings, type Here } from './here.ts';

const PROFILE_ROLES = [
  ['viewer', 'Viewer: figures'],
  ['analyst', 'Analyst: also customers and exports'],
  ['manager', 'Manager: also goals, tracking and connections'],
] as const;
const WORKSPACE_ROLES = [
  ['member', 'Member: the profiles on which they have a role'],
  ['admin', 'Admin: every profile, people, keys'],
  ['owner', 'Owner: also the plan and other owners'],
] as const;

type ProfileRole = (typeof PROFILE_ROLES)[number][0];
type WorkspaceRole = (typeof WORKSPACE_ROLES)[number][0];
const WHOLE = 'workspace';

function useSend(here: Here) {
  return async (email: string, place: string, role: ProfileRole | WorkspaceRole, pii: boolean): Promise<Invited> => {
    const workspaceRole = WORKSPACE_ROLES.find(([each]) => each === role)?.[0];
    if (place === WHOLE && workspaceRole) {
      const body = { email, role: workspaceRole };
      return (await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/invitations', { params: { path: here.at }, body }))).data;
    }
    const path = { ...here.at, profileId: place };
    const body = { email, role: PROFILE_ROLES.find(([each]) => each === role)?.[0] ?? 'viewer', permissions: { pii } };
    const sent = api.POST('/api/v1/workspaces/{workspaceId}/profiles/{profileId}/invitations', { params: { path }, body });
    return (await unwrap(sent)).data;
  };
}

type Invited = Pick<Schemas['WorkspaceInvitation'], 'email' | 'link'>;

const Done = ({ invited: { email, link } }: { invited: Invited }) =>
  link === undefined ? (
    <p role="status" class="settings-done">
      {email} is invited. Whether the mail was sent is in the list below.
    </p>
  ) : (
    <div class="secret settings-done" role="status">
      <p>
        {email} is invited. This installation sends no mail: <b>hand on this link now</b>, to nobody else. It is not shown again,
        works once, and lets its reader use the address {email}.
      </p>
      <Snippet text={link} about={`the invitation of ${email}`} />
    </div>
  );

export function Invite({ here }: { here: Here }) {
  const [email, setEmail] = useState('');
  const [place, setPlace] = useState(here.profiles[0]?.profile_id ?? WHOLE);
  const [profileRole, setProfileRole] = useState<ProfileRole>('viewer');
  const [workspaceRole, setWorkspaceRole] = useState<WorkspaceRole>('admin');
  const [pii, setPii] = useState(false);
  const [invited, setInvited] = useState<Invited>();
  const send = useSend(here);
  const isWhole = place === WHOLE;
  const submit = async (): Promise<void> => {
    setInvited(undefined);
    setInvited(await send(email.trim(), place, isWhole ? workspaceRole : profileRole, pii));
    setEmail('');
  };
  return (
    <WriteForm class="form-row" button="Send the invitation" submit={submit} afterwards={forgetSettings}>
      <Text label="E-mail" type="email" value={email} set={setEmail} />
      <Select
        label="To"
        value={place}
        set={setPlace}
        options={[...here.profiles.map(({ profile_id, name }) => [profile_id, name] as const), [WHOLE, 'The whole workspace']]}
      />
      {isWhole ? (
        <Select
          label="As"
          value={workspaceRole}
          set={setWorkspaceRole}
          options={WORKSPACE_ROLES.filter(([role]) => role !== 'owner' || here.isOwner)}
        />
      ) : (
        <Select label="As" value={profileRole} set={setProfileRole} options={PROFILE_ROLES} />
      )}
      {!isWhole && profileRole !== 'viewer' && (
        <Check label="May see names and addresses of customers" value={pii} set={setPii} />
      )}
      {invited !== undefined && <Done invited={invited} />}
    </WriteForm>
  );
}
