// Identity: pairs of customers that may be one person, the merges that were made, and identifiers that are missing or duplicated.
import { Link } from 'wouter-preact';
import { Empty } from '../../design/states.tsx';
import { useHere } from './here.ts';
import { Queue } from './queue.tsx';
import { Repair } from './repair.tsx';

const TABS: Readonly<Record<string, string>> = { '': 'Pairs', repair: 'Repair' };

export default function Identity() {
  const { tab, hrefOf } = useHere();
  return (
    <>
      <nav class="identity-tabs" aria-label="Parts of identity">
        {Object.entries(TABS).map(([name, title]) => (
          <Link key={name} href={hrefOf({}, name)} aria-current={name === tab ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {tab === '' && <Queue />}
      {tab === 'repair' && <Repair />}
      {!Object.hasOwn(TABS, tab) && <Empty title="There is no such tab." />}
    </>
  );
}
