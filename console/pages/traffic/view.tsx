// Traffic: how many came, from where, on what, through which pages, and how far they went.
import { useSearch } from 'wouter-preact';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { readQuestion, writeQuestion } from '../../question/question.ts';
import { Funnel } from './funnel.tsx';
import { Journeys } from './journeys.tsx';
import { Pages } from './pages.tsx';
import { Sources } from './sources.tsx';

const TABS = { '': 'Sources', pages: 'Pages', journeys: 'Journeys', funnel: 'Funnel' } as const;
const names = Object.keys(TABS) as (keyof typeof TABS)[];

export default function Traffic() {
  const { rest, id } = usePlace();
  const search = useSearch();
  const current = names.find((name) => name === rest);
  /** The question goes along from tab to tab. */
  const hrefOf = (tab: string, more: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams(writeQuestion(readQuestion(search), ''));
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    const path = `/console/${id}/traffic${tab === '' ? '' : `/${tab}`}`;
    return query.size === 0 ? path : `${path}?${query}`;
  };
  return (
    <>
      <Tabs label="Traffic" tabs={names.map((name) => ({ name, title: TABS[name], href: hrefOf(name) }))} current={current} />
      {current === undefined && <Empty title="There is no such tab." />}
      {current === '' && <Sources />}
      {current === 'pages' && <Pages hrefOf={hrefOf} />}
      {current === 'journeys' && <Journeys />}
      {current === 'funnel' && <Funnel />}
    </>
  );
}
