// Imports of payments, whichever way their files came: by the page Import, the command line or the API; each can be undone.
import { Link } from 'wouter-preact';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, moment } from '../../words/format.ts';
import { Refused } from './refused.tsx';
import { usePaymentWrite } from './write.ts';

type Import = Schemas['StatementImport'];

const STATUSES: Record<Import['status'], string> = {
  parsed: 'Not imported yet',
  committing: 'Being imported',
  completed: 'Imported',
  undone: 'Undone',
};

export function Imports() {
  const { profile_id } = useProfile();
  const cursors = useCursors();
  const query = { profile_id, limit: 50, ...cursors.query };
  const answer = useAnswer(['payments', 'imports', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/payments/imports', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Payments are hidden from you." error={answer.error} />;
  return (
    <Panel
      title="Imports"
      lead="Of payments, by this console, the command line and the API, newest first"
      tools={
        <Link class="button" href={`/console/${profile_id}/import`}>
          Import a file
        </Link>
      }
    >
      <Loaded answer={answer}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <Empty title="Nothing was imported yet." /> : <Rows rows={data} />}
            <Pager cursors={cursors} pagination={pagination} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Rows = ({ rows }: { rows: readonly Import[] }) => (
  <Table name="Imports" columns={['File', 'State', { number: 'New' }, { number: 'Refused' }, { number: 'Uploaded' }, '-']}>
    {rows.map((row) => (
      <Row key={row.import_id} row={row} />
    ))}
  </Table>
);

function Row({ row: { import_id, status, file_name, format_title, created_at, result } }: { row: Import }) {
  const { profile_id, timezone } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const query = { profile_id };
  const undo = () =>
    run(() => {
      const params = { path: { importId: import_id }, query };
      return unwrap(api.POST('/api/v1/profile/payments/imports/{importId}/undo', { params }));
    });
  const commit = () =>
    run(() => unwrap(api.POST('/api/v1/profile/payments/import/commit', { params: { query }, body: { import_id } })));
  return (
    <tr>
      <th scope="row" class="name">
        {file_name}
        <span class="second-line">{format_title}</span>
      </th>
      <td class="text">{STATUSES[status]}</td>
      <td>{result === null ? '–' : count(result.created)}</td>
      <td>{result === null ? '–' : count(result.counts.unreadable + result.refused.length)}</td>
      <td>{moment(created_at, timezone)}</td>
      <td class="acts">
        {status === 'completed' && (
          <button type="button" class="button danger" disabled={isBusy} onClick={undo}>
            Undo
          </button>
        )}
        {(status === 'parsed' || status === 'committing') && (
          <button type="button" class="button" disabled={isBusy} onClick={commit}>
            {status === 'parsed' ? 'Import as proposed' : 'Continue'}
          </button>
        )}
        {fault && <Refused error={fault} />}
      </td>
    </tr>
  );
}
