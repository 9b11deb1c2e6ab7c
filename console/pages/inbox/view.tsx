// The inbox: conversations, the one that is open with its person beside it, and addresses that get no message.
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Blocked } from './blocked.tsx';
import { Conversation } from './conversation.tsx';
import { Health } from './health.tsx';
import { useHere } from './here.ts';
import { ThreadList } from './list.tsx';

export default function Inbox() {
  const { rest, id } = usePlace();
  const { threadId } = useHere();
  const isBlocked = rest === 'blocked';
  const tabs = [
    { name: '', title: 'Conversations', href: `/console/${id}/inbox` },
    { name: 'blocked', title: 'Blocked addresses', href: `/console/${id}/inbox/blocked` },
  ];
  return (
    <>
      <Tabs label="Inbox" tabs={tabs} current={isBlocked ? 'blocked' : ''} />
      <Health />
      {isBlocked ? (
        <Blocked />
      ) : (
        <div class={threadId === '' ? 'inbox' : 'inbox inbox-open'}>
          <ThreadList />
          {threadId === '' ? (
            <div class="inbox-none">
              <Empty title="Choose a conversation." />
            </div>
          ) : (
            <Conversation key={threadId} id={threadId} />
          )}
        </div>
      )}
    </>
  );
}
