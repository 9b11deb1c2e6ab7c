// Joins the slices' contract.yaml files into one document. One path, operationId or component name is in one file only.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { parse } from 'yaml';
import { faultOf } from '../src/base/contract/open-api.ts';
import { askedAs, OFFERED_SCOPES } from '../src/base/contract/scopes.ts';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { callErrors } from './errors/call-errors.ts';

export type Json = Record<string, unknown>;
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const KINDS = ['schemas', 'parameters', 'responses', 'requestBodies', 'headers', 'securitySchemes'];

export class ContractFault extends Error {}

function readYaml(file: string): Json {
  try {
    return (parse(readFileSync(file, 'utf8')) ?? {}) as Json;
  } catch (error) {
    throw new ContractFault(`${relative(projectRoot, file)}: ${(error as Error).message}`);
  }
}

/** The documents that make up the contract: the shared components, then each slice's in the order of their paths. */
function sources(): string[] {
  const slices = globSync('src/*/*/contract.yaml', { cwd: projectRoot }).sort();
  return ['src/base/contract/components.yaml', ...slices].map((file) => projectFile(file));
}

const sorted = (object: Json): Json => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** `security` follows from x-svc-auth, so that it need not be repeated. */
function withSecurity(operation: Json, schemes: Json): Json {
  const kinds = (operation['x-svc-auth'] as string[] | undefined) ?? [];
  const names = kinds.filter((kind) => kind in schemes);
  if (operation['security']) return operation;
  const scopes = ((operation['x-svc-scopes'] as string[] | undefined) ?? []).map(askedAs);
  const grantable = [...new Set(scopes)].filter((scope) => OFFERED_SCOPES.includes(scope));
  // A scheme of OAuth names a scope that suffices; each further one is a requirement of its own. A scope that nobody can grant opens nothing.
  const requirementsOf = (kind: string): Record<string, string[]>[] =>
    kind === 'user' && scopes.length > 0 ? grantable.map((scope) => ({ [kind]: [scope] })) : [{ [kind]: [] }];
  const requirements = names.flatMap(requirementsOf);
  return { ...operation, security: requirements };
}

/** A type of event is written as what its body says of it: `data` and an example of that. What all have in common is added here. */
function webhookOf(type: string, { summary, description, data, example, ...rest }: Json, file: string): Json {
  const [extra] = Object.keys(rest);
  if (extra !== undefined) throw new ContractFault(`${file}: webhooks.${type} has ${extra}`);
  const occurredAt = (example as Json | undefined)?.['occurred_at'];
  if (!summary || !description || !data || typeof occurredAt !== 'string')
    throw new ContractFault(`${file}: webhooks.${type} needs summary, description, data, and an example with occurred_at`);
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'timestamp', 'data'],
    properties: { type: { const: type }, timestamp: { $ref: '#/components/schemas/Timestamp' }, data },
  };
  return {
    'x-svc-event': true,
    security: [],
    tags: ['Webhooks'],
    summary,
    description,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: { type, timestamp: occurredAt, data: example } } },
    },
    responses: { '2XX': { description: 'The receiver has accepted the delivery. Any other response is a failed attempt.' } },
  };
}

/** Adds to a schema's fields the description of their name, where they have none of their own. */
function describeFields(node: unknown, words: Json): void {
  if (node === null || typeof node !== 'object') return;
  const { properties, ...rest } = node as Json;
  for (const [name, field] of Object.entries((properties ?? {}) as Record<string, Json>)) {
    const isBare = field['description'] === undefined && field['$ref'] === undefined && field['allOf'] === undefined;
    if (isBare && typeof words[name] === 'string') field['description'] = words[name];
    describeFields(field, words);
  }
  for (const key of ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf']) {
    const inside = rest[key];
    for (const each of Array.isArray(inside) ? inside : [inside]) describeFields(each, words);
  }
}

function describeSchemas(schemas: Json | undefined): void {
  const words = readYaml(projectFile('src', 'base', 'contract', 'fields', 'words.yaml'));
  for (const schema of Object.values(schemas ?? {})) describeFields(schema, words);
}

/** Adds `x-svc-errors`: what the steps of a call refuse, and what the operation itself throws. */
function addErrors(paths: Record<string, Json>, components: Json): void {
  const thrown = readYaml(projectFile('src', 'base', 'contract', 'fields', 'thrown-errors.yaml'));
  for (const item of Object.values(paths))
    for (const [method, operation] of Object.entries(item as Record<string, Json>)) {
      const own = (thrown[String(operation['operationId'])] ?? []) as string[];
      operation['x-svc-errors'] = [...new Set([...callErrors(method, operation, components), ...own])].sort();
    }
}

/** Adds what no slice writes: descriptions of fields by their names, and the errors of operations. */
function complete(paths: Record<string, Json>, components: Json): void {
  describeSchemas(components['schemas'] as Json | undefined);
  addErrors(paths, components);
}

