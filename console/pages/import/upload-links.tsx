// Links by which people without an account upload files, such as a bookkeeper: what comes by them waits on this page for a manager.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { SecretOnce } from '../../design/copy.tsx';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';

type Link = Schemas['UploadLink'];
type Kind = Link['kind'];

const KINDS: Record<Kind, string> = { spend: 'Costs of ads', outcomes: 'Payments, orders or deals' };
const STATES: Record<Link['status'], string> = { active: 'Works', used_up: 'Received all its files', expired: 'Expired' };

const forgetLinks = (): void => forget('upload-links');

export function UploadLinks() {
  const { profile_id } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Schemas['CreatedUploadLink'] | null>(null);
  const answer = useAnswer(['upload-links', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/upload-links', { params: { query: { profile_id } }, signal })),
  );
  const show = (link: Schemas['CreatedUploadLink']): void => {
    setCreated(link);
    setOpen(false);
    forgetLinks();
  };
  return (
    <Panel
      title="From somebody without an account"
      lead="A link for a bookkeeper or an agency: files that come by it wait here until you commit them"
      tools={
        !isOpen && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Make a link
          </button>
        )
      }
    >
      {isOpen && <New show={show} />}
      {created && <SecretOnce name={created.name} secret={created.url} />}
      <Loaded answer={answer} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="note">None yet. A link lets its reader upload files, and shows nothing of this profile.</p>
          ) : (
            <Table name="Links for uploads" columns={['Link', 'State', { number: 'Files' }, { number: 'Until' }, '-']}>
              {data.map((link) => (
                <Row key={link.link_id} link={link} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function New({ show }: { show: (link: Schemas['CreatedUploadLink']) => void }) {
  const { profile_id } = useProfile();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('spend');
  const [days, setDays] = useState('7');
  const submit = async (): Promise<void> => {
    const body = { name: name.trim(), kind, days: Number(days) };
    const { data } = await unwrap(api.POST('/api/v1/upload-links', { params: { query: { profile_id } }, body }));
    show(data);
  };
  return (
    <WriteForm button="Make the link" submit={submit}>
      <Text
        label="Name"
        value={name}
        set={setName}
        maxLength={100}
        placeholder="Costs of the fair"
        hint="The page of the link shows it."
      />
      <Select<Kind>
        label="For"
        value={kind}
        set={setKind}
        options={[
          ['spend', KINDS.spend],
          ['outcomes', KINDS.outcomes],
        ]}
      />
      <Select
        label="It works for"
        value={days}
        set={setDays}
        options={[
          ['1', 'a day'],
          ['3', 'three days'],
          ['7', 'a week'],
        ]}
      />
      <p class="note">Ten files of at most 20 MB. You get a mail for each, and nothing counts before you commit it.</p>
    </WriteForm>
  );
}

function Row({ link }: { link: Link }) {
  const { profile_id, timezone } = useProfile();
  const { link_id, name, kind, status, files, max_files, expires_at } = link;
  return (
    <tr>
      <th scope="row" class="name">
        {name}
        <span class="second-line">{KINDS[kind]}</span>
      </th>
      <td class="text">{STATES[status]}</td>
      <td>
        {files} of {max_files}
      </td>
      <td>{moment(expires_at, timezone)}</td>
      <td class="acts">
        <Confirm
          text="End"
          label={`End ${name}`}
          title={`End ${name}?`}
          act={() =>
            unwrap(api.DELETE('/api/v1/upload-links/{link_id}', { params: { path: { link_id }, query: { profile_id } } }))
          }
          afterwards={forgetLinks}
        >
          <p>Its address does not work any more. Files that came by it stay.</p>
        </Confirm>
      </td>
    </tr>
  );
}
