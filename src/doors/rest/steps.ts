// The steps of the pipeline, one function each. A step reads and adds to the exchange, or throws to refuse the call.
import { authorize, identify as identifyCredential } from '../../account/access/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import { isUuid } from '../../base/contract/formats.ts';
import { checkResponse } from '../../base/contract/schemas.ts';
import type { Exchange } from './exchange.ts';

/** Members of an answer, in the order they are written. */
const ENVELOPE_ORDER = ['data', 'meta', 'pagination'];

export function identify(exchange: Exchange): void {
  const { door, operation, incoming } = exchange;
  if (operation.auth.includes('public')) return;
  const principal = identifyCredential(door.base, single(incoming.headers['authorization']));
  if (!principal) throw new ApiError('unauthorized', 'Send a valid credential: Authorization: Bearer <token>.');
  exchange.principal = principal;
}

/** Which container the call names: in the path, in the query, or (creating something in a workspace) in the body. */
export function findContainer(exchange: Exchange): void {
  const { operation, incoming, query, body } = exchange;
  const { profileId, workspaceId } = incoming.pathParams;
  const isInBody = operation.grain === 'workspace' && workspaceId === undefined;
  exchange.named = {
    ...uuid('invalid_parameter', 'profileId', profileId),
    ...(profileId === undefined ? uuid('invalid_parameter', 'profile_id', query['profile_id'], 'profileId') : {}),
    ...uuid('invalid_parameter', 'workspaceId', workspaceId),
    ...(isInBody ? uuid('validation_error', 'workspace_id', fieldOf(body, 'workspace_id'), 'workspaceId') : {}),
  };
}

function uuid(code: ErrorCode, name: string, value: string | undefined, as: string = name): Record<string, string> {
  if (value === undefined) return {};
  if (!isUuid(value)) throw new ApiError(code, `${name}: must be a valid uuid.`);
  return { [as]: value.toLowerCase() };
}

export async function checkAccess(exchange: Exchange): Promise<void> {
  const { door, operation, principal, named } = exchange;
  const { grain, role, scopes, auth } = operation;
  const access = await authorize(door.base, principal, { grain, role, scopes, auth, ...named });
  exchange.principal = { ...principal, scopes: access.scopes };
  if (access.profile) exchange.profile = access.profile;
  if (access.workspaceId !== undefined) exchange.workspaceId = access.workspaceId;
}

export async function limitRate(exchange: Exchange): Promise<void> {
  exchange.rate = await exchange.door.limit(exchange.principal, exchange.operation);
}

export async function checkRequest(exchange: Exchange): Promise<void> {
  const { door, operation, incoming, query, body } = exchange;
  const checked = await door.checker.check({ operation, path: incoming.path, query, headers: incoming.headers, body });
  exchange.params = checked.params;
  exchange.body = checked.body;
}

export async function runOperation(exchange: Exchange): Promise<void> {
  const { door, operation, principal, profile, workspaceId, params, body, requestId } = exchange;
  const call = { principal, profile, workspaceId, params, body, requestId };
  exchange.result = (await door.handlerOf(operation.id)(call, door.base)) as Record<string, unknown>;
}

/** The envelope: known members first, siblings after them, warnings only when something degraded, `undefined` left out. */
export function wrap(exchange: Exchange): void {
  const { outcome, warnings, ...rest } = exchange.result ?? {};
  const first = ENVELOPE_ORDER.filter((name) => name in rest).map((name) => [name, rest[name]]);
  const siblings = Object.entries(rest).filter(([name]) => !ENVELOPE_ORDER.includes(name));
  const degraded = Array.isArray(warnings) && warnings.length > 0 ? [['warnings', warnings]] : [];
  const text = JSON.stringify(Object.fromEntries([...first, ...siblings, ...degraded]));
  exchange.outgoing = { status: statusFor(exchange, outcome), text };
}

function statusFor({ operation }: Exchange, outcome: unknown): number {
  if (outcome === 'created') return 201;
  if (outcome === 'accepted') return 202;
  return operation.successes.includes(200) ? 200 : (operation.successes[0] ?? 200);
}

/** In tests and development: what goes out must be what the contract says, to the letter that is sent. */
export function checkAnswer({ door, operation, outgoing }: Exchange): void {
  if (!door.base.config.checkResponses || !outgoing) return;
  const fault = checkResponse(operation, outgoing.status, JSON.parse(outgoing.text));
  if (fault)
    throw new Error(`${operation.id} answered what the contract does not say: ${fault.path || 'the body'} ${fault.message}`);
}

const single = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

function fieldOf(body: unknown, name: string): string | undefined {
  const value = body !== null && typeof body === 'object' ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
