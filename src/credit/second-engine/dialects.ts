// The SQL of each engine for the sum of a column, and for a row as a text that is equal in both.

export interface Column {
  name: string;
  /** In DuckDB's words. */
  type: string;
}

export interface Dialect {
  /** An exact sum as text: of integers, decimals, microseconds, or of the low half of a digest of each text. */
  sum(column: Column): string;
  /** Rows in which the column is not null; lists are never null. */
  count(column: Column): string;
  rows: string;
  /** The row in one text, no two rows alike. */
  row(columns: readonly Column[]): string;
  /** The sum of the low halves of digests, as text. */
  digests(text: string): string;
  /** The part of a table, of a number of parts, to which the row belongs. */
  bucket(text: string, buckets: number): string;
}

const isDecimal = ({ type }: Column): boolean => type.startsWith('DECIMAL');
const scaleOf = ({ type }: Column): string => /,(\d+)\)$/.exec(type)?.[1] ?? '0';
const isText = ({ type }: Column): boolean => type === 'VARCHAR' || type === 'VARCHAR[]';

const duckdbText = ({ name, type }: Column): string => {
  if (type === 'VARCHAR') return `"${name}"`;
  if (type === 'VARCHAR[]') return `array_to_string(coalesce("${name}", []), chr(31))`;
  if (type === 'BOOLEAN') return `"${name}"::integer::varchar`;
  if (type === 'TIMESTAMP') return `epoch_us("${name}")::varchar`;
  if (type === 'DATE') return `datediff('day', date '1970-01-01', "${name}")::varchar`;
  return `"${name}"::varchar`;
};

export const duckdb: Dialect = {
  sum(column) {
    if (isText(column)) return this.digests(duckdbText(column));
    return `coalesce(sum(${isDecimal(column) ? `"${column.name}"` : `${duckdbText(column)}::hugeint`})::varchar, '0')`;
  },
  count: ({ name, type }) => `count(${type.endsWith('[]') ? '*' : `"${name}"`})::varchar`,
  rows: 'count(*)::varchar',
  row: (columns) => columns.map((column) => `coalesce(${duckdbText(column)}, chr(30))`).join(' || chr(29) || '),
  digests: (text) => `coalesce(sum(md5_number_lower(${text})::hugeint)::varchar, '0')`,
  bucket: (text, buckets) => `(md5_number_lower(${text}) % ${buckets})::varchar`,
};

const clickhouseText = (column: Column): string => {
  const { name, type } = column;
  if (type === 'VARCHAR') return `cast(${name}, 'Nullable(String)')`;
  if (type === 'VARCHAR[]') return `arrayStringConcat(${name}, char(31))`;
  if (type === 'BOOLEAN') return `toString(toUInt8(${name}))`;
  if (type === 'TIMESTAMP') return `toString(toUnixTimestamp64Micro(${name}))`;
  if (type === 'DATE') return `toString(toInt32(${name}))`;
  return isDecimal(column) ? `toDecimalString(${name}, ${scaleOf(column)})` : `toString(${name})`;
};
const clickhouseDigest = (text: string): string => `reinterpretAsUInt64(substring(MD5(${text}), 9, 8))`;

export const clickhouse: Dialect = {
  sum(column) {
    if (isText(column)) return this.digests(clickhouseText(column));
    const value = isDecimal(column)
      ? `cast(${column.name}, 'Nullable(Decimal(38, ${scaleOf(column)}))')`
      : `toInt256(${clickhouseText(column)})`;
    return `toString(coalesce(sum(${value}), 0))`;
  },
  count: ({ name, type }) => `toString(count(${type.endsWith('[]') ? '*' : name}))`,
  rows: 'toString(count(*))',
  row: (columns) =>
    `concat(${columns.map((column) => `coalesce(${clickhouseText(column)}, char(30))`).join(', char(29), ')}, '')`,
  digests: (text) => `toString(coalesce(sum(toInt256(${clickhouseDigest(text)})), 0))`,
  bucket: (text, buckets) => `toString(${clickhouseDigest(text)} % ${buckets})`,
};
