// Payments: the ledger with its reversals, those without a known customer first, and a tab for the imports that brought them.
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Imports } from './imports.tsx';
import { Ledger } from './ledger.tsx';

const TABS = {
  '': { title: 'Ledger', Tab: Ledger },
  imports: { title: 'Imports', Tab: Imports },
} as const;
const names = Object.keys(TABS) as (keyof typeof TABS)[];

export default function Payments() {
  const { rest, id } = usePlace();
  const current = names.find((name) => name === rest);
  const Tab = current === undefined ? undefined : TABS[current].Tab;
  return (
    <>
      <Tabs
        label="Parts of payments"
        tabs={names.map((name) => ({
          name,
          title: TABS[name].title,
          href: `/console/${id}/payments${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {Tab ? <Tab /> : <Empty title="There is no such tab." />}
    </>
  );
}
