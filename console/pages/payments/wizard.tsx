// The import of a statement, step by step: a file, the meaning of its columns, what each row brings, the import.
import { useRef, useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Panel } from '../../design/panel.tsx';
import { useProfile } from '../../frame/place.tsx';
import { plural } from '../../words/format.ts';
import { FIELDS, type Parsed } from './fields.ts';
import { type Changes, Mapping } from './mapping.tsx';
import { Preview } from './preview.tsx';
import { Refused } from './refused.tsx';
import { usePaymentWrite } from './write.ts';

export function Wizard({ onCommit }: { onCommit: (importId: string) => void }) {
  const [parsed, setParsed] = useState<Parsed>();
  return parsed === undefined ? (
    <ChooseFile onParsed={setParsed} />
  ) : (
    <Confirm
      key={parsed.import_id}
      parsed={parsed}
      onCommit={() => {
        setParsed(undefined);
        onCommit(parsed.import_id);
      }}
      cancel={() => setParsed(undefined)}
    />
  );
}

function ChooseFile({ onParsed }: { onParsed: (parsed: Parsed) => void }) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const input = useRef<HTMLInputElement>(null);
  const params = { query: { profile_id } };
  const upload = () =>
    run(async () => {
      const file = input.current?.files?.[0];
      if (file === undefined) return;
      const form = new FormData();
      form.append('file', file);
      const sent = { params, body: { file: file.name }, bodySerializer: () => form };
      onParsed((await unwrap(api.POST('/api/v1/profile/payments/import/parse', sent))).data);
    });
  const saveTemplate = () =>
    run(async () => {
      const { data } = await unwrap(api.GET('/api/v1/profile/payments/import/template', { params }));
      saveText(data.content, data.content_type, data.file_name);
    });
  return (
    <Panel title="Import a statement" lead="1 of 3: a CSV, TSV or XLSX file of a bank, a payment provider, or your own sheet">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void upload();
        }}
      >
        <label>
          File
          <input ref={input} type="file" required accept=".csv,.tsv,.txt,.xlsx" />
        </label>
        {fault && <Refused error={fault} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={isBusy}>
            Read the file
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={saveTemplate}>
            Save a template
          </button>
        </div>
      </form>
    </Panel>
  );
}

function saveText(content: string, type: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

interface ConfirmProps {
  parsed: Parsed;
  onCommit: () => void;
  cancel: () => void;
}

function Confirm({ parsed, onCommit, cancel }: ConfirmProps) {
  const { profile_id } = useProfile();
  const { isBusy, fault, run } = usePaymentWrite();
  const [changes, setChanges] = useState<Changes>({ columns: parsed.columns, options: parsed.options });
  const isChanged = changes.columns !== parsed.columns || changes.options !== parsed.options;
  const commit = () =>
    run(async () => {
      const columns = changes.columns.map(({ index, field }) => ({ index, field }));
      const body = { import_id: parsed.import_id, ...(isChanged ? { columns, options: changes.options } : {}) };
      await unwrap(api.POST('/api/v1/profile/payments/import/commit', { params: { query: { profile_id } }, body }));
      onCommit();
    });
  return (
    <>
      <Panel title="Columns" lead={`2 of 3: what the columns of ${parsed.file.name} mean. Read as: ${parsed.format_title}`}>
        {parsed.notes.length > 0 && (
          <ul class="notice">
            {parsed.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {parsed.missing.length > 0 && (
          <p class="notice">No column was found for: {parsed.missing.map((field) => FIELDS[field]).join(', ')}.</p>
        )}
        <Mapping changes={changes} change={setChanges} />
      </Panel>
      <Panel title="Preview" lead={`3 of 3: ${plural(parsed.counts.sale, 'sale')}, ${plural(parsed.counts.refund, 'refund')}`}>
        {isChanged && (
          <p class="notice">
            The preview is of the columns as proposed. The import follows your changes, and you can undo it afterwards.
          </p>
        )}
        <Preview parsed={parsed} />
        {fault && <Refused error={fault} />}
        <div class="row">
          <button type="button" class="button primary" disabled={isBusy} onClick={commit}>
            Import
          </button>
          <button type="button" class="button" disabled={isBusy} onClick={cancel}>
            Choose another file
          </button>
        </div>
      </Panel>
    </>
  );
}
