// A choice out of a few, with its label.
import { type Html, h } from './html.ts';

export interface SelectContent {
  name: string;
  /** The name, where no other form of the page has a field of it. */
  id?: string;
  label: string;
  hint?: string;
  /** Value and words of each. */
  options: readonly (readonly [string, string])[];
  value: string;
}

export const Select = ({ name, id = name, label, hint, options, value }: SelectContent): Html =>
  h('div', { class: 'field' }, [
    h('label', { for: id }, label),
    hint === undefined ? null : h('p', { id: `${id}-hint`, class: 'soft small' }, hint),
    h(
      'select',
      { id, name, ...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }) },
      options.map(([each, words]) => h('option', { value: each, selected: each === value }, words)),
    ),
  ]);
