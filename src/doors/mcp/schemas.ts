// JSON Schemas of a tool, made from the contract's entry of its operation: what it takes, and the answer it gives. A model reads the
// list of tools in every conversation, so they are short: what the door checks and explains anyway is left out, and of an answer
// they name the fields of `data`. The contract has the rest.
import {
  type ContractOperation,
  contract,
  type Entry,
  isJsonObject,
  type Json,
  jsonSchemaOf,
  resolveParameter,
  resolveSchema,
  type Schema,
} from '../../base/contract/document.ts';

export interface ToolSchema extends Json {
  type: 'object';
}

const PROFILE_ARGUMENT = 'From whoami.';
const WORKSPACE_ARGUMENT = 'From whoami.';
const AS_OF_ARGUMENT = 'Figures as they were known then: an instant with a time zone, or a version from a response.';

/** The effect of a call: nothing before the last step. */
export const STEPS = ['preview', 'dry_run', 'confirm'] as const;
export type WriteStep = (typeof STEPS)[number];

const STEP_ARGUMENTS: Json = {
  step: {
    type: 'string',
    enum: STEPS,
    default: 'preview',
  },
  confirm_token: { type: 'string' },
};
export const STEP_NAMES: readonly string[] = Object.keys(STEP_ARGUMENTS);

/**
 * The parameters of path and query and the fields of the body as one object; who the call is for has to be said, as a token is a
 * person's and no profile's.
 */
export function inputSchema(operation: ContractOperation, without: readonly string[] = []): ToolSchema {
  const properties: Json = {};
  const required: string[] = [];
  for (const node of entryOf(operation).parameters ?? []) {
    const parameter = resolveParameter(contract().document, node);
    const { name } = parameter;
    if (parameter.in === 'header' || without.includes(name)) continue;
    properties[name] = { ...argumentSchema(parameter.schema ?? {}), description: descriptionOf(name, parameter) };
    if (parameter.required === true || name === 'profile_id') required.push(name);
  }
  for (const [name, field] of Object.entries(bodyFields(operation))) {
    if (without.includes(name)) continue;
    const schema = argumentSchema(field);
    const description = descriptionOf(name, schema);
    properties[name] = { ...schema, ...(description === undefined ? {} : { description }) };
    if (bodyOf(operation)?.required?.includes(name)) required.push(name);
  }
  if (operation.method !== 'get') Object.assign(properties, STEP_ARGUMENTS);
  return { type: 'object', properties, required, additionalProperties: false };
}

const bodyOf = ({ bodySchema }: ContractOperation): Schema | undefined =>
  bodySchema && resolveSchema(contract().document, bodySchema);

export const bodyFields = (operation: ContractOperation): Record<string, Schema> => bodyOf(operation)?.properties ?? {};

/** Is null a value of its own in this field of the body? */
export function takesNull(operation: ContractOperation, name: string): boolean {
  const field = bodyFields(operation)[name];
  const type = field === undefined ? undefined : resolveSchema(contract().document, field).type;
  return Array.isArray(type) && type.includes('null');
}

function descriptionOf(name: string, parameter: { description?: unknown }): unknown {
  if (name === 'profile_id') return PROFILE_ARGUMENT;
  if (name === 'workspaceId' || name === 'workspace_id') return WORKSPACE_ARGUMENT;
  if (name === 'as_of') return AS_OF_ARGUMENT;
  return parameter.description;
}

/** The members of `structuredContent`, and the fields of `data`. */
export function outputSchema(operation: ContractOperation): ToolSchema {
  if (operation.method !== 'get') return WRITTEN;
  const data = answerSchema(operation).properties?.['data'] ?? {};
  return { type: 'object', properties: { data: fieldsOf(data) }, required: ['data'] };
}

/** The result of a writing tool; its members depend on the step, and `answer` is the REST answer. */
const WRITTEN: ToolSchema = {
  type: 'object',
  properties: {
    step: { type: 'string' },
    confirm_token: { type: 'string' },
    answer: { type: 'object' },
  },
  required: ['step'],
};

function answerSchema(operation: ContractOperation): Schema {
  const { document } = contract();
  const response = entryOf(operation).responses[String(operation.successes[0])];
  return resolveSchema(document, (response && jsonSchemaOf(document, response)) ?? {});
}

/** The fields of an object, or of the rows of a list, by name: values show their types. */
function fieldsOf(node: Schema): Json {
  const { type, items, properties } = resolveSchema(contract().document, node);
  return {
    ...(type === undefined ? {} : { type }),
    ...(items ? { items: fieldsOf(items) } : {}),
    ...(properties ? { properties: mapValues(properties, () => ({})) } : {}),
  };
}

const mapValues = <Value>(object: Record<string, Value>, change: (value: Value) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** The operation as the document has it. */
export function entryOf({ id, path, method }: ContractOperation): Entry {
  const entry = contract().document.paths[path]?.[method];
  if (!entry) throw new Error(`The contract has no operation ${id}.`);
  return entry;
}

/** The door checks these, and its refusal says what is wrong. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...[
    'example',
    'examples',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
]);

/** An argument's schema in one piece, with the components that it names in their places. */
function argumentSchema(node: Schema, within: readonly string[] = []): Json {
  const { $ref: ref, ...beside } = node;
  if (ref !== undefined && within.includes(ref)) return {}; // a schema that contains itself
  const component = ref === undefined ? {} : argumentSchema(resolveSchema(contract().document, { $ref: ref }), [...within, ref]);
  const kept = Object.entries(beside).filter(([key]) => !key.startsWith('x-') && !LEFT_OUT.has(key));
  return { ...component, ...Object.fromEntries(kept.map(([key, value]) => [key, partOf(key, value, within)])) };
}

function partOf(key: string, value: unknown, within: readonly string[]): unknown {
  const inside = (part: unknown): unknown => (isJsonObject(part) ? argumentSchema(part, within) : part);
  if (key === 'properties') return isJsonObject(value) ? mapValues(value, inside) : value;
  if (key === 'oneOf' || key === 'anyOf' || key === 'allOf') return Array.isArray(value) ? value.map(inside) : value;
  return key === 'items' || key === 'additionalProperties' ? inside(value) : value;
}
