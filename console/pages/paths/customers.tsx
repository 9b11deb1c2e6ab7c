// The conversions of one path with their customers. A user without access to personal data sees what is hidden and why.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useGoals } from '../../question/goal.ts';
import { moment, money } from '../../words/format.ts';

interface CustomersProps {
  path: readonly string[];
  query: {
    profile_id: string;
    date_from: string;
    date_to: string;
    goal?: string;
    transform: 'exposure' | 'unique' | 'first' | 'frequency';
  };
}

const LIMIT = 50;

export function Customers({ path, query: { profile_id, date_from, date_to, transform, goal: chosen } }: CustomersProps) {
  const { currency, timezone } = useProfile();
  const goal = useGoals(chosen).chosen?.conversion_key;
  const query = { profile_id, date_from, date_to, transform, goal: goal ?? '', limit: LIMIT, path: [...path] };
  const answer = useAnswer(
    ['customers of a path', query],
    (signal) => unwrap(api.GET('/api/v1/customers', { params: { query }, signal })),
    { isEnabled: goal !== undefined },
  );
  if (path.some((channel) => channel.includes(',')))
    return <p class="soft">A channel of this path has a comma in its name, so its customers cannot be listed.</p>;
  if (answer.error?.status === 403)
    return <Hidden title="Names and purchases of customers are hidden from you." error={answer.error} />;
  return (
    <Loaded answer={answer} lines={6}>
      {({ data, pagination }) => (
        <>
          <section class="scroll" tabIndex={0} aria-label="Customers of the path">
            <table>
              <thead>
                <tr>
                  <th scope="col">Customer</th>
                  <th scope="col">Value</th>
                  <th scope="col">When</th>
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <tr key={row.conversion_id}>
                    <th scope="row" class="name">
                      {row.name ?? row.email ?? <span class="soft">Without a name</span>}
                    </th>
                    <td>{row.revenue === null ? '—' : money(row.revenue, currency)}</td>
                    <td>{moment(row.conversion_time, timezone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {pagination.has_next && <p class="soft small">The newest {LIMIT} are shown.</p>}
        </>
      )}
    </Loaded>
  );
}
