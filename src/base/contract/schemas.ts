// Validators compiled from the contract's own schemas (JSON Schema 2020-12): the parameters and bodies of every call, rows of a batch, and
// every response in tests. Compiled on first use and kept.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ContractOperation, contract, isJsonObject, type Json, jsonSchemaOf, type Parameter } from './document.ts';
import { formats } from './formats.ts';
import { type Fault, hostileFault } from './hostile.ts';
import type { components } from './types.ts';
import { fieldsOf, hintOf } from './unknown-field.ts';

const ROOT = 'contract';

/** What a check does to the value: nothing, as what is hashed and stored is what was sent; defaults; numbers and booleans of text besides. */
const READINGS = {
  as_sent: {},
  with_defaults: { useDefaults: true },
  of_text: { useDefaults: true, coerceTypes: true },
};
type Reading = keyof typeof READINGS;

const instances = new Map<Reading, Ajv2020>();

function ajv(reading: Reading): Ajv2020 {
  const found = instances.get(reading);
  if (found) return found;
  // strict: the document around the schemas is OpenAPI, whose words are no schema keywords.
  // verbose: an error has the schema that it broke.
  const options = { strict: false, allErrors: false, validateSchema: false, allowUnionTypes: true, verbose: true };
  const instance = new Ajv2020({ ...options, ...READINGS[reading] });
  addFormats.default(instance);
  for (const [name, validate] of Object.entries(formats)) instance.addFormat(name, { type: 'string', validate });
  instance.addSchema({ $id: ROOT, components: contract().document.components }, ROOT);
  instances.set(reading, instance);
  return instance;
}

/** The validator of a key, compiled at its first use; references of its schema mean the joined document. */
function validator<Value = unknown>(key: string, schema: () => Json, reading: Reading = 'as_sent'): ValidateFunction<Value> {
  const id = key.replaceAll(' ', '-');
  const all = ajv(reading);
  const compiled = all.getSchema<Value>(id) ?? all.addSchema(withRoot(schema()), id).getSchema<Value>(id);
  if (!compiled) throw new Error(`the contract has no schema for ${key}`);
  return compiled;
}

/** References of a schema outside the components, rewritten so that they resolve. */
function withRoot(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? [key, `${ROOT}${value}`] : [key, withRootInside(value)],
    ),
  );
}

function withRootInside(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withRootInside);
  return isJsonObject(node) ? withRoot(node) : node;
}

/** Says in words what an Ajv error means, and where. */
export function faultOf(error: ErrorObject): Fault {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing = error.params['missingProperty'] as string | undefined;
  const extra = (error.params['additionalProperty'] ?? error.params['unevaluatedProperty']) as string | undefined;
  const named = missing ?? extra;
  const path = pathText(named === undefined ? parts : [...parts, named]);
  if (missing !== undefined) return { path, message: 'is required' };
  if (extra !== undefined) return { path, message: `is not a known field${hintOf(extra, error.parentSchema)}` };
  if (error.keyword === 'enum')
    return { path, message: `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}` };
  if (error.keyword === 'type') return { path, message: typeWords([error.params['type']].flat(), error.parentSchema) };
  if (error.params['format'] === 'date-time')
    return { path, message: 'must be a date and time with its zone, such as 2026-03-31T12:00:00Z' };
  if (error.keyword === 'format') return { path, message: `must be a valid ${error.params['format']}` };
  return { path, message: error.message ?? 'does not match the contract' };
}

function typeWords(types: readonly unknown[], schema: unknown): string {
  if (types.join() !== 'object') return `must be ${types.join(' or ')}`;
  const fields = fieldsOf(schema);
  return `must be an object${fields.length === 0 ? '' : ` with ${fields.join(', ')}`}`;
}

