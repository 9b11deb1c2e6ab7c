// The door of browser trackers, POST /t/collect: open to every origin without credentials, its key in the body. It reads
// kindly (text/plain or JSON, unknown fields, odd text) and answers shortly.
import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { checkBody, checkResponse } from '../../base/contract/schemas.ts';
import type { operations } from '../../base/contract/types.gen.ts';
import { type CollectClient, collectEvents } from '../../collect/events/index.ts';
import { profileOfTrackingKey } from '../../collect/tracking/index.ts';
import { answer, errorText } from '../rest/answer.ts';
import { readBody } from '../rest/body.ts';
import { createRateLimits } from '../rest/rate-limits.ts';
import { refusalOf } from '../rest/refusals.ts';
import { countryOf, trustedProxies } from './client.ts';

const PATH = '/t/collect';
const BODY_LIMIT = 512 * 1024;
/** One key stands for all visitors of a site. */
const POSTS_PER_MINUTE = 60_000;
const utf8 = new TextDecoder('utf-8');

type CollectPost = operations['collectEvents']['requestBody']['content']['application/json'];

interface CollectDoor {
  base: Base;
  operation: ContractOperation;
  limit: ReturnType<typeof createRateLimits>;
  clientOf: (request: Request) => CollectClient;
}

export function createCollectDoor(base: Base): Router {
  const isTrusted = trustedProxies(base.config.trustedProxies);
  const door: CollectDoor = {
    base,
    operation: contract().operations.find(({ id }) => id === 'collectEvents') as ContractOperation,
    limit: createRateLimits(base.clock),
    clientOf: (request) => clientOf(request, isTrusted, base.config.countryHeader),
  };
  const router = Router({ caseSensitive: true });
  router.all(PATH, allowAnyOrigin);
  router.options(PATH, (_request, response) => {
    response.status(204).end();
  });
  router.post(PATH, (request, response) => collect(door, request, response));
  return router;
}

/** On every answer, refusals included: a page must be able to read why it was refused. */
function allowAnyOrigin(_request: Request, response: Response, next: () => void): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Accept');
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

function clientOf(request: Request, isTrusted: (address: string) => boolean, countryHeader: string): CollectClient {
  const userAgent = request.headers['user-agent'];
  const country = countryOf(request.socket.remoteAddress, request.headers, isTrusted, countryHeader);
  return {
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(country === undefined ? {} : { country }),
    gpc: request.headers['sec-gpc'] === '1',
  };
}

async function collect(door: CollectDoor, request: Request, response: Response): Promise<void> {
  try {
    const body = readPost(door, await readBody(request, BODY_LIMIT));
    const profile = profileOfTrackingKey(door.base, body.tracking_key);
    if (!profile) throw new ApiError('unauthorized', 'tracking_key: no such key, or it was revoked.');
    const principal: Principal = {
      kind: 'tracker',
      credentialId: profile.keyId,
      profileId: profile.profileId,
      scopes: new Set(),
      ratePerMinute: POSTS_PER_MINUTE,
    };
    await door.limit(principal, door.operation);
    const { profileId, workspaceId } = profile;
    const call = {
      ...{ principal, profile: { profileId, workspaceId }, workspaceId, params: {}, body, requestId: requestIdOf(request) },
      client: door.clientOf(request),
    };
    succeed(door, request, response, await collectEvents(call, door.base));
  } catch (error) {
    refuse(door, request, response, error);
  }
}

function readPost(door: CollectDoor, bytes: Uint8Array | undefined): CollectPost {
  if (!bytes || bytes.byteLength === 0) throw new ApiError('invalid_request', 'The body is empty.');
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON.');
  }
  const fault = checkBody(door.operation, body);
  if (fault)
    throw new ApiError('validation_error', fault.path === '' ? `The body ${fault.message}.` : `${fault.path}: ${fault.message}.`);
  return body as CollectPost;
}

function succeed(door: CollectDoor, request: Request, response: Response, result: unknown): void {
  // Only who names the type wants a body; `*/*` is what every browser sends.
  const wantsBody = String(request.headers.accept ?? '').includes('application/json');
  if (!wantsBody) {
    response.status(204).end();
    return;
  }
  const text = JSON.stringify(result);
  const fault = door.base.config.checkResponses ? checkResponse(door.operation, 200, JSON.parse(text)) : undefined;
  if (fault) throw new Error(`collectEvents answered what the contract does not say: ${fault.path} ${fault.message}`);
  answer(response, { status: 200, text });
}

function refuse(door: CollectDoor, request: Request, response: Response, cause: unknown): void {
  const { error, unexpected } = refusalOf(cause);
  const requestId = requestIdOf(request);
  if (unexpected)
    door.base.log.error({ err: cause, request_id: requestId, operation: door.operation.id }, 'a call failed unexpectedly');
  answer(response, { status: error.status, text: errorText(error, requestId, baseUrlOf(door, request)), error });
}

const requestIdOf = (request: Request): string => String((request as Request & { id?: unknown }).id ?? randomUUID());

const baseUrlOf = ({ base }: CollectDoor, request: Request): string =>
  base.config.baseUrl ?? `http://${base.config.host}:${request.socket.localPort}`;
