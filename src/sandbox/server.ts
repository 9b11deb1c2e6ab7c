// The sandbox's HTTP server on this machine: routes, the bearer of each request, its limits, and nothing else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '../base/kit/clock.ts';
import { SlidingWindow } from '../base/kit/limits.ts';
import { find, SandboxReads } from './api.ts';
import { conversionsOf, takeConversions } from './conversions.ts';
import { SandboxRefusal } from './errors.ts';
import { authorizePage, SandboxOAuth } from './oauth.ts';
import { drawCreative } from './pictures.ts';
import type { AdvertiserPlatform, SandboxPlatform } from './platform.ts';
import type { SandboxGrant } from './state.ts';
import { videoFile } from './videos.ts';
import { accountOf, isKind, SandboxWrites } from './writes.ts';

export interface ServerOptions {
  clock: Clock;
  /** True if a grant may be sent back to this address: one of the service's own. */
  isOwnRedirect: (uri: string) => boolean;
  port?: number;
  /** Requests that a grant may make within a minute. */
  perMinute?: number;
  log?: Logger;
}

export interface SandboxServer {
  url: string;
  /** Before a person is sent to the granting page. */
  expect(state: string, workspaceId: string): void;
  /** A person's choice on the granting page: answers the address to which they go. */
  allow(authorizationUrl: URL, accountIds: readonly string[]): URL;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: string | Buffer;
  type: string;
  headers?: Record<string, string>;
}

const HOST = '127.0.0.1';
const PER_MINUTE = 60;
const MINUTE_SECONDS = 60;
const MAX_BODY_BYTES = 65_536;
const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value), type: 'application/json' });
const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

export async function startServer(platform: SandboxPlatform, options: ServerOptions): Promise<SandboxServer> {
  let url = '';
  const handler = new Handler(platform, options, () => url);
  const server = createServer((request, response) => void respond(handler, request, response, options.log));
  await listen(server, options.port ?? 0);
  url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    expect: (state, workspaceId) => handler.expect(state, workspaceId),
    allow: (authorizationUrl, accountIds) => handler.allow(authorizationUrl, accountIds),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, HOST, () => done());
  });
}

