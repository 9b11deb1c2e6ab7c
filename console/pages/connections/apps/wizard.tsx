// The wizard of one provider: what to do there, what to enter there, what to enter here, and what the provider says of it.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Act, Confirm } from '../../../design/act.tsx';
import { Snippet } from '../../../design/copy.tsx';
import { Text, WriteForm } from '../../../design/form.tsx';
import { Loaded, Panel } from '../../../design/panel.tsx';
import { Empty } from '../../../design/states.tsx';
import { usePlace, useProfile } from '../../../frame/place.tsx';
import { moment } from '../../../words/format.ts';
import { type App, type Check, checkApp, forgetApps, removeApp, saveApp, useApps } from './calls.ts';
import { said } from './words.ts';

export function Wizard({ provider }: { provider: string }) {
  const { profile_id, workspace_id } = useProfile();
  const { workspace } = usePlace();
  const answer = useApps(workspace_id);
  if (workspace?.role !== 'owner' && workspace?.role !== 'admin')
    return <Empty title="Owners and admins of the workspace see the apps at providers." />;
  return (
    <Loaded answer={answer} lines={10}>
      {({ data, meta }) => {
        const app = data.find((each) => each.provider === provider);
        if (!app) return <Empty title="This provider needs no app of your own." />;
        return (
          <>
            <p>
              <Link href={`/console/${profile_id}/connections`}>Connections</Link> ▸{' '}
              <Link href={`/console/${profile_id}/connections/apps`}>Apps at providers</Link>
            </p>
            <There app={app} />
            <Here key={`${app.updated_at}`} app={app} mayChange={meta.may_change} />
          </>
        );
      }}
    </Loaded>
  );
}

const There = ({ app: { name, place, steps, redirect_url, webhook_url, scopes } }: { app: App }) => (
  <Panel
    title={`1. At ${name}`}
    lead={
      <>
        Register an app of your own at{' '}
        <a href={place.url} target="_blank" rel="noreferrer noopener">
          {place.name}
        </a>
      </>
    }
  >
    <ol class="connections-steps">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    {redirect_url !== null && (
      <section class="stack" aria-label="Redirect address">
        <h3>Redirect address</h3>
        <Snippet text={redirect_url} about="the redirect address" />
      </section>
    )}
    {webhook_url !== null && (
      <section class="stack" aria-label="Webhook address">
        <h3>Webhook address</h3>
        <Snippet text={webhook_url} about="the webhook address" />
      </section>
    )}
    {scopes.length > 0 && (
      <section class="stack" aria-label="Scopes">
        <h3>Scopes</h3>
        <Snippet text={scopes.join('\n')} about="the scopes" />
      </section>
    )}
  </Panel>
);

function Here({ app, mayChange }: { app: App; mayChange: boolean }) {
  return (
    <Panel title="2. Here" lead={leadOf(app)}>
      {app.source === 'environment' && (
        <div class="notice">
          <p>
            The environment of the service sets this app ({app.variables.join(', ')}) and wins over what is entered here. Remove
            the variables and restart the service to enter it here.
          </p>
        </div>
      )}
      {!mayChange && app.source !== 'environment' && (
        <div class="notice">
          <p>
            Apps count for every workspace of this installation, so its operator alone enters them: the owner of the oldest
            account, or <code>tributary provider set {app.provider}</code> on the machine.
          </p>
        </div>
      )}
      {mayChange && app.source !== 'environment' && <Fields app={app} />}
      {app.source !== 'none' && <State app={app} mayChange={mayChange} />}
    </Panel>
  );
}

const leadOf = ({ source, name }: App): string =>
  source === 'none' ? `Enter what ${name} shows for the app; it is stored sealed` : 'The app in force';

function Fields({ app }: { app: App }) {
  const { workspace_id: workspaceId } = useProfile();
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries(app.fields.map(({ name, value }) => [name, value ?? ''])),
  );
  const [shop, setShop] = useState('');
  const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const isKept = (name: string): boolean => app.fields.some((field) => field.name === name && field.is_set);
  return (
    <WriteForm
      button={app.source === 'none' ? 'Check and save' : 'Check and save again'}
      submit={() => saveApp({ workspaceId, provider: app.provider }, entered, shop)}
      afterwards={forgetApps}
    >
      {app.fields.map(({ name, label, is_secret }) => (
        <Text
          key={name}
          label={label}
          type={is_secret ? 'password' : 'text'}
          value={values[name] ?? ''}
          set={(value) => setValues({ ...values, [name]: value })}
          isOptional={is_secret && isKept(name)}
          {...(is_secret && isKept(name) ? { hint: 'Kept as it is, unless you type another one.' } : {})}
        />
      ))}
      {app.needs_shop && (
        <Text
          label="Shop to check the app at"
          value={shop}
          set={setShop}
          isOptional
          placeholder="north.myshopify.com"
          hint="Without a shop the app is checked when one is connected."
        />
      )}
    </WriteForm>
  );
}

function State({ app, mayChange }: { app: App; mayChange: boolean }) {
  const { profile_id, workspace_id: workspaceId, timezone } = useProfile();
  const [checked, setChecked] = useState<Check>();
  const check = checked ?? app.check;
  const path = { workspaceId, provider: app.provider };
  return (
    <section class="stack" aria-label="Test the app">
      <h3>Test it</h3>
      {check && <Verdict app={app} check={check} timezone={timezone} />}
      {app.uncheckable !== null && <p class="note">{app.uncheckable}</p>}
      <div class="row">
        <Link class="button primary" href={`/console/${profile_id}/connections`}>
          Connect an account
        </Link>
        {mayChange && app.uncheckable === null && (
          <Act text="Check again" act={() => checkApp(path, '').then(({ data }) => setChecked(data))} afterwards={forgetApps} />
        )}
        {mayChange && app.source === 'console' && (
          <Confirm
            text="Remove the app"
            title={`Remove the app at ${app.name}?`}
            act={() => removeApp(path)}
            afterwards={forgetApps}
          >
            <p>
              Its secrets are destroyed here. Accounts that were connected through it stay, and are read again once an app is set.
              Nothing changes at {app.name}.
            </p>
          </Confirm>
        )}
      </div>
    </section>
  );
}

function Verdict({ app, check, timezone }: { app: App; check: Check; timezone: string }) {
  const { text, isGood } = said(app, check.status);
  return (
    <div class={isGood ? 'connections-verdict' : 'connections-verdict notice'} role="status">
      <p class={isGood ? 'good' : ''}>{text}</p>
      {!isGood && (check.words ?? check.code) !== null && (
        <p class="small">
          {app.name}: “{check.words ?? check.code}”
        </p>
      )}
      <p class="soft small">Checked on {moment(check.at, timezone)}</p>
    </div>
  );
}
