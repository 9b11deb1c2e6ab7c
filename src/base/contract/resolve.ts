// References inside the joined contract.
/** A JSON Schema, or any other object of the document. */
export type Json = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object a `$ref` of the document names, or the object itself. */
export function resolve(document: Json, node: Json): Json {
  let at = node;
  while (typeof at['$ref'] === 'string') {
    const parts = at['$ref'].split('/').slice(1);
    at = parts.reduce<unknown>((inner, part) => (inner as Json)[part], document) as Json;
  }
  return at;
}
