// The credit of channels for the conversions of both people, before and after a merge.
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, moneyKnown } from '../../words/format.ts';

type Attribution = Schemas['MergePreviewAnswer']['data']['attribution'];
type Goal = Attribution['goals'][number];
type Row = Pick<Goal, 'conversions_before' | 'conversions_after' | 'revenue_before' | 'revenue_after'>;

interface EffectProps {
  proposalId: string;
  attribution: Attribution;
}

const isMoved = (row: Row): boolean =>
  row.conversions_before !== row.conversions_after || row.revenue_before !== row.revenue_after;

export function Effect({ proposalId, attribution: { goals, currency } }: EffectProps) {
  if (goals.length === 0) return <p class="soft">Neither has a conversion, so no credit moves.</p>;
  const hasMoved = goals.some((goal) => isMoved(goal) || goal.channels.some(isMoved));
  return (
    <>
      <p>{hasMoved ? 'Rows whose credit changes are marked.' : 'No credit moves.'}</p>
      {goals.map((goal, at) => (
        <GoalTable key={goal.goal} proposalId={proposalId} goal={goal} at={at} currency={currency} />
      ))}
    </>
  );
}

function GoalTable({ proposalId, goal, at, currency }: { proposalId: string; goal: Goal; at: number; currency: string }) {
  return (
    <section class="scroll" aria-label="Table: Effect on credit" tabIndex={0}>
      <table>
        <caption>{goal.goal}</caption>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col">Conversions before</th>
            <th scope="col">After</th>
            <th scope="col">Revenue before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {goal.channels.map((row, line) => (
            <tr key={row.channel} class={isMoved(row) ? 'identity-differs' : ''}>
              <th scope="row">
                <Channel name={row.channel} />
              </th>
              <Cells
                about={row.channel}
                row={row}
                proposalId={proposalId}
                pointer={pointerTo('data', 'attribution', 'goals', at, 'channels', line)}
                currency={currency}
              />
            </tr>
          ))}
          <tr>
            <th scope="row">
              <b>Total</b>
            </th>
            <Cells
              about="all channels"
              row={goal}
              proposalId={proposalId}
              pointer={pointerTo('data', 'attribution', 'goals', at)}
              currency={currency}
            />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

interface CellsProps {
  about: string;
  row: Row;
  proposalId: string;
  pointer: string;
  currency: string;
}

function Cells({ about, row, proposalId, pointer, currency }: CellsProps) {
  const { profile_id } = useProfile();
  const source = (field: keyof Row) => ({
    path: `/api/v1/identity/merge-proposals/${proposalId}/preview`,
    query: { profile_id },
    pointer: `${pointer}/${field}`,
  });
  const cells: [string, keyof Row, string][] = [
    ['Conversions before', 'conversions_before', credit(row.conversions_before)],
    ['Conversions after', 'conversions_after', credit(row.conversions_after)],
    ['Revenue before', 'revenue_before', moneyKnown(row.revenue_before, currency)],
    ['Revenue after', 'revenue_after', moneyKnown(row.revenue_after, currency)],
  ];
  return (
    <>
      {cells.map(([name, field, text]) => (
        <td key={field}>
          <Figure name={`${name}, ${about}`} source={source(field)}>
            {text}
          </Figure>
        </td>
      ))}
    </>
  );
}
