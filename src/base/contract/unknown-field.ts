// What a sender of an unknown field most likely meant, from the schema that refused it.
import { contract, isJsonObject, type Json } from './document.ts';

/** Longer lists do not help. */
const MOST_LISTED = 12;
/** Shorter names are part of too many others. */
const LEAST_PART = 4;

const REFERENCE = /#\/components\/schemas\/(\w+)$/;

function propertiesOf(schema: unknown): Json {
  if (!isJsonObject(schema)) return {};
  const [, name] = REFERENCE.exec(String(schema['$ref'] ?? '')) ?? [];
  if (name === undefined) return isJsonObject(schema['properties']) ? schema['properties'] : {};
  const { schemas } = contract().document.components;
  return propertiesOf(isJsonObject(schemas) ? schemas[name] : undefined);
}

/** The fields of an object, in the schema's order; none where it names none or too many. */
export function fieldsOf(schema: unknown): string[] {
  const names = Object.keys(propertiesOf(schema));
  return names.length <= MOST_LISTED ? names : [];
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** `idempotencyKey` for `idempotency_key`, `mail` for `email`. */
function isLike(field: string, other: string): boolean {
  const [short = '', long = ''] = [plain(field), plain(other)].sort((a, b) => a.length - b.length);
  return short === long || (short.length >= LEAST_PART && long.includes(short));
}

/**
 * Follows `is not a known field`: the object of this one to which it belongs, a field of nearly the same name, or the fields there are; empty where the
 * schema names none or too many.
 */
export function hintOf(field: string, schema: unknown): string {
  const properties = propertiesOf(schema);
  const names = Object.keys(properties);
  const within = names.find((name) => Object.hasOwn(propertiesOf(properties[name]), field));
  if (within !== undefined) return ` here; it belongs in ${within}`;
  const meant = names.find((name) => isLike(field, name));
  if (meant !== undefined) return `; perhaps ${meant} is meant`;
  const listed = fieldsOf(schema);
  return listed.length === 0 ? '' : `; the fields are ${listed.join(', ')}`;
}
