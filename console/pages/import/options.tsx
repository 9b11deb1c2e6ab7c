// How a file is read: as which tool's export, on whose clocks, in which currency, of which account. Each change shows in the preview.
import { Currencies, Zones } from '../../design/form.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFields } from './calls.ts';
import type { Draft } from './draft.ts';
import type { Import } from './types.ts';
import { kindWord } from './words.ts';

interface OptionsProps {
  of: Import;
  draft: Draft;
}

export function Options({ of, draft: { reading, change } }: OptionsProps) {
  const { timezone, currency } = useProfile();
  return (
    <details class="import-options">
      <summary>Change how it is read</summary>
      <div class="form-row">
        <LayoutChoice layout={reading.layout} isMapped={Boolean(reading.mapping)} choose={change} />
        <Field
          label="Time zone of times without one"
          value={reading.timezone}
          example={zoneOf(of) ?? timezone}
          list="zones"
          set={(timezone) => change({ timezone })}
        />
        <Field
          label="Currency of amounts without one"
          value={reading.currency}
          example={currency}
          list="currencies"
          set={(code) => change({ currency: code?.toUpperCase() ?? null })}
        />
        {of.kind === 'spend' && (
          <>
            <Field label="Ad platform" value={reading.platform} example="meta" set={(platform) => change({ platform })} />
            <Field label="Ad account" value={reading.account} example="main" set={(account) => change({ account })} />
          </>
        )}
        {of.kind === 'payments' && (
          <Field
            label="Text before each reference"
            value={reading.prefix}
            example="second-shop-"
            set={(prefix) => change({ prefix })}
          />
        )}
      </div>
      <Zones />
      <Currencies />
    </details>
  );
}

const zoneOf = ({ files }: Import): string | undefined => files.flatMap(({ times }) => times.zone ?? [])[0];

/** How times were read, in one sentence. */
export function Times({ of }: { of: Import }) {
  const zone = zoneOf(of);
  const days = of.files.reduce((sum, { times }) => sum + times.days_only, 0);
  if (zone === undefined || of.kind === 'aggregates') return null;
  return (
    <p class="soft">
      Times without a zone are on the clocks of {zone}.
      {days > 0 &&
        ` ${days === 1 ? 'One row has' : `${days} rows have`} a day and no time: a sale is then at the end of its day.`}
    </p>
  );
}

interface LayoutProps {
  layout: string | null;
  isMapped: boolean;
  choose: Draft['change'];
}

const OWN_COLUMNS = 'own columns';

/** The tool that wrote the file, where that is not found or found wrongly. */
function LayoutChoice({ layout, isMapped, choose }: LayoutProps) {
  const { profile_id } = useProfile();
  const layouts = useFields(profile_id).data?.data.layouts ?? [];
  const byKind = Object.entries(Object.groupBy(layouts, ({ kind }) => kind));
  return (
    <label>
      Read it as
      <select
        value={isMapped ? OWN_COLUMNS : (layout ?? '')}
        onChange={({ currentTarget: { value } }) => {
          if (value === OWN_COLUMNS) return;
          choose({ layout: value === '' ? null : value, mapping: null });
        }}
      >
        <option value="">What its columns say</option>
        {isMapped && <option value={OWN_COLUMNS}>The columns as chosen</option>}
        {byKind.map(([kind, found = []]) => (
          <optgroup key={kind} label={kindWord(kind)}>
            {found.map(({ layout: name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

interface FieldProps {
  label: string;
  value: string | null;
  example: string;
  list?: string;
  set: (value: string | null) => void;
}

/** Sent when the person has finished with it: half a name of a zone is none. */
const Field = ({ label, value, example, list, set }: FieldProps) => (
  <label>
    {label}
    <input
      type="text"
      value={value ?? ''}
      placeholder={example}
      list={list}
      maxLength={64}
      autocomplete="off"
      onChange={({ currentTarget }) => set(currentTarget.value.trim() || null)}
    />
  </label>
);
