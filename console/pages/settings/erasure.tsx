// Erases a customer by an identifier: asked again with the same one, it says how far the erasure is.
import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useWrite } from '../../api/write.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Select, Text } from '../../design/form.tsx';
import { ErrorBlock } from '../../design/states.tsx';
import { saveCustomerFile } from '../../share/customer-file.ts';
import { count } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

type Erased = Schemas['CustomerErasureAnswer']['data'];
const BY = [
  ['email', 'E-mail address'],
  ['phone', 'Phone number'],
  ['customer_profile_id', 'Id of the customer'],
  ['anonymous_id', 'Id of the browser'],
] as const;
type By = (typeof BY)[number][0];

export function Erasure({ here }: { here: Here }) {
  const [profile, setProfile] = useState(here.profiles[0]?.profile_id ?? '');
  const [by, setBy] = useState<By>('email');
  const [value, setValue] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [erased, setErased] = useState<Erased>();
  const { isBusy, fault, run } = useWrite(forgetSettings);
  const erase = () =>
    run(async () => {
      setAsking(false);
      const body = { profile_id: profile, [by]: value.trim() };
      const params = { path: here.at };
      const { data } = await unwrap(api.POST('/api/v1/workspaces/{workspaceId}/customer-erasures', { params, body }));
      setErased(data);
    });
  const save = () => run(() => saveCustomerFile(here.workspace_id, { profile_id: profile, [by]: value.trim() }));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <Select
        label="Profile"
        value={profile}
        set={setProfile}
        options={here.profiles.map((each) => [each.profile_id, each.name])}
      />
      <Select label="By" value={by} set={setBy} options={BY} />
      <Text label="Identifier" value={value} set={setValue} />
      {fault && <ErrorBlock error={fault} />}
      {erased && <Result erased={erased} />}
      <div class="row">
        <button type="button" class="button" disabled={isBusy} onClick={save}>
          Data as a file
        </button>
        <button type="submit" class="button danger" disabled={isBusy}>
          Erase the customer
        </button>
      </div>
      {isAsking && <Question name={value.trim()} isBusy={isBusy} erase={erase} close={() => setAsking(false)} />}
    </form>
  );
}

interface QuestionProps {
  name: string;
  isBusy: boolean;
  erase: () => void;
  close: () => void;
}

const Question = ({ name, isBusy, erase, close }: QuestionProps) => (
  <Dialog title="Erase this customer for good?" onClose={close}>
    <p>
      Identifiers, visits and conversions of <b>{name}</b> lose every link to a person, in all stores and in the archive. Revenue
      stays in the totals. A backup that is restored later erases them again.
    </p>
    <div class="row">
      <button type="button" class="button danger" disabled={isBusy} onClick={erase}>
        Erase for good
      </button>
      <button type="button" class="button" onClick={close}>
        Cancel
      </button>
    </div>
  </Dialog>
);

const Result = ({ erased: { status, erasure_id, erased, backups } }: { erased: Erased }) => (
  <div role="status">
    <p class={status === 'done' ? 'good' : undefined}>
      {status === 'done' ? 'Erased.' : 'Being erased: send it again to see how far it is.'}
    </p>
    <dl class="terms">
      <dt>Identifiers</dt>
      <dd>{count(erased?.identifiers ?? 0)}</dd>
      <dt>Browsers</dt>
      <dd>{count(erased?.browsers ?? 0)}</dd>
      <dt>Facts</dt>
      <dd>{count(erased?.facts ?? 0)}</dd>
      <dt>Backups</dt>
      <dd>
        {count(backups?.told ?? 0)} informed, {count(backups?.not_reached ?? 0)} not reached
      </dd>
      <dt>Receipt</dt>
      <dd>{erasure_id}</dd>
    </dl>
  </div>
);
