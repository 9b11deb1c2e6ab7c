// What a file brings, before anything is written: rows by outcome, sums, what would change or may be there twice, and the rows that are left out.
import { Table } from '../../design/table.tsx';
import { count, longDay, money, plural } from '../../words/format.ts';
import { LeftOut } from './left-out.tsx';
import { Sums } from './sums.tsx';
import type { Import, ImportedFile, Outcome } from './types.ts';
import { countWords } from './words.ts';

export function Preview({ of: { kind, files } }: { of: Import }) {
  return (
    <>
      {files.map((file) => (
        <section key={file.file} class="import-file" aria-label={file.file}>
          {files.length > 1 && <h3>{file.file}</h3>}
          <Counts file={file} />
          {file.warnings.length > 0 && (
            <ul class="notice">
              {file.warnings.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          <div class="columns">
            <Sums kind={kind} sums={file.sums} />
            <LeftOut leftOut={file.left_out} notTaken={file.would?.not_taken} />
          </div>
          <MaybeThere sums={file.would?.maybe_twice ?? []} />
          <Replaced days={file.would?.replaced ?? []} show={moneyOf(file.sums)} />
        </section>
      ))}
    </>
  );
}

function Counts({ file: { rows, not_read, counts, would } }: { file: ImportedFile }) {
  if (not_read !== null) return <p>Not read: {not_read}</p>;
  const brings = counts
    .filter(({ reads }) => reads !== 'left_out')
    .map(({ reads, readings }) => plural(readings, ...countWords(reads)));
  return (
    <div class="stack">
      <p>
        {plural(rows, 'row')}: {brings.length === 0 ? 'nothing to import' : brings.join(', ')}.
      </p>
      {would && (
        <dl class="import-tiles">
          <Tile name="New" value={would.created} />
          <Tile name="Already known" value={would.known} />
          {would.replaced.length > 0 && <Tile name="Days that change" value={would.replaced.length} />}
          {would.restored > 0 && <Tile name="Undone before, back again" value={would.restored} />}
          <Tile name="Not imported" value={would.not_taken.rows} />
        </dl>
      )}
    </div>
  );
}

function MaybeThere({ sums }: { sums: Outcome['maybe_twice'] }) {
  if (sums.length === 0) return null;
  const payments = sums.map(({ payments, amount, currency }) => `${plural(payments, 'payment')} of ${money(amount, currency)}`);
  return (
    <p class="notice">
      {payments.join(' and ')} may be sales that another system has reported already. They count beside these until somebody
      decides on the page Sales seen twice.
    </p>
  );
}

const Tile = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{count(value)}</dd>
  </div>
);

/** The sums of days name no currency: that of the file, where it has one. */
function moneyOf(sums: ImportedFile['sums']): (amount: string) => string {
  const [only, ...others] = new Set(sums.map(({ currency }) => currency));
  return (amount) => (only === undefined || others.length > 0 ? amount : money(amount, only));
}

interface ReplacedProps {
  days: Outcome['replaced'];
  show: (amount: string) => string;
}

function Replaced({ days, show }: ReplacedProps) {
  if (days.length === 0) return null;
  return (
    <section class="stack" aria-label="Days that change">
      <h3>Days that change</h3>
      <Table name="Days that change" columns={['Day', { number: 'Before' }, { number: 'After' }]}>
        {days.map(({ day, before, after }) => (
          <tr key={day}>
            <th scope="row">{longDay(day)}</th>
            <td>{show(before)}</td>
            <td>{show(after)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
