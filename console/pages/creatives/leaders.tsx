// The ads by the cost of a sale at worst, so that luck does not lead, with the six counters above.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import { Select } from '../../design/form.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { usePlace } from '../../frame/place.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { Share } from '../../share/share.tsx';
import { count, credit, money, moneyKnown, percent } from '../../words/format.ts';
import { type Leader, RATES, type Sort, useBrief, useCall, useLeaders, useLeadersCall } from './asked.ts';
import { Comparison, keyOf, MOST_COMPARED } from './comparison.tsx';
import { Copilot } from './copilot.tsx';

type Brief = Schemas['TopPerformersBriefAnswer'];

export function Leaders() {
  const { workspace } = usePlace();
  return (
    <>
      {(workspace?.role === 'owner' || workspace?.role === 'admin') && <Copilot />}
      <Board />
    </>
  );
}

const SORTS: readonly (readonly [Sort, string])[] = [['cost', 'What a sale costs'], ...RATES];

const LEADS = {
  cost: 'By the most that a sale costs with a probability of 90 %: one lucky sale does not lead',
  rate: 'By what is believed of the rate: an ad of which little was counted is near the usual rate here',
} as const;

function Board() {
  const [sort, setSort] = useState<Sort>('cost');
  const leaders = useLeaders(sort);
  const brief = useBrief();
  const { id } = usePlace();
  return (
    <Panel
      title="Which ads sell"
      lead={LEADS[sort === 'cost' ? 'cost' : 'rate']}
      tools={
        leaders.data &&
        leaders.data.data.length > 0 && (
          <>
            <Select label="Sorted by" value={sort} set={setSort} options={SORTS} />
            <Share of={{ page: 'leaderboard', question: sort === 'cost' ? {} : { sort } }} />
          </>
        )
      }
    >
      <Loaded answer={brief} lines={2}>
        {(answer) => <Counters answer={answer} />}
      </Loaded>
      <Loaded answer={leaders} lines={12}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No ad has cost anything yet.">
              <p>
                <a href={`/console/${id}/connections`}>Connect an ad account</a>, and its ads are compared here once sales follow
                them.
              </p>
            </Empty>
          ) : (
            <Cards leaders={data} sort={sort} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Cards({ leaders, sort }: { leaders: readonly Leader[]; sort: Sort }) {
  const [compared, setCompared] = useState<readonly string[]>([]);
  const turn = (key: string): void =>
    setCompared(compared.includes(key) ? compared.filter((each) => each !== key) : [...compared, key]);
  return (
    <>
      <Comparison leaders={leaders} sort={sort} compared={compared} clear={() => setCompared([])} />
      <ol class="creatives-cards">
        {leaders.map((leader, at) => {
          const key = keyOf(leader);
          const isCompared = compared.includes(key);
          return (
            <Card key={key} leader={leader} at={at} sort={sort}>
              <label class="creatives-compare">
                <input
                  type="checkbox"
                  checked={isCompared}
                  disabled={!isCompared && compared.length >= MOST_COMPARED}
                  onChange={() => turn(key)}
                />
                Compare
                <span class="only-read"> {leader.ad_name ?? leader.ad_id}</span>
              </label>
            </Card>
          );
        })}
      </ol>
    </>
  );
}

const COUNTERS = [
  ['live', 'Live'],
  ['proven', 'Proven'],
  ['winners', 'Winners'],
  ['fatiguing', 'Tired'],
  ['new', 'New'],
] as const;

function Counters({ answer: { data, meta } }: { answer: Brief }) {
  const call = useCall('/brief');
  return (
    <dl class="creatives-counters">
      {COUNTERS.map(([name, title]) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>
            <Figure name={title} source={{ ...call, pointer: `/data/${name}` }}>
              {count(data[name])}
            </Figure>
          </dd>
        </div>
      ))}
      <div>
        <dt>Spent on unproven ads</dt>
        <dd>
          <Figure name="Spent on unproven ads" source={{ ...call, pointer: '/data/unproven_spend' }}>
            {money(data.unproven_spend, meta.currency)}
          </Figure>
        </dd>
      </div>
    </dl>
  );
}

function marksOf({ is_winner, is_proven, is_new, fatigue }: Leader): string {
  const marks = [is_winner ? 'Winner' : is_proven ? 'Proven' : 'Unproven', is_new && 'new', fatigue === 'tired' && 'tired'];
  return marks.filter((mark) => mark !== false).join(', ');
}

interface CardProps {
  leader: Leader;
  at: number;
  sort: Sort;
  children: ComponentChildren;
}

function Card({ leader, at, sort, children }: CardProps) {
  const call = useLeadersCall(sort);
  const { rank, ad_id, ad_name, thumbnail_url, currency, spend, attributed_cash_outcomes, cost_per_cash_outcome, interval } =
    leader;
  const source = (member: string) => ({ ...call, pointer: `/data/${at}/${member}` });
  return (
    <li class="panel creatives-card">
      <div class="creatives-picture">
        {thumbnail_url === null ? 'No picture' : <img src={thumbnail_url} alt="" loading="lazy" />}
      </div>
      <h3>
        <span class="soft">{rank}. </span>
        <bdi>{ad_name ?? ad_id}</bdi>
      </h3>
      <p class={leader.is_winner ? 'creatives-mark winner' : 'creatives-mark'}>{marksOf(leader)}</p>
      <dl class="creatives-figures">
        <div>
          <dt>A sale costs</dt>
          <dd>
            {cost_per_cash_outcome === null ? (
              'No sale yet'
            ) : (
              <Figure name="A sale costs" source={source('cost_per_cash_outcome')}>
                {money(cost_per_cash_outcome, currency)}
              </Figure>
            )}
            <span class="second-line">
              {moneyKnown(interval.low, currency)} to {moneyKnown(interval.high, currency)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Spend</dt>
          <dd>
            <Figure name="Spend" source={source('spend')}>
              {money(spend, currency)}
            </Figure>
          </dd>
        </div>
        <div>
          <dt>Sales</dt>
          <dd>
            <Figure name="Sales" source={source('attributed_cash_outcomes')}>
              {credit(attributed_cash_outcomes)}
            </Figure>
          </dd>
        </div>
        {RATES.filter(([name], place) => place < 2 || name === sort).map(([name, title]) => {
          const found = leader.rates[name];
          return (
            found && (
              <div key={name}>
                <dt>{title}</dt>
                <dd>
                  <Figure name={title} source={source(`rates/${name}/rate`)}>
                    {percent(100 * found.rate)}
                  </Figure>
                  <span class="second-line">
                    {percent(100 * found.low)} to {percent(100 * found.high)}
                  </span>
                  {name === sort && (
                    <span class="second-line">
                      believed{' '}
                      <Figure name={`${title}, believed`} source={source(`rates/${name}/shrunk`)}>
                        {percent(100 * found.shrunk)}
                      </Figure>
                    </span>
                  )}
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {children}
    </li>
  );
}