async function respond(handler: Handler, request: IncomingMessage, response: ServerResponse, log?: Logger): Promise<void> {
  const { status, body, type, headers } = await handler.answer(request).catch((error: unknown) => {
    if (!(error instanceof SandboxRefusal)) log?.error({ err: error }, 'the sandbox failed');
    return refusalOf(error);
  });
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

function refusalOf(error: unknown): Answer {
  if (!(error instanceof SandboxRefusal)) return json({ error: { code: 'internal', message: 'The sandbox failed.' } }, 500);
  const { code, message, status, retryAfterSeconds } = error;
  const refusal = json({ error: { code, message } }, status);
  return retryAfterSeconds === undefined ? refusal : { ...refusal, headers: { 'retry-after': String(retryAfterSeconds) } };
}

class Handler {
  readonly #platform: SandboxPlatform;
  readonly #oauth: SandboxOAuth;
  readonly #urlOf: (file: 'pictures' | 'videos', creativeId: string) => string;
  readonly #window: SlidingWindow;
  readonly #perMinute: number;

  constructor(platform: SandboxPlatform, { clock, isOwnRedirect, perMinute = PER_MINUTE }: ServerOptions, url: () => string) {
    this.#platform = platform;
    this.#oauth = new SandboxOAuth(platform, isOwnRedirect);
    this.#urlOf = (file, id) => `${url()}/${file}/${id}.${file === 'pictures' ? 'png' : 'mp4'}`;
    this.#window = new SlidingWindow(clock, MINUTE_SECONDS);
    this.#perMinute = perMinute;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const route = `${request.method} ${pathname}`;
    const body = await bodyOf(request);
    if (pathname === '/oauth/authorize')
      return this.#authorize(request.method === 'POST' ? new URLSearchParams(body) : searchParams, request);
    if (route === 'POST /oauth/token') return tokenAnswer(this.#oauth.token(new URLSearchParams(body)));
    if (route === 'POST /oauth/revoke') return tokenAnswer(this.#oauth.revoke(new URLSearchParams(body)));
    const [, creativeId] = /^GET \/pictures\/(\d+)\.png$/.exec(route) ?? [];
    if (creativeId !== undefined)
      return { status: 200, body: drawCreative(find(this.#creatives(), creativeId)), type: 'image/png' };
    const [, videoOf] = /^GET \/videos\/(\d+)\.mp4$/.exec(route) ?? [];
    if (videoOf !== undefined) return this.#video(videoOf);
    return json(this.#api(request, pathname.split('/').slice(1), searchParams, body));
  }

  #video(creativeId: string): Answer {
    const { video } = find(this.#creatives(), creativeId);
    if (!video) throw new SandboxRefusal('not_found', 'The creative has no video.');
    return { status: 200, body: videoFile(video), type: 'video/mp4' };
  }

  expect(state: string, workspaceId: string): void {
    this.#platform.open(workspaceId);
    this.#oauth.expect(state, workspaceId);
  }

  /** Of all workspaces: a picture is asked for without a grant. */
  #creatives() {
    return this.#platform.state.advertisers.flatMap(({ creatives }) => creatives);
  }

  allow({ searchParams }: URL, accountIds: readonly string[]): URL {
    return this.#oauth.decide({ ...this.#askedBy(searchParams), accountIds: [...accountIds], isAllowed: true });
  }

  #askedBy(query: URLSearchParams) {
    const request = this.#oauth.askedBy(query);
    if (!request) throw new SandboxRefusal('bad_value', 'This page is opened by connecting the sandbox in Tributary.');
    return request;
  }

  #authorize(query: URLSearchParams, { method }: IncomingMessage): Answer {
    const request = this.#askedBy(query);
    if (method !== 'POST')
      return {
        status: 200,
        body: authorizePage(query, request, this.#advertiserOf(request).state),
        type: 'text/html; charset=utf-8',
        headers: PAGE_HEADERS,
      };
    const choice = { accountIds: query.getAll('account'), isAllowed: query.get('decision') === 'allow' };
    return { ...json({}, 303), headers: { location: this.#oauth.decide({ ...request, ...choice }).href } };
  }

  #advertiserOf({ workspaceId }: Pick<SandboxGrant, 'workspaceId'>): AdvertiserPlatform {
    const advertiser = this.#platform.find(workspaceId);
    if (!advertiser) throw new SandboxRefusal('not_found', 'The advertiser was closed.');
    return advertiser;
  }

  #grantOf({ headers }: IncomingMessage): SandboxGrant {
    const grant = this.#oauth.grantOf(headers.authorization?.replace(/^Bearer /, '') ?? '');
    if (!grant) throw new SandboxRefusal('token_dead', 'The token is not known, has expired or was revoked.');
    const { isOver, resetSeconds } = this.#window.take(grant.id, this.#perMinute);
    if (isOver) throw new SandboxRefusal('throttled', `At most ${this.#perMinute} requests a minute.`, resetSeconds);
    return grant;
  }

  #api(
    request: IncomingMessage,
    [version, kind = '', id = '', part = '']: string[],
    query: URLSearchParams,
    body: string,
  ): unknown {
    const grant = this.#grantOf(request);
    const advertiser = this.#advertiserOf(grant);
    const [reads, writes] = [new SandboxReads(advertiser, this.#urlOf), new SandboxWrites(advertiser)];
    const { method } = request;
    if (version !== 'v1') throw new SandboxRefusal('not_found', 'There is no such version.');
    if (method === 'GET' && kind === 'accounts') {
      if (id === '') return reads.accounts(grant);
      if (part === 'conversions') return conversionsOf(advertiser, grant, id);
      const account = reads.account(grant, id);
      return part === 'spend' ? reads.spend(account, query) : reads.list(account, part, query);
    }
    if (method === 'GET' && isKind(kind) && part === '') {
      reads.account(grant, accountOf(advertiser.state, kind, id));
      return objectOf(reads, kind, id);
    }
    if (method === 'PATCH' && isKind(kind) && part === '') {
      writes.patch(grant, kind, id, parsed(body));
      return objectOf(reads, kind, id);
    }
    if (method === 'POST' && kind === 'accounts' && part === 'conversions')
      return takeConversions(advertiser, grant, id, parsed(body));
    if (method === 'POST' && part === 'copies') {
      const key = request.headers['idempotency-key']?.toString();
      return writes.copy(grant, { kind, id, sent: parsed(body || '{}'), key: key && `${grant.id} ${key}` });
    }
    throw new SandboxRefusal('not_found', 'There is no such call.');
  }
}

function objectOf(reads: SandboxReads, kind: 'campaigns' | 'ad_sets' | 'ads', id: string): unknown {
  if (kind === 'campaigns') return reads.campaign(id);
  return kind === 'ad_sets' ? reads.adSet(id) : reads.ad(id);
}

const tokenAnswer = ({ status, body }: { status: number; body: unknown }): Answer => json(body, status);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new SandboxRefusal('bad_value', 'The body is no JSON.');
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new SandboxRefusal('bad_value', 'The body is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
