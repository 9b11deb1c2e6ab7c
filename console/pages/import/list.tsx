// All imports, newest first: what they are, how far they have come, what they brought, and undo in one step.
import { Link } from 'wouter-preact';
import { Act, Confirm } from '../../design/act.tsx';
import { Hidden } from '../../design/hidden.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { count, moment } from '../../words/format.ts';
import { forgetAfter, removeImport, undoImport, useImports } from './calls.ts';
import { SaveRejects } from './rejects.tsx';
import type { Import } from './types.ts';
import { kindWord, STATES } from './words.ts';

const LOOK_SECONDS = 10;

export function List() {
  const { profile_id } = useProfile();
  const cursors = useCursors();
  const answer = useImports(profile_id, cursors.query, LOOK_SECONDS);
  if (answer.error?.status === 403) return <Hidden title="Imports are hidden from you." error={answer.error} />;
  return (
    <Panel title="Imports" lead="Newest first. An import is undone in one step">
      <Loaded answer={answer}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <Empty title="Nothing was imported yet.">
                <p>Choose a file above. Its preview is shown before anything is imported.</p>
              </Empty>
            ) : (
              <Table
                name="Imports"
                columns={['File', 'State', { number: 'New' }, { number: 'Not imported' }, { number: 'Uploaded' }, '-']}
              >
                {data.map((row) => (
                  <Row key={row.import_id} row={row} />
                ))}
              </Table>
            )}
            <Pager cursors={cursors} pagination={pagination} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Row({ row }: { row: Import }) {
  const { profile_id, timezone, role } = useProfile();
  const { import_id, file_name, status, kind, created_at, result } = row;
  const title = row.files[0]?.layout?.title;
  return (
    <tr>
      <th scope="row" class="name">
        <Link href={`/console/${profile_id}/import/${import_id}`}>{file_name}</Link>
        <span class="second-line">{[kind && kindWord(kind), title].filter(Boolean).join(', ')}</span>
      </th>
      <td class="text">{STATES[status]}</td>
      <td>{result === null ? '–' : count(result.created)}</td>
      <td>{result === null ? '–' : count(result.not_taken.rows)}</td>
      <td>{moment(created_at, timezone)}</td>
      <td class="acts">
        <span class="row">
          {result !== null && result.not_taken.rows > 0 && <SaveRejects of={row} />}
          {role === 'manager' && isUndoable(row) && <Undo of={row} />}
          {role === 'manager' && ['asks', 'refused', 'ready'].includes(status) && (
            <Act
              text="Remove"
              label={`Remove ${file_name}`}
              act={() => removeImport(profile_id, import_id)}
              afterwards={() => forgetAfter(profile_id)}
            />
          )}
        </span>
      </td>
    </tr>
  );
}

/** A list of customers adds to what is known of each, which no step takes back. */
export const isUndoable = ({ status, kind }: Import): boolean => status === 'completed' && kind !== 'customers';

export function Undo({ of: { import_id, file_name, stays } }: { of: Import }) {
  const { profile_id } = useProfile();
  return (
    <Confirm
      text="Undo"
      label={`Undo ${file_name}`}
      title={`Undo the import of ${file_name}?`}
      confirm="Undo the import"
      act={() => undoImport(profile_id, import_id)}
      afterwards={() => forgetAfter(profile_id)}
    >
      <p>
        What the file added is removed from all figures, which become what they were before. Importing the file again restores it.
      </p>
      {stays && <p>{stays}</p>}
    </Confirm>
  );
}
