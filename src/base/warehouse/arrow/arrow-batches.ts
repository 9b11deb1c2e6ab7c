// The number of rows in one batch of Arrow.

/** DuckDB's chunks are of 2,048 rows: too few for the head that every batch has. A batch is some 3 MB. */
const CHUNKS_PER_BATCH = 4;
export const ROWS_PER_BATCH = CHUNKS_PER_BATCH * 2048;
