// Imports of statements: the wizard, the result of the last, and all of them with undo.
import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Hidden } from '../../design/hidden.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { usePageParam } from '../../question/page-param.ts';
import { count, moment, plural } from '../../words/format.ts';
import { STATUSES } from './fields.ts';
import { Refused } from './refused.tsx';
import { Wizard } from './wizard.tsx';
import { usePaymentWrite } from './write.ts';

type Import = Schemas['StatementImport'];

export function Imports() {
  const { profile_id } = useProfile();
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const [importId, setImportId] = usePageParam('import', '');
  const last = cursors.at(-1);
  const query = { profile_id, limit: 50, ...(last === undefined ? {} : { cursor: last }) };
  const answer = useAnswer(['payments', 'imports', query], (signal) =>
    unwrap(api.GET('/api/v1/profile/payments/imports', { params: { query }, signal })),
  );
  if (answer.error?.status === 403) return <Hidden title="Payments are hidden from you." error={answer.error} />;
  return (
    <>
      <Wizard onCommit={setImportId} />
      <Loaded answer={answer}>
        {({ data, pagination }) => (
          <>
            <Result of={data.find(({ import_id }) => import_id === importId)} />
            <Panel title="Imports" lead="Newest first">
              {data.length === 0 ? <Empty title="Nothing was imported yet." /> : <Rows rows={data} />}
              <span class="row">
                {last !== undefined && (
                  <button type="button" class="button" onClick={() => setCursors(cursors.slice(0, -1))}>
                    Newer
                  </button>
                )}
                {pagination.has_next && pagination.cursor !== null && (
                  <button type="button" class="button" onClick={() => setCursors([...cursors, pagination.cursor ?? undefined])}>
                    Older
                  </button>
                )}
              </span>
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

function Result({ of }: { of: Import | undefined }) {
  if (of === undefined || of.result === null) return null;
  const { created, known, refused } = of.result;
  return (
    <Panel title={`Result of ${of.file_name}`} lead={STATUSES[of.status]}>
      <p>
        {plural(created, 'new sale or refund', 'new sales and refunds')}; {count(known)} added before by something else, which
        count once.
      </p>
      {refused.length > 0 && (
        <ul class="payments-problems">
          {refused.map(({ row, words }) => (
            <li key={row}>
              Row {row}: {words}
            </li>
          ))}
        </ul>
      )}
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
