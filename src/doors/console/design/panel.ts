// A part of the page with a heading of its own.
import { type Children, type Html, h } from './html.ts';

export function Panel({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: Children;
  lead?: Children;
  children?: Children;
}): Html {
  return h('section', { class: 'panel', 'aria-labelledby': id }, [
    h('div', { class: 'stack' }, [h('h2', { id }, title), lead === undefined ? null : h('p', { class: 'soft' }, lead)]),
    children,
  ]);
}
