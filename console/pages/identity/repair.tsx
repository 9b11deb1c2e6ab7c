// Identifiers that a customer lacks or shares with another, why each cannot be repaired, and the repair with what it would do.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Empty, ErrorBlock } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { count, plural } from '../../words/format.ts';
import { useHere } from './here.ts';
import { forgetPeople } from './last-merge.tsx';
import { identifierName } from './words.ts';

type Fault = Schemas['IdentityFault'];
const ROWS = 50;
/** At once. */
const REPAIRS = 100;

export function Repair() {
  const { profile_id } = useProfile();
  const { offset, hrefOf } = useHere();
  const query = { profile_id, limit: ROWS, offset };
  const answer = useAnswer(['identity', 'repair', query], (signal) =>
    unwrap(api.GET('/api/v1/identity/repair-scan', { params: { query }, signal })),
  );
  if (answer.error?.status === 403)
    return <Hidden title="Pairs of customers and their identifiers are hidden from you." error={answer.error} />;
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, total_count, auto_repairable_count, auto_merge_count, pagination }) =>
        total_count === 0 ? (
          <Empty title="No identifier is missing or duplicated." />
        ) : (
          <Panel
            title="Missing and duplicated identifiers"
            lead={`${count(total_count)} in all; a repair fixes ${count(auto_repairable_count)}; ${plural(auto_merge_count, 'pair')} of customers share an identifier`}
            tools={auto_repairable_count > 0 ? <Repairs /> : undefined}
          >
            <Faults faults={data} />
            <div class="row">
              {offset > 0 && (
                <Link href={hrefOf({ offset: offset > ROWS ? String(offset - ROWS) : undefined })}>Previous page</Link>
              )}
              {pagination.has_next && <Link href={hrefOf({ offset: String(offset + ROWS) })}>Next page</Link>}
            </div>
          </Panel>
        )
      }
    </Loaded>
  );
}

const OBSTACLES: Record<NonNullable<Fault['obstacle']>, string> = {
  claimed_by_several: 'Browsers sent it for several customers.',
  limit_reached: 'The customer already has one of this kind.',
  value_not_kept: 'Its value was not kept.',
  needs_merge: 'Merge the two customers, if they are one person.',
};

function Faults({ faults }: { faults: readonly Fault[] }) {
  const { id } = usePlace();
  const person = (customerId: string) => (
    <Link href={`/console/${id}/customers/${customerId}`} title={customerId}>
      <code>{customerId.slice(0, 8)}</code>
    </Link>
  );
  return (
    <Scroll name="Missing and duplicated identifiers">
      <table>
        <caption class="only-read">Missing and duplicated identifiers</caption>
        <thead>
          <tr>
            <th scope="col">Fault</th>
            <th scope="col" class="text">
              Customer
            </th>
            <th scope="col">Times sent</th>
            <th scope="col" class="text">
              Repair
            </th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault, at) => (
            <tr key={at}>
              <th scope="row">
                {fault.kind === 'missing_identifier' ? 'Missing' : 'Duplicated'} {identifierName(fault.identifier_type)}
              </th>
              <td class="text">
                {person(fault.customer_profile_id)}
                {fault.other_customer_profile_id !== null && <> and {person(fault.other_customer_profile_id)}</>}
              </td>
              <td>{count(fault.times)}</td>
              <td class="text">{fault.obstacle === null ? 'Can be repaired' : OBSTACLES[fault.obstacle]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

type Planned = Schemas['RepairAnswer']['data'];

function Repairs() {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite();
  const [planned, setPlanned] = useState<Planned>();
  const ask = async (mode: 'preview' | 'apply'): Promise<Planned> => {
    const params = { query: { profile_id } };
    return (await unwrap(api.POST('/api/v1/identity/repair', { params, body: { mode, limit: REPAIRS } }))).data;
  };
  const preview = () => run(async () => setPlanned(await ask('preview')));
  const apply = () =>
    run(async () => {
      await ask('apply');
      setPlanned(undefined);
      forgetPeople();
    });
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={preview}>
        Preview the repair
      </button>
      {fault && !planned && <ErrorBlock error={fault} />}
      {planned && (
        <Dialog title="Add missing identifiers?" onClose={() => setPlanned(undefined)}>
          <p>Nothing is merged or replaced. Each customer gets the identifier that browsers sent for it:</p>
          <ul class="identity-planned small">
            {planned.backfills.map(({ customer_profile_id, identifier_type }) => (
              <li key={`${customer_profile_id} ${identifier_type}`}>
                <code title={customer_profile_id}>{customer_profile_id.slice(0, 8)}</code> {identifierName(identifier_type)}
              </li>
            ))}
          </ul>
          {fault && <ErrorBlock error={fault} />}
          <button type="button" class="button primary" disabled={isBusy} onClick={apply}>
            Add {plural(planned.backfills.length, 'identifier')}
          </button>
        </Dialog>
      )}
    </>
  );
}
