// The steps of every call, in this order, for every caller. A row is a step, a column a kind of credential; until
// `identify` has run, a caller whom no door has identified is in the first column. It is the first, so that a stranger's body is never
// read. No step writes a response.

import {
  authorize,
  beginCall,
  countUse,
  dropCall,
  identify as identifyCredential,
  needOf,
  reachedPlace,
} from '../account/access/index.ts';
import { auditRefusedAttempt, parameterNames, writePiiRead } from '../account/audit/index.ts';
import { ApiError } from '../base/contract/api-error.ts';
import type { ErrorCode } from '../base/contract/error-catalogue.ts';
import { isUuid } from '../base/contract/formats.ts';
import { hooksOf } from '../base/contract/hooks.ts';
import type { Principal } from '../base/contract/operation.ts';
import { checkResponse } from '../base/contract/schemas.ts';
import { requireHere } from '../base/move/moves.ts';
import type { Exchange } from './exchange.ts';
import { refusalOf } from './refusals.ts';
import { checkRequest, readRequest, readUpload } from './request.ts';
import { admittedOf, readableBy, runOperation, runTracker } from './run.ts';

type Step = (exchange: Exchange) => void | Promise<void>;
type Column = Principal['kind'];

interface Row {
  name: string;
  steps: Record<Column, Step>;
}

const pass: Step = () => undefined;
const replay = replayIdempotent;

function row(name: string, open: Step, session: Step, user: Step, key: Step, app: Step, tracker: Step): Row {
  return { name, steps: { public: open, session, user, key, app, tracker } };
}

// The door of trackers finds the profile by the key in the body, so it reads and checks the body itself.
// biome-ignore format: the columns are the point
const rows: readonly Row[] = [
  //                     public        session        user           key            app            tracker
  row('identify',        identify,     pass,          pass,          pass,          pass,          pass),
  row('read body',       readRequest,  readRequest,   readRequest,   readRequest,   readRequest,   placeTracker),
  row('find container',  pass,         findContainer, findContainer, findContainer, findContainer, pass),
  row('limit rate',      pass,         limitRate,     limitRate,     limitRate,     limitRate,     limitTracker),
  row('refuse ended',    pass,         refuseEnded,   refuseEnded,   refuseEnded,   refuseEnded,   pass),
  row('check access',    pass,         checkAccess,   checkAccess,   checkAccess,   checkAccess,   pass),
  row('check request',   checkInput,   checkInput,    checkInput,    checkInput,    checkInput,    pass),
  row('replay',          pass,         replay,        replay,        replay,        replay,        pass),
  row('run operation',   runOperation, runOperation,  runOperation,  runOperation,  runOperation,  runTracker),
  row('check response',  checkAnswer,  checkAnswer,   checkAnswer,   checkAnswer,   checkAnswer,   pass),
];

const rowsBefore = rows.slice(
  0,
  rows.findIndex(({ name }) => name === 'replay'),
);

/** In the mode `check` as far as the operation, without it: whether the call would be let through. */
export async function runPipeline(exchange: Exchange): Promise<void> {
  try {
    const isCheck = exchange.input.mode === 'check';
    for (const { steps } of isCheck ? rowsBefore : rows) {
      const going = steps[exchange.principal.kind](exchange);
      if (going instanceof Promise) await going;
    }
    if (isCheck) enterGate(exchange);
  } catch (error) {
    const { status, code, message } = refusalOf(error).error;
    countRefused(exchange, code, message);
    await record(exchange, status, code);
    throw error;
  } finally {
    await exchange.form?.drop();
  }
  await record(exchange, exchange.outgoing?.status ?? 200);
}

// The steps, one function each. A step reads and adds to the exchange, or throws to refuse the call.

export function identify(exchange: Exchange): void {
  const { engine, operation, caller } = exchange;
  if (operation.auth.includes('public')) return;
  const principal = identifyCredential(engine.base, caller.authorization);
  if (!principal) throw new ApiError('unauthorized', 'Send a valid credential: Authorization: Bearer <token>.');
  exchange.principal = principal;
}

/** Which container the call names: in the path, in the query, or (creating something in a workspace) in the body. */
export function findContainer(exchange: Exchange): void {
  const { operation, input, query } = exchange;
  const { profileId, workspaceId } = input.path ?? {};
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
  // A caller without access gets that refusal first.
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
  const { engine, operation, principal, named } = exchange;
  const need = needOf(operation, named);
  // A dry run of a change is a read: the entitlement stops writes alone.
  const access = authorize(engine.base, principal, isDryRun(exchange) ? { ...need, needsEntitlement: false } : need);
  exchange.principal = { ...principal, scopes: access.scopes, granted: principal.scopes };
  if (access.profile && engine.handlerOf(operation.id).effect !== 'read') requireHere(engine.base, access.profile.profileId);
  if (access.profile) exchange.profile = access.profile;
  if (access.workspaceId !== undefined) exchange.workspaceId = access.workspaceId;
}

const isDryRun = ({ operation, query }: Exchange): boolean =>
  query['dry_run'] === 'true' && operation.parameters.some(({ name }) => name === 'dry_run');

/** A page counts once, but each operation with a limit of its own counts on its own. */
export function limitRate(exchange: Exchange): void {
  const { engine, principal, operation, caller } = exchange;
  if (caller.visit?.isCounted && operation.rateLimit === undefined) return;
  exchange.rate = engine.limit(principal, operation);
  if (caller.visit) caller.visit.isCounted = true;
}

/** A deprecated operation ends by the clock; its successor is called by the same method. */
export function refuseEnded({ engine, operation }: Exchange): void {
  const { deprecation, method } = operation;
  if (!deprecation || engine.base.clock.now() < Date.parse(deprecation.sunset)) return;
  const successor = `${method.toUpperCase()} ${deprecation.successor}`;
  throw new ApiError('not_found', `This operation ended on ${deprecation.sunset}. Use ${successor}.`);
}

