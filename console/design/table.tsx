// A table that scrolls in its panel: a name for readers, columns, rows.
import type { ComponentChildren } from 'preact';

interface TableProps {
  name: string;
  /** A title, or one of numbers, at the right; `-` for a column whose cells say what they are. */
  columns: readonly (string | { number: string })[];
  children: ComponentChildren;
}

export const Table = ({ name, columns, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <section class="scroll" tabIndex={0} aria-label={`Table: ${name}`}>
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
      <tbody>{children}</tbody>
    </table>
  </section>
);