export interface JoinedContract {
  document: Json;
  /** Which file has `operation <id>` or `components.<kind>.<name>`. */
  owner: ReadonlyMap<string, string>;
}

export function joinContract(): JoinedContract {
  const head = readYaml(projectFile('src', 'base', 'contract', 'contract-head.yaml'));
  const schemes = ((head['components'] as Json)['securitySchemes'] ?? {}) as Json;
  const paths: Record<string, Json> = {};
  const webhooks: Record<string, Json> = {};
  const components: Record<string, Json> = { securitySchemes: schemes };
  const owner = new Map<string, string>();
  const parts: { file: string; document: Json }[] = [];

  const claim = (what: string, file: string): void => {
    const other = owner.get(what);
    if (other) throw new ContractFault(`${what} is in ${other} and again in ${file}`);
    owner.set(what, file);
  };

  for (const path of sources()) {
    const file = relative(projectRoot, path);
    const document = readYaml(path);
    for (const key of Object.keys(document)) {
      if (!['paths', 'webhooks', 'components'].includes(key))
        throw new ContractFault(`${file}: only paths, webhooks and components belong here, found ${key}`);
    }
    for (const [route, item] of Object.entries((document['paths'] ?? {}) as Record<string, Json>)) {
      for (const [method, operation] of Object.entries(item)) {
        if (!METHODS.includes(method))
          throw new ContractFault(`${file}: ${route} has ${method}; only ${METHODS.join(', ')} may stand under a path`);
        const id = (operation as Json)['operationId'];
        if (typeof id !== 'string') throw new ContractFault(`${file}: ${method} ${route} has no operationId`);
        claim(`${method} ${route}`, file);
        claim(`operation ${id}`, file);
        paths[route] = { ...paths[route], [method]: withSecurity(operation as Json, schemes) };
      }
    }
    for (const [type, event] of Object.entries((document['webhooks'] ?? {}) as Record<string, Json>)) {
      claim(`webhook ${type}`, file);
      webhooks[type] = { post: webhookOf(type, event, file) };
    }
    for (const [kind, entries] of Object.entries((document['components'] ?? {}) as Record<string, Json>)) {
      if (!KINDS.includes(kind)) throw new ContractFault(`${file}: components.${kind} is not a kind the contract uses`);
      for (const [name, entry] of Object.entries(entries ?? {})) {
        claim(`components.${kind}.${name}`, file);
        components[kind] = { ...components[kind], [name]: entry };
      }
    }
    parts.push({ file, document });
  }
  for (const { file, document } of parts) {
    checkReferences(document, file, owner);
    warnOfBrokenText(document, file);
  }
  for (const route of Object.keys(paths)) {
    const item = paths[route] as Json;
    paths[route] = Object.fromEntries(METHODS.filter((method) => method in item).map((method) => [method, item[method]]));
  }
  complete(paths, components);
  const ordered = Object.fromEntries(
    KINDS.filter((kind) => components[kind]).map((kind) => [kind, sorted(components[kind] as Json)]),
  );
  return { document: checked({ ...head, paths: sorted(paths), webhooks: sorted(webhooks), components: ordered }), owner };
}

function checked(document: Json): Json {
  const fault = faultOf(document);
  if (fault === undefined) return document;
  throw new ContractFault(`The contract is not of its shape (src/base/contract/open-api.ts):\n${fault}`);
}

/** Every `$ref` names a component of the joined document; said here, where the file is known. */
function checkReferences(node: unknown, file: string, owner: Map<string, string>): void {
  if (node === null || typeof node !== 'object') return;
  const ref = (node as Json)['$ref'];
  if (typeof ref === 'string') {
    const match = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(ref);
    if (!match) throw new ContractFault(`${file}: ${ref} must have the form #/components/<kind>/<name>`);
    if (!owner.has(`components.${match[1]}.${match[2]}`))
      throw new ContractFault(`${file}: ${ref} names nothing in the contract`);
  }
  for (const value of Object.values(node)) checkReferences(value, file, owner);
}

/** TRICKY: in `{ description: a, b }` YAML takes `b` for a key. Such keys are reported with their file; the linter refuses them. */
function warnOfBrokenText(node: unknown, file: string): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    if (value === null && key.includes(' ')) {
      process.stderr.write(`${file}: "${key}" became a key of its own; put the text with the comma in quotes\n`);
    }
    warnOfBrokenText(value, file);
  }
}

/** Writes under another name first: a reader has the old file or the new one, and two writers do not mix. */
export function replaceFile(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}.tmp`;
  try {
    // A checkout has no folder in which everything is generated.
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(next, text);
    renameSync(next, file);
  } finally {
    rmSync(next, { force: true });
  }
}
