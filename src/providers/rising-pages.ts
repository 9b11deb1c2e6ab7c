// Lists of rows that changed since a moment, the earliest change first, at providers that count pages: a row that changes during the reading moves to
// the end. So each page begins at the time where the last one ended, and a reading that was interrupted goes on from there.

export interface RisingPages<Row> {
  /** Milliseconds since 1970. */
  since: number;
  /** Rows of a page. */
  size: number;
  /** When a row changed; undefined where it does not say. */
  changedAt: (row: Row) => number | undefined;
  read: (page: { after: number; offset: number }) => Promise<Row[]>;
  /** A list that has more pages has no end. */
  endless: () => Error;
}

const SECOND_MS = 1_000;
const MAX_PAGES = 20_000;

/** Pages, in which a row can come twice. Whether the bound belongs to a range differs, so it is a second earlier. */
export async function* risingPages<Row>(list: RisingPages<Row>): AsyncGenerator<{ rows: Row[]; readTo: number }> {
  const { since, size, changedAt, read, endless } = list;
  let [after, offset] = [since, 0];
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const rows = await read({ after: after - SECOND_MS, offset });
    const last = Math.max(after, ...rows.map((row) => changedAt(row) ?? after));
    yield { rows, readTo: last };
    if (rows.length < size) return;
    // Very many rows can have changed at one time: its pages overlap, for some of them may move during the reading.
    [after, offset] = last > after ? [last, 0] : [after, offset + Math.floor(size / 2)];
  }
  throw endless();
}
