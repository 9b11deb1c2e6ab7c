// A form that writes: its fields, what was refused, and one button. A second press during a write does nothing.
import type { ComponentChildren } from 'preact';
import { useWrite } from '../api/write.ts';
import { ErrorBlock } from './states.tsx';

interface WriteFormProps {
  /** Undefined: fields that are shown and not changed. */
  button: string | undefined;
  submit: () => Promise<unknown>;
  /** Runs whether the write succeeded or not. */
  afterwards?: () => void;
  class?: string;
  children: ComponentChildren;
}

export function WriteForm({ button, submit, afterwards, class: look = 'form', children }: WriteFormProps) {
  const { isBusy, fault, run } = useWrite(afterwards);
  return (
    <form
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
    >
      {children}
      {fault && <ErrorBlock error={fault} />}
      {button !== undefined && (
        <button type="submit" class="button primary" disabled={isBusy}>
          {button}
        </button>
      )}
    </form>
  );
}

interface TextProps {
  label: ComponentChildren;
  value: string;
  set: (value: string) => void;
  hint?: string;
  type?: 'text' | 'email' | 'password' | 'url';
  isOptional?: boolean;
  maxLength?: number;
  /** The id of the values to choose from. */
  list?: string;
  placeholder?: string;
  autocomplete?: string;
}

export const Text = ({ label, hint, ...field }: TextProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: Input is the control
  <label>
    {label}
    <Input {...field} />
    {hint !== undefined && <span class="hint">{hint}</span>}
  </label>
);

function Input({ value, set, type = 'text', isOptional = false, list, autocomplete = 'off', ...more }: Omit<TextProps, 'label'>) {
  const onInput = (event: { currentTarget: HTMLInputElement }): void => set(event.currentTarget.value);
  const common = { value, required: !isOptional, autocomplete, onInput, ...more };
  if (type === 'email') return <input type="email" {...common} />;
  if (type === 'password') return <input type="password" {...common} />;
  if (type === 'url') return <input type="url" {...common} />;
  return list === undefined ? <input type="text" {...common} /> : <input type="text" list={list} {...common} />;
}

interface ChoiceProps<Value extends string> {
  label: ComponentChildren;
  value: Value;
  set: (value: Value) => void;
  options: readonly (readonly [Value, string])[];
  hint?: string;
}

export function Select<Value extends string>({ label, value, set, options, hint }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find(([each]) => each === event.currentTarget.value);
          if (chosen) set(chosen[0]);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  );
}

export const Check = ({ label, value, set }: { label: ComponentChildren; value: boolean; set: (value: boolean) => void }) => (
  <label class="check">
    <input type="checkbox" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

/** Time zones that the browser knows: to choose from or to type. */
export const Zones = () => (
  <datalist id="zones">
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
);

export const Currencies = () => (
  <datalist id="currencies">
    {Intl.supportedValuesOf('currency').map((code) => (
      <option key={code} value={code} />
    ))}
  </datalist>
);

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface FormButtonsProps {
  /** On the button that submits. */
  text: string;
  tone?: 'danger' | 'primary';
  isDisabled: boolean;
  close: () => void;
}

/** The end of a form that can be left: the button that submits, and Cancel. */
export function FormButtons({ text, tone = 'primary', isDisabled, close }: FormButtonsProps) {
  return (
    <span class="row">
      <button type="submit" class={`button ${tone}`} disabled={isDisabled}>
        {text}
      </button>
      <button type="button" class="button" onClick={close}>
        Cancel
      </button>
    </span>
  );
}
