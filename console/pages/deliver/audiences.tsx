// A list of customers at Meta or Google, made from those who converted.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { count, plural } from '../../words/format.ts';
import type { Catalog } from './asked.ts';

type Made = Schemas['AudienceAnswer']['data'];
/** The platforms that take lists. */
const TAKERS: readonly string[] = ['meta', 'google_ads'];

export function Audiences({ catalog }: { catalog: Catalog }) {
  const { profile_id } = useProfile();
  const { id } = usePlace();
  const answer = useAnswer(['connections', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/connections', { params: { query: { profile_id } }, signal })),
  );
  const [made, setMade] = useState<Made>();
  return (
    <Panel
      title="List of customers"
      lead="Rows are hashed by the platform’s rules and stored nowhere; a person who is erased is taken out"
    >
      {catalog.privacy_mode === 'hipaa' ? (
        <Empty title="In the mode HIPAA no lists of customers leave the house." />
      ) : (
        <Loaded answer={answer} lines={4}>
          {({ data }) => {
            const found = data.filter(({ provider, status }) => TAKERS.includes(provider) && status === 'active');
            return found.length === 0 ? (
              <Empty title="Meta and Google take lists; neither is connected.">
                <a class="button primary" href={`/console/${id}/connections`}>
                  Connect an account
                </a>
              </Empty>
            ) : (
              <Form catalog={catalog} connections={found} made={setMade} />
            );
          }}
        </Loaded>
      )}
      {made && (
        <p role="status">
          <b>{made.name}</b> is made: {plural(made.members, 'customer')} sent, {count(made.received)} received,{' '}
          {count(made.invalid)} not readable. Its id there is {made.platform_audience_id}.
        </p>
      )}
    </Panel>
  );
}

interface FormProps {
  catalog: Catalog;
  connections: readonly Schemas['Connection'][];
  made: (made: Made) => void;
}

function Form({ catalog, connections, made }: FormProps) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [connection, setConnection] = useState(connections[0]?.id ?? '');
  const [name, setName] = useState('');
  const [goal, setGoal] = useState(catalog.goals[0]?.goal ?? '');
  const [days, setDays] = useState('180');
  const submit = async (): Promise<void> => {
    const body = { connection_id: connection, name: name.trim(), goal, days: Number(days) };
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf(body) } };
    made((await unwrap(api.POST('/api/v1/exports/audiences', { params, body }))).data);
  };
  return (
    <WriteForm button="Make the list" submit={submit}>
      <Select
        label="At"
        value={connection}
        set={setConnection}
        options={connections.map((each) => [each.id, each.name] as const)}
      />
      <Text label="Name" value={name} set={setName} maxLength={80} />
      <Select
        label="Who did this"
        value={goal}
        set={setGoal}
        options={catalog.goals.map((each) => [each.goal, each.name] as const)}
      />
      <Text label="In the last days, at most 540" value={days} set={setDays} maxLength={3} />
    </WriteForm>
  );
}
