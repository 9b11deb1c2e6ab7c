// How members sign in: the identity provider of the workspace, and the roles that its groups have.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { Snippet } from '../../design/copy.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { moment } from '../../words/format.ts';
import { Enforcement } from './enforcement.tsx';
import { emptyRule, type RuleDraft, Rules, sentRules } from './group-rules.tsx';
import { forgetSettings, type Here } from './here.ts';

type Provider = Schemas['SingleSignOn'];
type DefaultRole = NonNullable<Provider['default_role']> | 'none';

export function SignIn({ here }: { here: Here }) {
  const answer = useAnswer(['settings', 'single-sign-on', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/single-sign-on', { params: { path: here.at }, signal })),
  );
  const provider = answer.data?.data ?? null;
  return (
    <>
      <Panel
        title="Single sign-on"
        lead="Members sign in at your identity provider (OpenID Connect); their groups there decide their role here"
      >
        <Loaded answer={answer}>
          {({ data }) =>
            here.isOwner ? (
              <Setup key={data?.updated_at ?? ''} here={here} provider={data} />
            ) : data === null ? (
              <Empty title="Members sign in with passwords and links. An owner can set up a provider." />
            ) : (
              <p>
                Members sign in at <b>{data.issuer}</b>. An owner can change it.
              </p>
            )
          }
        </Loaded>
      </Panel>
      {here.isOwner && provider && <Enforcement here={here} provider={provider} />}
    </>
  );
}

function Setup({ here, provider }: { here: Here; provider: Provider | null }) {
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [clientId, setClientId] = useState(provider?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [scope, setScope] = useState(provider?.scope ?? 'openid email profile');
  const [claim, setClaim] = useState(provider?.groups_claim ?? 'groups');
  const [role, setRole] = useState<DefaultRole>(provider?.default_role ?? 'none');
  const [rules, setRules] = useState<RuleDraft[]>(
    provider?.group_rules.map((rule) => ({ ...rule, pii: rule.permissions.pii })) ?? [emptyRule],
  );
  const submit = (): Promise<unknown> =>
    unwrap(
      api.PUT('/api/v1/workspaces/{workspaceId}/single-sign-on', {
        params: { path: here.at },
        body: {
          issuer: issuer.trim(),
          client_id: clientId.trim(),
          ...(secret === '' ? {} : { client_secret: secret }),
          scope: scope.trim(),
          groups_claim: claim.trim(),
          default_role: role === 'none' ? null : role,
          group_rules: sentRules(rules),
        },
      }),
    );
  return (
    <>
      {provider && <Current here={here} provider={provider} />}
      <section class="stack" aria-label="What the provider has to know">
        <h3>Register this address at the provider, as redirect URI</h3>
        <Snippet text={`${location.origin}/console/sso/callback`} about="the redirect URI" />
      </section>
      <WriteForm button={provider ? 'Save' : 'Set the provider'} submit={submit} afterwards={forgetSettings}>
        <Text label="Issuer" type="url" value={issuer} set={setIssuer} placeholder="https://login.example.com" />
        <Text label="Client ID" value={clientId} set={setClientId} />
        <Text
          label="Client secret"
          type="password"
          value={secret}
          set={setSecret}
          isOptional
          hint={provider?.has_client_secret === true ? 'Kept as it is, unless you type another one.' : 'Stored sealed.'}
        />
        <Text label="Scopes" value={scope} set={setScope} hint="Some providers send groups only with a scope of its own." />
        <Text label="Claim with the groups" value={claim} set={setClaim} />
        <Select<DefaultRole>
          label="People in none of these groups"
          value={role}
          set={setRole}
          options={[
            ['none', 'do not get in'],
            ['member', 'are members'],
            ['admin', 'are admins'],
          ]}
        />
        <Rules here={here} rules={rules} set={setRules} />
      </WriteForm>
    </>
  );
}

function Current({ here, provider: { issuer, last_used_at } }: { here: Here; provider: Provider }) {
  return (
    <section class="stack" aria-label="Sign-in of members">
      <h3>Members sign in at</h3>
      <Snippet text={`${location.origin}/console/sso/${here.workspace_id}`} about="the address at which members sign in" />
      <p class="note">
        {last_used_at === null ? 'Nobody has signed in by it yet.' : `Last used on ${moment(last_used_at, here.timezone)}.`}{' '}
        Sessions last twelve hours and reach this workspace alone.
      </p>
      <Confirm
        text="Remove the provider"
        title={`Remove ${new URL(issuer).host}?`}
        act={() => unwrap(api.DELETE('/api/v1/workspaces/{workspaceId}/single-sign-on', { params: { path: here.at } }))}
        afterwards={forgetSettings}
      >
        <p>The sessions that it opened end. Members stay; who has no password chooses one by a link from the sign-in page.</p>
      </Confirm>
    </section>
  );
}
