// Rows of ClickHouse as the plain values of the port (../port.ts), the same that DuckDB's rows have.
import type { Row } from '../port.ts';

type Convert = (value: unknown) => unknown;

const asBigint: Convert = (value) => (typeof value === 'string' || typeof value === 'number' ? BigInt(value) : null);
const asItIs: Convert = (value) => value;

/** Milliseconds always, microseconds where there are any. */
const asMoment: Convert = (value) => {
  if (typeof value !== 'string') return null;
  const [day, clock = ''] = value.split(' ');
  const [seconds, fraction = ''] = clock.split('.');
  const micros = fraction.padEnd(6, '0').slice(0, 6);
  return `${day}T${seconds}.${micros.endsWith('000') ? micros.slice(0, 3) : micros}Z`;
};

/** The parts of `a, b(c, d)`. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at <= list.length; at += 1) {
    const letter = list[at];
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === undefined || (letter === ',' && depth === 0)) {
      parts.push(list.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return parts;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function tupleConverter(inner: string): Convert {
  const fields = partsOf(inner).map((part) => {
    const [, name, type] = /^(\w+) (.+)$/.exec(part) ?? [];
    return { name, convert: converterOf(type ?? part) };
  });
  return (value) => {
    if (Array.isArray(value)) return value.map((each, at) => fields[at]?.convert(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(fields.map(({ name = '', convert }) => [name, convert(value[name])]));
  };
}

/** Functions that turn a column's values into plain ones. */
export function converterOf(type: string): Convert {
  const [, outer = type, inner = ''] = /^(\w+)\((.*)\)$/.exec(type) ?? [];
  if (outer === 'Nullable') {
    const convert = converterOf(inner);
    return (value) => (value === null ? null : convert(value));
  }
  if (outer === 'LowCardinality') return converterOf(inner);
  if (outer === 'Array') {
    const item = converterOf(inner);
    return (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  if (outer === 'Tuple') return tupleConverter(inner);
  if (/^U?Int(64|128|256)$/.test(outer)) return asBigint;
  if (outer === 'DateTime64' || outer === 'DateTime') return asMoment;
  return asItIs;
}

const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

function lineOf(line: string): unknown[] {
  const value: unknown = JSON.parse(line);
  if (!Array.isArray(value)) throw new Error('A line of rows is no list.');
  return value;
}

/** The rows of a result in the form JSONCompactEachRowWithNamesAndTypes. */
export function rowsOf(bytes: Uint8Array): Row[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  const [names, types] = lines.slice(0, 2).map((line) => (line === '' ? undefined : lineOf(line)));
  if (!isTextList(names) || !isTextList(types)) return [];
  const columns = names.map((name, at) => ({ name, convert: converterOf(types[at] ?? '') }));
  return lines.slice(2).flatMap((line) => {
    if (line === '') return [];
    const values = lineOf(line);
    return [Object.fromEntries(columns.map(({ name, convert }, at) => [name, convert(values[at])]))];
  });
}
