// The system of record: whose report of a sale counts, of all sales of the profile.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select, WriteForm } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';

const useSettings = () => {
  const { profile_id } = useProfile();
  const query = { profile_id };
  return useAnswer(['meaning', 'settings', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/attribution-settings', { params: { query }, signal })),
  );
};

const USUAL = 'None: a shop before a server, a payment provider and a bank';

/** Which of two reports counts if they are one sale. */
export function RecordNote() {
  const { data } = useSettings();
  if (!data) return null;
  const { system_of_record: system } = data.data;
  return (
    <p class="note">
      {system === null
        ? 'Of one sale the report of a shop counts before that of your server, a payment provider and a bank. The others complete it.'
        : `Of one sale the report of ${system}, the system of record, counts. The others complete it.`}
    </p>
  );
}

interface RecordProps {
  /** Systems of the pair. */
  systems: readonly string[];
  close: () => void;
}

export function RecordDialog({ systems, close }: RecordProps) {
  const settings = useSettings();
  return (
    <Dialog title="Which system’s reports count?" onClose={close}>
      <Loaded answer={settings}>
        {({ data }) => <Form systems={systems} first={data.system_of_record ?? ''} close={close} />}
      </Loaded>
    </Dialog>
  );
}

function Form({ systems, first, close }: RecordProps & { first: string }) {
  const { profile_id } = useProfile();
  const [system, setSystem] = useState(first);
  const save = async (): Promise<void> => {
    const params = { query: { profile_id } };
    const body = { system_of_record: system === '' ? null : system };
    await unwrap(api.PATCH('/api/v1/profile/attribution-settings', { params, body }));
    close();
  };
  const names = [...new Set([...systems, ...(first === '' ? [] : [first])])].sort();
  return (
    <WriteForm button="Save and compute again" submit={save} afterwards={() => forget('meaning')}>
      <p>
        Of each sale that several systems report, the amount, time and state of this system count. This is a setting of the whole
        profile, and all figures are computed again.
      </p>
      <Select
        label="System of record"
        value={system}
        set={setSystem}
        options={[['', USUAL] as const, ...names.map((name) => [name, name] as const)]}
      />
    </WriteForm>
  );
}
