// Creatives: which ads sell, what went with more sales, what to test next, and the labels that all of it rests on.
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Labels } from './labels.tsx';
import { Leaders } from './leaders.tsx';
import { Archetypes, Patterns } from './patterns.tsx';
import { Roadmap } from './roadmap.tsx';
import { Studies } from './studies.tsx';

const TABS = {
  '': { title: 'Leaderboard', Part: Leaders },
  patterns: { title: 'Patterns', Part: Patterns },
  archetypes: { title: 'Archetypes', Part: Archetypes },
  roadmap: { title: 'Roadmap', Part: Roadmap },
  labels: { title: 'Labels', Part: Labels },
  studies: { title: 'Studies', Part: Studies },
} as const;
const names = Object.keys(TABS) as (keyof typeof TABS)[];

export default function Creatives() {
  const { rest, id } = usePlace();
  const current = names.find((name) => name === rest);
  const Part = current === undefined ? undefined : TABS[current].Part;
  return (
    <>
      <Tabs
        label="Creatives"
        tabs={names.map((name) => ({
          name,
          title: TABS[name].title,
          href: `/console/${id}/creatives${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {Part ? <Part /> : <Empty title="There is no such tab." />}
    </>
  );
}
