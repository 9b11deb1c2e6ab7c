// The contract's document: the words of OpenAPI and the x-svc-* fields that the service reads from it, with a type each. The document is checked
// when it is written.
import { z } from 'zod';
import { readJson } from '../kit/stored-json.ts';
import { type ErrorCode, isErrorCode } from './error-catalogue.ts';

/** Any object of the document. */
export type Json = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one for any other value. */
export const objectOf = (value: unknown): Json => (isJsonObject(value) ? value : {});

/** A JSON Schema. */
export interface Schema extends Json {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const schema = z.custom<Schema>(isJsonObject);
const example = z.looseObject({ value: z.unknown() });
const media = z.looseObject({
  schema: schema.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), example).optional(),
});
const content = z.record(z.string(), media);

const responseShape = z.looseObject({ $ref: z.string().optional(), content: content.optional() });

const parameterFields = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean().optional(),
  allowEmptyValue: z.boolean().optional(),
  description: z.string().optional(),
  schema: schema.optional(),
  example: z.unknown().optional(),
  'x-error-code': z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value)).optional(),
});
const parameterShape = z.union([parameterFields, z.object({ $ref: z.string(), name: z.undefined().optional() })]);

const entryShape = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(parameterShape).optional(),
  requestBody: z.looseObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), responseShape),
  'x-svc-scopes': z.array(z.string()).optional(),
  'x-svc-auth': z.array(z.enum(['public', 'session', 'user', 'key', 'app', 'tracker'])).optional(),
  'x-svc-role': z.enum(['none', 'member', 'admin', 'owner', 'viewer', 'analyst', 'manager']).optional(),
  'x-svc-scope-grain': z.enum(['none', 'workspace', 'profile']).optional(),
  'x-svc-idempotency': z.enum(['none', 'optional', 'required', 'natural']).optional(),
  'x-svc-effect': z.enum(['read', 'state', 'outside']),
  'x-svc-reach': z.enum(['own', 'profiles', 'any']).optional(),
  'x-svc-errors': z.array(z.string()).optional(),
  'x-svc-rate-limit': z.number().optional(),
  'x-svc-rows': z.string().optional(),
  // Beside the content of the response, where it would make every client's answer a union of the two.
  'x-svc-csv': z.object({ description: z.string(), example: z.string() }).optional(),
  'x-svc-csv-rows': z.string().optional(),
  'x-svc-upload-bytes': z.number().optional(),
  'x-svc-body-bytes': z.number().optional(),
  'x-svc-deprecation': z.object({ since: z.string(), sunset: z.string(), successor: z.string() }).optional(),
  'x-svc-mcp': z
    .object({ name: z.string().optional(), text: z.string(), units: z.number(), without: z.array(z.string()).optional() })
    .optional(),
});

const documentShape = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({
      get: entryShape.optional(),
      put: entryShape.optional(),
      post: entryShape.optional(),
      patch: entryShape.optional(),
      delete: entryShape.optional(),
      parameters: z.array(parameterShape).optional(),
    }),
  ),
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameterFields),
    responses: z.record(z.string(), responseShape),
  }),
});

export type OpenApi = z.infer<typeof documentShape>;
export type Entry = z.infer<typeof entryShape>;
export type ParameterFields = z.infer<typeof parameterFields>;
type ParameterNode = z.infer<typeof parameterShape>;
type Response = z.infer<typeof responseShape>;

/** The places where the joined contract is not of its shape, as text. */
export function faultOf(document: unknown): string | undefined {
  const { error } = documentShape.safeParse(document);
  return error && z.prettifyError(error);
}

/** The document as it was written, in the order of its members. It was checked then, and a check at each start would take 20 ms. */
export const readOpenApi = (text: string): OpenApi => readJson('openapi.json', z.custom<OpenApi>(isJsonObject), text);

/** The component that a reference names. */
function componentOf<T>(components: Record<string, T>, ref: string): T {
  const component = components[ref.slice(ref.lastIndexOf('/') + 1)];
  if (component === undefined) throw new Error(`The contract has no ${ref}.`);
  return component;
}

/** The schema itself, or the one that its `$ref` names. */
export function resolveSchema(document: OpenApi, node: Schema): Schema {
  let at = node;
  while (at.$ref !== undefined) at = componentOf(document.components.schemas, at.$ref);
  return at;
}

export const resolveResponse = (document: OpenApi, node: Response): Response =>
  node.$ref === undefined ? node : componentOf(document.components.responses, node.$ref);

export const resolveParameter = (document: OpenApi, node: ParameterNode): ParameterFields =>
  node.name !== undefined ? node : componentOf(document.components.parameters, node.$ref);

/** The schemas of which all, any or one hold. */
export const branchesOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] => [...allOf, ...anyOf, ...oneOf];

// Which properties of an answer contain personal data, as the contract marks them (`x-svc-pii: true` on a property), and the answer without
// them. Every door applies it to callers without the scope `customers:read`, so that no handler can show more than the contract says.

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
