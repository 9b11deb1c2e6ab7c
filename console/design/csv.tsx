// The figures of a block as a file for spreadsheets or as JSON, and the rows of a list as one file: the same calls, in another form.
import { useState } from 'preact/hooks';
import { CallError, download, downloadList } from '../api/client.ts';
import { useWrite } from '../api/write.ts';
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

interface ListProps {
  /** The path of a GET of a list that offers CSV. */
  path: string;
  query: SourceQuery;
  /** The parameters of a cursor; `cursor` alone if left out. */
  cursorOf?: (cursor: string) => SourceQuery;
  name: string;
}

const PAGE = 100;

/** All rows of a list as a file, however many pages they are. */
export function DownloadList({ path, query, cursorOf = (cursor) => ({ cursor }), name }: ListProps) {
  const { isBusy, fault, run } = useWrite();
  const save = () =>
    downloadList(
      (cursor) => `${path}?${queryText({ ...query, limit: PAGE, ...(cursor === undefined ? {} : cursorOf(cursor)) })}`,
      `${name}.csv`,
    );
  return (
    <>
      <button type="button" class="control quiet" disabled={isBusy} onClick={() => run(save)}>
        <span class="only-read">Save this list as </span>CSV
      </button>
      {fault && <ErrorBlock error={fault} />}
    </>
  );
}
