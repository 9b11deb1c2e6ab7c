// JSON Schemas of a tool, made from the contract's entry of its operation: what it takes, and the answer it gives. A model reads the
// list of tools in every conversation, so the list has a short form of them (`listedInput`); describe_tool returns
// them whole.
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
  properties: Json;
  required: string[];
}

/** The effect of a call: nothing before the last step. */
export const STEPS = ['preview', 'dry_run', 'confirm'] as const;
export type WriteStep = (typeof STEPS)[number];

const STEP_ARGUMENTS: Json = {
  step: {
    type: 'string',
    enum: STEPS,
    default: 'preview',
    description: 'What the call does: show the change, try it without writing, or write it once.',
  },
  confirm_token: { type: 'string', description: 'From the response to `dry_run`; required with `confirm`.' },
};
export const STEP_NAMES: readonly string[] = Object.keys(STEP_ARGUMENTS);

/** The name of a parameter as an argument: all arguments are in snake_case, and the path's `workspaceId` is `workspace_id`. */
export const argumentName = (parameter: string): string => parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Descriptions that are other here than at REST, where a key may name the profile and a path the workspace. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  profile_id: 'From whoami.',
  workspace_id: 'From whoami.',
  as_of: 'Figures as they were known then: an instant with a time zone, or a version from a response.',
};

/**
 * The parameters of path and query and the fields of the body as one object; who the call is for has to be said, as a token is a
 * person's and no profile's.
 */
export function inputSchema(operation: ContractOperation, without: readonly string[] = []): ToolSchema {
  const properties: Json = {};
  const required: string[] = [];
  for (const node of entryOf(operation).parameters ?? []) {
    const { name, in: place, description, schema = {}, required: isRequired } = resolveParameter(contract().document, node);
    if (place === 'header' || without.includes(name)) continue;
    const argument = argumentName(name);
    properties[argument] = withDescription(argument, wholeSchema(schema), description);
    if (isRequired === true || (name === 'profile_id' && operation.grain === 'profile')) required.push(argument);
  }
  for (const [name, field] of Object.entries(bodyFields(operation))) {
    if (without.includes(name)) continue;
    const schema = wholeSchema(field);
    properties[name] = withDescription(name, schema, schema['description']);
    if (bodyOf(operation)?.required?.includes(name)) required.push(name);
  }
  if (operation.method !== 'get') Object.assign(properties, STEP_ARGUMENTS);
  return { type: 'object', properties, required, additionalProperties: false };
}

function withDescription(name: string, schema: Json, written: unknown): Json {
  const description = DESCRIPTIONS[name] ?? written;
  return description === undefined ? schema : { ...schema, description };
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

/** What `structuredContent` is: for a tool that reads, the body of the REST answer. */
export function outputSchema(operation: ContractOperation): ToolSchema {
  if (operation.method !== 'get') return writtenSchema(wholeSchema(answerSchema(operation)));
  const { properties = {} } = answerSchema(operation);
  return { type: 'object', properties: mapValues(properties, wholeSchema), required: ['data'] };
}

/** The result of a writing tool; its members depend on the step, and `answer` is the REST answer. */
const writtenSchema = (answer: Json): ToolSchema => ({
  type: 'object',
  properties: { step: { type: 'string', enum: STEPS }, confirm_token: { type: 'string' }, answer },
  required: ['step'],
});

function answerSchema(operation: ContractOperation): Schema {
  const { document } = contract();
  const response = entryOf(operation).responses[String(operation.successes[0])];
  return resolveSchema(document, (response && jsonSchemaOf(document, response)) ?? {});
}

const mapValues = <Value>(object: Record<string, Value>, change: (value: Value) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** The operation as the document has it. */
export function entryOf({ id, path, method }: ContractOperation): Entry {
  const entry = contract().document.paths[path]?.[method];
  if (!entry) throw new Error(`The contract has no operation ${id}.`);
  return entry;
}

/** A schema in one piece, with the components that it names in their places. */
function wholeSchema(node: Schema, within: readonly string[] = []): Json {
  const { $ref: ref, ...beside } = node;
  if (ref !== undefined && within.includes(ref)) return {}; // a schema that contains itself
  const component = ref === undefined ? {} : wholeSchema(resolveSchema(contract().document, { $ref: ref }), [...within, ref]);
  const kept = Object.entries(beside).filter(([key]) => (key === UNTRUSTED || !key.startsWith('x-')) && !EXAMPLES.has(key));
  return { ...component, ...Object.fromEntries(kept.map(([key, value]) => [key, partOf(key, value, within)])) };
}

/** The mark of a field with texts of visitors, advertisers or other systems: data to report, never instructions. */
const UNTRUSTED = 'x-svc-untrusted';

/** Where the marked fields are, e.g. `data[].campaign_name`; a marked object or list is marked with all that it contains. */
export function untrustedFields(schema: unknown, path = ''): string[] {
  if (!isJsonObject(schema)) return [];
  if (schema[UNTRUSTED] === true) return [path];
  const { properties, items, additionalProperties, oneOf, anyOf, allOf } = schema;
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const branches = [oneOf, anyOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  return [
    ...fields.flatMap(([name, field]) => untrustedFields(field, path === '' ? name : `${path}.${name}`)),
    ...untrustedFields(items, `${path}[]`),
    ...untrustedFields(additionalProperties, `${path}.*`),
    ...branches.flatMap((branch) => untrustedFields(branch, path)),
  ];
}

const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);

function partOf(key: string, value: unknown, within: readonly string[]): unknown {
  const inside = (part: unknown): unknown => (isJsonObject(part) ? wholeSchema(part, within) : part);
  if (key === 'properties') return isJsonObject(value) ? mapValues(value, inside) : value;
  if (key === 'oneOf' || key === 'anyOf' || key === 'allOf') return Array.isArray(value) ? value.map(inside) : value;
  return key === 'items' || key === 'additionalProperties' ? inside(value) : value;
}
