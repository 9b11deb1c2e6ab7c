// Short links with their tags, clicks and QR codes.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../design/act.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count } from '../../words/format.ts';
import { forgetBio, orNull } from './look.tsx';

type ShortLink = Schemas['ShortLink'];
type Tags = Record<(typeof TAGS)[number][0], string>;

const TAGS = [
  ['source', 'Source', 'share'],
  ['medium', 'Medium', 'social'],
  ['campaign', 'Campaign', ''],
  ['content', 'Content', ''],
] as const;
const NO_TAGS: Tags = { source: '', medium: '', campaign: '', content: '' };

export function ShortLinks({ hasDestination, mayChange }: { hasDestination: boolean; mayChange: boolean }) {
  const { profile_id } = useProfile();
  const [edited, setEdited] = useState<ShortLink | 'new'>();
  const params = { query: { profile_id } };
  const answer = useAnswer(['bio', 'links', profile_id], (signal) => unwrap(api.GET('/api/v1/links', { params, signal })));
  return (
    <Panel
      title="Short links"
      lead="Short enough for a flyer, with a QR code; each click arrives with its tags and is counted"
      tools={
        mayChange && (
          <button type="button" class="button" onClick={() => setEdited('new')}>
            New short link
          </button>
        )
      }
    >
      {edited !== undefined && (
        <Dialog title={edited === 'new' ? 'New short link' : 'Change the link'} onClose={() => setEdited(undefined)}>
          <LinkForm
            link={edited === 'new' ? undefined : edited}
            hasDestination={hasDestination}
            close={() => setEdited(undefined)}
          />
        </Dialog>
      )}
      <Loaded answer={answer} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="note">None yet.</p>
          ) : (
            <Table name="Short links" columns={['Link', 'Leads to', { number: 'Clicks' }, '-']}>
              {data.map((link) => (
                <Row key={link.link_id} link={link} edit={mayChange ? () => setEdited(link) : undefined} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({ link, edit }: { link: ShortLink; edit: (() => void) | undefined }) {
  const { profile_id } = useProfile();
  const { link_id, label, short_url, tagged_url, clicks, clicks_recent } = link;
  const name = label ?? short_url ?? tagged_url;
  const params = { path: { link_id }, query: { profile_id } };
  return (
    <tr>
      <th scope="row" class="name">
        <bdi>{label ?? 'Without a label'}</bdi>
        <span class="second-line">{short_url ?? 'No address: several workspaces, and no public host'}</span>
      </th>
      <td class="text">
        <bdi class="bio-address">{tagged_url}</bdi>
      </td>
      <td>
        {count(clicks)}
        <span class="second-line">{count(clicks_recent)} in 30 days</span>
      </td>
      <td class="acts">
        <span class="row">
          {short_url !== null && (
            <>
              <CopyButton text={short_url} about={`the address of ${name}`} />
              <QrCode link={link} name={name} />
            </>
          )}
          {edit && (
            <>
              <button type="button" class="button" aria-label={`Change ${name}`} onClick={edit}>
                Change
              </button>
              <Confirm
                text="Delete"
                label={`Delete ${name}`}
                title={`Delete ${name}?`}
                act={() => unwrap(api.DELETE('/api/v1/links/{link_id}', { params }))}
                afterwards={forgetBio}
              >
                <p>Its address leads nowhere from now on, also where it is printed. Its clicks are deleted.</p>
              </Confirm>
            </>
          )}
        </span>
      </td>
    </tr>
  );
}

function QrCode({ link: { link_id, short_url }, name }: { link: ShortLink; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" aria-label={`QR code of ${name}`} onClick={() => setOpen(true)}>
        QR code
      </button>
      {isOpen && (
        <Dialog title={`QR code of ${name}`} onClose={() => setOpen(false)}>
          <Picture linkId={link_id} address={short_url ?? ''} />
        </Dialog>
      )}
    </>
  );
}

function Picture({ linkId, address }: { linkId: string; address: string }) {
  const { profile_id } = useProfile();
  const params = { path: { link_id: linkId }, query: { profile_id } };
  const answer = useAnswer(['bio', 'qr', profile_id, linkId], (signal) =>
    unwrap(api.GET('/api/v1/links/{link_id}/qr-code', { params, signal })),
  );
  return (
    <Loaded answer={answer} lines={6}>
      {({ data: { svg } }) => {
        const source = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
        return (
          <div class="stack bio-code">
            <img src={source} alt={`QR code of ${address}`} width="240" height="240" />
            <bdi class="bio-address">{address}</bdi>
            <a class="button" href={source} download="qr-code.svg">
              Save as SVG
            </a>
          </div>
        );
      }}
    </Loaded>
  );
}

interface FormProps {
  link: ShortLink | undefined;
  hasDestination: boolean;
  close: () => void;
}

function LinkForm({ link, hasDestination, close }: FormProps) {
  const { profile_id } = useProfile();
  const [label, setLabel] = useState(link?.label ?? '');
  const [url, setUrl] = useState(link?.url ?? '');
  const [tags, setTags] = useState<Tags>(link ? tagsOf(link) : NO_TAGS);
  const submit = async (): Promise<void> => {
    const query = { profile_id };
    const utm = {
      source: orNull(tags.source),
      medium: orNull(tags.medium),
      campaign: orNull(tags.campaign),
      content: orNull(tags.content),
    };
    const body = { label: orNull(label), utm };
    if (link) {
      const params = { path: { link_id: link.link_id }, query };
      await unwrap(api.PATCH('/api/v1/links/{link_id}', { params, body: { ...body, url: url.trim() } }));
    } else await unwrap(api.POST('/api/v1/links', { params: { query }, body: { ...body, url: orNull(url) } }));
    forgetBio();
    close();
  };
  return (
    <WriteForm button={link ? 'Save the link' : 'Create the link'} submit={submit}>
      <Text
        label="What it is for"
        value={label}
        set={setLabel}
        isOptional
        maxLength={200}
        placeholder="Flyer of the fair"
        hint="Seen in this table alone."
      />
      <Text
        label="Leads to"
        type="url"
        value={url}
        set={setUrl}
        isOptional={!link && hasDestination}
        maxLength={2000}
        placeholder="https://shop.example.com/"
      />
      <div class="form-row">
        {TAGS.map(([name, text, standard]) => (
          <Text
            key={name}
            label={text}
            value={tags[name]}
            set={(value) => setTags({ ...tags, [name]: value })}
            isOptional
            maxLength={200}
            placeholder={standard}
          />
        ))}
      </div>
    </WriteForm>
  );
}

const tagsOf = ({ utm }: ShortLink): Tags => ({
  source: utm.source,
  medium: utm.medium,
  campaign: utm.campaign ?? '',
  content: utm.content ?? '',
});
