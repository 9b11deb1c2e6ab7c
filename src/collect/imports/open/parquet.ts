// The rows of a Parquet file, which the warehouse's process reads: a fault of the file cannot end this one.
import { readRows } from '../../../base/rows/row-file.ts';
import type { Warehouse } from '../../../base/warehouse/port.ts';
import type { RawRow } from './rows.ts';

/** @param profileId The profile whose landing folder the file is lent to. */
export const parquetReader =
  (warehouse: Pick<Warehouse, 'convert' | 'landingFolder'>, profileId: string) =>
  (path: string): AsyncIterable<RawRow[]> =>
    readRows({ file: path, form: 'parquet', isGzipped: false, bytes: 0 }, { warehouse, profileId });
