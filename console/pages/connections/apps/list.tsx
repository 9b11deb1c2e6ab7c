// The apps of this installation at all providers, and where each is set.
import { Link } from 'wouter-preact';
import { Loaded, Panel } from '../../../design/panel.tsx';
import { Empty } from '../../../design/states.tsx';
import { usePlace, useProfile } from '../../../frame/place.tsx';
import { type App, useApps } from './calls.ts';
import { SOURCES } from './words.ts';

export function Apps() {
  const { profile_id, workspace_id } = useProfile();
  const { workspace } = usePlace();
  const answer = useApps(workspace_id);
  if (workspace?.role !== 'owner' && workspace?.role !== 'admin')
    return <Empty title="Owners and admins of the workspace see the apps at providers." />;
  return (
    <Panel
      title="Apps at providers"
      lead="Accounts are connected through an app that you register at each provider. Apps count for the whole installation."
      tools={
        <Link class="button" href={`/console/${profile_id}/connections`}>
          All connections
        </Link>
      }
    >
      <Loaded answer={answer} lines={10}>
        {({ data }) => (
          <section class="scroll" aria-label="Table: Apps at providers" tabIndex={0}>
            <table>
              <caption class="only-read">Apps at providers</caption>
              <thead>
                <tr>
                  <th scope="col">Provider</th>
                  <th scope="col" class="text">
                    App
                  </th>
                  <th scope="col" class="text">
                    Id
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((app) => (
                  <Row key={app.provider} app={app} profileId={profile_id} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Loaded>
    </Panel>
  );
}

const Row = ({ app: { provider, name, source, fields }, profileId }: { app: App; profileId: string }) => (
  <tr>
    <th scope="row" class="name">
      <Link href={`/console/${profileId}/connections/apps/${provider}`}>{name}</Link>
    </th>
    <td class="text">{source === 'none' ? <span class="soft">{SOURCES[source]}</span> : SOURCES[source]}</td>
    <td class="text">{fields.find((field) => field.value !== null)?.value ?? '–'}</td>
  </tr>
);
