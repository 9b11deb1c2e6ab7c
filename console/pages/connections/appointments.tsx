// Calendars whose appointments with customers count as outcomes: none at first.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { ErrorBlock } from '../../design/states.tsx';
import { useProfile } from '../../frame/place.tsx';

type Outcome = NonNullable<Schemas['Connection']['outcomes']>[number];

const APPOINTMENT = 'appointment_booked';

export function Appointments({ id, outcomes }: { id: string; outcomes: readonly Outcome[] }) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = useWrite(() => forget('connections'));
  const [chosen, setChosen] = useState(() => outcomes.flatMap((each) => (each.event_type === null ? [] : [each.id])));
  const counted = outcomes.filter(({ event_type }) => event_type !== null);
  const isSame = outcomes.every((each) => chosen.includes(each.id) === (each.event_type !== null));
  const save = () =>
    run(() =>
      unwrap(
        api.PUT('/api/v1/connections/{id}/outcomes', {
          params: { path: { id }, query: { profile_id } },
          body: { outcomes: chosen.map((calendar) => ({ kind: 'calendar' as const, id: calendar, event_type: APPOINTMENT })) },
        }),
      ),
    );
  return (
    <details>
      <summary>
        {counted.length === 0 ? 'Appointments do not count' : `Appointments count: ${counted.map(({ name }) => name).join(', ')}`}
      </summary>
      <form
        class="form connections-appointments"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p class="small">
          An appointment with a customer is an outcome from when it was booked, once however often it moves, and none once it is
          cancelled or the customer declines. Events of nobody known and private ones never count.
        </p>
        {outcomes.map(({ id: calendar, name }) => (
          <label key={calendar} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(calendar)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setChosen((before) => (checked ? [...before, calendar] : before.filter((each) => each !== calendar)));
              }}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
        {fault && <ErrorBlock error={fault} />}
        <div class="row">
          <button type="submit" class="button" disabled={isBusy || isSame}>
            Save
          </button>
        </div>
      </form>
    </details>
  );
}
