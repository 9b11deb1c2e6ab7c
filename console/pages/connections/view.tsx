// Connections: the accounts that are read, how the last reading went and who has to act, what else can be connected, and what connected shops have.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { Apps } from './apps/list.tsx';
import { Wizard } from './apps/wizard.tsx';
import { Card } from './card.tsx';
import { Offers } from './offers.tsx';
import { Shops } from './shops/view.tsx';

type Connection = Schemas['Connection'];

/** An attempt that nobody finished, beside a connection to the same provider or a newer attempt. */
const isLeft = ({ id, provider, status }: Connection, all: readonly Connection[]): boolean => {
  const others = all.filter((each) => each.id !== id && each.provider === provider);
  const attempts = all.filter((each) => each.provider === provider && each.status === 'pending');
  return status === 'pending' && (others.some((each) => each.status !== 'pending') || newestOf(attempts)?.id !== id);
};

const newestOf = (attempts: readonly Connection[]): Connection | undefined =>
  attempts.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id))[0];

/** While something is read, its end is soon seen. */
const LOOK_SECONDS = 10;

export default function Connections() {
  const { rest } = usePlace();
  if (rest === '') return <Accounts />;
  if (rest === 'products' || rest === 'orders') return <Shops part={rest} />;
  const [, provider] = rest.split('/');
  return provider === undefined ? <Apps /> : <Wizard key={provider} provider={provider} />;
}

function Accounts() {
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
            {data
              .filter((each) => !isLeft(each, data))
              .map((connection) => (
                <Card key={connection.id} connection={connection} providers={meta.providers} />
              ))}
          </div>
          <Offers providers={meta.providers} />
        </>
      )}
    </Loaded>
  );
}
