// Quality: how much money is in doubt and what to fix first, then a tab for each family of findings.
import { useSearch } from 'wouter-preact';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { useSeen } from '../../frame/seen.ts';
import { AdIds } from './ad-ids.tsx';
import { Coverage, Instruments } from './findings.tsx';
import { Messages } from './messages.tsx';
import { Safari } from './safari.tsx';
import { Summary } from './summary.tsx';
import { Utm } from './utm.tsx';

const TABS = {
  '': { title: 'In doubt', Tab: Summary },
  coverage: { title: 'Coverage', Tab: Coverage },
  'ad-ids': { title: 'Ad ids', Tab: AdIds },
  utm: { title: 'UTM', Tab: Utm },
  instruments: { title: 'Instruments', Tab: Instruments },
  safari: { title: 'Safari', Tab: Safari },
  messages: { title: 'Messages', Tab: Messages },
} as const;
const names = Object.keys(TABS) as (keyof typeof TABS)[];

export default function Quality() {
  useSeen('quality');
  const { rest, id } = usePlace();
  const search = useSearch();
  const current = names.find((name) => name === rest);
  const Tab = current === undefined ? undefined : TABS[current].Tab;
  return (
    <>
      <Tabs
        label="Families of findings"
        tabs={names.map((name) => ({
          name,
          title: TABS[name].title,
          href: `/console/${id}/quality${name === '' ? '' : `/${name}`}${search === '' ? '' : `?${search}`}`,
        }))}
        current={current}
      />
      {Tab ? <Tab /> : <Empty title="There is no such tab." />}
    </>
  );
}
