// Up to six ads of the leaderboard beside one another: what a sale costs with its interval, and each rate with its own.
import { Forest } from '../../charts/forest.tsx';
import { Panel } from '../../design/panel.tsx';
import { Scroll } from '../../design/scroll.tsx';
import { Figure, figureCell } from '../../receipts/receipts.tsx';
import { credit, money, percent, shortMoney } from '../../words/format.ts';
import { type Leader, RATES, type Sort, useLeadersCall } from './asked.ts';

export const MOST_COMPARED = 6;

export const keyOf = ({ platform, account_id, ad_id }: Leader): string => `${platform} ${account_id} ${ad_id}`;
const nameOf = ({ ad_name, ad_id }: Leader): string => ad_name ?? ad_id;

/** An ad with its place in the answer, which receipts name. */
interface Placed {
  leader: Leader;
  at: number;
}

interface ComparisonProps {
  leaders: readonly Leader[];
  sort: Sort;
  /** Keys, in the order in which they were chosen. */
  compared: readonly string[];
  clear: () => void;
}

export function Comparison({ leaders, sort, compared, clear }: ComparisonProps) {
  const placed = leaders.map((leader, at) => ({ leader, at })).filter(({ leader }) => compared.includes(keyOf(leader)));
  if (placed.length === 0) return null;
  return (
    <Panel
      title="Compared"
      lead={
        placed.length === 1
          ? `Choose up to ${MOST_COMPARED - 1} more`
          : 'The dot is what a sale cost; the interval has its lasting cost with 80 %, and leans towards what is usual here while sales are few'
      }
      tools={
        <button type="button" class="button" onClick={clear}>
          Compare none
        </button>
      }
    >
      <Costs placed={placed} leaders={leaders} sort={sort} />
      <Rates placed={placed} sort={sort} />
    </Panel>
  );
}

function useSource(sort: Sort) {
  const call = useLeadersCall(sort);
  return (at: number, member: string) => ({ ...call, pointer: `/data/${at}/${member}` });
}

/** Half of the ads with a sale cost at most this for one. */
function medianCost(leaders: readonly Leader[]): number | undefined {
  const costs = leaders.flatMap(({ cost_per_cash_outcome: cost }) => (cost === null ? [] : [Number(cost)])).sort((a, b) => a - b);
  return costs[Math.floor((costs.length - 1) / 2)];
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

function Costs({ placed, leaders, sort }: { placed: readonly Placed[]; leaders: readonly Leader[]; sort: Sort }) {
  const source = useSource(sort);
  const median = medianCost(leaders);
  const currency = placed[0]?.leader.currency ?? '';
  return (
    <Forest
      title="What a sale costs"
      description="The cost of a sale of each ad, with the interval that has it with a probability of 80 %."
      estimates={placed.map(({ leader }) => ({
        name: nameOf(leader),
        value: numberOf(leader.cost_per_cash_outcome),
        low: numberOf(leader.interval.low),
        high: numberOf(leader.interval.high),
        tone: 'accent',
      }))}
      reference={median === undefined ? undefined : { value: median, name: 'Median of the ads' }}
      percent={80}
      format={(value) => shortMoney(value, currency)}
      cell={figureCell((row, column) => {
        const found = placed[row];
        return found && column === 'Estimate'
          ? { name: `A sale costs: ${nameOf(found.leader)}`, source: source(found.at, 'cost_per_cash_outcome') }
          : undefined;
      })}
    />
  );
}

function Rates({ placed, sort }: { placed: readonly Placed[]; sort: Sort }) {
  const source = useSource(sort);
  return (
    <Scroll name="Compared ads">
      <table>
        <thead>
          <tr>
            <th scope="col">Ad</th>
            <th scope="col">Spend</th>
            <th scope="col">Sales</th>
            {RATES.map(([name, title]) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed.map(({ leader, at }) => (
            <tr key={keyOf(leader)}>
              <th scope="row" class="name">
                <bdi>{nameOf(leader)}</bdi>
              </th>
              <td>
                <Figure name="Spend" source={source(at, 'spend')}>
                  {money(leader.spend, leader.currency)}
                </Figure>
              </td>
              <td>
                <Figure name="Sales" source={source(at, 'attributed_cash_outcomes')}>
                  {credit(leader.attributed_cash_outcomes)}
                </Figure>
              </td>
              {RATES.map(([name, title]) => {
                const found = leader.rates[name];
                return (
                  <td key={name}>
                    {found ? (
                      <>
                        <Figure name={title} source={source(at, `rates/${name}/rate`)}>
                          {percent(100 * found.rate)}
                        </Figure>
                        <span class="second-line">
                          {percent(100 * found.low)} to {percent(100 * found.high)}
                        </span>
                      </>
                    ) : (
                      '—'
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
