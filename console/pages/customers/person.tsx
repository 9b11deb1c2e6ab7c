// One person: who it is, the credit of one of their conversions under every model, and everything they did, by day.
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';
import { goalName, useGoals } from '../../question/goal.ts';
import { useFigures } from '../../question/use-question.tsx';
import { count, moment, money, moneyKnown } from '../../words/format.ts';
import { Credit } from './credit.tsx';
import { DataFile } from './data-file.tsx';
import { useHere } from './here.ts';
import { Journey } from './journey.tsx';
import { nameOf } from './names.ts';
import { Summary } from './summary.tsx';

type Person = Schemas['JourneyPerson'];

/** The address of a conversion whose person may not be seen. */
const HIDDEN = 'conversion';

export function Person({ id }: { id: string }) {
  const { hrefOf, conversionId } = useHere();
  return (
    <>
      <p class="customers-back">
        <Link href={hrefOf()}>All customers</Link>
      </p>
      {id === HIDDEN ? conversionId !== undefined && <Credit id={conversionId} /> : <Known id={id} />}
    </>
  );
}

function Known({ id }: { id: string }) {
  const { profile_id } = useProfile();
  const { conversionId } = useHere();
  const query = { profile_id, include: ['person' as const], limit: 1 };
  const answer = useFigures(['journey', 'person', id, query], (signal) =>
    unwrap(api.GET('/api/v1/customers/{id}/journey', { params: { path: { id }, query }, signal })),
  );
  return (
    <Loaded answer={answer} lines={12}>
      {({ meta: { person = null } }) => {
        if (person === null) return <Empty title="There is no such person, or their data was erased." />;
        const shown = conversionId ?? person.conversions[0]?.conversion_id;
        return (
          <>
            <div class="customers-person">
              <Who person={person} />
              <Conversions person={person} shown={shown} id={id} />
            </div>
            {shown !== undefined && <Credit key={shown} id={shown} />}
            <Journey id={id} />
          </>
        );
      }}
    </Loaded>
  );
}

const IDENTIFIERS = [
  ['emails', 'E-mail'],
  ['phones', 'Phone'],
  ['external_ids', 'Your id'],
  ['crm_contact_ids', 'CRM contact'],
  ['phones_as_given', 'Phone, not readable'],
] as const;

function Who({ person }: { person: Person }) {
  const { timezone, currency } = useProfile();
  const { identifiers } = person;
  return (
    <Panel title={nameOf(person, 'Unidentified visitor')} class="customers-who">
      <dl class="terms">
        {IDENTIFIERS.filter(([kind]) => identifiers[kind].length > 0).map(([kind, name]) => (
          <div key={kind} class="customers-term">
            <dt>{name}</dt>
            <dd>{identifiers[kind].join(', ')}</dd>
          </div>
        ))}
        <div class="customers-term">
          <dt>Paid, net of refunds</dt>
          <dd>{moneyKnown(person.cash_revenue, currency)}</dd>
        </div>
        <div class="customers-term">
          <dt>Conversions</dt>
          <dd>{count(person.conversion_count)}</dd>
        </div>
        <div class="customers-term">
          <dt>Visits</dt>
          <dd>
            {count(person.session_count)} with {count(person.touch_count)} touches in all
          </dd>
        </div>
        {person.first_seen_at !== null && (
          <div class="customers-term">
            <dt>First seen</dt>
            <dd>{moment(person.first_seen_at, timezone)}</dd>
          </div>
        )}
        {person.last_seen_at !== null && (
          <div class="customers-term">
            <dt>Last seen</dt>
            <dd>{moment(person.last_seen_at, timezone)}</dd>
          </div>
        )}
      </dl>
      <Summary id={person.customer_profile_id} />
      <DataFile id={person.customer_profile_id} />
    </Panel>
  );
}

function Conversions({ person, shown, id }: { person: Person; shown: string | undefined; id: string }) {
  const { timezone } = useProfile();
  const { hrefOf } = useHere();
  const { all: goals } = useGoals(undefined);
  if (person.conversions.length === 0) return <Empty title="This person has not converted." />;
  return (
    <Panel title="Conversions" lead="The newest 50; choose one to see the credit of its touches">
      <Scroll name="Conversions of this person" class="customers-short">
        <table>
          <caption class="only-read">Conversions of this person</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" class="text">
                Goal
              </th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {person.conversions.map((each) => (
              <tr key={each.conversion_id} aria-current={each.conversion_id === shown ? 'true' : undefined}>
                <th scope="row">
                  <Link href={hrefOf(id, each.conversion_id)} replace>
                    {moment(each.conversion_time, timezone)}
                  </Link>
                </th>
                <td class="text">{goalName(goals, each.goal)}</td>
                <td>{each.revenue === null || each.currency === null ? '–' : money(each.revenue, each.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
