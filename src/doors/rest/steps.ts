// The steps of the pipeline, one function each. A step reads and adds to the exchange, or throws to refuse the call.
import {
  authorize,
  beginCall,
  countUse,
  dropCall,
  finishCall,
  identify as identifyCredential,
  needOf,
  parameterNames,
  reachedPlace,
  writePiiRead,
} from '../../account/access/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import { isUuid } from '../../base/contract/formats.ts';
import { readableAnswer } from '../../base/contract/personal.ts';
import { checkResponse } from '../../base/contract/schemas.ts';
import type { Exchange } from './exchange.ts';
import { readUpload } from './read-request.ts';

const AsyncFunction = (async () => undefined).constructor;
/** A handler that waits cannot stand in one transaction. */
export const waits = (handler: (...given: never[]) => unknown): boolean => handler instanceof AsyncFunction;
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
  const { operation, incoming, query } = exchange;
  const { profileId, workspaceId } = incoming.pathParams;
  const isElsewhere = operation.grain === 'workspace' && workspaceId === undefined;
  exchange.named = {
    ...uuid('invalid_parameter', 'profileId', profileId),
    ...(profileId === undefined ? uuid('invalid_parameter', 'profile_id', query['profile_id'], 'profileId') : {}),
    ...uuid('invalid_parameter', 'workspaceId', workspaceId),
    ...(isElsewhere ? workspaceElsewhere(exchange) : {}),
  };
}

/** In the query where there is no body to name it in. */
function workspaceElsewhere({ operation, principal, query, body }: Exchange): Record<string, string> {
  if (operation.bodySchema) return uuid('validation_error', 'workspace_id', fieldOf(body, 'workspace_id'), 'workspaceId');
  const named = query['workspace_id'];
  // Who cannot call it at all is told that first.
  if (named === undefined && operation.auth.includes(principal.kind))
    throw new ApiError('invalid_parameter', 'workspace_id: name the workspace, e.g. ?workspace_id=<uuid>.');
  return uuid('invalid_parameter', 'workspace_id', named, 'workspaceId');
}

function uuid(code: ErrorCode, name: string, value: string | undefined, as: string = name): Record<string, string> {
  if (value === undefined) return {};
  if (!isUuid(value)) throw new ApiError(code, `${name}: must be a valid uuid.`);
  return { [as]: value.toLowerCase() };
}

export function checkAccess(exchange: Exchange): void {
  const { door, operation, principal, named } = exchange;
  const need = needOf(operation, named);
  // What a change would do is a read: the entitlement stops writes alone.
  const access = authorize(door.base, principal, isDryRun(exchange) ? { ...need, needsEntitlement: false } : need);
  exchange.principal = { ...principal, scopes: access.scopes, granted: principal.scopes };
  if (access.profile) exchange.profile = access.profile;
  if (access.workspaceId !== undefined) exchange.workspaceId = access.workspaceId;
}

const isDryRun = ({ operation, query }: Exchange): boolean =>
  query['dry_run'] === 'true' && operation.parameters.some(({ name }) => name === 'dry_run');

export function limitRate(exchange: Exchange): void {
  exchange.rate = exchange.door.limit(exchange.principal, exchange.operation);
}

export async function checkRequest(exchange: Exchange): Promise<void> {
  await readUpload(exchange);
  const { door, operation, incoming, query, body } = exchange;
  const checked = await door.checker.check({ operation, path: incoming.path, query, headers: incoming.headers, body });
  exchange.params = checked.params;
  exchange.body = checked.body;
}

/** Takes the lease of a call under an Idempotency-Key, or the answer that it had before. */
export function replayIdempotent(exchange: Exchange): void {
  const { door, operation, incoming, principal, params, body } = exchange;
  if (operation.idempotency !== 'optional' && operation.idempotency !== 'required') return;
  const key = single(incoming.headers['idempotency-key']);
  if (key === undefined) {
    if (operation.idempotency === 'optional') return;
    throw new ApiError('invalid_request', 'Send an Idempotency-Key header: 1 to 256 characters, the same again on a retry.');
  }
  const { credentialId } = principal;
  const begun = beginCall(door.base, { credentialId, operationId: operation.id, key, request: { params, body } });
  if ('lease' in begun) exchange.lease = begun.lease;
  else {
    exchange.isReplayed = true;
    // The credential may have lost `customers:read` since.
    const { status, text } = begun.replay;
    exchange.outgoing = { status, text: operation.personal ? JSON.stringify(readableBy(exchange, JSON.parse(text))) : text };
  }
}

