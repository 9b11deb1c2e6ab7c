// A choice out of a few, with its label.
import { type Html, h } from './html.ts';

export interface SelectContent {
  name: string;
  label: string;
  hint?: string;
  /** Value and words of each. */
  options: readonly (readonly [string, string])[];
  value: string;
}

export const Select = ({ name, label, hint, options, value }: SelectContent): Html =>
  h('div', { class: 'field' }, [
    h('label', { for: name }, label),
    hint === undefined ? null : h('p', { id: `${name}-hint`, class: 'soft small' }, hint),
    h(
      'select',
      { id: name, name, ...(hint === undefined ? {} : { 'aria-describedby': `${name}-hint` }) },
      options.map(([each, words]) => h('option', { value: each, selected: each === value }, words)),
    ),
  ]);
