// The codes of errors that the steps of every call (src/call) return before and after the code of an operation, by what the contract says of it.
import { HEALTHCARE_BARRED_SCOPES } from '../../src/base/contract/scopes.ts';

type Json = Record<string, unknown>;

const IDENTIFIED = ['forbidden', 'rate_limit_exceeded', 'unauthorized'];
const BODY = ['invalid_request', 'payload_too_large', 'validation_error'];
const KEYED = ['idempotency_key_conflict', 'idempotency_key_in_flight', 'invalid_request'];

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Each `x-error-code` of parameters and of fields of the body, in what they refer to as well. */
function markedCodes(node: unknown, components: Json, seen: Set<unknown> = new Set()): string[] {
  if (!isObject(node) || seen.has(node)) return [];
  seen.add(node);
  const { $ref: ref, 'x-error-code': code } = node as Json;
  const [kind = '', name = ''] = typeof ref === 'string' ? ref.split('/').slice(-2) : [];
  const target = isObject(components[kind]) ? components[kind][name] : undefined;
  const inside = [...Object.values(node), target].flatMap((each) => markedCodes(each, components, seen));
  return typeof code === 'string' ? [code, ...inside] : inside;
}

function bodyCodes(body: unknown): string[] {
  if (!isObject(body)) return [];
  const isForm = isObject(body['content']) && 'multipart/form-data' in body['content'];
  return isForm ? [...BODY, 'invalid_content'] : BODY;
}

function accessCodes(operation: Json): string[] {
  const auth = list(operation['x-svc-auth']);
  const scopes = list(operation['x-svc-scopes']).map(String);
  if (auth.every((kind) => kind === 'public')) return [];
  return [
    ...IDENTIFIED,
    ...(scopes.length > 0 ? ['insufficient_scope'] : []),
    ...(scopes.some((scope) => HEALTHCARE_BARRED_SCOPES.has(scope)) ? ['healthcare_scope_forbidden'] : []),
    ...((operation['x-svc-scope-grain'] ?? 'none') === 'none' ? [] : ['not_found']),
  ];
}

function writeCodes(operation: Json): string[] {
  const isOfProfile = operation['x-svc-scope-grain'] === 'profile';
  return [
    ...(isOfProfile && operation['x-svc-effect'] !== 'read' ? ['profile_moved'] : []),
    ...(isOfProfile && operation['x-svc-entitlement'] !== 'none' ? ['entitlement_required'] : []),
    ...KEYED,
  ];
}

/** @param components Those of the whole contract. */
export function callErrors(method: string, operation: Json, components: Json): string[] {
  const { parameters, requestBody, 'x-svc-deprecation': deprecation } = operation;
  return [
    // A parameter that the operation does not have is refused as well.
    'internal_error',
    'invalid_parameter',
    'service_unavailable',
    ...accessCodes(operation),
    ...(method === 'get' ? [] : writeCodes(operation)),
    ...(deprecation === undefined ? [] : ['not_found']),
    ...bodyCodes(requestBody),
    ...markedCodes([parameters, requestBody], components),
  ];
}
