// Which properties of an answer contain personal data, as the contract marks them (`x-svc-pii: true` on a property), and the answer without
// them. Every door applies it to callers without the scope `customers:read`, so that no handler can show more than the contract says.
import { branchesOf, type Entry, type OpenApi, resolveResponse, resolveSchema, type Schema } from './open-api.ts';

/** The scope that a caller needs to read the marked properties. */
export const PERSONAL_SCOPE = 'customers:read';

/** The replacement of a marked property: null or an empty list where the schema allows it, nothing where it is optional. */
type Replacement = 'null' | 'empty list' | 'omit';

/** The part of an answer's shape that leads to marked properties. */
export interface PersonalShape {
  properties: Map<string, PersonalShape | Replacement>;
  items?: PersonalShape;
}

/** The marked properties of an operation's successes; undefined when there are none. */
export function personalShapeOf(document: OpenApi, entry: Entry): PersonalShape | undefined {
  const shape: PersonalShape = { properties: new Map() };
  for (const [status, response] of Object.entries(entry.responses)) {
    if (!status.startsWith('2')) continue;
    const schema = resolveResponse(document, response).content?.['application/json']?.schema;
    if (schema) addSchema(document, schema, shape, []);
  }
  return isEmpty(shape) ? undefined : shape;
}

const isEmpty = ({ properties, items }: PersonalShape): boolean => properties.size === 0 && items === undefined;

function addSchema(document: OpenApi, node: Schema, shape: PersonalShape, above: readonly Schema[]): void {
  const schema = resolveSchema(document, node);
  if (above.includes(schema)) return;
  const inside = [...above, schema];
  for (const part of branchesOf(schema)) addSchema(document, part, shape, inside);
  const { required = [], properties = {}, items } = schema;
  for (const [name, property] of Object.entries(properties)) {
    if (property['x-svc-pii'] === true)
      shape.properties.set(name, replacementOf(name, resolveSchema(document, property), required.includes(name)));
    else addPart(document, property, shape.properties.get(name), inside, (part) => shape.properties.set(name, part));
  }
  if (items)
    addPart(document, items, shape.items, inside, (part) => {
      shape.items = part;
    });
}

function addPart(
  document: OpenApi,
  schema: Schema,
  existing: PersonalShape | Replacement | undefined,
  above: readonly Schema[],
  put: (part: PersonalShape) => void,
): void {
  if (typeof existing === 'string') return;
  const part = existing ?? { properties: new Map() };
  addSchema(document, schema, part, above);
  if (!isEmpty(part)) put(part);
}

function replacementOf(name: string, schema: Schema, isRequired: boolean): Replacement {
  if (!isRequired) return 'omit';
  const types = [schema.type].flat();
  if (types.includes('null')) return 'null';
  if (types.includes('array') && schema['minItems'] === undefined) return 'empty list';
  throw new Error(`The contract marks ${name} as personal data: it must be optional, nullable or a list.`);
}

/** An answer as a caller with these scopes may read it. */
export function readableAnswer(value: unknown, shape: PersonalShape | undefined, scopes: ReadonlySet<string>): unknown {
  return shape === undefined || scopes.has(PERSONAL_SCOPE) ? value : withoutPersonal(value, shape);
}

function withoutPersonal(value: unknown, shape: PersonalShape): unknown {
  if (Array.isArray(value)) {
    const { items } = shape;
    return items ? value.map((each) => withoutPersonal(each, items)) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => projected(name, inner, shape.properties.get(name))));
}

function projected(name: string, value: unknown, part: PersonalShape | Replacement | undefined): [string, unknown][] {
  if (part === undefined) return [[name, value]];
  if (part === 'omit') return [];
  if (part === 'null') return [[name, null]];
  if (part === 'empty list') return [[name, []]];
  return [[name, withoutPersonal(value, part)]];
}
