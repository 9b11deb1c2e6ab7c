// What a block saves beside what it shows, as a file for spreadsheets or as JSON, and the rows of a list as one file: the same calls, in another form. The menu
// Export of the block's tables and graphs has them as choices (`exports/`).
import { useLayoutEffect, useRef } from 'preact/hooks';
import { download, downloadList } from '../api/client.ts';
import { type Offer, setOffers } from '../exports/offers.ts';
import { queryText, type SourceQuery } from '../receipts/source.ts';

const FORMS = { csv: 'text/csv', json: 'application/json' } as const;

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
  const save = (asked: SourceQuery, file: string, form: keyof typeof FORMS) => () =>
    download(`${path}?${queryText(asked)}`, FORMS[form], `${file}.${form}`);
  return (
    <Offers
      made={[
        { text: 'All rows as CSV', save: save(query, name, 'csv') },
        { text: 'All rows as JSON', save: save(query, name, 'json') },
        ...more.map((part) => ({ text: part.text, save: save(part.query, part.name, 'csv') })),
      ]}
    />
  );
}

function Offers({ made }: { made: readonly Offer[] }) {
  const marker = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (marker.current) setOffers(marker.current, made);
  });
  return <div ref={marker} class="offers" />;
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
  const save = () =>
    downloadList(
      (cursor) => `${path}?${queryText({ ...query, limit: PAGE, ...(cursor === undefined ? {} : cursorOf(cursor)) })}`,
      `${name}.csv`,
    );
  return <Offers made={[{ text: 'All rows as CSV', save }]} />;
}
