// The conversations, that with the latest message first, narrowed by channel, state and address.
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Segments } from '../../design/segments.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { CHANNELS, STATES, useHere } from './here.ts';
import { blockedWords, channelName, isTroubled, type Thread, windowOf } from './words.ts';

const ROWS = 25;
const LOOK_SECONDS = 30;

export function ThreadList() {
  const { channel, state, address } = useHere();
  return (
    <Panel title="Conversations" class="inbox-list">
      <Narrowing />
      <Rows key={`${channel} ${state} ${address}`} />
    </Panel>
  );
}

function Narrowing() {
  const { channel, state, address, narrow } = useHere();
  const [text, setText] = useState(address);
  return (
    <div class="inbox-narrowing">
      <Segments label="State" choices={STATES} chosen={state} choose={(next) => narrow({ state: next })} />
      <Segments label="Channel" choices={CHANNELS} chosen={channel} choose={(next) => narrow({ channel: next })} />
      <search>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            narrow({ address: text.trim() });
          }}
        >
          <input
            type="search"
            aria-label="Whole mail address or phone number"
            placeholder="Whole mail address or number"
            autocomplete="off"
            minLength={3}
            maxLength={254}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              if (event.currentTarget.value === '') narrow({ address: '' });
            }}
          />
          <button type="submit" class="button">
            Find
          </button>
        </form>
      </search>
    </div>
  );
}

function Rows() {
  const { profile_id } = useProfile();
  const { channel, state, address } = useHere();
  const cursors = useCursors();
  const query = {
    profile_id,
    limit: ROWS,
    ...cursors.query,
    ...(channel === '' ? {} : { channel }),
    ...(state === '' ? {} : { state }),
    ...(address === '' ? {} : { address }),
  };
  const answer = useAnswer(
    ['inbox', 'threads', query],
    (signal) => unwrap(api.GET('/api/v1/messages/threads', { params: { query }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  if (answer.error?.status === 403)
    return <Hidden title="Messages and addresses of people are hidden from you." error={answer.error} />;
  const isNarrowed = channel !== '' || state !== '' || address !== '';
  return (
    <Loaded answer={answer} lines={12}>
      {({ data, pagination }) => (
        <>
          {data.length === 0 && (isNarrowed ? <Empty title="No such conversation." /> : <NothingYet />)}
          <ul class="inbox-threads">
            {data.map((thread) => (
              <ThreadRow key={thread.thread_id} thread={thread} />
            ))}
          </ul>
          <Pager cursors={cursors} pagination={pagination} />
        </>
      )}
    </Loaded>
  );
}

function NothingYet() {
  const { id } = usePlace();
  return (
    <Empty title="There are no conversations yet.">
      <p>Connect a mailbox or a WhatsApp number. What customers answer is then here, with what led them to you.</p>
      <Link class="button primary" href={`/console/${id}/connections`}>
        Connect
      </Link>
    </Empty>
  );
}

function ThreadRow({ thread }: { thread: Thread }) {
  const { timezone } = useProfile();
  const { threadId, hrefOf } = useHere();
  const { address, subject, snippet, unread, direction, is_done } = thread;
  const blocked = blockedWords(thread);
  const open = windowOf(thread, timezone);
  return (
    <li>
      <Link
        href={hrefOf(thread.thread_id)}
        class={unread > 0 ? 'inbox-thread inbox-unread' : 'inbox-thread'}
        aria-current={thread.thread_id === threadId ? 'true' : undefined}
      >
        <span class="inbox-who">
          <bdi>{address ?? 'Unknown address'}</bdi>
          {unread > 0 && (
            <span class="badge">
              {unread}
              <span class="only-read"> unread</span>
            </span>
          )}
        </span>
        {subject !== null && <span class="inbox-line">{subject}</span>}
        <span class="inbox-line soft">
          {direction === 'outbound' && 'You: '}
          {snippet ?? 'Without text'}
        </span>
        <span class="small soft">
          {channelName(thread.channel)} · {moment(thread.last_at, timezone)}
          {open !== undefined && ` · ${open}`}
          {is_done && ' · Done'}
          {blocked !== undefined && ' · Gets no messages'}
          {isTroubled(thread) && <span class="bad"> · {thread.status === 'failed' ? 'Not sent' : 'Sent?'}</span>}
        </span>
      </Link>
    </li>
  );
}
