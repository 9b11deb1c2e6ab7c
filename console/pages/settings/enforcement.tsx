// Sign-in by the provider alone: who gets in where it fails, and the end of it.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Snippet } from '../../design/copy.tsx';
import { Select, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { useMembers } from '../../frame/names.ts';
import { moment } from '../../words/format.ts';
import { useMe } from '../account/me.ts';
import { forgetSettings, type Here } from './here.ts';

type Provider = Schemas['SingleSignOn'];
type Owner = Schemas['WorkspaceInvitationListAnswer']['meta']['members'][number];

export function Enforcement({ here, provider }: { here: Here; provider: Provider }) {
  const answer = useMembers(here.at);
  return (
    <Panel
      title="Only by the provider"
      lead="Passwords, links and invitations then open this workspace to nobody, open sessions neither"
    >
      <Loaded answer={answer}>
        {({ meta }) => {
          const owners = meta.members.filter(({ role }) => role === 'owner');
          return provider.enforcement === null ? (
            <Enforce here={here} owners={owners} />
          ) : (
            <Enforced here={here} owners={owners} enforcement={provider.enforcement} />
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Enforce({ here, owners }: { here: Here; owners: readonly Owner[] }) {
  const me = useMe();
  const [owner, setOwner] = useState(owners[0]?.user_id ?? '');
  if (!me) return null;
  if (me.workspace_id !== here.workspace_id)
    return (
      <p>
        To enforce it, <a href={`/console/sso/${here.workspace_id}`}>sign in at the provider</a> first. This shows that it lets an
        owner in.
      </p>
    );
  const submit = (): Promise<unknown> =>
    unwrap(
      api.PUT('/api/v1/workspaces/{workspaceId}/single-sign-on/enforcement', {
        params: { path: here.at },
        body: { break_glass_user_id: owner },
      }),
    );
  return (
    <WriteForm button="Enforce it" submit={submit} afterwards={forgetSettings}>
      <Select
        label="Owner who gets in when the provider fails"
        value={owner}
        set={setOwner}
        options={owners.map(({ user_id, email }) => [user_id, email])}
        hint="Signs in with a password and a code of the phone then. Each time all owners get a mail."
      />
      <p class="note">Agents have to be allowed again, in a session of the provider. API keys and connected apps work on.</p>
    </WriteForm>
  );
}

interface EnforcedProps {
  here: Here;
  owners: readonly Owner[];
  enforcement: NonNullable<Provider['enforcement']>;
}

function Enforced({ here, owners, enforcement }: EnforcedProps) {
  const owner = owners.find(({ user_id }) => user_id === enforcement.break_glass_user_id);
  return (
    <>
      <p>
        Members reach this workspace by the provider alone since {moment(enforcement.since, here.timezone)}. When it fails,{' '}
        <b>
          <bdi>{owner?.email ?? 'the operator'}</bdi>
        </b>{' '}
        gets in for four hours here:
      </p>
      <Snippet
        text={`${location.origin}/console/sso/${here.workspace_id}/break-glass`}
        about="the address at which the break-glass owner gets in"
      />
      <Confirm
        text="End the enforcement"
        title="Let passwords and links open the workspace again?"
        act={() =>
          unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}/single-sign-on/enforcement', { params: { path: here.at } }))
        }
        afterwards={forgetSettings}
      >
        <p>Members can sign in as before the enforcement. The provider stays.</p>
      </Confirm>
    </>
  );
}
