// The door of OAuth: registration, tokens, revocation and what the service says about itself. Its answers and refusals have the
// form of their RFCs, not the envelope of REST, and any origin may ask: nothing here goes by a cookie.
import { type Request, type Response, Router } from 'express';
import {
  answerRevocation,
  answerTokenRequest,
  type FormPost,
  OAUTH_PATHS,
  OAuthError,
  registerOAuthClient,
  resourceMetadata,
  serverMetadata,
} from '../../account/apps/index.ts';
import type { Base } from '../../base/base.ts';
import { answer, writeReset } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Metrics } from '../http/metrics.ts';
import { trustedProxies } from '../http/trusted-proxies.ts';
import { errorOf, type OAuthRefusal } from './refusals.ts';

const BODY_LIMIT = 16 * 1024;

export interface OAuthDoorOptions {
  /** The public address: the issuer. */
  baseUrl: () => string;
  metrics: Metrics;
}

interface Door extends OAuthDoorOptions {
  base: Base;
  addressOf: (request: Request) => string;
}

/** The answer of an endpoint: a status, and JSON or nothing. */
type Endpoint = (door: Door, request: Request) => Promise<{ status: number; body?: unknown }>;

const endpoints: { path: string; method: 'get' | 'post'; name: string; run: Endpoint }[] = [
  { path: OAUTH_PATHS.register, method: 'post', name: 'registerOAuthClient', run: register },
  { path: OAUTH_PATHS.token, method: 'post', name: 'issueOAuthToken', run: token },
  { path: OAUTH_PATHS.revoke, method: 'post', name: 'revokeOAuthToken', run: revoke },
  { path: OAUTH_PATHS.serverMetadata, method: 'get', name: 'getOAuthServerMetadata', run: describeServer },
  { path: OAUTH_PATHS.resourceMetadata, method: 'get', name: 'getOAuthResourceMetadata', run: describeResource },
  { path: OAUTH_PATHS.resourceMetadataAlias, method: 'get', name: 'getOAuthResourceMetadata', run: describeResource },
];

export function createOAuthDoor(base: Base, options: OAuthDoorOptions): Router {
  const isTrusted = trustedProxies(base.config.trustedProxies);
  const door: Door = { ...options, base, addressOf: (request) => clientAddress(request, isTrusted) };
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, method, name, run } of endpoints) {
    router.all(path, anyOrigin(method));
    router[method](path, (request, response) => void handle(door, name, run, request, response));
    router.all(path, (request, response) => {
      response.setHeader('Allow', allowed(method));
      refuse(response, request, { error: 'invalid_request', description: `There is ${allowed(method)} here.`, status: 405 });
    });
  }
  return router;
}

const allowed = (method: 'get' | 'post'): string => (method === 'get' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS');

/** Before anything else is checked: a page must be able to read why it was refused. */
function anyOrigin(method: 'get' | 'post') {
  return (request: Request, response: Response, next: () => void): void => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After, X-RateLimit-Reset, X-Request-Id');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', allowed(method));
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, Accept, MCP-Protocol-Version');
    response.setHeader('Access-Control-Max-Age', '86400');
    response.statusCode = 204;
    response.end();
  };
}

async function handle(door: Door, name: string, run: Endpoint, request: Request, response: Response): Promise<void> {
  const started = performance.now();
  const observe = (status: number, code?: string): void =>
    door.metrics.observe(name, status, (performance.now() - started) / 1000, code);
  try {
    const { status, body } = await run(door, request);
    send(response, status, body);
    observe(status);
  } catch (cause) {
    const refusal = errorOf(cause);
    if (refusal.unexpected)
      door.base.log.error({ err: cause, request_id: response.getHeader('X-Request-Id') }, 'an OAuth call failed unexpectedly');
    writeReset(response, door.base.clock.now(), refusal);
    refuse(response, request, refusal);
    observe(refusal.status, refusal.error);
  }
}

function refuse(response: Response, request: Request, refusal: OAuthRefusal): void {
  const { error, description, status, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
  // RFC 6749 §5.2: in the scheme that the client tried.
  if (error === 'invalid_client' && request.headers.authorization !== undefined)
    response.setHeader('WWW-Authenticate', 'Basic realm="tributary"');
  send(response, status, { error, error_description: description });
}

function send(response: Response, status: number, body: unknown): void {
  response.setHeader('Pragma', 'no-cache');
  answer(response, { status, text: body === undefined ? '' : JSON.stringify(body) });
}

async function register(door: Door, request: Request): ReturnType<Endpoint> {
  if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new OAuthError('invalid_client_metadata', 'The body is JSON: application/json.');
  const text = await textOf(request);
  return { status: 201, body: registerOAuthClient(door.base, parsed(text), door.addressOf(request)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body is not valid JSON.');
  }
}

async function token(door: Door, request: Request): ReturnType<Endpoint> {
  return { status: 200, body: answerTokenRequest(door.base, await formOf(door, request)) };
}

async function revoke(door: Door, request: Request): ReturnType<Endpoint> {
  answerRevocation(door.base, await formOf(door, request));
  return { status: 200 };
}

async function describeServer({ baseUrl }: Door): ReturnType<Endpoint> {
  return { status: 200, body: serverMetadata(baseUrl()) };
}

async function describeResource({ baseUrl }: Door): ReturnType<Endpoint> {
  return { status: 200, body: resourceMetadata(baseUrl()) };
}

async function formOf(door: Door, request: Request): Promise<FormPost> {
  return {
    contentType: request.headers['content-type'],
    authorization: request.headers.authorization,
    form: await textOf(request),
    address: door.addressOf(request),
    issuer: door.baseUrl(),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function textOf(request: Request): Promise<string> {
  const body = await readBody(request, BODY_LIMIT);
  try {
    return utf8.decode(body);
  } catch {
    throw new OAuthError('invalid_request', 'The body is not valid UTF-8.');
  }
}