/** ['events', '3', 'value'] → events[3].value */
export function pathText(parts: readonly string[]): string {
  return parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

function check(key: string, schema: () => Json, value: unknown, reading?: Reading): Fault | undefined {
  const validate = validator(key, schema, reading);
  return validate(value) ? undefined : firstFault(validate);
}

function firstFault({ errors }: ValidateFunction): Fault {
  const [first] = errors ?? [];
  return first ? faultOf(first) : { path: '', message: 'does not match the contract' };
}

type Schemas = components['schemas'];

/** The value with the type of the schema, or its first fault; hostile content included. */
export function readSchema<Name extends keyof Schemas & string>(
  schemaName: Name,
  value: unknown,
): { value: Schemas[Name]; fault?: never } | { fault: Fault; value?: never } {
  const hostile = hostileFault(value);
  return hostile ? { fault: hostile } : readShape(schemaName, value);
}

/** As `readSchema`, of a value without hostile content. */
export function readShape<Name extends keyof Schemas & string>(
  schemaName: Name,
  value: unknown,
): { value: Schemas[Name]; fault?: never } | { fault: Fault; value?: never } {
  const validate = validator<Schemas[Name]>(`schema ${schemaName}`, () => ({ $ref: `#/components/schemas/${schemaName}` }));
  return validate(value) ? { value } : { fault: firstFault(validate) };
}

/** The first fault of a value, without hostile content, against a schema of the contract. */
export function checkShape(schemaName: string, value: unknown): Fault | undefined {
  return check(`schema ${schemaName}`, () => ({ $ref: `#/components/schemas/${schemaName}` }), value);
}

/** Checks an intake operation's body. Rows that the handler answers one by one are left to it. */
export function checkBody({ id, bodySchema }: ContractOperation, body: unknown): Fault | undefined {
  return bodySchema && check(`body ${id}`, () => bodySchema, body);
}

/** Checks the body of any other operation, and fills in defaults. */
export function fillBody({ id, bodySchema }: ContractOperation, body: unknown): Fault | undefined {
  return bodySchema && check(`body ${id}`, () => bodySchema, body, 'with_defaults');
}

/** Checks an intake operation's query: text as it came, each parameter known, the required ones there. */
export const checkQuery = (operation: ContractOperation, query: Record<string, string>): Fault | undefined =>
  check(`query ${operation.id}`, () => ({ ...parametersSchema(operation, 'query'), additionalProperties: false }), query);

/** Checks the parameters of one place, reads numbers and booleans of their text, and fills in defaults. */
export const fillParameters = (
  operation: ContractOperation,
  place: Parameter['in'],
  values: Record<string, unknown>,
): Fault | undefined => check(`${place} ${operation.id}`, () => parametersSchema(operation, place), values, 'of_text');

function parametersSchema({ parameters }: ContractOperation, place: Parameter['in']): Json {
  const here = parameters.filter((parameter) => parameter.in === place);
  const nameOf = ({ name }: Parameter): string => (place === 'header' ? name.toLowerCase() : name);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map((parameter) => [nameOf(parameter), parameter.schema])),
    // An idempotency key is a header at one door and a token at another, and a dry run has none: the pipeline requires it.
    required: place === 'header' ? [] : here.filter(({ required }) => required).map(nameOf),
  };
}

/** Checks what an operation answers. A status that the contract does not declare is a fault too. */
export function checkResponse(operation: ContractOperation, status: number, body: unknown): Fault | undefined {
  const { document } = contract();
  const responses = document.paths[operation.path]?.[operation.method]?.responses ?? {};
  const declared = responses[String(status)] ?? (status >= 400 ? responses['default'] : undefined);
  if (!declared) return { path: '', message: `has the status ${status}, which ${operation.id} does not declare` };
  const schema = jsonSchemaOf(document, declared);
  if (!schema)
    return body === undefined ? undefined : { path: '', message: `has a body, which ${operation.id} does not declare` };
  return check(`response ${operation.id} ${declared === responses['default'] ? 'default' : status}`, () => schema, body);
}
