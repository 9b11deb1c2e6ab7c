// The joined contract as the service uses it: read once, as JSON (as YAML it took a third of a second of every start), and as a list of
// operations with the x-svc-* fields the door enforces.

import { readFileSync } from 'node:fs';
import { projectFile } from '../kit/paths.ts';
import { jsonObject, readJson } from '../kit/stored-json.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { Effect, Principal } from './operation.ts';
import { type PersonalShape, personalShapeOf } from './personal.ts';
import { type Json, resolve } from './resolve.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
export const METHODS: readonly Method[] = ['get', 'put', 'post', 'patch', 'delete'];

export type Role = 'none' | 'member' | 'admin' | 'owner' | 'viewer' | 'analyst' | 'manager';
export type Grain = 'none' | 'workspace' | 'profile';
export type Idempotency = 'none' | 'optional' | 'required' | 'natural';
export type Reach = 'own' | 'profiles' | 'any';

export { isJsonObject, type Json, resolve } from './resolve.ts';

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  errorCode: ErrorCode | undefined;
  schema: Json;
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
  /** When to call it and what to do next, for an agent that has read nothing else. */
  text: string;
  /** The cost of a call, from the workspace's daily allowance; zero where the call belongs to no workspace. */
  units: number;
  /** Fields of the body, or parameters, that no agent settles. */
  without?: readonly string[];
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
  /** A limit of the operation's own, calls a minute and credential. */
  rateLimit: number | undefined;
  /** Set on the intake operations: a large body, checked by a compiled schema. */
  isIntake: boolean;
  /** The body field whose rows the handler checks one by one, so that a bad row does not refuse the others. */
  rowsField: string | undefined;
  parameters: readonly Parameter[];
  /** The JSON body's schema; undefined when the operation takes none. */
  bodySchema: Json | undefined;
  bodyRequired: boolean;
  /** Set where a form with a file comes instead: its schema, and the most bytes of it. */
  upload: { schema: Json; mostBytes: number } | undefined;
  /** Declared 2xx statuses, ascending. */
  successes: readonly number[];
  /** The format that a success streams in when Accept names it; undefined: JSON is all there is. */
  streams: string | undefined;
  /** Set where the rows also come as CSV when Accept names it: the columns of a row, for a list without any. */
  csvColumns: readonly string[] | undefined;
  /** The member of `data` with the rows of the CSV, where `data` is no list itself. */
  csvRows: string;
  deprecation: Deprecation | undefined;
  mcp: ToolEntry | undefined;
}

export interface Contract {
  document: Json;
  operations: readonly ContractOperation[];
}

let loaded: Contract | undefined;

export function contract(): Contract {
  if (loaded) return loaded;
  const document = readJson('openapi.json', jsonObject, readFileSync(projectFile('openapi.json'), 'utf8'));
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

function operationsOf(document: Json): ContractOperation[] {
  const paths = document['paths'] as Record<string, Json>;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => readOperation(document, path, method, item[method] as Json)),
  );
}

const STREAM_TYPE = /stream$/;

function streamTypeOf(entry: Json): string | undefined {
  const success = (entry['responses'] as Record<string, Json>)['200'];
  return Object.keys((success?.['content'] ?? {}) as Json).find((type) => STREAM_TYPE.test(type));
}

/** Where `data` is no list itself, its member `rows` is, or the one that `x-svc-csv-rows` names. */
function csvRowsOf(entry: Json): string {
  const named = entry['x-svc-csv-rows'];
  return typeof named === 'string' ? named : 'rows';
}

function csvColumnsOf(document: Json, entry: Json): string[] | undefined {
  const success = (entry['responses'] as Record<string, Json>)['200'];
  const content = (success?.['content'] ?? {}) as Record<string, Json>;
  const answer = content['application/json']?.['schema'];
  if (!content['text/csv'] || !answer) return undefined;
  const memberOf = (schema: Json, name: string): Json =>
    resolve(document, ((resolve(document, schema)['properties'] as Json)[name] ?? {}) as Json);
  const data = memberOf(answer as Json, 'data');
  const list = data['type'] === 'array' ? data : memberOf(data, csvRowsOf(entry));
  return Object.keys((resolve(document, list['items'] as Json)['properties'] ?? {}) as Json);
}

function readOperation(document: Json, path: string, method: Method, entry: Json): ContractOperation {
  const body = entry['requestBody'] ? resolve(document, entry['requestBody'] as Json) : undefined;
  const bodySchema = ((body?.['content'] as Json | undefined)?.['application/json'] as Json | undefined)?.['schema'];
  const formSchema = ((body?.['content'] as Json | undefined)?.['multipart/form-data'] as Json | undefined)?.['schema'];
  const personal = personalShapeOf(document, entry);
  return {
    id: entry['operationId'] as string,
    method,
    path,
    scopes: (entry['x-svc-scopes'] ?? []) as string[],
    auth: (entry['x-svc-auth'] ?? []) as Principal['kind'][],
    role: (entry['x-svc-role'] ?? 'none') as Role,
    grain: (entry['x-svc-scope-grain'] ?? 'none') as Grain,
    idempotency: (entry['x-svc-idempotency'] ?? 'none') as Idempotency,
    effect: entry['x-svc-effect'] as Effect,
    reach: (entry['x-svc-reach'] ?? 'own') as Reach,
    needsEntitlement: method !== 'get' && entry['x-svc-entitlement'] !== 'none',
    reachesArchived: entry['x-svc-archived'] === true,
    readsPii: entry['x-svc-pii'] === true || personal !== undefined,
    personal,
    rateLimit: entry['x-svc-rate-limit'] as number | undefined,
    isIntake: entry['x-svc-validation'] === 'ajv',
    rowsField: entry['x-svc-rows'] as string | undefined,
    parameters: ((entry['parameters'] ?? []) as Json[]).map((parameter) => readParameter(document, parameter)),
    bodySchema: bodySchema as Json | undefined,
    bodyRequired: body?.['required'] === true,
    upload: formSchema
      ? { schema: resolve(document, formSchema as Json), mostBytes: entry['x-svc-upload-bytes'] as number }
      : undefined,
    successes: Object.keys(entry['responses'] as Json)
      .filter((status) => status.startsWith('2'))
      .map(Number)
      .sort((a, b) => a - b),
    streams: streamTypeOf(entry),
    csvColumns: csvColumnsOf(document, entry),
    csvRows: csvRowsOf(entry),
    deprecation: entry['x-svc-deprecation'] as Deprecation | undefined,
    mcp: entry['x-svc-mcp'] as ToolEntry | undefined,
  };
}

function readParameter(document: Json, node: Json): Parameter {
  const parameter = resolve(document, node);
  return {
    name: parameter['name'] as string,
    in: parameter['in'] as Parameter['in'],
    required: parameter['required'] === true,
    errorCode: parameter['x-error-code'] as ErrorCode | undefined,
    schema: (parameter['schema'] ?? {}) as Json,
  };
}
