// The effect of rules: sessions and money, from which channel to which.

import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/client.ts';
import { Channel } from '../../design/channel.tsx';
import { Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { Warnings } from '../../notes/warnings.tsx';
import { count, days, moneyKnown } from '../../words/format.ts';
import { RenamedVisits } from './names.tsx';

interface MovesProps {
  preview: Schemas['ClassificationPreviewAnswer'];
  /** What more is said of them. */
  children?: ComponentChildren;
}

export function Moves({ preview, children }: MovesProps) {
  const { data, meta, warnings } = preview;
  const { sessions, revenue, moves } = data;
  return (
    <Panel title="What would move" lead={days(meta.date_from, meta.date_to)}>
      <div role="status">
        <p>
          <b>{count(sessions.moved)}</b> of {count(sessions.total)} visits and <b>{moneyKnown(revenue.moved, meta.currency)}</b>{' '}
          of {moneyKnown(revenue.total, meta.currency)} of revenue change their channel
          {sessions.joined_by_alias > 0 && `; ${count(sessions.joined_by_alias)} visits join spend by their source`}.
        </p>
      </div>
      {moves.length > 0 && (
        <Table name="Moves" columns={['From', 'To', { number: 'Visits' }, { number: 'Revenue' }]}>
          {moves.map((move) => (
            <tr key={`${move.from_channel} ${move.to_channel}`}>
              <th scope="row" class="text">
                <Channel name={move.from_channel} />
              </th>
              <td class="text">
                <Channel name={move.to_channel} />
              </td>
              <td>{count(move.sessions)}</td>
              <td>{moneyKnown(move.revenue, meta.currency)}</td>
            </tr>
          ))}
        </Table>
      )}
      <RenamedVisits preview={preview} />
      {children}
      <Warnings of={warnings} />
    </Panel>
  );
}
