// Lists of rows that changed in a range, the latest first, at providers that count pages: a row that changes during the reading moves to the front,
// and with it the numbers of all others. So each page begins at the time where the last one ended.

export interface ChangedPages<Row> {
  /** Milliseconds since 1970: from `since` on, and before `until`. */
  since: number;
  until: number;
  /** Rows of a page. */
  size: number;
  /** When a row changed; undefined where it does not say. */
  changedAt: (row: Row) => number | undefined;
  read: (page: { after: number; before: number; offset: number }) => Promise<Row[]>;
  /** A list that has more pages has no end. */
  endless: () => Error;
}

const SECOND_MS = 1_000;
const MAX_PAGES = 5_000;

/** Pages, in which a row can come twice. Whether bounds belong to a range differs, so each is a second wider. */
export async function* changedPages<Row>(list: ChangedPages<Row>): AsyncGenerator<Row[]> {
  const { since, until, size, changedAt, read, endless } = list;
  let [before, offset] = [until, 0];
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const rows = await read({ after: since - SECOND_MS, before: before + SECOND_MS, offset });
    yield rows;
    if (rows.length < size) return;
    const last = Math.min(...rows.map((row) => changedAt(row) ?? before));
    // Very many rows can have changed at one time: its pages overlap, for some of them may move during the reading.
    [before, offset] = last < before ? [last, 0] : [before, offset + Math.floor(size / 2)];
  }
  throw endless();
}
