// Alerts of a profile: what is open and what was, the rules that raise them, and the chats that get them.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { useSeen } from '../../frame/seen.ts';
import { Chats } from './chats.tsx';
import { AlertList } from './list.tsx';
import { Rules } from './rules.tsx';

const TABS = { '': 'Alerts', rules: 'Rules', chats: 'Chats' } as const;
const names = ['', 'rules', 'chats'] as const;

export default function Alerts() {
  useSeen('alerts');
  const { rest, id } = usePlace();
  const current = names.find((name) => name === rest);
  return (
    <>
      <Tabs
        label="Alerts"
        tabs={names.map((name) => ({
          name,
          title: TABS[name],
          href: `/console/${id}/alerts${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {current === undefined && <Empty title="There is no such tab." />}
      {current === '' && <Open />}
      {current === 'rules' && <RulesTab />}
      {current === 'chats' && <ChatsTab />}
    </>
  );
}

function Open() {
  const { profile_id } = useProfile();
  const query = { profile_id };
  const alerts = useAnswer(['alerts', 'list', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/alerts', { params: { query }, signal })),
  );
  return (
    <Loaded answer={alerts} lines={6}>
      {({ data }) => <AlertList alerts={data} />}
    </Loaded>
  );
}

function useChats() {
  const { profile_id } = useProfile();
  return useAnswer(['alerts', 'chats', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/alerts/chats', { params: { query: { profile_id } }, signal })),
  );
}

function RulesTab() {
  const { profile_id } = useProfile();
  const chats = useChats();
  const rules = useAnswer(['alerts', 'rules', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/alerts/rules', { params: { query: { profile_id } }, signal })),
  );
  return (
    <Loaded answer={rules} lines={6}>
      {({ data }) => <Rules rules={data} chats={chats.data?.data ?? []} />}
    </Loaded>
  );
}

function ChatsTab() {
  return (
    <Loaded answer={useChats()} lines={4}>
      {({ data }) => <Chats chats={data} />}
    </Loaded>
  );
}
