// The parts of a published table, by month: what is in each, and a file of one.
import { join } from 'node:path';
import type { Base } from '../../../base/base.ts';
import type { Statement } from '../../../base/warehouse/port.ts';
import { NO_MONTH } from './manifest.ts';
import type { PublishedSource } from './source.ts';

export interface FoundPart {
  table: string;
  month: string;
  rows: number;
  content: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const fileOf = ({ folder }: PublishedSource, table: string): string => quoted(join(folder, `${table}.parquet`));
const monthOf = (time: string | undefined): string =>
  time === undefined ? quoted(NO_MONTH) : `coalesce(strftime(${time}, '%Y-%m'), ${quoted(NO_MONTH)})`;

/** @param names Of tables. A table without rows has one part, so that it has columns. */
export async function findParts(base: Base, source: PublishedSource, names: readonly string[]): Promise<FoundPart[]> {
  const statements = names.map(
    (name): Statement => ({
      sql: `-- One row per month of a published table.
      select ${monthOf(source.times.get(name))} as month, count(*)::integer as rows_count, sum(hash(published))::varchar as content
      from read_parquet(${fileOf(source, name)}) as published
      group by all
      order by all`,
    }),
  );
  const found = await base.warehouse.convert(source.profileId, statements);
  return names.flatMap((table, i) => {
    const rows = found[i] ?? [];
    if (rows.length === 0) return [{ table, month: NO_MONTH, rows: 0, content: '0' }];
    return rows.map(({ month, rows_count, content }) => ({
      table,
      month: String(month),
      rows: Number(rows_count),
      content: String(content),
    }));
  });
}

const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${month.slice(0, -2)}${String(number + 1).padStart(2, '0')}`;
};

/** Compared with the column itself, so that the statistics of a file's row groups leave most of it unread. */
function condition(time: string | undefined, { month, rows }: FoundPart): string {
  if (rows === 0) return 'false';
  if (time === undefined) return 'true';
  if (month === NO_MONTH) return `${time} is null`;
  return `${time} >= ${quoted(`${month}-01`)} and ${time} < ${quoted(`${nextMonth(month)}-01`)}`;
}

/** Writes a part as a file of its own. @param path In the landing folder of the profile. */
export async function writePart(base: Base, source: PublishedSource, part: FoundPart, path: string): Promise<void> {
  const rows = `select * from read_parquet(${fileOf(source, part.table)}) where ${condition(source.times.get(part.table), part)}`;
  const sql = `-- Nothing: a part of a published table, in a file.\ncopy (${rows}) to ${quoted(path)} (format parquet, compression zstd)`;
  await base.warehouse.convert(source.profileId, [{ sql }]);
}
