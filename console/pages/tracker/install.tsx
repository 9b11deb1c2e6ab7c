// The tag to copy, and the check of a page: what was found on it, and the first visit, live.
import { useState } from 'preact/hooks';
import { type Answer, forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Snippet } from '../../design/copy.tsx';
import { Text, WriteForm } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';

type Verification = NonNullable<Schemas['TrackingVerificationAnswer']['data']>;
const LOOK_SECONDS = 2;
const IDLE_SECONDS = 60;

export const forgetTracker = (): void => {
  forget('tracker');
  forget('readiness');
};

/** `null`: the profile has no tracking key. */
function useSnippet(): Answer<Schemas['TrackingSnippetAnswer'] | null> {
  const { profile_id } = useProfile();
  const params = { query: { profile_id } };
  return useAnswer(['tracker', 'snippet', profile_id], async (signal) => {
    const { data: keys } = await unwrap(api.GET('/api/v1/tracking/keys', { params, signal }));
    if (!keys.some(({ status }) => status === 'active')) return null;
    return unwrap(api.GET('/api/v1/tracking/snippet', { params, signal }));
  });
}

export function Install({ mayChange }: { mayChange: boolean }) {
  const answer = useSnippet();
  return (
    <Loaded answer={answer}>
      {(snippet) =>
        snippet === null ? (
          <NoKey mayChange={mayChange} />
        ) : (
          <>
            <Snippet text={snippet.data.html} about="the tag" />
            <Check mayChange={mayChange} />
          </>
        )
      }
    </Loaded>
  );
}

export function NoKey({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  if (!mayChange) return <p class="note">There is no tracking key. A manager of the profile issues one.</p>;
  return (
    <>
      <p>The tag needs a tracking key. It is public: it can only report visits.</p>
      <Act
        text="Issue a tracking key"
        isPrimary
        act={() => unwrap(api.POST('/api/v1/tracking/keys', { params: { query: { profile_id } } }))}
        afterwards={forgetTracker}
      />
    </>
  );
}

function Check({ mayChange }: { mayChange: boolean }) {
  const { profile_id } = useProfile();
  const [isWaiting, setWaiting] = useState(false);
  const [typed, setTyped] = useState<string>();
  const query = { profile_id };
  const answer = useAnswer(
    ['tracker', 'verification', query],
    async (signal) => {
      const found = await unwrap(api.GET('/api/v1/tracking/verification', { params: { query }, signal }));
      if (isWaiting && found.data?.status === 'verified') forget('readiness');
      setWaiting(found.data?.status === 'waiting');
      return found;
    },
    { everySeconds: isWaiting ? LOOK_SECONDS : IDLE_SECONDS },
  );
  const last = answer.data?.data ?? null;
  const url = typed ?? last?.url ?? '';
  const start = (): Promise<unknown> =>
    unwrap(api.POST('/api/v1/tracking/verification', { params: { query }, body: { url: url.trim() } }));
  return (
    <>
      {mayChange && (
        <WriteForm button="Check the page" submit={start} afterwards={() => forget('tracker')}>
          <Text
            label="Address of a page"
            type="url"
            value={url}
            set={setTyped}
            placeholder="https://shop.example.com/"
            hint="A page on this machine also works if only you can reach the service."
            autocomplete="url"
          />
        </WriteForm>
      )}
      {last && <Result verification={last} />}
    </>
  );
}

const VERDICTS = {
  waiting: 'Waiting for a visit: open the page in a browser now. The result appears here automatically.',
  verified: 'The tracker works on this page.',
  failed: 'The tracker does not work on this page.',
  timed_out: 'No visit came within 15 minutes.',
} as const;

function Result({ verification: { url, status, checks } }: { verification: Verification }) {
  return (
    <div class="stack" role="status">
      <p>
        <bdi>{url}</bdi>:{' '}
        <b class={status === 'verified' ? 'good' : status === 'waiting' ? undefined : 'bad'}>{VERDICTS[status]}</b>
      </p>
      <ul class="tracker-checks">
        {checks.map(({ name, passed, message }) => (
          <li key={name} class={passed === null ? 'soft' : passed ? 'good' : 'bad'}>
            <span aria-hidden="true">{passed === null ? '…' : passed ? '✓' : '✗'}</span>{' '}
            {name === 'script_found' && passed === false
              ? 'The tag is not on the page: copy it from above into the head.'
              : message}
          </li>
        ))}
      </ul>
    </div>
  );
}
