// Reports of a profile: what was sent, each as it was and as it is known now, and the schedules that send them.
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { useSeen } from '../../frame/seen.ts';
import { OneReport } from './one.tsx';
import { Schedules } from './schedules.tsx';
import { SentList } from './sent.tsx';
import { useHub } from './words.ts';

const TABS = { '': 'Sent', schedules: 'Schedules' } as const;
const names = ['', 'schedules'] as const;
const SENT = /^sent\/([\w-]+)$/;

export default function Reports() {
  useSeen('reports');
  const { rest, id } = usePlace();
  const reportId = SENT.exec(rest)?.[1];
  const current = reportId === undefined ? names.find((name) => name === rest) : '';
  return (
    <>
      <Tabs
        label="Parts of reports"
        tabs={names.map((name) => ({
          name,
          title: TABS[name],
          href: `/console/${id}/reports${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {current === undefined && <Empty title="There is no such tab." />}
      {reportId !== undefined && <OneReport key={reportId} reportId={reportId} />}
      {reportId === undefined && current === '' && <SentTab />}
      {current === 'schedules' && <SchedulesTab />}
    </>
  );
}

const SentTab = () => (
  <Loaded answer={useHub()} lines={8}>
    {({ reports }) => <SentList reports={reports} />}
  </Loaded>
);

const SchedulesTab = () => (
  <Loaded answer={useHub()} lines={6}>
    {({ schedules }) => <Schedules schedules={schedules} />}
  </Loaded>
);
