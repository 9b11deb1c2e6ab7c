// A tick box with its sentence, and under it a note in small letters.
import { type Html, h } from './html.ts';

export interface CheckboxContent {
  name: string;
  label: string;
  note?: string;
  isTicked: boolean;
}

export function Checkbox({ name, label, note, isTicked }: CheckboxContent): Html {
  const noteId = `${name.replace(/\W/g, '-')}-note`;
  return h('div', { class: 'tick' }, [
    h('label', {}, [
      h('input', {
        type: 'checkbox',
        name,
        value: 'on',
        checked: isTicked,
        ...(note === undefined ? {} : { 'aria-describedby': noteId }),
      }),
      h('span', {}, label),
    ]),
    note === undefined ? null : h('code', { id: noteId, class: 'small' }, note),
  ]);
}
