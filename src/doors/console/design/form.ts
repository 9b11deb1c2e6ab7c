// Forms: a label for every field, what is wrong beside it and read out with it, one clear button. They work without a script.
import { type Children, type Html, h } from './html.ts';

export interface FieldContent {
  name: string;
  /** The name, where no other form of the page has a field of it. */
  id?: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  value?: string;
  /** The `autocomplete` for browsers and password managers, e.g. `username`, `new-password`. */
  autocomplete: string;
  hint?: string;
  /** The error of the sent value. */
  error?: string | undefined;
  isOptional?: boolean;
  isReadOnly?: boolean;
}

export function Field({
  name,
  id = name,
  label,
  type = 'text',
  value,
  autocomplete,
  hint,
  error,
  isOptional,
  isReadOnly,
}: FieldContent): Html {
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint === undefined ? '' : hintId, error === undefined ? '' : errorId].filter(Boolean).join(' ');
  return h('div', { class: 'field' }, [
    h('label', { for: id }, isOptional ? [label, ' ', h('span', { class: 'soft' }, '(optional)')] : label),
    hint === undefined ? null : h('p', { id: hintId, class: 'soft small' }, hint),
    h('input', {
      id,
      name,
      type,
      value,
      autocomplete,
      required: !isOptional,
      readOnly: isReadOnly === true,
      ...(type === 'email' ? { inputmode: 'email', spellcheck: false } : {}),
      ...(described === '' ? {} : { 'aria-describedby': described }),
      ...(error === undefined ? {} : { 'aria-invalid': 'true' }),
    }),
    error === undefined ? null : h('p', { id: errorId, class: 'fault' }, error),
  ]);
}

export interface FormContent {
  action: string;
  /** `tokenField(…)` of the kit. */
  token: Html;
  /** Where to go afterwards. */
  next?: string;
  button: string;
  /** An error that belongs to no single field. */
  error?: string | undefined;
  children: Children;
}

export function Form({ action, token, next, button, error, children }: FormContent): Html {
  return h('form', { class: 'form', method: 'post', action }, [
    token,
    next === undefined ? null : h('input', { type: 'hidden', name: 'continue', value: next }),
    error === undefined ? null : h('p', { class: 'fault', role: 'alert' }, error),
    children,
    h('div', {}, h('button', { class: 'primary' }, button)),
  ]);
}
