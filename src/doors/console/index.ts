// The console: pages for people, rendered whole on the server. A cookie names the session; pages only read, and the one form that
// changes something carries a token. Nothing here knows SQL or a business rule: pages call the operations.
import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import { identifySession, redeemSignInLink, revokeSession } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isUuid } from '../../base/contract/formats.ts';
import type { Principal, Slice } from '../../base/contract/operation.ts';
import { createRateLimits } from '../rest/rate-limits.ts';
import { refusalOf } from '../rest/refusals.ts';
import { type Callers, callersOf, operation } from './calls.ts';
import { clearSession, formToken, isFormToken, sessionOf, setSession } from './cookie.ts';
import { type Html, h } from './design/html.ts';
import { renderPage } from './design/shell.ts';
import { icon, iconPath, styleSheet, styleSheetPath } from './design/style-sheet.ts';
import { overviewPage, profilePath } from './overview/page.ts';
import { deadLinkPage, errorPage, noProfilePage, signInPage, type TextPage } from './texts.ts';

const HOME = '/console/';
const SIGN_OUT = '/console/sign-out';
const FORM_LIMIT = '4kb';
const LINKS_PER_MINUTE = 30;

export interface ConsoleOptions {
  /** The public address; cookies are bound to encryption where it has some. */
  baseUrl: () => string;
}

interface Console {
  base: Base;
  callers: Callers;
  limit: ReturnType<typeof createRateLimits>;
  isHttps: () => boolean;
}

interface Visitor {
  principal: Principal;
  /** The cookie's secret, for the token of forms. */
  session: string;
}

export function createConsole(base: Base, slices: readonly Slice[], { baseUrl }: ConsoleOptions): Router {
  const isHttps = (): boolean => baseUrl().startsWith('https:');
  const door: Console = { base, callers: callersOf(base, slices), limit: createRateLimits(base.clock), isHttps };
  const router = Router({ caseSensitive: true, strict: true });
  const under = Router({ caseSensitive: true, strict: true });
  under.use(headers(isHttps()), compression());
  under.get('/assets/:name', asset);
  under.get('/sign-in/:token', page(door, signIn));
  under.post('/sign-out', express.urlencoded({ extended: false, limit: FORM_LIMIT }), page(door, signOut));
  under.get('/', page(door, home));
  under.get('/:profileId/', page(door, overview));
  under.use(page(door, () => Promise.reject(new ApiError('not_found', 'There is no such page.'))));
  under.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  router.get('/console', (_request, response) => response.redirect(302, HOME));
  router.use('/console/', under);
  return router;
}

/** No script, nothing from another host, no frame around it, nothing kept by a cache. */
function headers(isHttps: boolean): RequestHandler {
  const directives = {
    'default-src': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps,
    xFrameOptions: { action: 'deny' },
  });
}

type Page = (door: Console, request: Request, response: Response) => Promise<void>;

function page(door: Console, show: Page): RequestHandler {
  return (request, response) => {
    show(door, request, response).catch((error: unknown) => refuse(door, request, response, error));
  };
}

function asset(request: Request, response: Response, next: () => void): void {
  const assets: Record<string, [string, string]> = {
    [styleSheetPath]: ['text/css', styleSheet],
    [iconPath]: ['image/svg+xml', icon],
  };
  const found = assets[request.baseUrl + request.path];
  if (!found) {
    next();
    return;
  }
  response.setHeader('Content-Type', `${found[0]}; charset=utf-8`);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.end(found[1]);
}

/** A one-time link. Who only looks (HEAD, a preview that prefetches) does not use it up. */
async function signIn(door: Console, request: Request, response: Response): Promise<void> {
  if (request.method !== 'GET' || isPrefetch(request)) return send(response, 200, signInPage());
  await limitLinks(door, request);
  const redeemed = redeemSignInLink(door.base, String(request.params['token']));
  if (redeemed.outcome !== 'signed_in')
    return send(response, redeemed.outcome === 'unknown' ? 404 : 410, deadLinkPage(redeemed.outcome));
  const { token, expiresAt } = redeemed.session;
  const seconds = Math.floor((expiresAt - door.base.clock.now()) / 1000);
  response.setHeader('Set-Cookie', setSession(token, seconds, door.isHttps()));
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, HOME);
}

