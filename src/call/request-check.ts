// Checks a call against the contract: parameters and body, with numbers, booleans and lists read from text and defaults filled in. What an
// intake operation stores is left as it was sent.
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
import type { Fault } from '../base/contract/hostile.ts';
import { checkBody, checkQuery, fillBody, fillParameters } from '../base/contract/schemas.ts';

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
