// What the columns of a sheet mean, where no layout says it: each with three of its values and a choice of fields. What decides money is chosen or declined.
import { useEffect, useState } from 'preact/hooks';
import { Check, Select } from '../../design/form.tsx';
import { Loaded } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useProfile } from '../../frame/place.tsx';
import { useFields } from './calls.ts';
import type { Draft } from './draft.ts';
import { chosenTwice, likelyKind, missingOf, proposedMapping, withField } from './mapping-rules.ts';
import type { Import, ImportedFile, KindFields, Mapping } from './types.ts';
import { bareWord, fieldWord, kindWord, withoutWord } from './words.ts';

interface EditorProps {
  of: Import;
  draft: Draft;
}

export function MappingEditor({ of, draft }: EditorProps) {
  const { profile_id } = useProfile();
  const answer = useFields(profile_id);
  const [file] = of.files;
  return (
    <Loaded answer={answer}>
      {({ data }) => {
        const said = of.reading.mapping?.reads ?? of.reading.as ?? of.kind;
        const fields = file && (data.fields.find(({ reads }) => reads === said) ?? likelyKind(file, data.fields));
        // What the headers are taken for depends on the kind.
        return fields && <Columns key={fields.reads} kinds={data.fields} fields={fields} file={file} draft={draft} />;
      }}
    </Loaded>
  );
}

interface ColumnsProps {
  kinds: readonly KindFields[];
  /** Of the kind of the file. */
  fields: KindFields;
  file: ImportedFile;
  draft: Draft;
}

function Columns({ kinds, fields, file, draft }: ColumnsProps) {
  const { currency } = useProfile();
  const [mapping, setMapping] = useState<Mapping>(() => draft.reading.mapping ?? proposedMapping(file, fields));
  const change = (next: Mapping): void => {
    setMapping(next);
    if (missingOf(next, fields).length === 0 && chosenTwice(next).length === 0) draft.change({ mapping: next });
  };
  // Headers that name everything are read at once; the person sees what they were taken for.
  useEffect(() => {
    if (draft.reading.mapping === null) change(mapping);
  }, []);
  return (
    <section class="import-mapping" aria-label="Columns">
      <Select
        label="The file has"
        value={fields.reads}
        set={(reads) => reads !== 'receipts' && draft.change({ as: reads, mapping: null })}
        options={kinds.flatMap(({ reads }) => (reads === 'receipts' ? [] : [[reads, kindWord(reads)] as const]))}
      />
      <Table name="Columns of the file" columns={['Column', 'First values', 'Meaning']} isCards>
        {file.header.map(({ column, samples }, index) => (
          <tr key={`${index} ${column}`}>
            <th scope="row" class="name">
              {column}
            </th>
            <td class="text name import-samples">{samples.filter((sample) => sample !== '').join(' · ')}</td>
            <td class="text">
              <FieldChoice
                column={column}
                fields={fields}
                value={mapping.columns[column] ?? ''}
                set={(field) => change(withField(mapping, column, field))}
              />
            </td>
          </tr>
        ))}
      </Table>
      <Open mapping={mapping} fields={fields} currency={draft.reading.currency ?? currency} change={change} />
    </section>
  );
}

interface ChoiceProps {
  column: string;
  fields: KindFields;
  value: string;
  set: (field: string) => void;
}

const FieldChoice = ({ column, fields: { needed, more }, value, set }: ChoiceProps) => (
  <select aria-label={`Meaning of ${column}`} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
    <option value="">Not needed</option>
    <optgroup label="Has to be known">
      {needed.map((field) => (
        <option key={field} value={field}>
          {fieldWord(field)}
        </option>
      ))}
    </optgroup>
    <optgroup label="If there is one">
      {more.map((field) => (
        <option key={field} value={field}>
          {fieldWord(field)}
        </option>
      ))}
    </optgroup>
  </select>
);

interface OpenProps {
  mapping: Mapping;
  fields: KindFields;
  /** Of amounts without one. */
  currency: string;
  change: (mapping: Mapping) => void;
}

/** What is still to be chosen, and what the file may lack. */
function Open({ mapping, fields, currency, change }: OpenProps) {
  const { without = [] } = mapping;
  const missing = missingOf(mapping, fields);
  const chosen = new Set(Object.values(mapping.columns));
  const mayDecline = fields.may_lack.filter((field) => !chosen.has(field));
  return (
    <div class="stack" aria-live="polite">
      {mayDecline.length > 0 && (
        <fieldset class="import-question">
          <legend>The file has no column for</legend>
          {mayDecline.map((field) => (
            <Check
              key={field}
              label={`${bareWord(field)}: ${withoutWord(field, currency)}`}
              value={without.includes(field)}
              set={(isLacking) => {
                const others = without.filter((each) => each !== field);
                change({ ...mapping, without: isLacking ? [...others, field] : others });
              }}
            />
          ))}
        </fieldset>
      )}
      {missing.length > 0 && <p class="notice">Still to be chosen: {missing.map(bareWord).join(', ')}.</p>}
      {chosenTwice(mapping).map(({ field, columns }) => (
        <p key={field} class="notice">
          {columns.join(' and ')} cannot both be “{bareWord(field)}”: choose one of them.
        </p>
      ))}
    </div>
  );
}
