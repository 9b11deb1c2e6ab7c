// Checks a call against the contract: parameters and body, with defaults filled in and numbers read from text. One
// express-openapi-validator does it for all operations; large intake bodies go through compiled schemas instead.
// TRICKY: its entry would compile the schema of OpenAPI and resolve the references of a document that has none outside, at half of what the
// checker costs a start; so its routes are made here.
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { ApiError } from '../base/contract/api-error.ts';
import { checkDateRange } from '../base/contract/date-range.ts';
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
import { formats } from '../base/contract/formats.ts';
import { checkBody, checkQuery, pathText } from '../base/contract/schemas.ts';
import { requestsOf, routesOf } from './requests-of-contract.ts';

export interface RequestToCheck {
  operation: ContractOperation;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface CheckedRequest {
  /** Query and path parameters together. */
  params: Record<string, unknown>;
  body: unknown;
}

export interface RequestChecker {
  check(request: RequestToCheck): Promise<CheckedRequest>;
}

type Middleware = (request: unknown, response: unknown, next: (error?: unknown) => void) => unknown;

/** The parts of a request that the validator reads, and nothing else, so that no state of the web framework leaks in or out. */
interface Shape {
  method: string;
  path: string;
  baseUrl: string;
  url: string;
  originalUrl: string;
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  body: unknown;
  app: { enabled: (setting: string) => boolean; param: () => void };
}

const app = { enabled: (setting: string) => setting === 'case sensitive routing', param: () => undefined };

let result: Promise<RequestChecker> | undefined;

/** One for the process, as the contract is one: making it takes half a second. */
export function requestChecker(): Promise<RequestChecker> {
  result ??= createRequestChecker();
  return result;
}

async function createRequestChecker(): Promise<RequestChecker> {
  const document = requestsOf(contract().document);
  const validator = new OpenApiValidator({
    apiSpec: document as never,
    validateRequests: { allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    validateApiSpec: false,
    fileUploader: false,
    formats: Object.fromEntries(Object.entries(formats).map(([name, validate]) => [name, { type: 'string' as const, validate }])),
  });
  const spec = { apiDoc: document as never, basePaths: ['/'], routes: routesOf(document), serial: 1 };
  const chain = validator.installMiddleware(Promise.resolve(spec)) as unknown as Middleware[];
  const checker: RequestChecker = {
    check: async (request) => (request.operation.isIntake ? checkIntake(request) : check(chain, request)),
  };
  await warm(checker);
  return checker;
}

/** The first use of the validator takes a second; it is spent before anybody waits for it. */
async function warm(checker: RequestChecker): Promise<void> {
  const operation = contract().operations.find(({ path }) => !path.includes('{'));
  if (!operation) return;
  await checker.check({ operation, path: operation.path, query: {}, headers: {}, body: undefined }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

async function check(chain: Middleware[], request: RequestToCheck): Promise<CheckedRequest> {
  const { operation } = request;
  refuseUnknown(request);
  refuseBadNumbers(request);
  const shape = shapeOf(request);
  for (const middleware of chain) await run(middleware, shape, operation);
  const params = { ...shape.query, ...shape.params };
  checkRange(operation, params);
  return { params, body: operation.upload ? request.body : shape.body };
}

/** The validator takes `name[0]` for `name`; here only the contract's own names are known. */
function refuseUnknown({ operation, query }: RequestToCheck): void {
  const names = new Set(operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  const unknown = Object.keys(query).find((name) => !names.has(name));
  if (unknown !== undefined) throw parameterRefusal(operation, [unknown], 'is not a parameter of this operation');
}

/** A decimal number; `Infinity`, `0x10` and what only rounds to an end of the range are none. The validator takes them for numbers. */
const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i;

function refuseBadNumbers({ operation, query }: RequestToCheck): void {
  for (const { name, in: place, schema } of operation.parameters) {
    const text = place === 'query' ? query[name] : undefined;
    if (text === undefined || (schema['type'] !== 'integer' && schema['type'] !== 'number')) continue;
    if (NUMBER.test(text) && Number.isFinite(Number(text))) continue;
    throw parameterRefusal(operation, [name], schema['type'] === 'integer' ? 'must be integer' : 'must be number');
  }
}

function shapeOf({ operation, path, query, headers, body }: RequestToCheck): Shape {
  const originalUrl = `${path}?${encodeQuery(operation, query)}`;
  // Any further parameter of the content type would only be a new key in the validator's cache.
  const contentType = body === undefined || operation.upload ? undefined : 'application/json';
  return {
    method: operation.method.toUpperCase(),
    path,
    baseUrl: '',
    url: originalUrl,
    originalUrl,
    headers: { ...headers, 'content-type': contentType },
    query: { ...query },
    params: {},
    body: operation.upload ? undefined : body,
    app,
  };
}

/** Percent-encodes what clients often do not (`:` in a time, `@` in an address); commas stay where the contract has a list. */
function encodeQuery(operation: ContractOperation, query: Record<string, string>): string {
  const isList = (name: string): boolean =>
    operation.parameters.some((parameter) => parameter.name === name && parameter.schema['type'] === 'array');
  return Object.entries(query)
    .map(([name, value]) => {
      const encoded = encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
      return `${encodeURIComponent(name)}=${isList(name) ? encoded.replaceAll('%2C', ',') : encoded}`;
    })
    .join('&');
}

function run(middleware: Middleware, shape: Shape, operation: ContractOperation): Promise<void> {
  return new Promise((done, refuse) => {
    const next = (error?: unknown): void => (error === undefined ? done() : refuse(refusalOf(error, operation)));
    try {
      Promise.resolve(middleware(shape, {}, next)).catch(next);
    } catch (error) {
      next(error);
    }
  });
}

interface ValidatorFault {
  path: string;
  message: string;
  errorCode?: string;
}

/** The validator's complaint as a refusal; anything else is passed on as it is. */
function refusalOf(error: unknown, operation: ContractOperation): unknown {
  const [fault] = (error as { errors?: ValidatorFault[] }).errors ?? [];
  if (!fault) return error;
  const [place, ...parts] = fault.path
    .replace(/^\.(\w+)\./, '/$1/')
    .split('/')
    .slice(1);
  const text = wordsFor(fault);
  if (place === 'body') return bodyRefusal(operation, parts, text);
  if (place === 'headers') return new ApiError('invalid_request', `${parts[0]}: ${text}.`);
  return parameterRefusal(operation, parts, text);
}

function wordsFor({ errorCode = '', message }: ValidatorFault): string {
  const keyword = errorCode.split('.')[0];
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not a known field';
  if (message.startsWith('Unknown query parameter')) return 'is not a parameter of this operation';
  if (message.startsWith('Empty value')) return 'must not be empty';
  const format = /must match format "([^"]+)"/.exec(message)?.[1];
  if (format) return `must be a valid ${format}`;
  if (keyword === 'type')
    return message.replace(/^must be (.+)$/, (_, kinds: string) => `must be ${kinds.split(',').join(' or ')}`);
  return message.replace('must be equal to one of the allowed values:', 'must be one of');
}

/** Up to 5 MB a call and thousands of calls a minute: only compiled schemas, and nothing is changed on the way. */
function checkIntake({ operation, query, body }: RequestToCheck): CheckedRequest {
  const inQuery = checkQuery(operation, query);
  if (inQuery)
    throw parameterRefusal(operation, [inQuery.path], inQuery.message.replace('a known field', 'a parameter of this operation'));
  const inBody = checkBody(operation, body);
  if (inBody) throw bodyRefusal(operation, inBody.path.split(/[.[\]]+/).filter(Boolean), inBody.message);
  return { params: query, body };
}

/** `parts` starts with the parameter's name; an element of a list comes after it. */
function parameterRefusal(operation: ContractOperation, parts: string[], text: string): ApiError {
  const parameter = operation.parameters.find(({ name }) => name === parts[0]);
  return new ApiError(parameter?.errorCode ?? 'invalid_parameter', `${pathText(parts)}: ${text}.`);
}

function bodyRefusal(operation: ContractOperation, parts: string[], text: string): ApiError {
  const code = operation.bodySchema ? codeOfField(operation.bodySchema, parts) : undefined;
  return new ApiError(code ?? 'validation_error', parts.length === 0 ? `The body ${text}.` : `${pathText(parts)}: ${text}.`);
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
