// The door of the tracker's script, GET /t/{public_key}.js: loaded by every page of a site, so it is on node:http itself, as the
// collect door does, and sends what was compressed once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '../../base/contract/operation.ts';
import type { Calls } from '../../call/index.ts';
import type { Script } from '../../collect/tracking/index.ts';
import { answer, logWhenOver, requestIdOf } from '../http/answer.ts';
import { peerOf } from '../http/client-address.ts';
import { trustedProxies } from '../http/trusted-proxies.ts';
import type { CollectDoorOptions } from './index.ts';
import { pathOf } from './path.ts';

const PATH = /^\/t\/([\w-]{1,128})\.js$/;
const OPERATION = 'getTrackerScript';
/** A change of settings or of the tracker reaches every page within so long. */
const SHORT = 'public, max-age=300, stale-while-revalidate=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

type Encoding = keyof Script['encoded'];

/** Answers whether the request is this door's; when it is not, it is left for the next one. */
export function createScriptDoor(
  calls: Calls,
  { metrics }: Pick<CollectDoorOptions, 'metrics'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { base } = calls;
  const isTrusted = trustedProxies(base.config.trustedProxies);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const [, name] = PATH.exec(pathOf(request.url as string) ?? '') ?? [];
    if (name === undefined) return false;
    const requestId = requestIdOf(request);
    logWhenOver(base.log, request, response, requestId);
    response.setHeader('X-Request-Id', requestId);
    // A page that checks what it loads (`integrity`) may do so only where any origin may read.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    void handle(request, response, { requestId, name, host: hostOf(request, isTrusted) });
    return true;
  };

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, name, host }: ScriptRequest,
  ): Promise<void> {
    const started = performance.now();
    const client = host === undefined ? {} : { host };
    const { status, text, headers, refusal, value } = await calls.invoke({ requestId, principal: BROWSER }, OPERATION, {
      path: { public_key: name },
      client,
    });
    if (refusal) answer(response, { status, text, headers, error: refusal });
    else send(request, response, value as Script);
    metrics.observe(OPERATION, response.statusCode, (performance.now() - started) / 1000, refusal?.code);
  }
}

interface ScriptRequest {
  requestId: string;
  name: string;
  host: string | undefined;
}

/** Anyone who loads a page; the key in the address is public. */
const BROWSER: Principal = { kind: 'tracker', credentialId: 'script', scopes: new Set(), ratePerMinute: 0 };

/** The host that the browser requested, where a proxy of the operator's own asks here by another name. */
function hostOf(request: IncomingMessage, isTrusted: (address: string) => boolean): string | undefined {
  const forwardedHost = request.headers['x-forwarded-host'];
  return typeof forwardedHost === 'string' && isTrusted(peerOf(request))
    ? forwardedHost.split(',', 1)[0]?.trim()
    : request.headers.host;
}

/** The browser's own id, returned to it for a longer lifetime; a browser without one gets none. */
function renew(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { cookie, attributes }: { cookie: string; attributes: string },
): void {
  // No cache between the browser and the service may keep it for another browser; and the next page requests it again.
  response.setHeader('Cache-Control', 'private, no-cache');
  const id = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{1,64})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
  if (id !== undefined) response.setHeader('Set-Cookie', `${cookie}=${id}; ${attributes}`);
}

function send(request: IncomingMessage, response: ServerResponse, { tag, isPinned, encoded, renewal }: Script): void {
  // Weak: the same script, however it is compressed.
  const etag = `W/"${tag}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', isPinned ? FOR_EVER : SHORT);
  if (renewal) renew(request, response, renewal);
  if (isHeldAlready(request.headers['if-none-match'], tag)) {
    response.writeHead(304).end();
    return;
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  const body = encoded[encoding];
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.setHeader('Content-Length', body.byteLength);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const isHeldAlready = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => each.trim() === '*' || each.includes(`"${tag}"`)) === true;

/** The smallest that the caller takes; `br;q=0` takes none. */
function encodingFor(header: string | string[] | undefined): Encoding {
  const taken = new Set(
    String(header ?? '')
      .split(',')
      .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
      .map((each) => each.split(';', 1)[0]?.trim().toLowerCase()),
  );
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity';
}
