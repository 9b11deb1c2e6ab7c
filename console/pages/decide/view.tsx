// Decide: what to do with ads, by what it would be worth; what is withheld, and why; what was done, and whether it was right.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { forget } from '../../api/answer.ts';
import { Loaded } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { usePlace } from '../../frame/place.tsx';
import { type Done, isWaiting, Result } from '../../outside/results.tsx';
import { Agents } from './agents.tsx';
import { byMoney, type Status, useRecommendations } from './asked.ts';
import { Card } from './card.tsx';
import { Scoreboard } from './scoreboard.tsx';

const TABS = { '': 'Inbox', withheld: 'Withheld', applied: 'Decided', agents: 'Agents' } as const;
const names = Object.keys(TABS) as (keyof typeof TABS)[];

export default function Decide() {
  const { rest, id } = usePlace();
  const current = names.find((name) => name === rest);
  return (
    <>
      <Tabs
        label="Recommendations"
        tabs={names.map((name) => ({
          name,
          title: TABS[name],
          href: `/console/${id}/decide${name === '' ? '' : `/${name}`}`,
        }))}
        current={current}
      />
      {current === '' && <Inbox />}
      {current === 'withheld' && <Withheld />}
      {current === 'applied' && <Decided />}
      {current === 'agents' && <Agents />}
      {current === undefined && <Empty title="There is no such tab." />}
    </>
  );
}

const OPEN: readonly Status[] = ['open', 'awaiting_approval'];

function Inbox() {
  const { id } = usePlace();
  const [results, setResults] = useState<readonly Done[]>([]);
  const done = (news: readonly Done[]): void => setResults([...news, ...results]);
  return (
    <>
      {results.map(({ outcome, warnings }) => (
        <Result
          key={isWaiting(outcome) ? outcome.handoff.id : outcome.id}
          outcome={outcome}
          warnings={warnings}
          undone={(each) => {
            done([each]);
            forget('ads');
          }}
        />
      ))}
      <List status={OPEN} empty="Nothing to decide." done={done}>
        <p>
          Recommendations need at least five ads with three sales each, and evidence that is right in nine of ten cases. What
          lacks some of it is <a href={`/console/${id}/decide/withheld`}>withheld, with its reason</a>.
        </p>
      </List>
    </>
  );
}

const Withheld = () => (
  <List status={['withheld']} empty="Nothing is withheld.">
    <p>What does not have the evidence for a recommendation is listed here with what it lacks.</p>
  </List>
);

const CLOSED: readonly Status[] = ['applied', 'approved', 'rejected', 'failed', 'dismissed', 'expired', 'superseded'];

const Decided = () => (
  <>
    <Scoreboard />
    <List status={CLOSED} empty="Nothing is decided yet." />
  </>
);

interface ListProps {
  status: readonly Status[];
  empty: string;
  /** Where they can be applied. */
  done?: (done: Done[]) => void;
  children?: ComponentChildren;
}

function List({ status, empty, done, children }: ListProps) {
  const answer = useRecommendations(status);
  return (
    <Loaded answer={answer} lines={12}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={empty}>{children}</Empty>
        ) : (
          <div class="decide-cards">
            {byMoney(data).map((recommendation) => (
              <Card key={recommendation.id} recommendation={recommendation} done={done} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}
