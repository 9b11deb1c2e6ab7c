// One conversation: its messages from the oldest of the page on, the reply, and the person beside it. Opening it marks it as read where the reader may answer.
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Act } from '../../design/act.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { forgetInbox, useHere } from './here.ts';
import { MessageCard } from './message.tsx';
import { PersonBeside } from './person.tsx';
import { Reply } from './reply.tsx';
import { blockedWords, channelName, type Thread, windowOf } from './words.ts';

const ROWS = 30;
const LOOK_SECONDS = 15;

export function Conversation({ id }: { id: string }) {
  const { profile_id } = useProfile();
  const answer = useAnswer(
    ['inbox', 'thread', profile_id, id],
    (signal) => unwrap(api.GET('/api/v1/messages/threads/{id}', { params: { path: { id }, query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  if (answer.error?.status === 404) return <Empty title="There is no such conversation, or its content is not kept any more." />;
  return (
    <div class="inbox-both">
      <Loaded answer={answer} lines={12}>
        {({ data }) => <Opened thread={data} />}
      </Loaded>
      {answer.data && <PersonBeside thread={answer.data.data} />}
    </div>
  );
}

function Opened({ thread }: { thread: Thread }) {
  const { hrefOf } = useHere();
  const { id } = usePlace();
  const { role, timezone } = useProfile();
  const [draft, setDraft] = useState('');
  const open = windowOf(thread, timezone);
  const blocked = blockedWords(thread);
  return (
    <Panel
      title={thread.subject ?? thread.address ?? 'Conversation'}
      lead={
        <>
          <bdi>{thread.address}</bdi> · {channelName(thread.channel)}
          {open !== undefined && ` · ${open}`}
        </>
      }
      tools={
        role === 'manager' && (
          <>
            <Finish thread={thread} />
            <MarkUnread thread={thread} />
          </>
        )
      }
      class="inbox-conversation"
    >
      <p class="inbox-back">
        <Link href={hrefOf()}>All conversations</Link>
      </p>
      <Messages thread={thread} again={setDraft} />
      {blocked !== undefined && (
        <p class="notice">
          {blocked} {thread.channel === 'email' ? 'A reply is not sent.' : 'A template is not sent.'}{' '}
          <Link href={`/console/${id}/inbox/blocked`}>Blocked addresses</Link>
        </p>
      )}
      {role === 'manager' ? (
        <Reply thread={thread} draft={draft} setDraft={setDraft} />
      ) : (
        <p class="note">Managers of the profile can reply.</p>
      )}
    </Panel>
  );
}

function useMark(thread: Thread): (isRead: boolean) => Promise<unknown> {
  const { profile_id } = useProfile();
  const params = { path: { id: thread.thread_id }, query: { profile_id } };
  return (isRead) => unwrap(api.PUT('/api/v1/messages/threads/{id}/read', { params, body: { is_read: isRead } }));
}

/** Done until the other side writes again. */
function Finish({ thread: { thread_id: id, is_done: isDone } }: { thread: Thread }) {
  const { profile_id } = useProfile();
  const params = { path: { id }, query: { profile_id } };
  const finish = () => unwrap(api.PUT('/api/v1/messages/threads/{id}/done', { params, body: { is_done: !isDone } }));
  return <Act text={isDone ? 'Open again' : 'Done'} act={finish} afterwards={forgetInbox} />;
}

function MarkUnread({ thread }: { thread: Thread }) {
  const [isLeft, setLeft] = useState(false);
  const mark = useMark(thread);
  useEffect(() => {
    if (thread.unread > 0 && !isLeft) mark(true).then(forgetInbox, () => undefined);
  }, [thread.unread, isLeft]);
  const leave = async (): Promise<void> => {
    setLeft(true);
    await mark(false);
  };
  return <Act text="Mark as unread" act={leave} afterwards={forgetInbox} />;
}

function Messages({ thread, again }: { thread: Thread; again: (text: string) => void }) {
  const { profile_id } = useProfile();
  const [shown, setShown] = useState(ROWS);
  const query = { profile_id, thread_id: thread.thread_id, limit: shown };
  // Another last message is another answer.
  const answer = useAnswer(
    ['inbox', 'messages', query, thread.last_at, thread.status],
    (signal) => unwrap(api.GET('/api/v1/messages', { params: { query }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  return (
    <Loaded answer={answer} lines={8}>
      {({ data, pagination }) => (
        <>
          {pagination.has_next && shown < 100 && (
            <button type="button" class="button" onClick={() => setShown(100)}>
              Show earlier messages
            </button>
          )}
          <ol class="inbox-messages">
            {data.toReversed().map((message) => (
              <MessageCard key={message.message_id} message={message} again={again} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  );
}
