// The channels in numbers, under the chosen model; each figure opens its receipt.
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import type { Model } from '../../question/question.ts';
import { useQuestion } from '../../question/use-question.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { pointerTo } from '../../receipts/source.ts';
import { credit, money, ratio } from '../../words/format.ts';
import { channelsQuery } from './figures.ts';

interface ChannelTableProps {
  data: Schemas['AttributionData'];
  rows: readonly Schemas['AttributionRow'][];
  currency: string;
  model: Model;
}

/** The figures of a model; the revenue is first, as a phone shows the first ones. */
const REVENUE = { name: 'Revenue', member: 'revenue' } as const;
const COLUMNS = [
  { name: 'ROAS', member: 'roas' },
  { name: 'Conversions', member: 'conversions' },
] as const;

export function ChannelTable({ data, rows, currency, model }: ChannelTableProps) {
  return (
    <section class="scroll" tabIndex={0} aria-label="Channels in numbers">
      <table>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col">{REVENUE.name}</th>
            <th scope="col">Spend</th>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RowOf key={row.key} row={row} at={data.rows.indexOf(row)} currency={currency} model={model} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  row: Schemas['AttributionRow'];
  /** Its place in the answer. */
  at: number;
  currency: string;
  model: Model;
}

function RowOf({ row, at, currency, model }: RowProps) {
  const { query } = useQuestion();
  const inMoney = (value: string | number): string => money(value, currency);
  const texts = { conversions: credit, revenue: inMoney, roas: (value: string | number) => ratio(Number(value)) };
  const cell = (
    name: string,
    value: string | number | null | undefined,
    parts: string[],
    show: (value: string | number) => string,
  ) =>
    value === null || value === undefined ? (
      <span class="soft">–</span>
    ) : (
      <Figure
        name={`${name} of ${row.label}`}
        source={{ path: '/api/v1/attribution', query: channelsQuery(query), pointer: pointerTo('data', 'rows', at, ...parts) }}
      >
        {show(value)}
      </Figure>
    );
  const ofModel = ({ name, member }: typeof REVENUE | (typeof COLUMNS)[number]) =>
    cell(name, row.models[model]?.[member], ['models', model, member], texts[member]);
  return (
    <tr>
      <th scope="row">
        <Channel name={row.label} />
      </th>
      <td>{ofModel(REVENUE)}</td>
      <td>{cell('Spend', row.spend, ['spend'], inMoney)}</td>
      {COLUMNS.map((column) => (
        <td key={column.member}>{ofModel(column)}</td>
      ))}
    </tr>
  );
}
