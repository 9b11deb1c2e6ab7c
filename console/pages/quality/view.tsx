// Quality: how much money is in doubt and what to fix first, then a tab for each family of findings.
import { Link, useSearch } from 'wouter-preact';
import { Empty } from '../../design/states.tsx';
import { usePlace } from '../../frame/place.tsx';
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
  const { rest, id } = usePlace();
  const search = useSearch();
  const current = names.find((name) => name === rest);
  const Tab = current === undefined ? undefined : TABS[current].Tab;
  return (
    <>
      <nav class="quality-tabs" aria-label="Families of findings">
        {names.map((name) => (
          <Link
            key={name}
            href={`/console/${id}/quality${name === '' ? '' : `/${name}`}${search === '' ? '' : `?${search}`}`}
            aria-current={name === current ? 'page' : undefined}
          >
            {TABS[name].title}
          </Link>
        ))}
      </nav>
      {Tab ? <Tab /> : <Empty title="There is no such tab." />}
    </>
  );
}
