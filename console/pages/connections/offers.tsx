// The accounts that can be connected here: a press leads to the provider, where access is granted.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { forget } from '../../api/answer.ts';
import { api, CallError, type Schemas, unwrap } from '../../api/client.ts';
import { Panel } from '../../design/panel.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { KINDS } from './words.ts';

type Provider = Schemas['ConnectionListAnswer']['meta']['providers'][number];

export function Offers({ providers }: { providers: readonly Provider[] }) {
  const { profile_id } = useProfile();
  const [fault, setFault] = useState<CallError>();
  const [opening, setOpening] = useState<string>();
  const connect = async (provider: string): Promise<void> => {
    setOpening(provider);
    setFault(undefined);
    try {
      const params = { path: { provider }, query: { profile_id } };
      const body = { return_url: location.href };
      const { data } = await unwrap(api.POST('/api/v1/connections/{provider}/connect', { params, body }));
      forget('connections');
      location.assign(data.url);
    } catch (error) {
      setFault(error instanceof CallError ? error : undefined);
      setOpening(undefined);
    }
  };
  return (
    <Panel
      title="Connect an account"
      lead="You grant access at the provider and choose the accounts; a link works for 30 minutes"
    >
      {fault && <ErrorBlock error={fault} />}
      {KINDS.map(({ kind, title }) => {
        const offered = providers.filter((each) => each.kind === kind);
        const missing = offered.filter((each) => !each.is_configured);
        return (
          <section key={kind} class="connections-kind" aria-label={title}>
            <h3>{title}</h3>
            <div class="row">
              {offered
                .filter((each) => each.is_configured)
                .map(({ provider, name }) => (
                  <button
                    key={provider}
                    type="button"
                    class="button"
                    disabled={opening !== undefined}
                    onClick={() => connect(provider)}
                  >
                    {name}
                  </button>
                ))}
            </div>
            {missing.length > 0 && <Missing providers={missing} profileId={profile_id} />}
          </section>
        );
      })}
      <p class="note">
        <Link href={`/console/${profile_id}/connections/apps`}>Apps at providers</Link> has the id and secret of each, with the
        steps to register one. Where conversions and lists of customers are sent is on the page{' '}
        <Link href={`/console/${profile_id}/deliver`}>Destinations</Link>.
      </p>
    </Panel>
  );
}

const Missing = ({ providers, profileId }: { providers: readonly Provider[]; profileId: string }) => (
  <p class="note connections-missing">
    Needs an app of your own first:
    {providers.map(({ provider, name }) => (
      <Link key={provider} href={`/console/${profileId}/connections/apps/${provider}`}>
        {name}
      </Link>
    ))}
  </p>
);