/** A tracking key is in a body that the door has read and checked. */
export function placeTracker(exchange: Exchange): void {
  const { caller, input } = exchange;
  if (caller.profile) {
    exchange.profile = caller.profile;
    exchange.workspaceId = caller.profile.workspaceId;
  }
  exchange.params = input.path ?? {};
  exchange.body = input.body && 'value' in input.body ? input.body.value : undefined;
}

/** The script of a tracker is loaded by every page of a site, with no limit. */
export function limitTracker({ engine, principal, operation }: Exchange): void {
  if (operation.method !== 'get') engine.limit(principal, operation);
}

export async function checkInput(exchange: Exchange): Promise<void> {
  await readUpload(exchange);
  const { operation, input, query, body } = exchange;
  const { path = {}, headers = {} } = input;
  const checked = checkRequest({ operation, path, query, headers, body });
  exchange.params = checked.params;
  exchange.body = checked.body;
}

/** In the mode `check` the gate is the last step. */
export function enterGate(exchange: Exchange): void {
  exchange.input.gate?.enter?.(admittedOf(exchange));
}

/** Takes the lease of a call under an Idempotency-Key, or the answer that it had before. */
export function replayIdempotent(exchange: Exchange): void {
  const { engine, operation, input, principal, params, body } = exchange;
  // The intent of an outside effect is what the key leads to.
  if (input.mode === 'dry_run' || engine.handlerOf(operation.id).effect === 'outside') return;
  const isKept = operation.idempotency === 'optional' || operation.idempotency === 'required';
  if (!isKept && input.idempotencyKey === undefined) return;
  const key = input.idempotencyKey ?? single(input.headers?.['idempotency-key']);
  if (key === undefined) {
    if (operation.idempotency === 'optional') return;
    throw new ApiError('invalid_request', 'Send an Idempotency-Key header: 1 to 256 characters, the same again on a retry.');
  }
  const { credentialId } = principal;
  const begun = beginCall(engine.base, { credentialId, operationId: operation.id, key, request: { params, body } });
  if ('lease' in begun) exchange.lease = begun.lease;
  else {
    exchange.isReplayed = true;
    // The credential may have lost `customers:read` since.
    const { status, text } = begun.replay;
    const value = readableBy(exchange, JSON.parse(text));
    exchange.outgoing = { status, value, text: operation.personal ? JSON.stringify(value) : text };
  }
}

/** However the call ended: it is counted, what personal data it read is written down, and a lease without an answer is given back. */
export async function record(exchange: Exchange, status: number, refusal?: ErrorCode): Promise<void> {
  const { engine, operation, principal, lease, outgoing } = exchange;
  if (lease && !outgoing) dropCall(engine.base, lease);
  countUse(engine.base, principal, status);
  if (refusal !== undefined) auditAttempt(exchange, status, refusal);
  if (operation.readsPii) await writeAccess(exchange, status, refusal);
}

/** For slices that count what they refuse. */
export function countRefused(
  { engine, operation, principal, profile, input, body }: Exchange,
  code: ErrorCode,
  message: string,
): void {
  if (!profile || (input.mode ?? 'run') !== 'run') return;
  const call = { operationId: operation.id, principal, profileId: profile.profileId, body, code, message };
  for (const { refusedCall } of hooksOf(engine.base)) refusedCall?.(engine.base, call);
}

/** For an outside effect that is refused before its intent is stored; a caller without a principal has no name to record. */
function auditAttempt(exchange: Exchange, status: number, refusal: ErrorCode): void {
  const { engine, operation, principal, named, input, caller } = exchange;
  const isAttempt = (input.mode ?? 'run') === 'run' && exchange.isPlanned !== true && !isDryRun(exchange);
  if (!isAttempt || principal.kind === 'public' || engine.handlerOf(operation.id).effect !== 'outside') return;
  const place = exchange.profile ?? (exchange.workspaceId === undefined ? reachedPlace(engine.base, principal, named) : exchange);
  auditRefusedAttempt(engine.base, {
    principal,
    operation,
    workspaceId: place?.workspaceId,
    profileId: place && 'profileId' in place ? place.profileId : undefined,
    path: input.path ?? {},
    status,
    refusal,
    requestId: caller.requestId,
  });
}

/** Refused before its place was found, the call is written down where it was to read, if the caller reaches anything there. */
async function writeAccess(exchange: Exchange, status: number, refusal: ErrorCode | undefined): Promise<void> {
  const { engine, operation, principal, named, profile, workspaceId, query, body, caller } = exchange;
  const found = { workspaceId, profileId: profile?.profileId };
  const place = workspaceId === undefined ? reachedPlace(engine.base, principal, named) : found;
  if (place?.workspaceId === undefined) return;
  const parameters = parameterNames(operation, { query, body });
  const access = {
    workspaceId: place.workspaceId,
    profileId: place.profileId,
    operation,
    parameters,
    status,
    refusal,
    requestId: caller.requestId,
  };
  await writePiiRead(engine.base, { principal, ...access });
}

/** In tests and development: what goes out must be what the contract says, to the letter that is sent. */
export function checkAnswer({ engine, operation, outgoing }: Exchange): void {
  if (!engine.base.config.checkResponses || !outgoing) return;
  const fault = checkResponse(operation, outgoing.status, JSON.parse(outgoing.text));
  if (fault)
    throw new Error(
      `${operation.id} returned a response that the contract does not allow: ${fault.path || 'the body'} ${fault.message}`,
    );
}

const single = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

function fieldOf(body: unknown, name: string): string | undefined {
  const value = body !== null && typeof body === 'object' ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
