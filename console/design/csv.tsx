// The figures of a block as a file for spreadsheets or as JSON: the same call, in another form.
import { useState } from 'preact/hooks';
import { CallError, download } from '../api/client.ts';
import { queryText, type SourceQuery } from '../receipts/source.ts';
import { Choice, Menu } from './menu.tsx';
import { ErrorBlock } from './states.tsx';

const FORMS = { csv: ['CSV', 'text/csv'], json: ['JSON', 'application/json'] } as const;
const forms = ['csv', 'json'] as const;

interface DownloadProps {
  /** The path of a GET that offers CSV. */
  path: string;
  query: SourceQuery;
  /** The name of the file, without its ending. */
  name: string;
  /** Further files beside it, e.g. of the levels below. */
  more?: readonly { text: string; query: SourceQuery; name: string }[];
}

export function Download({ path, query, name, more = [] }: DownloadProps) {
  const [fault, setFault] = useState<CallError>();
  const save = (asked: SourceQuery, file: string, form: 'csv' | 'json', close: () => void): void => {
    download(`${path}?${queryText(asked)}`, FORMS[form][1], `${file}.${form}`).then(close, (error: unknown) =>
      setFault(error instanceof CallError ? error : undefined),
    );
  };
  return (
    <Menu class="control quiet" label="Save these figures as" text="CSV">
      {(close) => (
        <>
          {forms.map((form) => (
            <Choice key={form} choose={() => save(query, name, form, close)}>
              {FORMS[form][0]}
            </Choice>
          ))}
          {more.map((part) => (
            <Choice key={part.name} choose={() => save(part.query, part.name, 'csv', close)}>
              {part.text}
            </Choice>
          ))}
          {fault && <ErrorBlock error={fault} />}
        </>
      )}
    </Menu>
  );
}
