// What came in: read into plain values, and refused when it is no JSON, no text or said twice, before anybody checks its meaning; then held to the
// contract, with numbers, booleans and lists read from text and defaults filled in. What an intake operation stores is left as it was sent.
import { join } from 'node:path';
import { ApiError } from '../base/contract/api-error.ts';
import {
  branchesOf,
  type ContractOperation,
  contract,
  type OpenApi,
  type Parameter,
  resolveSchema,
  type Schema,
} from '../base/contract/document.ts';
import { type ErrorCode, isErrorCode } from '../base/contract/error-catalogue.ts';
import { checkDateRange } from '../base/contract/formats.ts';
import { type Fault, hostileFault, textFault } from '../base/contract/hostile.ts';
import { checkBody, checkQuery, fillBody, fillParameters } from '../base/contract/schemas.ts';
import type { Exchange, PourBody } from './exchange.ts';
import { Form } from './form.ts';

const MEGABYTE = 1024 * 1024;
const BODY_LIMIT = MEGABYTE;
const INTAKE_BODY_LIMIT = 5 * MEGABYTE;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export async function readRequest(exchange: Exchange): Promise<void> {
  const { input, operation } = exchange;
  exchange.query = readQuery(input.query ?? '', listsOf(operation));
  for (const [name, value] of Object.entries(input.path ?? {})) refuseBadText(name, value);
  if (!operation.bodySchema) return;
  exchange.body = await readBody(exchange);
  if (exchange.body === undefined && exchange.operation.bodyRequired) {
    throw new ApiError('invalid_request', 'The body is empty; this operation needs one in JSON.');
  }
}

async function readBody({ input: { body, headers = {} }, operation }: Exchange): Promise<unknown> {
  if (body === undefined) return undefined;
  // A copy: defaults are filled in.
  if (typeof body !== 'function') return checkedValue(operation, structuredClone(body.value));
  const bytes = await collectBody(body, operation.bodyBytes ?? (operation.isIntake ? INTAKE_BODY_LIMIT : BODY_LIMIT));
  return bytes && bytes.byteLength > 0 ? checkedValue(operation, readJson(headers, bytes)) : undefined;
}

/** The whole body in one piece; undefined when there is none. */
export async function collectBody(pour: PourBody, limitBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  const size = await pour(limitBytes, (piece) => void pieces.push(piece));
  if (size === undefined) return undefined;
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, size);
}

/** Once it is known that the caller may send it: a form is the largest body there is. */
export async function readUpload(exchange: Exchange): Promise<void> {
  if (!exchange.operation.upload) return;
  exchange.form = new Form(exchange.operation.upload, join(exchange.engine.base.config.dataDir, 'uploads'));
  await exchange.form.read(exchange.input);
  exchange.body = exchange.form.fields;
}

const listsOf = ({ parameters }: ContractOperation): ReadonlySet<string> =>
  new Set(
    parameters
      .filter(({ schema, ...parameter }) => parameter.in === 'query' && schema['type'] === 'array')
      .map(({ name }) => name),
  );

/** Each parameter once; a list is one value with commas, or its values one after the other. */
function readQuery(text: string, lists: ReadonlySet<string>): Record<string, string> {
  try {
    // URLSearchParams swaps broken percent-encoding for U+FFFD without a word, so it is checked first.
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('invalid_parameter', 'The query string is not valid percent-encoded UTF-8.');
  }
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query && !lists.has(name)) throw new ApiError('invalid_parameter', `${name}: sent more than once.`);
    refuseBadText(name, name);
    refuseBadText(name, value);
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return query;
}

function refuseBadText(name: string, value: string): void {
  const fault = textFault(value);
  if (fault) throw new ApiError('invalid_parameter', `${JSON.stringify(name).slice(1, -1)}: ${fault}.`);
}

function readJson(headers: Record<string, string | string[] | undefined>, bytes: Uint8Array): unknown {
  checkContentType(headers['content-type']);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('invalid_request', `The body is not valid JSON: ${whereItBreaks((error as Error).message)}.`);
  }
}

function checkedValue({ rowsField }: ContractOperation, value: unknown): unknown {
  const fault = hostileFault(value, rowsField);
  if (fault?.path === '') throw new ApiError('invalid_request', `The body ${fault.message}.`);
  if (fault) throw new ApiError('validation_error', `${fault.path}: ${fault.message}.`);
  return value;
}

/** The parser's message without the piece of the body it quotes, which may be personal. */
function whereItBreaks(message: string): string {
  const at = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message);
  return at ? `it breaks ${at[0]}` : 'it ends too early or breaks';
}

function checkContentType(header: string | string[] | undefined): void {
  const [type = '', ...parameters] = String(header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') {
    throw new ApiError('invalid_request', 'Send the body as JSON, with Content-Type: application/json.');
  }
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new ApiError('invalid_request', 'Send the body in UTF-8.');
  }
}

