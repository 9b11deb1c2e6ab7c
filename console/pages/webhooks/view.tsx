// Webhooks of a profile: where events are sent, how each delivery went, and what the events contain.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { Deliveries } from './deliveries.tsx';
import { EventTypes } from './event-types.tsx';
import { Subscriptions } from './subscriptions.tsx';

const TABS = { '': 'Subscriptions', deliveries: 'Deliveries', events: 'Event types' } as const;
const names = ['', 'deliveries', 'events'] as const;

export default function Webhooks() {
  const { rest, id } = usePlace();
  const { profile_id } = useProfile();
  const current = names.find((name) => name === rest);
  const answer = useAnswer(['webhooks', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/webhooks/subscriptions', { params: { query: { profile_id } }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Webhooks are for managers of the profile." error={answer.error} />;
  return (
    <>
      <Tabs
        label="Webhooks"
        tabs={names.map((name) => ({
          name,
          title: TABS[name],
          href: `/console/${id}/webhooks${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {current === undefined && <Empty title="There is no such tab." />}
      {current === 'events' && <EventTypes />}
      {(current === '' || current === 'deliveries') && (
        <Loaded answer={answer} lines={6}>
          {({ data }) => (current === '' ? <Subscriptions rows={data} /> : <Deliveries subscriptions={data} />)}
        </Loaded>
      )}
    </>
  );
}
