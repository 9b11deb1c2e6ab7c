// People whom a search finds.

import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { count, moment, moneyKnown } from '../../words/format.ts';
import { useHere } from './here.ts';
import { HiddenPeople } from './hidden-people.tsx';
import { nameOf } from './names.ts';

export function Found({ text }: { text: string }) {
  const { profile_id, timezone, currency } = useProfile();
  const { hrefOf } = useHere();
  const query = { profile_id, q: text, limit: 50 };
  const answer = useAnswer(['customers', 'search', query], (signal) =>
    unwrap(api.GET('/api/v1/customers/search', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <HiddenPeople error={answer.error} />;
  return (
    <Loaded answer={answer} lines={6}>
      {({ data, warnings }) =>
        data.length === 0 ? (
          <Empty title="Nobody matches these words.">
            <p>A search finds any part of names, e-mail addresses, phone numbers and ids, from two letters on.</p>
          </Empty>
        ) : (
          <Scroll name="People that match the search">
            <table class="customers-list">
              <caption class="only-read">People that match the search</caption>
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col" class="text">
                    Came from
                  </th>
                  <th scope="col">Conversions</th>
                  <th scope="col">Paid, net of refunds</th>
                  <th scope="col">Last seen</th>
                </tr>
              </thead>
              <tbody>
                {data.map((person) => (
                  <tr key={person.customer_profile_id}>
                    <th scope="row" class="name">
                      <Link href={hrefOf(person.customer_profile_id)}>{nameOf(person)}</Link>
                      <span class="second-line">{person.primary_email ?? person.primary_phone}</span>
                    </th>
                    <td class="text">{person.sources.join(', ') || 'Direct'}</td>
                    <td>{count(person.conversion_count)}</td>
                    <td>{moneyKnown(person.cash_revenue, currency)}</td>
                    <td>{moment(person.last_seen_at, timezone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Warnings of={warnings} isNote />
          </Scroll>
        )
      }
    </Loaded>
  );
}
