// The joined contract as the service uses it: read once, as JSON (as YAML it took a third of a second of every start), and as a list of
// operations with the x-svc-* fields the door enforces.

import { readFileSync } from 'node:fs';
import { projectFile } from '../kit/paths.ts';
import type { ErrorCode } from './error-catalogue.ts';
import {
  type Entry,
  type OpenApi,
  type ParameterFields,
  type PersonalShape,
  personalShapeOf,
  readOpenApi,
  resolveParameter,
  resolveResponse,
  resolveSchema,
  type Schema,
} from './open-api.ts';
import type { Effect, Principal } from './operation.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
export const METHODS: readonly Method[] = ['get', 'put', 'post', 'patch', 'delete'];

export type Role = NonNullable<Entry['x-svc-role']>;
export type Grain = NonNullable<Entry['x-svc-scope-grain']>;
export type Idempotency = NonNullable<Entry['x-svc-idempotency']>;
export type Reach = NonNullable<Entry['x-svc-reach']>;

export {
  branchesOf,
  type Entry,
  isJsonObject,
  type Json,
  type OpenApi,
  objectOf,
  resolveParameter,
  resolveSchema,
  type Schema,
} from './open-api.ts';

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  /** A query parameter that may be sent without a value. */
  mayBeEmpty: boolean;
  errorCode: ErrorCode | undefined;
  /** Itself and no reference to it. */
  schema: Schema;
}

export interface Deprecation {
  /** Days, YYYY-MM-DD. */
  since: string;
  sunset: string;
  /** Path of the operation to use instead. */
  successor: string;
}

/** An operation that is also a tool for agents. */
export interface ToolEntry {
  /** The tool's name where it is not that of the operation. */
  name?: string | undefined;
  /** When to call it and what to do next, for an agent that has read nothing else. */
  text: string;
  /** The cost of a call, from the workspace's daily allowance; zero where the call belongs to no workspace. */
  units: number;
  /** Fields of the body, or parameters, that no agent settles. */
  without?: readonly string[] | undefined;
}

export interface ContractOperation {
  id: string;
  method: Method;
  /** As in the contract, with {names}. */
  path: string;
  scopes: readonly string[];
  auth: readonly Principal['kind'][];
  role: Role;
  grain: Grain;
  idempotency: Idempotency;
  /** The effect of a call: it reads, changes state, or writes at an outside service. */
  effect: Effect;
  /** The app's relation to the place: the container itself (`own`), some profile of the workspace (`profiles`), or none yet (`any`). */
  reach: Reach;
  /** False on the writes that continue where a consumer app has not switched the profile on. */
  needsEntitlement: boolean;
  /** Set where what is archived still answers to who owned or provisioned it. */
  reachesArchived: boolean;
  /** Set where the answer may contain personal data: each call is written to the access log. */
  readsPii: boolean;
  /** The properties of the answer that contain personal data; undefined when there are none. */
  personal: PersonalShape | undefined;
  /** The codes of errors that it can answer with. */
  errors: readonly string[];
  /** A limit of the operation's own, calls a minute and credential. */
  rateLimit: number | undefined;
  /** Set on the intake operations: a large body, checked by a compiled schema. */
  isIntake: boolean;
  /** The body field whose rows the handler checks one by one, so that a bad row does not refuse the others. */
  rowsField: string | undefined;
  parameters: readonly Parameter[];
  /** The JSON body's schema; undefined when the operation takes none. */
  bodySchema: Schema | undefined;
  bodyRequired: boolean;
  /** The most bytes of the JSON body, where the operation has a limit of its own. */
  bodyBytes: number | undefined;
  /** Set where a form with a file comes instead: its schema, and the most bytes of it. */
  upload: { schema: Schema; mostBytes: number } | undefined;
  /** Declared 2xx statuses, ascending. */
  successes: readonly number[];
  /** The format that a success streams in when Accept names it; undefined: JSON is all there is. */
  streams: string | undefined;
  /** Set where the rows also come as CSV when Accept names it: the columns of a row, for a list without any. */
  csvColumns: readonly CsvColumn[] | undefined;
  /** The member of `data` with the rows of the CSV, where `data` is no list itself. */
  csvRows: string;
  deprecation: Deprecation | undefined;
  mcp: ToolEntry | undefined;
}

export interface Contract {
  document: OpenApi;
  operations: readonly ContractOperation[];
}

let loaded: Contract | undefined;

export function contract(): Contract {
  if (loaded) return loaded;
  const document = readOpenApi(readFileSync(projectFile('openapi.json'), 'utf8'));
  loaded = { document, operations: operationsOf(document) };
  return loaded;
}

let byId: ReadonlyMap<string, ContractOperation> | undefined;

