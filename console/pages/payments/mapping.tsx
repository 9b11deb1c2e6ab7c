// The meaning of each column, and how its numbers and dates are written.
import { FIELDS, isField, type Parsed } from './fields.ts';

export interface Changes {
  columns: Parsed['columns'];
  options: Parsed['options'];
}

interface MappingProps {
  changes: Changes;
  change: (changes: Changes) => void;
}

export const Mapping = ({ changes, change }: MappingProps) => (
  <>
    <div class="payments-columns">
      {changes.columns.map(({ index, header, field }) => (
        <label key={index}>
          {header === '' ? `Column ${index + 1}` : header}
          <select
            value={field ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const next = isField(value) ? value : null;
              const columns = changes.columns.map((each) => (each.index === index ? { ...each, field: next } : each));
              change({ ...changes, columns });
            }}
          >
            <option value="">Not needed</option>
            {Object.entries(FIELDS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
    <Options changes={changes} change={change} />
  </>
);

const ORDERS = { ymd: 'Year, month, day', dmy: 'Day, month, year', mdy: 'Month, day, year' } as const;

function Options({ changes, change }: MappingProps) {
  const { options } = changes;
  const set = (some: Partial<Changes['options']>): void => change({ ...changes, options: { ...options, ...some } });
  return (
    <div class="payments-columns">
      <label>
        Decimal sign
        <select value={options.decimal} onChange={(event) => set({ decimal: event.currentTarget.value === ',' ? ',' : '.' })}>
          <option value=".">Point</option>
          <option value=",">Comma</option>
        </select>
      </label>
      <label>
        Order in dates
        <select
          value={options.date_order}
          onChange={(event) => {
            const { value } = event.currentTarget;
            set({ date_order: value === 'dmy' || value === 'mdy' ? value : 'ymd' });
          }}
        >
          {Object.entries(ORDERS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <Text label="Time zone" value={options.timezone} max={100} set={(timezone) => set({ timezone })} />
      <Text label="Currency of amounts without one" value={options.currency} max={3} set={(currency) => set({ currency })} />
      <Text
        label="Text before each reference"
        value={options.reference_prefix}
        max={50}
        set={(reference_prefix) => set({ reference_prefix })}
      />
    </div>
  );
}

interface TextProps {
  label: string;
  value: string;
  max: number;
  set: (value: string) => void;
}

const Text = ({ label, value, max, set }: TextProps) => (
  <label>
    {label}
    <input type="text" maxLength={max} value={value} onInput={(event) => set(event.currentTarget.value)} />
  </label>
);
