// A table that scrolls in its panel: a name for readers, columns, rows. One with actions, or with fields, is a list of cards on a phone, where they
// would be out of sight.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A title, or one of numbers, at the right; `-` for a column whose cells say what they are. */
type Column = string | { number: string };

interface TableProps {
  name: string;
  columns: readonly Column[];
  /** A list of cards on a phone; if left out, where it has actions. */
  isCards?: boolean;
  children: ComponentChildren;
}

export function Table({ name, columns, isCards = columns.includes('-'), children }: TableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (body.current && isCards) return nameCells(body.current, columns);
  });
  return (
    <section class={isCards ? 'scroll cards' : 'scroll'} tabIndex={0} aria-label={`Table: ${name}`}>
      <table>
        <caption class="only-read">{name}</caption>
        <thead>
          <tr>
            {columns.map((column, at) =>
              typeof column === 'string' ? (
                <th key={at} scope="col" class={column === '-' ? 'acts' : 'text'}>
                  {column === '-' ? <span class="only-read">Actions</span> : column}
                </th>
              ) : (
                <th key={at} scope="col">
                  {column.number}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={body}>{children}</tbody>
      </table>
    </section>
  );
}

/** Writes into each cell what a card shows beside its value. Rows draw themselves, so it follows them. @returns what ends it */
function nameCells(body: HTMLElement, columns: readonly Column[]): () => void {
  const names = columns.map((column) => (typeof column === 'string' ? column : column.number));
  const write = (): void => {
    for (const row of body.children)
      for (const [at, cell] of [...row.children].entries()) {
        const name = names[at];
        if (at > 0 && name !== undefined && name !== '-') cell.setAttribute('data-name', name);
      }
  };
  write();
  const observer = new MutationObserver(write);
  observer.observe(body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
