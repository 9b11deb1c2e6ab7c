// Readers of a schedule without an account: their addresses with the state of each, and the question whether a new one wants the reports.
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Chosen } from '../alerts/recipients.tsx';
import { type OutsideReader, readerState, readersKey, useOutsideReaders } from './words.ts';

interface OutsideProps {
  chosen: readonly string[];
  set: (ids: string[]) => void;
}

const forgetReaders = (): void => forget(readersKey);

export function OutsideReaders({ chosen, set }: OutsideProps) {
  const { role } = useProfile();
  const readers = useOutsideReaders();
  const mayAsk = role === 'manager';
  if (readers.length === 0 && !mayAsk) return null;
  return (
    <>
      {readers.length > 0 && (
        <Chosen
          name="By mail to people without an account"
          options={readers.map((reader) => [reader.id, `${reader.address}: ${readerState(reader)}`])}
          chosen={chosen}
          set={set}
        />
      )}
      {mayAsk && <NewReader added={(id) => set([...chosen.filter((each) => each !== id), id])} />}
      {mayAsk && <Unconfirmed readers={readers} />}
      <p class="small soft">
        An address outside gets nothing before its person has confirmed by a mail, then figures of at least five people and closed
        days.
      </p>
    </>
  );
}

/** Within the form of the schedule, so it is no form itself. */
function NewReader({ added }: { added: (id: string) => void }) {
  const { profile_id } = useProfile();
  const [address, setAddress] = useState('');
  const ask = async (): Promise<void> => {
    const params = { query: { profile_id } };
    const { data } = await unwrap(api.POST('/api/v1/reports/readers', { params, body: { address } }));
    added(data.id);
    setAddress('');
  };
  return (
    <div class="reports-new-reader">
      <label>
        Another address
        <input
          type="email"
          value={address}
          autocomplete="off"
          placeholder="name@company.example"
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
      </label>
      {address !== '' && (
        <Act text="Request a confirmation" label={`Request a confirmation of ${address}`} act={ask} afterwards={forgetReaders} />
      )}
    </div>
  );
}

function Unconfirmed({ readers }: { readers: readonly OutsideReader[] }) {
  const { profile_id } = useProfile();
  const params = { query: { profile_id } };
  const removable = readers.filter(({ status }) => status !== 'unsubscribed');
  if (removable.length === 0) return null;
  return (
    <details>
      <summary>Change these addresses</summary>
      <ul class="plain reports-readers">
        {removable.map(({ id, address, status }) => (
          <li key={id}>
            <bdi>{address}</bdi>
            <span class="row">
              {status !== 'confirmed' && (
                <Act
                  text="Ask again"
                  label={`Ask ${address} again`}
                  act={() => unwrap(api.POST('/api/v1/reports/readers', { params, body: { address } }))}
                  afterwards={forgetReaders}
                />
              )}
              <Confirm
                text="Remove"
                label={`Remove ${address}`}
                title={`Remove ${address}?`}
                act={() => unwrap(api.DELETE('/api/v1/reports/readers/{id}', { params: { ...params, path: { id } } }))}
                afterwards={forgetReaders}
              >
                <p>It gets no more reports of this profile, whatever schedule names it.</p>
              </Confirm>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
