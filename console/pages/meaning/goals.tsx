// Which outcomes count as conversions: the definitions, the outcomes that none counts, and the form with its dry run.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { count, money } from '../../words/format.ts';
import { EditGoal } from './edit-goal.tsx';
import { type Here, useHere } from './here.ts';
import { RemoveGoals } from './remove-goals.tsx';
import { COUNTINGS, FAMILIES, type Values, valuesOf, worthOf } from './words.ts';

type Definition = Schemas['DefinitionListAnswer']['data'][number];

export function Goals() {
  const here = useHere();
  const [edited, edit] = useState<Values>();
  const [isRemoving, setRemoving] = useState(false);
  const query = { profile_id: here.profile_id };
  const answer = useAnswer(['meaning', 'definitions', query], (signal) =>
    unwrap(api.GET('/api/v1/goals/definitions', { params: { query }, signal })),
  );
  return (
    <>
      <Uncounted here={here} rows={answer.data?.data ?? []} edit={edit} />
      <Panel
        title="Goals"
        lead="Outcomes of these event types count as conversions; the overview counts the default one"
        tools={
          here.mayChange && (
            <span class="row">
              <button type="button" class="button" onClick={() => setRemoving(true)}>
                Remove goals
              </button>
              <button type="button" class="button primary" onClick={() => edit(valuesOf())}>
                New goal
              </button>
            </span>
          )
        }
      >
        <Loaded answer={answer}>{({ data }) => <Definitions here={here} rows={data} edit={edit} />}</Loaded>
      </Panel>
      {isRemoving && (
        <Dialog title="Remove goals" onClose={() => setRemoving(false)}>
          <RemoveGoals here={here} rows={answer.data?.data ?? []} close={() => setRemoving(false)} />
        </Dialog>
      )}
      {edited && (
        <Dialog title={edited.key === '' ? 'New goal' : edited.name} onClose={() => edit(undefined)}>
          <EditGoal here={here} first={edited} close={() => edit(undefined)} />
        </Dialog>
      )}
    </>
  );
}

function Definitions({ here, rows, edit }: { here: Here; rows: readonly Definition[]; edit: (values: Values) => void }) {
  return (
    <Table name="Definitions" columns={['Goal', 'Event types', 'Counts', 'Value', 'Money', 'Window', '-']}>
      {rows.map((row) => (
        <tr key={row.conversion_key}>
          <th scope="row" class="name">
            {row.name}
            {row.is_default && <b> (default)</b>}
            {!row.is_active && <span class="soft"> (off)</span>}
            <span class="second-line">{row.conversion_key}</span>
          </th>
          <td class="text meaning-types">{row.event_types.join(', ')}</td>
          <td class="text">{COUNTINGS[row.counting]}</td>
          <td class="text">{worthOf(row)}</td>
          <td class="text">{FAMILIES[row.revenue_type]}</td>
          <td class="text">{row.lookback_window_days === null ? 'As the profile' : `${row.lookback_window_days} days`}</td>
          <td class="acts">
            {here.mayChange && (
              <button type="button" class="button" aria-label={`Edit ${row.name}`} onClick={() => edit(valuesOf(row))}>
                Edit
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** `demo_booked`: Demo booked. */
const nameOf = (type: string): string => type.replaceAll(/[._-]+/g, ' ').replace(/^./, (first) => first.toUpperCase());

/** The proposal may add the type to a goal that exists. */
function proposedValues(type: string, proposal: Partial<Definition>, rows: readonly Definition[]): Values {
  const row = rows.find(({ conversion_key }) => conversion_key === proposal.conversion_key);
  const values = valuesOf({ name: nameOf(type), ...row, ...proposal });
  return { ...values, isNew: row === undefined };
}

/** Outcomes that were received and are in no figure. */
function Uncounted({ here, rows, edit }: { here: Here; rows: readonly Definition[]; edit: (values: Values) => void }) {
  const query = { profile_id: here.profile_id, days: 1 };
  const { data } = useAnswer(['meaning', 'uncounted', query], (signal) =>
    unwrap(api.GET('/api/v1/tracking/quality', { params: { query }, signal })),
  );
  const types = data?.data.signals.find(({ name }) => name === 'uncounted_outcomes')?.event_types ?? [];
  if (types.length === 0) return null;
  return (
    <Panel title="Received, and in no figure" lead="No goal counts outcomes of these types">
      <Table name="Outcomes that no goal counts" columns={['Event type', { number: 'Outcomes' }, { number: 'Money' }, '-']}>
        {types.map(({ event_type, events, money: sums, proposal }) => (
          <tr key={event_type}>
            <th scope="row" class="name">
              <bdi>{event_type}</bdi>
            </th>
            <td>{count(events)}</td>
            <td>{sums.map(({ amount, currency }) => money(amount, currency)).join(', ') || '–'}</td>
            <td class="acts">
              {here.mayChange && (
                <button
                  type="button"
                  class="button"
                  aria-label={`Count ${event_type}`}
                  onClick={() => edit(proposedValues(event_type, proposal, rows))}
                >
                  Count
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
