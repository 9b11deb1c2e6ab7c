// The numbers behind a chart, as a table that scrolls inside itself on a narrow screen and can be reached by keyboard.
import { type Children, type Html, h } from './html.ts';

export interface TableContent {
  /** Says what the numbers are, in which unit and of which period. */
  caption: string;
  /** Columns that belong together, above their names: `[name, columns]`; the first column is outside of them. */
  groups?: readonly (readonly [string, number])[];
  columns: readonly string[];
  rows: readonly (readonly Children[])[];
  /** The sum of what is above it. */
  total?: readonly Children[];
  class?: string;
}

export function DataTable({ caption, groups, columns, rows, total, class: name }: TableContent): Html {
  const row = ([head, ...cells]: readonly Children[]): Html =>
    h('tr', {}, [h('th', { scope: 'row' }, head), ...cells.map((cell) => h('td', {}, cell))]);
  return h('div', {}, [
    // The caption stands outside of what scrolls, so that it is read whole on a narrow screen too.
    h('p', { class: 'soft small', 'aria-hidden': 'true' }, caption),
    h(
      'div',
      { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 },
      h('table', { 'aria-label': caption, class: name }, [
        h('thead', {}, [
          groups ? h('tr', {}, [h('td', {}), ...groups.map(groupCell)]) : null,
          h(
            'tr',
            {},
            columns.map((column) => h('th', { scope: 'col' }, column)),
          ),
        ]),
        h('tbody', {}, rows.map(row)),
        total ? h('tfoot', {}, row(total)) : null,
      ]),
    ),
  ]);
}

const groupCell = ([text, span]: readonly [string, number]): Html =>
  text === '' ? h('td', { colspan: span }) : h('th', { scope: 'colgroup', colspan: span }, text);
