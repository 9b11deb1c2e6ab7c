// The demo profile: an invented shop to look around in, made and taken away by a button.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { refetch } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Panel } from '../../design/panel.tsx';
import type { Here } from './here.ts';

const refetchProfiles = (): void => {
  void refetch('profiles');
};

export function Demo({ here }: { here: Here }) {
  const [made, setMade] = useState<string>();
  const workspace_id = here.workspace_id;
  const create = async (): Promise<void> => {
    const { data } = await unwrap(api.POST('/api/v1/profiles/demo', { body: { workspace_id } }));
    setMade(data.profile_id);
  };
  return (
    <Panel title="Demo profile" lead="An invented shop with 90 days of data and ads; it does not count in the plan">
      <span class="row">
        <Act text="Make the demo profile" act={create} afterwards={refetchProfiles} />
        <Confirm
          text="Remove the demo profile"
          title="Remove the demo profile?"
          confirm="Remove it"
          act={() =>
            unwrap(api.DELETE('/api/v1/profiles/demo', { params: { query: { workspace_id } } })).then(() => setMade(undefined))
          }
          afterwards={refetchProfiles}
        >
          <p>Its invented data is purged. Another one can be made at any time.</p>
        </Confirm>
      </span>
      {made !== undefined && (
        <p role="status">
          It is there. <Link href={`/console/${made}/`}>Open it</Link>; its last figures may take some seconds.
        </p>
      )}
    </Panel>
  );
}
