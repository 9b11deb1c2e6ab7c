// The meaning of figures: outcomes that count as conversions, visits of each channel, the windows of credit, and what goods cost; and the computation that follows
// each change.
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Channels } from './channels.tsx';
import { Costs } from './costs.tsx';
import { Goals } from './goals.tsx';
import { useHere } from './here.ts';
import { ExchangeRates } from './rates.tsx';
import { Progress, Recompute } from './recompute.tsx';
import { Windows } from './windows.tsx';

const TABS = {
  '': { title: 'Goals', Tab: Goals },
  channels: { title: 'Channels', Tab: Channels },
  windows: { title: 'Windows and model', Tab: Windows },
  rates: { title: 'Exchange rates', Tab: ExchangeRates },
  costs: { title: 'Costs', Tab: Costs },
  recompute: { title: 'Recompute', Tab: Recompute },
} as const;
const names = ['', 'channels', 'windows', 'rates', 'costs', 'recompute'] as const;

export default function Meaning() {
  const { rest, id } = usePlace();
  const { mayChange } = useHere();
  const current = names.find((name) => name === rest);
  const Tab = current === undefined ? undefined : TABS[current].Tab;
  return (
    <>
      <Tabs
        label="Goals and channels"
        tabs={names.map((name) => ({
          name,
          title: TABS[name].title,
          href: `/console/${id}/meaning${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {current !== 'recompute' && <Progress />}
      {!mayChange && <p class="note">You read this page. A manager of the profile changes it.</p>}
      {Tab ? <Tab /> : <Empty title="There is no such tab." />}
    </>
  );
}
