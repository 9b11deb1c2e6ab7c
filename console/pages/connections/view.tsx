// Connections: the accounts that are read, how the last reading went and who has to act, and what else can be connected.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Card } from './card.tsx';
import { Offers } from './offers.tsx';

/** While something is read, its end is soon seen. */
const LOOK_SECONDS = 10;

export default function Connections() {
  const { profile_id } = useProfile();
  const answer = useAnswer(
    ['connections', profile_id],
    (signal) => unwrap(api.GET('/api/v1/connections', { params: { query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, meta }) => (
        <>
          {data.length === 0 && (
            <Empty title="Nothing is connected yet.">
              <p>
                Connect the accounts that cost money and the tools that take it. Spend, payments and deals are then read every
                hour.
              </p>
            </Empty>
          )}
          <div class="connections">
            {data.map((connection) => (
              <Card key={connection.id} connection={connection} />
            ))}
          </div>
          <Offers providers={meta.providers} />
        </>
      )}
    </Loaded>
  );
}
