// The panel of Share: a snapshot of the report that is shown, under a link that is shown once. The server computes the figures again for it, so that nothing
// a browser sends is printed as a figure.
import { useState } from 'preact/hooks';
import { forget, useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { Snippet } from '../design/copy.tsx';
import { Select, Text, WriteForm } from '../design/form.tsx';
import { useProfile } from '../frame/place.tsx';
import { useKeyOf } from '../outside/keys.ts';
import type { Shared } from './question.ts';

const LIVES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
] as const;
type Life = (typeof LIVES)[number][0];
type Audience = Schemas['Snapshot']['audience'];
const AUDIENCES: readonly (readonly [Audience, string])[] = [
  ['members', 'People who can open this profile'],
  ['public', 'Anyone with the link'],
];

export function SharePanel({ of: { page, question } }: { of: Shared }) {
  const { profile_id, workspace_id: workspaceId } = useProfile();
  const list = useAnswer(['snapshots', workspaceId, profile_id], (signal) =>
    unwrap(
      api.GET('/api/v1/workspaces/{workspaceId}/snapshots', { params: { path: { workspaceId }, query: { profile_id } }, signal }),
    ),
  );
  const [title, setTitle] = useState('');
  const [life, setLife] = useState<Life>('30');
  const [audience, setAudience] = useState<Audience>('members');
  const [url, setUrl] = useState<string>();
  const keyOf = useKeyOf();
  const isPublicAllowed = list.data?.meta.is_public_allowed === true;
  const submit = async (): Promise<void> => {
    const more = title.trim() === '' ? {} : { title: title.trim() };
    const body = {
      profile_id,
      page,
      question: audience === 'public' ? outsideOf(question) : question,
      expires_in_days: Number(life),
      audience,
      ...more,
    };
    const { data } = await unwrap(
      api.POST('/api/v1/workspaces/{workspaceId}/snapshots', {
        params: { path: { workspaceId }, header: { 'Idempotency-Key': keyOf(body) } },
        body,
      }),
    );
    setUrl(data.url);
  };
  if (url !== undefined) return <Link url={url} audience={audience} />;
  return (
    <WriteForm class="menu-form share-form" button="Make the link" submit={submit} afterwards={() => forget('snapshots')}>
      <p class="soft small">A page with these figures as they are now. It has no personal data and does not change.</p>
      <Text label="Title (optional)" value={title} set={setTitle} isOptional maxLength={200} />
      <Select label="Ends after" value={life} set={setLife} options={LIVES} />
      {isPublicAllowed ? (
        <>
          <Select label="Who can read it" value={audience} set={setAudience} options={AUDIENCES} />
          {audience === 'public' && (
            <p class="soft small">
              Shows figures of at least 5 people, of days that have been over for a day
              {question.sort === undefined ? '' : '; ads are by what a sale costs, as rates are not shown'}.
            </p>
          )}
        </>
      ) : (
        <p class="soft small">
          For people who can open this profile. An owner or admin can permit links for anyone in the settings of the workspace.
        </p>
      )}
    </WriteForm>
  );
}

/** Readers outside get no rates of ads, so there is no order by them. */
const outsideOf = ({ sort: _, ...question }: Shared['question']): Shared['question'] => question;

const Link = ({ url, audience }: { url: string; audience: Audience }) => (
  <div class="menu-form share-form" role="status">
    <p>
      <b>The link is ready.</b> It is shown once;{' '}
      {audience === 'public' ? 'anyone who has it can read the report.' : 'its readers sign in.'}
    </p>
    <Snippet text={url} about="the link" />
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        Open it
      </a>
    </p>
  </div>
);
