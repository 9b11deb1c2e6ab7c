// Identity: pairs of customers that may be one person, the merges that were made, and identifiers that are missing or duplicated.
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { useHere } from './here.ts';
import { Queue } from './queue.tsx';
import { Repair } from './repair.tsx';

const TABS: Readonly<Record<string, string>> = { '': 'Pairs', repair: 'Repair' };

export default function Identity() {
  const { tab, hrefOf } = useHere();
  return (
    <>
      <Tabs
        label="Parts of identity"
        tabs={Object.entries(TABS).map(([name, title]) => ({ name, title, href: hrefOf({}, name) }))}
        current={tab}
      />
      {tab === '' && <Queue />}
      {tab === 'repair' && <Repair />}
      {!Object.hasOwn(TABS, tab) && <Empty title="There is no such tab." />}
    </>
  );
}
