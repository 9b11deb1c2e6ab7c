// Parameters as the text from which ClickHouse reads a `{name:Type}`: escaped as in its tab-separated format.

import { type AnyStatement, type Param, WarehouseFailure } from '../port.ts';
import { titleOf } from '../statements.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escaped = (text: string): string => text.replace(/[\\'\0\b\f\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter);
const quoted = (item: string | bigint): string => (typeof item === 'bigint' ? String(item) : `'${escaped(item)}'`);

export function paramText(value: Param): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return `[${value.map(quoted).join(',')}]`;
  return String(value);
}

const PLACE = /\{(\w+):[^{}]+\}/g;

/** The parameters that one of a file's statements asks for. @throws WarehouseFailure `parameters` */
export function paramTexts(sql: string, params: AnyStatement['params'] = {}): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [, name = ''] of sql.matchAll(PLACE)) {
    const value = params[name];
    if (value === undefined) throw new WarehouseFailure('parameters', `${titleOf(sql)} The parameter ${name} is missing.`);
    texts[name] = paramText(value);
  }
  return texts;
}
