// A table of figures of visits: a name for each row, sortable heads, and the rest of a long list on request.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Scroll } from '../../design/scroll.tsx';
import { count } from '../../words/format.ts';
import { type Before, type Figures, type Place, VisitChange, VisitFigure } from './figures.tsx';
import type { Column } from './words.ts';

const SHOWN = 20;

export interface Row {
  id: string;
  /** The row in words, for readers of its figures. */
  of: string;
  head: ComponentChildren;
  figures: Figures;
  place: Place;
  before: Before | undefined;
}

interface TableProps {
  name: string;
  head: string;
  columns: readonly Column[];
  /** The columns that say how they changed; all of them would be too much to read. */
  changing: readonly string[];
  rows: readonly Row[];
  sort?: { chosen: string; choices: readonly string[]; choose: (member: string) => void };
}

export function VisitTable({ name, head, columns, changing, rows, sort }: TableProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <Scroll name={name}>
        <table class="traffic-table">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map((column) => (
                <Head key={column.member} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, isWhole ? rows.length : SHOWN).map((row) => (
              <tr key={row.id}>
                <th scope="row" class="name">
                  {row.head}
                </th>
                {columns.map((column) => (
                  <td key={column.member}>
                    <VisitFigure {...row} column={column} />
                    {changing.includes(column.member) && <VisitChange {...row} column={column} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {!isWhole && rows.length > SHOWN && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          Show all {count(rows.length)}
        </button>
      )}
    </>
  );
}

function Head({ column: { member, text }, sort }: { column: Column; sort: TableProps['sort'] }) {
  const isSorted = member === sort?.chosen;
  return (
    <th scope="col" aria-sort={isSorted ? 'descending' : undefined}>
      {sort?.choices.includes(member) ? (
        <button type="button" class="sort" onClick={() => sort.choose(member)}>
          {text}
          <span aria-hidden="true">{isSorted ? ' ↓' : ''}</span>
        </button>
      ) : (
        text
      )}
    </th>
  );
}
