// What other tools measured beside what was measured here, by month, each difference in parts.
import { Download } from '../../design/csv.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, money, monthName } from '../../words/format.ts';
import { useCheckSheet } from './calls.ts';
import type { SheetRow } from './types.ts';
import { MEASURES, sourceWord } from './words.ts';

const PATH = '/api/v1/imports/check-sheet';

export function CheckSheet() {
  const { profile_id } = useProfile();
  const answer = useCheckSheet(profile_id);
  // Nobody who imports no sums of another tool needs the panel, and a reader without the right to figures has no use for an error.
  if (!answer.data || answer.data.data.length === 0) return null;
  return (
    <Panel
      title="Check sheet"
      lead="What other tools measured, beside what was measured here on the same days. It is part of no other figure"
      tools={<Download path={PATH} query={{ profile_id }} name="check-sheet" />}
    >
      <Loaded answer={answer}>
        {({ data }) => (
          <Table
            name="Check sheet"
            columns={[
              'Month',
              'Tool',
              'Measured',
              { number: 'There' },
              { number: 'Here' },
              { number: 'Difference' },
              'Explained by',
            ]}
          >
            {data.map((row) => (
              <Row key={`${row.month} ${row.source} ${row.measure} ${row.currency}`} row={row} />
            ))}
          </Table>
        )}
      </Loaded>
    </Panel>
  );
}

function Row({ row: { month, source, measure, currency, theirs, ours, difference, parts } }: { row: SheetRow }) {
  const shown = (amount: string): string => (currency === null ? count(amount) : money(amount, currency));
  return (
    <tr>
      <th scope="row">{monthName(month)}</th>
      <td class="text">{sourceWord(source)}</td>
      <td class="text">{MEASURES[measure]}</td>
      <td>{shown(theirs)}</td>
      <td>{shown(ours)}</td>
      <td>{shown(difference)}</td>
      <td class="text">
        {parts.length === 0 ? (
          'Equal'
        ) : (
          <ul>
            {parts.map(({ reason, amount, words }) => (
              <li key={reason}>
                {shown(amount)}: {words}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}
