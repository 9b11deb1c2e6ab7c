// The door of browser trackers, POST /t/collect: open to every origin without credentials, its key in the body. It reads
// kindly (text/plain or JSON, unknown fields, odd text) and answers shortly. As no other is called so often, it is on
// node:http itself, before Express. What tags of other tools send (wire/) is read as such a post and goes the same way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireEntitled } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, operationOf } from '../../base/contract/document.ts';
import type { Client, Principal } from '../../base/contract/operation.ts';
import { checkBody, checkResponse } from '../../base/contract/schemas.ts';
import type { operations } from '../../base/contract/types.ts';
import { type Calls, errorText, refusalOf } from '../../call/index.ts';
import { countRefusedEvents } from '../../collect/events/index.ts';
import { admitsOrigin, profileOfTrackingKey, type TrackedProfile } from '../../collect/tracking/index.ts';
import { answer, logWhenOver, requestIdOf, setHeaders, writeReset } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { clientAddress, peerOf } from '../http/client-address.ts';
import type { Metrics } from '../http/metrics.ts';
import { trustedProxies } from '../http/trusted-proxies.ts';
import { noteUnknownProxy } from '../http/unknown-proxies.ts';
import { type CollectLimits, createCollectLimits } from './limits.ts';
import { pathOf } from './path.ts';
import { networkOf, openPlaces, placeInHeaders } from './places.ts';
import { wireAt } from './wire/addresses.ts';
import type { Wire, WirePost } from './wire/wire.ts';

const PATH = '/t/collect';
const BODY_LIMIT = 512 * 1024;
const BOM = '\ufeff';

/** On every answer, refusals included: a page must be able to read why it was refused. */
const ANY_ORIGIN = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Retry-After, X-RateLimit-Reset, X-Request-Id',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
];
/** The preflight of a browser before a body that is no plain text. */
const PREFLIGHT = [
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods',
  'POST',
  'Access-Control-Allow-Headers',
  'Content-Type, Accept, Authorization, AnonymousId',
  'Access-Control-Max-Age',
  '86400',
];

type CollectPost = operations['collectEvents']['requestBody']['content']['application/json'];

export interface CollectDoorOptions {
  metrics: Metrics;
  /** The public address in links; asked on each use. */
  baseUrl: () => string;
}

interface CollectDoor extends CollectDoorOptions {
  base: Base;
  operation: ContractOperation;
  calls: Calls;
  limits: CollectLimits;
  clientOf: ClientReader;
}

/** The browser as seen beside the body, and its network where the settings store it. */
type ClientReader = (request: IncomingMessage, isNetworkKept: boolean) => Client;

/** One request to this door on its way. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  started: number;
  /** Where another tool's tag sends. */
  wire: Wire | undefined;
}

/** Answers whether the request is this door's; when it is not, it is left for the next one. */
export function createCollectDoor(
  calls: Calls,
  options: CollectDoorOptions,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { base } = calls;
  const door: CollectDoor = {
    ...options,
    base,
    calls,
    operation: operationOf('collectEvents'),
    limits: createCollectLimits(base.clock, base.config, trustedProxies(base.config.trustedProxies), (address) =>
      noteUnknownProxy(base, address),
    ),
    clientOf: clientReader(base),
  };
  return (request, response) => {
    const url = request.url as string;
    const path = url === PATH ? PATH : pathOf(url);
    const wire = path === PATH || path === undefined ? undefined : wireAt(path);
    if (path !== PATH && !wire) return false;
    if (request.method !== 'POST' && request.method !== 'OPTIONS') {
      setHeaders(response, ANY_ORIGIN);
      return false;
    }
    const exchange = { request, response, requestId: requestIdOf(request), started: performance.now(), wire };
    logWhenOver(base.log, request, response, exchange.requestId);
    if (request.method === 'OPTIONS') succeed(door, exchange, PREFLIGHT);
    else void collect(door, exchange);
    return true;
  };
}

function clientReader({ config }: Base): ClientReader {
  const isTrusted = trustedProxies(config.trustedProxies);
  const hasProxies = config.trustedProxies.trim() !== '';
  const findPlace = openPlaces(config.placesFile);
  const names = { country: config.countryHeader, city: config.cityHeader };
  return (request, isNetworkKept) => {
    const { headers } = request;
    const userAgent = headers['user-agent'];
    const address = findPlace || isNetworkKept ? clientAddress(request, isTrusted) : '';
    const found = findPlace?.(address);
    return {
      ...(userAgent === undefined ? {} : { userAgent }),
      // One source of both: a city is in its country.
      ...(found?.country ? found : hasProxies && isTrusted(peerOf(request)) ? placeInHeaders(headers, names) : {}),
      ...(isNetworkKept ? { network: networkOf(address) } : {}),
      address: () => clientAddress(request, isTrusted),
      gpc: headers['sec-gpc'] === '1',
    };
  };
}