const isPrefetch = ({ headers }: Request): boolean =>
  /prefetch|preview/i.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`);

/** Guessing is hopeless; this keeps it cheap as well. */
async function limitLinks({ limit }: Console, request: Request): Promise<void> {
  const caller: Principal = {
    kind: 'public',
    credentialId: `sign-in:${request.socket.remoteAddress}`,
    scopes: new Set(),
    ratePerMinute: LINKS_PER_MINUTE,
  };
  await limit(caller, operation('listProfiles'));
}

async function signOut(door: Console, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(door, request);
  if (!visitor) return response.redirect(303, HOME);
  const given: unknown = (request.body as Record<string, unknown> | undefined)?.['token'];
  if (typeof given !== 'string' || !isFormToken(given, visitor.session)) {
    throw new ApiError('forbidden', 'This form did not come from a page of this console. Open the overview and try again.');
  }
  const { credentialId, personId } = visitor.principal;
  revokeSession(door.base, { sessionId: credentialId.slice('session:'.length), actor: `person:${personId}` });
  response.setHeader('Set-Cookie', clearSession(door.isHttps()));
  response.redirect(303, HOME);
}

function visitorOf({ base, isHttps }: Console, request: Request): Visitor | undefined {
  const session = sessionOf(request.headers.cookie, isHttps());
  const principal = identifySession(base, session);
  return principal && session !== undefined ? { principal, session } : undefined;
}

/** `/console/` leads to the profile asked for, or to the first there is. */
async function home(door: Console, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(door, request);
  if (!visitor) return send(response, 401, signInPage());
  await door.limit(visitor.principal, operation('listProfiles'));
  const asked = queryOf(request).get('profile');
  if (asked !== null && isUuid(asked)) return response.redirect(302, profilePath(asked.toLowerCase()));
  const { data } = await door.callers(visitor.principal, idOf(request)).call('listProfiles', {});
  const first = data[0]?.profile_id;
  if (first === undefined) return send(response, 200, noProfilePage(), barFor(visitor));
  response.redirect(302, profilePath(first));
}

async function overview(door: Console, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(door, request);
  if (!visitor) return send(response, 401, signInPage());
  await door.limit(visitor.principal, operation('getOverview'));
  const profileId = String(request.params['profileId']).toLowerCase();
  if (!isUuid(profileId)) throw new ApiError('not_found', 'There is no such page.');
  const asked = { profileId, query: queryOf(request), now: door.base.clock.now() };
  const { title, status, content } = await overviewPage(door.callers(visitor.principal, idOf(request)), asked);
  write(response, status, renderPage({ title, bar: barFor(visitor) }, content));
}

function barFor({ session }: Visitor): Html {
  return h('ul', {}, [
    h('li', {}, h('a', { href: '/docs' }, 'API reference')),
    h(
      'li',
      {},
      h('form', { method: 'post', action: SIGN_OUT }, [
        h('input', { type: 'hidden', name: 'token', value: formToken(session) }),
        h('button', { class: 'quiet' }, 'Sign out'),
      ]),
    ),
  ]);
}

function refuse(door: Console, request: Request, response: Response, cause: unknown): void {
  const { error, unexpected } = refusalOf(cause);
  if (unexpected) door.base.log.error({ err: cause, request_id: idOf(request) }, 'a page failed unexpectedly');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
  const visitor = visitorOf(door, request);
  send(response, error.status, errorPage(error, idOf(request)), visitor && barFor(visitor));
}

function send(response: Response, status: number, { title, content }: TextPage, bar?: Html): void {
  write(response, status, renderPage({ title, isNarrow: true, bar }, content));
}

function write(response: Response, status: number, html: string): void {
  response.status(status);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.end(html);
}

const queryOf = (request: Request): URLSearchParams => {
  const at = request.originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
};

const idOf = (request: Request): string => String((request as Request & { id?: unknown }).id ?? randomUUID());
