// Values between DuckDB and the port: how parameters are bound and how columns are turned into the plain values of port.ts.
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBArrayType,
  type DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  type DuckDBMapValue,
  type DuckDBPreparedStatement,
  DuckDBStructType,
  type DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  HUGEINT,
  LIST,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { numberOfFloat } from '../kit/decimals.ts';
import type { Param } from './port.ts';

const MAX_64 = (1n << 63n) - 1n;

const integerType = (values: bigint[]): DuckDBType => (values.every((v) => v <= MAX_64 && v >= -MAX_64 - 1n) ? BIGINT : HUGEINT);

function typeOf(value: Param): DuckDBType {
  if (value === null) return SQLNULL;
  if (typeof value === 'string') return VARCHAR;
  if (typeof value === 'boolean') return BOOLEAN;
  if (typeof value === 'bigint') return integerType([value]);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BIGINT : DOUBLE;
  // An empty list has no type of its own: a list of nulls compares with lists of anything.
  if (value.length === 0) return LIST(SQLNULL);
  return LIST(typeof value[0] === 'bigint' ? integerType(value as bigint[]) : VARCHAR);
}

function toDuckDB(value: Param, type: DuckDBType): DuckDBValue {
  if (Array.isArray(value)) return new DuckDBListValue(value);
  return typeof value === 'number' && type === BIGINT ? BigInt(value) : value;
}

/** Binds by name what the statement requests; the port has made sure that every name is there. */
export function bindParams(prepared: DuckDBPreparedStatement, params: Record<string, Param>): void {
  for (let index = 1; index <= prepared.parameterCount; index += 1) {
    const value = params[prepared.parameterName(index)] as Param;
    const type = typeOf(value);
    prepared.bindValue(index, toDuckDB(value, type), type);
  }
}

type Convert = (value: DuckDBValue) => unknown;

const nullable =
  (convert: Convert): Convert =>
  (value) =>
    value === null ? null : convert(value);

const DAY_MICROS = 86_400_000_000n;
/** The last day a JavaScript date reaches; later ones are written as DuckDB writes them. */
const LAST_DAY = 100_000_000;
const dayTexts = new Map<number, string>();

/** YYYY-MM-DD of a number of days since 1970. Results repeat few days often, so the texts are kept. */
function dayText(days: number): string {
  const cached = dayTexts.get(days);
  if (cached !== undefined) return cached;
  const iso = new Date(days * 86_400_000).toISOString();
  const text = iso.slice(0, iso.indexOf('T'));
  if (dayTexts.size > 50_000) dayTexts.clear();
  dayTexts.set(days, text);
  return text;
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');
const twoDigits = Array.from({ length: 60 }, (_, n) => padded(n, 2));

/** Microseconds since 1970 as ISO 8601: milliseconds always, microseconds where there are any. */
function isoTimestamp(micros: bigint, original: DuckDBValue): string {
  let days = Number(micros / DAY_MICROS);
  let rest = Number(micros % DAY_MICROS);
  if (rest < 0) {
    days -= 1;
    rest += Number(DAY_MICROS);
  }
  if (Math.abs(days) >= LAST_DAY) return String(original); // infinity too
  const seconds = Math.floor(rest / 1_000_000);
  const fraction = rest % 1_000_000;
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((n) => twoDigits[n]).join(':');
  return `${dayText(days)}T${clock}.${fraction % 1000 === 0 ? padded(fraction / 1000, 3) : padded(fraction, 6)}Z`;
}

const isoDay = (value: DuckDBDateValue): string => (Math.abs(value.days) >= LAST_DAY ? value.toString() : dayText(value.days));

/** Exact digits with the column's scale, e.g. 1.500000. */
function decimalText(value: DuckDBDecimalValue): string {
  if (value.scale === 0) return value.value.toString();
  const negative = value.value < 0n;
  const digits = (negative ? -value.value : value.value).toString().padStart(value.scale + 1, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -value.scale)}.${digits.slice(-value.scale)}`;
}

const asItIs = new Set<DuckDBTypeId>([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.ENUM,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.SQLNULL,
]);

const converter = (type: DuckDBType): Convert => converterOf(type) ?? ((value) => value);

/** A function that turns a column's values into plain ones; undefined when they already are. */
export function converterOf(type: DuckDBType): Convert | undefined {
  if (asItIs.has(type.typeId)) return undefined;
  if (type.typeId === DuckDBTypeId.FLOAT) return nullable((value) => numberOfFloat(Number(value)));
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    const item = converter(type.valueType);
    return nullable((value) => (value as DuckDBListValue | DuckDBArrayValue).items.map(item));
  }
  if (type instanceof DuckDBStructType) {
    const fields = type.entryNames.map((name, i) => [name, converter(type.entryTypes[i] as DuckDBType)] as const);
    return nullable((value) => {
      const { entries } = value as DuckDBStructValue;
      return Object.fromEntries(fields.map(([name, field]) => [name, field(entries[name] ?? null)]));
    });
  }
  if (type instanceof DuckDBMapType) {
    const key = converter(type.keyType);
    const item = converter(type.valueType);
    return nullable((value) =>
      Object.fromEntries((value as DuckDBMapValue).entries.map((e) => [String(key(e.key)), item(e.value)])),
    );
  }
  return plain;
}

function plain(value: DuckDBValue): unknown {
  if (value === null) return null;
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) {
    return isoTimestamp(value.micros, value);
  }
  if (value instanceof DuckDBTimestampSecondsValue) return isoTimestamp(value.seconds * 1_000_000n, value);
  if (value instanceof DuckDBTimestampMillisecondsValue) return isoTimestamp(value.millis * 1000n, value);
  if (value instanceof DuckDBTimestampNanosecondsValue) return isoTimestamp(value.nanos / 1000n, value);
  if (value instanceof DuckDBDecimalValue) return decimalText(value);
  if (value instanceof DuckDBDateValue) return isoDay(value);
  if (value instanceof DuckDBBlobValue) return Uint8Array.from(value.bytes);
  return String(value);
}
