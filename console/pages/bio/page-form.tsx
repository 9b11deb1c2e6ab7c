// The page of links: its handle, words and links, whether it is published, and its counts of the last 30 days.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { CopyButton } from '../../design/copy.tsx';
import { Check, Select, Text, WriteForm } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, plural } from '../../words/format.ts';
import { forgetBio, orNull } from './look.tsx';

type Page = Schemas['BioPage'];
interface Link {
  label: string;
  url: string;
  utm: Schemas['LinkTagsChange'] | null;
  clicks: number | null;
}

const THEMES = [
  ['auto', 'As the device of the reader'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const HIDDEN = {
  not_set: 'It has no handle yet.',
  not_published: 'It is not published: nobody can open it.',
  no_public_host:
    'Nobody can open it: this installation has several workspaces and no host for public pages. Its operator sets TRIBUTARY_PUBLIC_HOST.',
} as const;
const HANDLE_FAULTS = {
  invalid: '3 to 30 of the letters a to z, digits and single hyphens.',
  reserved: 'This handle is reserved.',
  taken: 'Another profile has this handle.',
  too_similar: 'It can be mistaken for the handle of another profile.',
} as const;

export function BioForm({ first, mayChange }: { first: Page; mayChange: boolean }) {
  const { profile_id } = useProfile();
  const [handle, setHandle] = useState(first.handle ?? '');
  const [title, setTitle] = useState(first.title ?? '');
  const [text, setText] = useState(first.text ?? '');
  const [links, setLinks] = useState<readonly Link[]>(first.links.map((link) => ({ ...link, utm: tagsOf(first, link) })));
  const [theme, setTheme] = useState(first.theme);
  const [isPublished, setPublished] = useState(first.is_published);
  const submit = async (): Promise<void> => {
    const body = {
      handle: handle.trim(),
      title: orNull(title),
      text: orNull(text),
      links: links.filter(({ url }) => url.trim() !== '').map(({ label, url, utm }) => ({ label, url: url.trim(), utm })),
      theme,
      is_published: isPublished,
    };
    await unwrap(api.PUT('/api/v1/profile/bio-page', { params: { query: { profile_id } }, body }));
    forgetBio();
  };
  return (
    <>
      <State page={first} />
      <WriteForm button={mayChange ? 'Save the page' : undefined} submit={submit}>
        <Text label="Handle" value={handle} set={setHandle} maxLength={30} placeholder="north-shop" />
        <HandleState handle={handle.trim().toLowerCase()} saved={first.handle} />
        <Text label="Title" value={title} set={setTitle} isOptional maxLength={200} />
        <label>
          Text
          <textarea rows={3} maxLength={1000} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <Links links={links} set={setLinks} mayChange={mayChange} />
        <Select label="Colours" value={theme} set={setTheme} options={THEMES} />
        <Check label="Published: anybody with the address can open it" value={isPublished} set={setPublished} />
      </WriteForm>
    </>
  );
}

/** Defaults are left out, so that they follow the handle. */
function tagsOf({ handle }: Page, { utm }: Page['links'][number]): Schemas['LinkTagsChange'] {
  const isDefault = { source: 'bio', medium: 'social', campaign: handle, content: null };
  return {
    source: utm.source === isDefault.source ? null : utm.source,
    medium: utm.medium === isDefault.medium ? null : utm.medium,
    campaign: utm.campaign === isDefault.campaign ? null : utm.campaign,
    content: utm.content,
  };
}

function State({ page: { url, reason, counts } }: { page: Page }) {
  if (reason !== null) return <p class="note">{HIDDEN[reason]}</p>;
  return (
    <>
      {url !== null && (
        <p class="row">
          <a class="bio-address" href={url} target="_blank" rel="noreferrer">
            {url}
          </a>{' '}
          <CopyButton text={url} about="the address of the page" />
        </p>
      )}
      <p class="note">
        {plural(counts.views, 'view')} and {plural(counts.clicks, 'click')} in the last 30 days. Nothing about the visitor is
        stored.
      </p>
    </>
  );
}

function HandleState({ handle, saved }: { handle: string; saved: string | null }) {
  const { profile_id } = useProfile();
  const isNew = handle !== '' && handle !== saved;
  const answer = useAnswer(['bio', 'handle', isNew ? handle : null], async (signal) => {
    if (!isNew) return null;
    const query = { profile_id, handle };
    return unwrap(api.GET('/api/v1/profile/bio-page/slug-availability', { params: { query }, signal }));
  });
  const state = answer.data?.data;
  if (!isNew || state === undefined) return null;
  return (
    <p role="status" class={state.reason === null ? 'good' : 'bad'}>
      {state.reason === null ? 'This handle is free.' : HANDLE_FAULTS[state.reason]}
    </p>
  );
}

interface LinksProps {
  links: readonly Link[];
  set: (links: readonly Link[]) => void;
  mayChange: boolean;
}

function Links({ links, set, mayChange }: LinksProps) {
  const change = (at: number, part: Partial<Link>): void => set(links.map((link, i) => (i === at ? { ...link, ...part } : link)));
  const MOST = 30;
  return (
    <>
      {links.map((link, i) => (
        <fieldset key={i} class="bio-link stack">
          <legend>
            Link {i + 1}
            {link.clicks !== null && `, ${count(link.clicks)} clicks`}
          </legend>
          <div class="form-row">
            <Text label="Label" value={link.label} set={(label) => change(i, { label })} maxLength={200} />
            <Text label="Address" type="url" value={link.url} set={(url) => change(i, { url })} maxLength={2000} />
            {mayChange && (
              <button
                type="button"
                class="button"
                aria-label={`Remove link ${i + 1}`}
                onClick={() => set(links.filter((_, at) => at !== i))}
              >
                Remove
              </button>
            )}
          </div>
        </fieldset>
      ))}
      {mayChange && links.length < MOST && (
        <button
          type="button"
          class="button"
          onClick={() => set([...links, { label: '', url: 'https://', utm: null, clicks: null }])}
        >
          Add a link
        </button>
      )}
    </>
  );
}
