// Of which folder or label and to which alias all mails are kept, beside answers and mails of customers.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Select, Text, WriteForm } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';

type Import = Schemas['MailImport'];
type Folder = Schemas['MailFolder'];

interface Mailbox {
  id: string;
  provider: string;
  chosen: Import;
}

const wordOf = (provider: string): string => (provider === 'gmail' ? 'label' : 'folder');

function summaryOf({ provider, chosen: { folder, alias } }: Mailbox): string {
  const places = [
    ...(folder === null ? [] : [`in the ${wordOf(provider)} ${folder.name}`]),
    ...(alias === null ? [] : [`to ${alias}`]),
  ];
  return places.length === 0
    ? 'Kept: answers and mails of customers'
    : `Kept: all mails ${places.join(' and ')}, answers, and mails of customers`;
}

export function MailImport({ mailbox }: { mailbox: Mailbox }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summaryOf(mailbox)}</summary>
      {isOpen && <Choice mailbox={mailbox} />}
    </details>
  );
}

/** The folders as the provider has them now. */
function Choice({ mailbox }: { mailbox: Mailbox }) {
  const { profile_id } = useProfile();
  const params = { path: { id: mailbox.id }, query: { profile_id } };
  const answer = useAnswer(['mail-folders', profile_id, mailbox.id], (signal) =>
    unwrap(api.GET('/api/v1/connections/{id}/mail-folders', { params, signal })),
  );
  return <Loaded answer={answer}>{({ data }) => <Form mailbox={mailbox} folders={data} />}</Loaded>;
}

/** One that is gone stays a choice while it is chosen. */
const optionsOf = (folders: readonly Folder[], chosen: Folder | null): [string, string][] => [
  ['', 'None'],
  ...folders.map(({ id, name }): [string, string] => [id, name]),
  ...(chosen === null || folders.some(({ id }) => id === chosen.id)
    ? []
    : [[chosen.id, `${chosen.name} (not in the mailbox any more)`] as [string, string]]),
];

function Form({ mailbox: { id, provider, chosen }, folders }: { mailbox: Mailbox; folders: readonly Folder[] }) {
  const { profile_id } = useProfile();
  const [folder, setFolder] = useState(chosen.folder?.id ?? '');
  const [alias, setAlias] = useState(chosen.alias ?? '');
  const isSame = folder === (chosen.folder?.id ?? '') && alias.trim() === (chosen.alias ?? '');
  const submit = () =>
    unwrap(
      api.PUT('/api/v1/connections/{id}/mail-import', {
        params: { path: { id }, query: { profile_id } },
        body: { folder: folder === '' ? null : folder, alias: alias.trim() === '' ? null : alias.trim() },
      }),
    );
  return (
    <WriteForm
      class="form connections-appointments"
      button={isSame ? undefined : 'Save'}
      submit={submit}
      afterwards={() => forget('connections')}
    >
      <p class="small">
        Answers to what was sent from here and mails of customers are always kept. Of all other mails only those are kept that
        arrive in the place you choose, from now on, no matter who sent them.
      </p>
      <Select
        label={provider === 'gmail' ? 'Every mail with the label' : 'Every mail in the folder'}
        value={folder}
        set={setFolder}
        options={optionsOf(folders, chosen.folder)}
      />
      <Text
        label="Every mail to the alias"
        type="email"
        value={alias}
        set={setAlias}
        isOptional
        hint="An address whose mails arrive in this mailbox, such as support@example.com."
      />
    </WriteForm>
  );
}