async function collect(door: CollectDoor, exchange: Exchange): Promise<void> {
  try {
    const { request, wire } = exchange;
    const sender = door.limits.countRequest(request);
    const sent = await readBody(request, BODY_LIMIT);
    const bytes = sent?.byteLength ?? 0;
    door.limits.spendBytes(sender, bytes);
    const posts = wire
      ? readCalls(door, wire.read(request, sent ?? Buffer.alloc(0), door.base.clock.now()))
      : [{ body: readPost(door, sent) }];
    const profile = profileOfTrackingKey(door.base, posts[0]?.body.tracking_key ?? '');
    if (!profile) throw new ApiError('unauthorized', 'tracking_key: no such key, or it was revoked.');
    const events = posts.reduce((sum, { body }) => sum + body.events.length, 0);
    counted(door, exchange, profile, events, () => {
      door.limits.countProfile(profile.profileId, sender, { bytes, events });
      if (!profile.isEntitled) requireEntitled(door.base, profile.profileId);
      if (!admitsOrigin(profile, request.headers.origin)) throw strangeOrigin();
    });
    let value: unknown;
    for (const post of posts) if (!wire || post.body.events.length > 0) value = await take(door, exchange, profile, post);
    // Only who names the type wants a body; `*/*` is what every browser sends.
    if (wire) say(door, exchange, wire.success);
    else if (request.headers.accept?.includes('application/json')) tell(door, exchange, value);
    else succeed(door, exchange);
  } catch (error) {
    refuse(door, exchange, error);
  }
}

/** Counts the events of a post for their key, where it is refused. */
function counted(door: CollectDoor, { request }: Exchange, profile: TrackedProfile, events: number, admit: () => void): void {
  try {
    admit();
  } catch (error) {
    const { code, message } = refusalOf(error).error;
    const sender = { kind: 'tracking_key', credential: profile.keyId } as const;
    countRefusedEvents(door.base, profile.profileId, { sender, url: request.headers.origin, code, message, events });
    throw error;
  }
}

/** A checked body, and the browser that it names where a server passed it on. */
interface Post {
  body: CollectPost;
  userAgent?: string | undefined;
}

/** Events of one post, in one call of the operation. */
async function take(door: CollectDoor, exchange: Exchange, profile: TrackedProfile, { body, userAgent }: Post): Promise<unknown> {
  const { request, requestId } = exchange;
  const { profileId, workspaceId, keyId, keepsNetwork } = profile;
  const principal: Principal = {
    kind: 'tracker',
    credentialId: keyId,
    profileId,
    scopes: NO_SCOPES,
    // One key represents all visitors of a site.
    ratePerMinute: door.base.config.collectPerMinute,
  };
  const seen = door.clientOf(request, keepsNetwork);
  const client = userAgent === undefined ? seen : { ...seen, userAgent };
  const caller = { requestId, principal, profile: { profileId, workspaceId } };
  const { refusal, value } = await door.calls.invoke(caller, door.operation.id, { body: { value: body }, client });
  counted(door, exchange, profile, body.events.length, () => {
    if (refusal) throw refusal;
  });
  return value;
}

const strangeOrigin = (): ApiError =>
  new ApiError('forbidden', "Pages of this origin may not send events: it is none of the profile's domains or extra_origins.");

const NO_SCOPES: ReadonlySet<string> = new Set();

function readPost(door: CollectDoor, bytes: Buffer | undefined): CollectPost {
  if (!bytes || bytes.byteLength === 0) throw new ApiError('invalid_request', 'The body is empty.');
  let body: unknown;
  try {
    const text = bytes.toString();
    body = JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON.');
  }
  return checked(door, body);
}

function checked(door: CollectDoor, body: unknown): CollectPost {
  const fault = checkBody(door.operation, body);
  if (fault)
    throw new ApiError('validation_error', fault.path === '' ? `The body ${fault.message}.` : `${fault.path}: ${fault.message}.`);
  return body as CollectPost;
}

const readCalls = (door: CollectDoor, posts: readonly WirePost[]): Post[] =>
  posts.map(({ userAgent, ...body }) => ({ body: checked(door, body), userAgent }));

/** All is well, and there is nothing to say. */
function succeed(door: CollectDoor, { response, requestId, started }: Exchange, headers = ANY_ORIGIN): void {
  // As one list, which is written unchanged; headers set one by one cost several times as much.
  if (!response.destroyed) response.writeHead(204, [...headers, 'X-Request-Id', requestId]).end();
  observe(door, 204, started);
}

function tell(door: CollectDoor, exchange: Exchange, result: unknown): void {
  const text = JSON.stringify(result);
  const fault = door.base.config.checkResponses ? checkResponse(door.operation, 200, JSON.parse(text)) : undefined;
  if (fault)
    throw new Error(`collectEvents returned a response that the contract does not allow: ${fault.path} ${fault.message}`);
  say(door, exchange, text);
}

function say(door: CollectDoor, exchange: Exchange, text: string): void {
  prepare(exchange);
  answer(exchange.response, { status: 200, text });
  observe(door, 200, exchange.started);
}

function refuse(door: CollectDoor, exchange: Exchange, cause: unknown): void {
  const { error, unexpected } = refusalOf(cause);
  const { response, requestId, started } = exchange;
  if (unexpected)
    door.base.log.error({ err: cause, request_id: requestId, operation: door.operation.id }, 'a call failed unexpectedly');
  prepare(exchange);
  writeReset(response, door.base.clock.now(), error);
  answer(response, { status: error.status, text: errorText(error, requestId, door.baseUrl()), error });
  observe(door, error.status, started, error.code);
}

function prepare({ response, requestId }: Exchange): void {
  if (!response.headersSent) setHeaders(response, [...ANY_ORIGIN, 'X-Request-Id', requestId]);
}

function observe({ metrics, operation }: CollectDoor, status: number, started: number, code?: string): void {
  metrics.observe(operation.id, status, (performance.now() - started) / 1000, code);
}
