// Destinations: data that leaves the service. The destinations of conversions and their results, the privacy mode, and lists of customers.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { Add } from './add.tsx';
import { type Catalog, useCatalog, useWiring, type Wired } from './asked.ts';
import { Audiences } from './audiences.tsx';
import { Deliveries } from './deliveries.tsx';
import { Destination } from './destination.tsx';
import { Privacy } from './privacy.tsx';

const TABS = { '': 'Destinations', deliveries: 'Deliveries', privacy: 'Privacy', audiences: 'Audiences' } as const;
const names = Object.keys(TABS) as (keyof typeof TABS)[];

export default function Deliver() {
  const { rest, id } = usePlace();
  const [wiring, catalog] = [useWiring(), useCatalog()];
  const current = names.find((name) => name === rest);
  const refusal = wiring.error ?? catalog.error;
  if (refusal?.status === 403) return <Hidden title="What is delivered is hidden from you." error={refusal} />;
  return (
    <>
      <Tabs
        label="What leaves the house"
        tabs={names.map((name) => ({ name, title: TABS[name], href: `/console/${id}/deliver${name === '' ? '' : `/${name}`}` }))}
        current={current}
      />
      {current === undefined && <Empty title="There is no such tab." />}
      <Loaded answer={wiring} lines={8}>
        {({ data: { destinations, platform_safe, waits_for_figures } }) => (
          <Loaded answer={catalog} lines={8}>
            {({ data }) => (
              <>
                {current === '' && waits_for_figures && (
                  <p class="note" role="status">
                    A setting or goal changed. Conversions that arrive are sent when the figures have been computed again with it.
                  </p>
                )}
                {current === '' && <Destinations destinations={destinations} catalog={data} />}
                {current === 'deliveries' && <Deliveries destinations={destinations} />}
                {current === 'privacy' && <Privacy catalog={data} platformSafe={platform_safe} />}
                {current === 'audiences' && <Audiences catalog={data} />}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

function Destinations({ destinations, catalog }: { destinations: readonly Wired[]; catalog: Catalog }) {
  const { profile_id, role } = useProfile();
  const [isAdding, setAdding] = useState(false);
  const { data } = useAnswer(['deliver', 'destinations', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/exports/destinations', { params: { query: { profile_id } }, signal })),
  );
  const add = role === 'manager' && (
    <button type="button" class="button primary" onClick={() => setAdding(true)}>
      Add a destination
    </button>
  );
  return (
    <>
      {destinations.length === 0 ? (
        <Empty title="Conversions go nowhere yet.">
          <p>
            Ad platforms learn from the conversions that they are sent. Every conversion is sent once to each destination, with
            what the privacy mode allows, and every one that is not sent has a reason.
          </p>
          {add}
        </Empty>
      ) : (
        <>
          <div class="row">{add}</div>
          <div class="deliver-cards">
            {destinations.map((wired) => (
              <Destination
                key={wired.destination_id}
                wired={wired}
                catalog={catalog}
                destination={data?.data.find(({ id }) => id === wired.destination_id)}
              />
            ))}
          </div>
        </>
      )}
      {isAdding && <Add catalog={catalog} close={() => setAdding(false)} />}
    </>
  );
}
