// Rows that are not imported: by reason, with the lines of the first and what is said of each.
import { plural } from '../../words/format.ts';
import type { ImportedFile, LeftOutRow, Outcome } from './types.ts';
import { reasonWord } from './words.ts';

interface LeftOutProps {
  leftOut: ImportedFile['left_out'];
  notTaken: Outcome['not_taken'] | undefined;
}

export function LeftOut({ leftOut, notTaken }: LeftOutProps) {
  const hasNotTaken = notTaken !== undefined && notTaken.rows > 0;
  if (leftOut.length === 0 && !hasNotTaken) return null;
  return (
    <section class="stack" aria-label="Rows that are left out">
      <h3>Rows that are left out</h3>
      {hasNotTaken && <Reason name="Not imported" rows={notTaken.rows} first={notTaken.first} isOpen />}
      {leftOut.map(({ reason, rows, first }) => (
        <Reason key={reason} name={reasonWord(reason)} rows={rows} first={first} />
      ))}
    </section>
  );
}

interface ReasonProps {
  name: string;
  rows: number;
  first: readonly LeftOutRow[];
  isOpen?: boolean;
}

function Reason({ name, rows, first, isOpen = false }: ReasonProps) {
  const said = first.filter(({ words }) => words !== null);
  return (
    <details class="import-reason" open={isOpen || said.length > 0}>
      <summary>
        {name}: {plural(rows, 'row')}
      </summary>
      {said.length === 0 ? (
        <p class="soft">
          {first.length === 1 ? 'Line' : 'Lines'} {first.map(({ line }) => line).join(', ')}
          {rows > first.length && ` and ${rows - first.length} more`}
        </p>
      ) : (
        <ul>
          {first.map(({ line, words }, at) => (
            <li key={`${line} ${at}`}>
              Line {line}
              {words !== null && `: ${words}`}
            </li>
          ))}
          {rows > first.length && <li class="soft">{plural(rows - first.length, 'more row')}</li>}
        </ul>
      )}
    </details>
  );
}