/** The answer as this caller may read it: without the properties that the contract marks as personal, unless a scope allows them. */
const readableBy = ({ operation: { personal }, principal: { scopes } }: Exchange, answer: unknown): unknown =>
  readableAnswer(answer, personal, scopes);

/** Under a lease, a handler that does not wait shares one transaction with the keeping of its answer: both or neither. */
export async function runOperation(exchange: Exchange): Promise<void> {
  if (exchange.outgoing) return;
  const { lease, door, operation } = exchange;
  if (!lease) {
    exchange.result = (await run(exchange)) as Record<string, unknown>;
    if (exchange.result?.['stream']) exchange.stream = exchange.result['stream'] as AsyncIterable<Uint8Array>;
    else wrap(exchange);
    return;
  }
  const finish = (result: unknown): void => {
    // Whatever it does later, nobody would hear of.
    if (result instanceof Promise) throw new Error(`${operation.id} waits under a lease: declare its handler async.`);
    exchange.result = result as Record<string, unknown>;
    wrap(exchange);
    finishCall(door.base, lease, exchange.outgoing as { status: number; text: string });
  };
  // TRICKY: never a transaction around a handler that waits: it would end at the first wait, and keep half of what failed.
  if (waits(door.handlerOf(operation.id))) finish(await run(exchange));
  else door.base.state.tx(() => finish(run(exchange)));
}

function run(exchange: Exchange): unknown {
  const { door, operation, principal, profile, workspaceId, params, body, requestId, lease } = exchange;
  const wantsStream = isStreamWanted(exchange);
  const call = { principal, profile, workspaceId, params, body, requestId, wantsStream, isRetry: lease?.isRetry === true };
  return door.handlerOf(operation.id)(call, door.base);
}

const isStreamWanted = ({ operation, incoming }: Exchange): boolean =>
  operation.streams !== undefined && (single(incoming.headers['accept'])?.toLowerCase().includes(operation.streams) ?? false);

/** However the call ended: it is counted, what personal data it read is written down, and a lease without an answer is given back. */
export async function settle(exchange: Exchange, status: number, refusal?: ErrorCode): Promise<void> {
  const { door, operation, principal, lease, outgoing } = exchange;
  if (lease && !outgoing) dropCall(door.base, lease);
  countUse(door.base, principal, status);
  if (operation.readsPii) await writeAccess(exchange, status, refusal);
}

/** Refused before its place was found, the call is written down where it was to read, if the caller reaches anything there. */
async function writeAccess(exchange: Exchange, status: number, refusal: ErrorCode | undefined): Promise<void> {
  const { door, operation, principal, named, profile, workspaceId, query, body, requestId } = exchange;
  const found = { workspaceId, profileId: profile?.profileId };
  const place = workspaceId === undefined ? reachedPlace(door.base, principal, named) : found;
  if (place?.workspaceId === undefined) return;
  const parameters = parameterNames(operation, { query, body });
  const access = {
    workspaceId: place.workspaceId,
    profileId: place.profileId,
    operation,
    parameters,
    status,
    refusal,
    requestId,
  };
  await writePiiRead(door.base, { principal, ...access });
}

/** The envelope: known members first, siblings after them, warnings only when something degraded, `undefined` left out. */
function wrap(exchange: Exchange): void {
  const { outcome, warnings, ...rest } = exchange.result ?? {};
  const first = ENVELOPE_ORDER.filter((name) => name in rest).map((name) => [name, rest[name]]);
  const siblings = Object.entries(rest).filter(([name]) => !ENVELOPE_ORDER.includes(name));
  const degraded = Array.isArray(warnings) && warnings.length > 0 ? [['warnings', warnings]] : [];
  const text = JSON.stringify(readableBy(exchange, Object.fromEntries([...first, ...siblings, ...degraded])));
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