/** The operation with this operationId; throws when there is none. */
export function operationOf(id: string): ContractOperation {
  byId ??= new Map(contract().operations.map((operation) => [operation.id, operation]));
  const found = byId.get(id);
  if (!found) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

function operationsOf(document: OpenApi): ContractOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const entry = item[method];
      return entry ? [readOperation(document, path, method, entry)] : [];
    }),
  );
}

const STREAM_TYPE = /stream$/;

const streamTypeOf = ({ responses }: Entry): string | undefined =>
  Object.keys(responses['200']?.content ?? {}).find((type) => STREAM_TYPE.test(type));

/** Where `data` is no list itself, its member `rows` is, or the one that `x-svc-csv-rows` names. */
const csvRowsOf = (entry: Entry): string => entry['x-svc-csv-rows'] ?? 'rows';

/** A field of a row, `name.member` for those of an object. */
export interface CsvColumn {
  name: string;
  /** Every row has it, so that each page of a list has the same columns. */
  isRequired: boolean;
}

function csvColumnsOf(document: OpenApi, entry: Entry): CsvColumn[] | undefined {
  const answer = entry.responses['200']?.content?.['application/json']?.schema;
  if (!entry['x-svc-csv'] || !answer) return undefined;
  const memberOf = (schema: Schema, name: string): Schema =>
    resolveSchema(document, resolveSchema(document, schema).properties?.[name] ?? {});
  const data = memberOf(answer, 'data');
  const list = data.type === 'array' ? data : memberOf(data, csvRowsOf(entry));
  return columnsOf(document, resolveSchema(document, list.items ?? {}), '', true);
}

function columnsOf(document: OpenApi, row: Schema, prefix: string, isRequired: boolean): CsvColumn[] {
  return Object.entries(row.properties ?? {}).flatMap(([name, node]) => {
    const isAlways = isRequired && row.required?.includes(name) === true;
    const object = [node, ...(node.anyOf ?? [])]
      .map((each) => resolveSchema(document, each))
      .flatMap((each) => [each, ...(each.anyOf ?? []).map((part) => resolveSchema(document, part))])
      .find(({ properties }) => properties !== undefined);
    if (!object) return [{ name: `${prefix}${name}`, isRequired: isAlways }];
    return columnsOf(document, object, `${prefix}${name}.`, isAlways);
  });
}

/** The schema of a JSON response; undefined where the response has none. */
export const jsonSchemaOf = (document: OpenApi, response: Entry['responses'][string]): Schema | undefined =>
  resolveResponse(document, response).content?.['application/json']?.schema;

function uploadOf(document: OpenApi, entry: Entry): ContractOperation['upload'] {
  const schema = entry.requestBody?.content['multipart/form-data']?.schema;
  const mostBytes = entry['x-svc-upload-bytes'];
  return schema && mostBytes !== undefined ? { schema: resolveSchema(document, schema), mostBytes } : undefined;
}

function readOperation(document: OpenApi, path: string, method: Method, entry: Entry): ContractOperation {
  const { requestBody, responses } = entry;
  const personal = personalShapeOf(document, entry);
  return {
    id: entry.operationId,
    method,
    path,
    scopes: entry['x-svc-scopes'] ?? [],
    auth: entry['x-svc-auth'] ?? [],
    role: entry['x-svc-role'] ?? 'none',
    grain: entry['x-svc-scope-grain'] ?? 'none',
    idempotency: entry['x-svc-idempotency'] ?? 'none',
    effect: entry['x-svc-effect'],
    reach: entry['x-svc-reach'] ?? 'own',
    needsEntitlement: method !== 'get' && entry['x-svc-entitlement'] !== 'none',
    reachesArchived: entry['x-svc-archived'] === true,
    readsPii: entry['x-svc-pii'] === true || personal !== undefined,
    personal,
    errors: entry['x-svc-errors'] ?? [],
    rateLimit: entry['x-svc-rate-limit'],
    isIntake: entry['x-svc-validation'] === 'ajv',
    rowsField: entry['x-svc-rows'],
    parameters: (entry.parameters ?? []).map((node) => readParameter(document, resolveParameter(document, node))),
    bodySchema: requestBody?.content['application/json']?.schema,
    bodyRequired: requestBody?.required === true,
    bodyBytes: entry['x-svc-body-bytes'],
    upload: uploadOf(document, entry),
    successes: Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .map(Number)
      .sort((a, b) => a - b),
    streams: streamTypeOf(entry),
    csvColumns: csvColumnsOf(document, entry),
    csvRows: csvRowsOf(entry),
    deprecation: entry['x-svc-deprecation'],
    mcp: entry['x-svc-mcp'],
  };
}

const readParameter = (
  document: OpenApi,
  { name, in: place, required, allowEmptyValue, schema, 'x-error-code': errorCode }: ParameterFields,
): Parameter => ({
  name,
  in: place,
  required: required === true,
  mayBeEmpty: allowEmptyValue === true,
  errorCode,
  schema: resolveSchema(document, schema ?? {}),
});