export interface RequestToCheck {
  operation: ContractOperation;
  /** Path parameters by name, decoded. */
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface CheckedRequest {
  /** Query and path parameters together. */
  params: Record<string, unknown>;
  body: unknown;
}

export const checkRequest = (request: RequestToCheck): CheckedRequest =>
  request.operation.isIntake ? checkIntake(request) : checkAndFill(request);

function checkAndFill({ operation, path, query, headers, body }: RequestToCheck): CheckedRequest {
  const inQuery = readLists(operation, query);
  refuse(fillParameters(operation, 'query', inQuery), (fault) => parameterRefusal(operation, fault));
  refuse(fillParameters(operation, 'header', { ...headers }), ({ path: name, message }) => {
    return new ApiError('invalid_request', `${name}: ${message}.`);
  });
  const inPath: Record<string, unknown> = { ...path };
  refuse(fillParameters(operation, 'path', inPath), (fault) => parameterRefusal(operation, fault));
  if (body !== undefined && !operation.upload) refuse(fillBody(operation, body), (fault) => bodyRefusal(operation, fault));
  const params = { ...inQuery, ...inPath };
  checkRange(operation, params);
  return { params, body };
}

/** Up to 5 MB a call and thousands of calls a minute: nothing is changed on the way. */
function checkIntake({ operation, query, body }: RequestToCheck): CheckedRequest {
  refuse(checkQuery(operation, query), ({ path, message }) =>
    parameterRefusal(operation, { path, message: message.replace('a known field', 'a parameter of this operation') }),
  );
  refuse(checkBody(operation, body), (fault) => bodyRefusal(operation, fault));
  return { params: query, body };
}

function refuse(fault: Fault | undefined, refusalOf: (fault: Fault) => ApiError): void {
  if (fault) throw refusalOf(fault);
}

/** A decimal number; `Infinity`, `0x10` and what only rounds to an end of the range are none. The validator takes them for numbers. */
const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i;

/** The query with its lists as lists. Refuses names that the contract does not have, values without a letter, and numbers that are none. */
function readLists(operation: ContractOperation, query: Record<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const refusal = (path: string, message: string) => parameterRefusal(operation, { path, message });
  const queryParameters = new Map(operation.parameters.filter((each) => each.in === 'query').map((each) => [each.name, each]));
  for (const name of Object.keys(query))
    if (!queryParameters.has(name)) throw refusal(name, 'is not a parameter of this operation');
  for (const [name, text] of Object.entries(query)) {
    const { schema, mayBeEmpty = false } = queryParameters.get(name) ?? {};
    const type = schema?.type;
    if ((type === 'integer' || type === 'number') && !(NUMBER.test(text) && Number.isFinite(Number(text))))
      throw refusal(name, `must be ${type}`);
    if (text === '' && !mayBeEmpty) throw refusal(name, 'must not be empty');
    values[name] = type === 'array' ? text.split(',') : text;
  }
  return values;
}

const partsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** The path starts with the parameter's name; an element of a list comes after it. */
function parameterRefusal({ parameters }: ContractOperation, { path, message }: Fault): ApiError {
  const parameter = parameters.find(({ name }) => name === partsOf(path)[0]);
  return new ApiError(parameter?.errorCode ?? 'invalid_parameter', `${path}: ${message}.`);
}

function bodyRefusal({ bodySchema }: ContractOperation, { path, message }: Fault): ApiError {
  const code = bodySchema && codeOfField(bodySchema, partsOf(path));
  return new ApiError(code ?? 'validation_error', path === '' ? `The body ${message}.` : `${path}: ${message}.`);
}

/** `x-error-code` of the innermost named field that has one. */
function codeOfField(schema: Schema, parts: readonly string[]): ErrorCode | undefined {
  const { document } = contract();
  let at: Schema | undefined = resolveSchema(document, schema);
  let found: ErrorCode | undefined;
  for (const part of parts) {
    at = at && childOf(document, at, part);
    const code = at?.['x-error-code'];
    if (typeof code === 'string' && isErrorCode(code)) found = code;
    if (at) at = resolveSchema(document, at);
  }
  return found;
}

function childOf(document: OpenApi, schema: Schema, part: string): Schema | undefined {
  const direct = schema.properties?.[part];
  if (direct) return direct;
  if (/^\d+$/.test(part) && schema.items) return schema.items;
  for (const branch of branchesOf(schema)) {
    const child = childOf(document, resolveSchema(document, branch), part);
    if (child) return child;
  }
  return undefined;
}

function checkRange(operation: ContractOperation, params: Record<string, unknown>): void {
  const isDay = (parameter: Parameter): boolean => parameter.errorCode === 'invalid_date_range';
  if (!operation.parameters.some(isDay)) return;
  const { date_from: from, date_to: to } = params;
  if (typeof from === 'string' && typeof to === 'string') checkDateRange(from, to);
}
