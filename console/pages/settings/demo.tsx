// The demo profile: an invented shop to look around in, made and taken away by a button. Both may take longer than a request, so the page
// asks for the state until nothing changes any more.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Answer, refetch, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Panel } from '../../design/panel.tsx';
import type { Here } from './here.ts';

type State = Schemas['DemoProfileStateAnswer']['data'];

const LOOK_SECONDS = 1;
const isChanging = ({ status }: State): boolean => status === 'filling' || status === 'purging';

const refetchProfiles = (): void => {
  void refetch('profiles');
  void refetch('demo');
};

function useDemo(workspace_id: string): Answer<State> {
  const [isWaiting, setWaiting] = useState(false);
  return useAnswer(
    ['demo', workspace_id],
    async (signal) => {
      const query = { workspace_id };
      const { data } = await unwrap(api.GET('/api/v1/profiles/demo', { params: { query }, signal }));
      if (isWaiting && !isChanging(data)) void refetch('profiles');
      setWaiting(isChanging(data));
      return data;
    },
    isWaiting ? { everySeconds: LOOK_SECONDS } : {},
  );
}

function Words({ profile_id, status }: State) {
  if (status === 'filling') return <>Its data is being loaded.</>;
  if (status === 'failed') return <>Its data could not be loaded. Make it again to continue.</>;
  if (status === 'purging') return <>Its data is being deleted.</>;
  if (status === 'purged') return <>It was removed, and its data is deleted.</>;
  return (
    <>
      It is there. <Link href={`/console/${profile_id}/`}>Open it</Link>; its last figures may take some seconds.
    </>
  );
}

export function Demo({ here }: { here: Here }) {
  const workspace_id = here.workspace_id;
  const { data: state } = useDemo(workspace_id);
  return (
    <Panel title="Demo profile" lead="An invented shop with 90 days of data and ads; it does not count in the plan">
      <span class="row">
        <Act
          text="Make the demo profile"
          act={() => unwrap(api.POST('/api/v1/profiles/demo', { body: { workspace_id } }))}
          afterwards={refetchProfiles}
        />
        <Confirm
          text="Remove the demo profile"
          title="Remove the demo profile?"
          confirm="Remove it"
          act={() => unwrap(api.DELETE('/api/v1/profiles/demo', { params: { query: { workspace_id } } }))}
          afterwards={refetchProfiles}
        >
          <p>Its invented data is purged. Another one can be made at any time.</p>
        </Confirm>
      </span>
      {state && state.status !== 'none' && (
        <p role="status">
          <Words {...state} />
        </p>
      )}
    </Panel>
  );
}
