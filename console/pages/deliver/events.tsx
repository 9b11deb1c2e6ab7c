// Which conversions a destination gets, under which name, and with their value or without.
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Check, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useKeyOf } from '../../outside/keys.ts';
import { type Catalog, changed, type Wired } from './asked.ts';

interface Chosen {
  goal: string;
  title: string;
  isOn: boolean;
  event_name: string;
  value: 'net' | 'none';
}

function chosenOf({ goals, destinations }: Catalog, id: string): Chosen[] {
  const events = destinations.find(({ destination_id }) => destination_id === id)?.events ?? [];
  return goals.map(({ goal, name, default_event_name }) => {
    const found = events.find((event) => event.goal === goal);
    const usual = { event_name: default_event_name, value: 'net' as const };
    return {
      goal,
      title: name,
      isOn: found !== undefined,
      ...usual,
      ...(found && { event_name: found.event_name, value: found.value }),
    };
  });
}

export function Events({ wired, catalog, close }: { wired: Wired; catalog: Catalog; close: () => void }) {
  const { profile_id } = useProfile();
  const keyOf = useKeyOf();
  const [rows, setRows] = useState(() => chosenOf(catalog, wired.destination_id));
  const [isShared, setShared] = useState(false);
  const names = rows.filter(({ isOn }) => isOn).map(({ event_name }) => event_name.trim());
  const isTwice = new Set(names).size < names.length;
  const submit = async (): Promise<void> => {
    const events = rows
      .filter(({ isOn }) => isOn)
      .map(({ goal, event_name, value }) => ({ goal, value, event_name: event_name.trim() }));
    const shared_event_names = isShared ? ('count_each' as const) : ('refuse' as const);
    const body = { destinations: [{ destination_id: wired.destination_id, shared_event_names, events }] };
    const params = { query: { profile_id }, header: { 'Idempotency-Key': keyOf(body) } };
    await unwrap(api.PUT('/api/v1/conversion-sync/catalog', { params, body }));
    close();
  };
  const change = (goal: string, news: Partial<Chosen>): void =>
    setRows(rows.map((row) => (row.goal === goal ? { ...row, ...news } : row)));
  return (
    <Dialog title={`Conversions for ${wired.name}`} onClose={close}>
      <p>What happened before a conversion is chosen is not sent.</p>
      <WriteForm button="Save" submit={submit} afterwards={changed}>
        {rows.map((row) => (
          <Row key={row.goal} row={row} change={(news) => change(row.goal, news)} />
        ))}
        {isTwice && (
          <Check label="Two of them have one name at the destination, which counts both" value={isShared} set={setShared} />
        )}
      </WriteForm>
    </Dialog>
  );
}

const Row = ({ row, change }: { row: Chosen; change: (news: Partial<Chosen>) => void }) => (
  <div class="deliver-event">
    <Check label={row.title} value={row.isOn} set={(isOn) => change({ isOn })} />
    {row.isOn && (
      <div class="row">
        <label>
          Name there
          <input
            type="text"
            required
            maxLength={64}
            value={row.event_name}
            onInput={(event) => change({ event_name: event.currentTarget.value })}
          />
        </label>
        <Check
          label="With its value, net of refunds"
          value={row.value === 'net'}
          set={(on) => change({ value: on ? 'net' : 'none' })}
        />
      </div>
    )}
  </div>
);
