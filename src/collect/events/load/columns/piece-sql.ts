// The statement that reads a piece of a CSV file by columns, and tells the rows whose parts can be enriched apart from each other: visits and other
// behaviour with an id and a time in their usual forms, whose texts do not contain their browser's id. Every other row is read one by one.
import type { CsvPiece } from '../../../../base/rows/row-file.ts';
import { IDENTIFIER_TYPES } from '../../../identity/index.ts';
import { isKnownColumn } from '../file-input.ts';

/** Columns with a group of their own, and the names of these. */
const GROUPS = { anonymous_id: 'browser', user_agent: 'agent', engaged_seconds: 'attention' } as const;
/** A row with one of them says something of a person, of money or of another event. */
const OF_ROWS: ReadonlySet<string> = new Set([
  ...IDENTIFIER_TYPES,
  'first_name',
  'last_name',
  'idempotency_key',
  'refund_of',
  'installment_of',
  'deal_id',
  'value_amount',
  'currency',
]);
const OWN: ReadonlySet<string> = new Set([...Object.keys(GROUPS), 'event_id', 'occurred_at', 'ip']);

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const ID = '[A-Za-z0-9._:-]{1,256}';
/** An id that a spreadsheet shortened (base/rows/ids.ts). */
const POWER = String.raw`\d([.,]\d+)?[Ee]\+?\d{2,3}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z`;
const BROWSER = '[A-Za-z0-9._-]{1,256}';
/** Shorter browser ids are looked for in no text (enrich/scrubber.ts). */
const SHORTEST_SOUGHT = 8;
/** Signs of a browser's id behind a percent sign, a percent sign itself, and what an address loses when it is parsed. */
const HIDING = String.raw`%(25|2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff])|\\[tnru]`;

/** The conditions under which the parts of a row do not depend on each other. */
const CONDITIONS = `
  of_rows is null
  and regexp_full_match(event_id, '${ID}') and not regexp_full_match(event_id, '${POWER}')
  and regexp_full_match(occurred_at, '${INSTANT}') and occurred_us between $earliest and $latest
  and (browser is null or regexp_full_match(browser, '${BROWSER}') and not regexp_full_match(browser, '${POWER}'))
  and (coalesce(length(browser), 0) < ${SHORTEST_SOUGHT} or not contains(page, browser) and not regexp_matches(page, '${HIDING}'))`;

/** The column of a piece that has a name; null where there is none. */
const cellOf = ({ columns }: CsvPiece, name: string): string => {
  const at = columns.indexOf(name);
  return at < 0 ? 'null' : `nullif(c${at}, '')`;
};

const cellsSql = ({ columns, delimiter, newline }: CsvPiece): string => `
  select row_number() over () - 1 as place, *
  from read_csv($file, header = false, auto_detect = false, delim = ${quoted(delimiter)}, quote = '"', escape = '"',
    new_line = ${newline === '\n' ? "'\\n'" : "'\\r\\n'"}, strict_mode = true, null_padding = false,
    columns = {${columns.map((_, at) => `'c${at}': 'varchar'`).join(', ')}})`;

/** The cells of a row by the names of their columns, as JSON. */
const recordSql = ({ columns }: CsvPiece): string =>
  `json_object(${columns.map((name, at) => `${quoted(name)}, coalesce(c${at}, '')`).join(', ')})::varchar`;

/**
 * Makes `load_rows` (place, event_id, occurred_us, a text of each group, is_candidate, and of other rows the record). The cells are not kept: a table of them costs as
 * much as reading the file.
 */
export function readingStatements(piece: CsvPiece, file: string, times: { earliest: bigint; latest: bigint }) {
  const inPage = piece.columns.flatMap((name, at) =>
    isKnownColumn(name) && !OF_ROWS.has(name) && !OWN.has(name) ? [`${quoted(name)}, nullif(c${at}, '')`] : [],
  );
  const ofRows = piece.columns.flatMap((name, at) => (OF_ROWS.has(name) ? [`nullif(c${at}, '')`] : []));
  const groups = Object.entries(GROUPS).map(([name, group]) => `${cellOf(piece, name)} as ${group}`);
  const cells = piece.columns.map((_, at) => `c${at}`).join(', ');
  return [
    {
      sql: `create temp table load_rows as
        select place, event_id, occurred_us, browser, agent, attention, page, is_candidate, case when not is_candidate then ${recordSql(piece)} end as record
        from (
          select *, coalesce(${CONDITIONS}, false) as is_candidate
          from (
          select
            ${cells}, place, ${cellOf(piece, 'event_id')} as event_id, ${cellOf(piece, 'occurred_at')} as occurred_at,
            epoch_us(try_cast(${cellOf(piece, 'occurred_at')} as timestamptz)) as occurred_us, ${groups.join(', ')},
            json_object(${inPage.join(', ')})::varchar as page, coalesce(${[...ofRows, 'null'].join(', ')}) as of_rows
          from (${cellsSql(piece)})
          )
        )`,
      params: { file, ...times },
    },
  ];
}

/** The rows that are read one by one. */
export const otherRows = { sql: 'select place, record from load_rows where not is_candidate order by place' };

/** Rows by their places, of the file itself. */
export const rowsAt = (piece: CsvPiece, file: string, places: readonly bigint[]) => ({
  sql: `select place, ${recordSql(piece)} as record from (${cellsSql(piece)}) where place in (select unnest($places::bigint[])) order by place`,
  params: { file, places: [...places] },
});
