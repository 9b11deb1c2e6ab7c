// The common parts of pages for people: strict headers, the signed-in person, forms with a token, the way back after signing in. A page is `(desk,
// request, response) => Promise<void>`, wrapped by `page`; any error it throws becomes an error page.
import { randomBytes, randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { identifySession } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { textFault } from '../../base/contract/hostile.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { type Calls, type OperationCallers, type RateLimits, refusalOf } from '../../call/index.ts';
import { formToken, isFormToken, sessionOf, setVisit, visitOf } from '../http/cookies.ts';
import { foreignOrigin } from '../http/own-origin.ts';
import { type Html, h } from './design/html.ts';
import { renderPage } from './design/shell.ts';
import { errorPage, type TextPage } from './texts.ts';

export const HOME = '/console/';
export const SIGN_OUT = '/console/sign-out';
/** Room for a pending request to come back to; nothing else here is long. */
const FORM_LIMIT = '16kb';
const LONG_FORM_LIMIT = '128kb';
const LONGEST_PATH = 8_192;

export interface Desk {
  base: Base;
  callers: OperationCallers;
  isAllowed: Calls['isAllowed'];
  limit: RateLimits;
  /** The public address, e.g. https://tributary.example. */
  baseUrl: () => string;
  isHttps: () => boolean;
  /** The network, for limits. */
  addressOf: (request: Request) => string;
}

export interface Visitor {
  principal: Principal;
  /** The cookie's secret, for the token of forms. */
  session: string;
}

export type Page = (desk: Desk, request: Request, response: Response) => Promise<void>;

/** For the page whose form a script fills. */
export const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** No script, nothing from another host, no frame around it, nothing kept by a cache. `formAction` for forms that lead elsewhere. */
export function pageHeaders(isHttps: boolean, formAction: readonly string[] = ["'self'"]): RequestHandler {
  const directives = {
    'default-src': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'form-action': [...formAction],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

export function page(desk: Desk, show: Page): RequestHandler {
  return (request, response) => {
    show(desk, request, response).catch((error: unknown) => refuse(desk, request, response, error));
  };
}

/** Reads the body of a form; before a page that asks `readForm`. */
export const formBody = (maxFields = 100): RequestHandler =>
  express.urlencoded({ extended: false, limit: maxFields > 100 ? LONG_FORM_LIMIT : FORM_LIMIT, parameterLimit: maxFields });

/** The signed-in person, if any. */
export function visitorOf({ base, isHttps }: Desk, request: Request): Visitor | undefined {
  const session = sessionOf(request.headers.cookie, isHttps());
  const principal = identifySession(base, session);
  return principal && session !== undefined ? { principal, session } : undefined;
}

/** For the first line of a form: proves later that the form came from a page of ours. Without a session a cookie is set for it. */
export function tokenField(desk: Desk, request: Request, response: Response): Html {
  const known = visitorOf(desk, request)?.session ?? visitOf(request.headers.cookie, desk.isHttps());
  const secret = known ?? randomBytes(32).toString('base64url');
  if (known === undefined) response.append('Set-Cookie', setVisit(secret, desk.isHttps()));
  return h('input', { type: 'hidden', name: 'token', value: formToken(secret) });
}

/**
 * The fields of a form with a valid token; each is sent once, as text. Refuses everything else. A form that `signsIn` may have been
 * opened before the sign-in; any other form of a signed-in person must have been made for that session.
 */
export function readForm(desk: Desk, request: Request, { signsIn = false } = {}): (name: string) => string {
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const given = fields['token'];
  const session = visitorOf(desk, request)?.session;
  // TRICKY: other software on this host, or on a host beside it without encryption, can set the cookie of a visit.
  const visit = session === undefined || signsIn ? visitOf(request.headers.cookie, desk.isHttps()) : undefined;
  const isOurs =
    typeof given === 'string' && [session, visit].some((secret) => secret !== undefined && isFormToken(given, secret));
  if (!isOurs || isFromElsewhere(desk, request))
    throw new ApiError('forbidden', 'This form did not come from a page of ours, or it is too old. Open the page and try again.');
  return (name) => {
    const value = fields[name] ?? '';
    if (typeof value !== 'string') throw new ApiError('invalid_request', `${name}: sent more than once.`);
    const fault = textFault(value);
    if (fault) throw new ApiError('validation_error', `${name}: ${fault}.`);
    return value;
  };
}

/** As the browser itself says of the page that sent the form; older ones say nothing. */
const isFromElsewhere = ({ baseUrl }: Desk, { headers }: Request): boolean =>
  /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site'] ?? '')) || foreignOrigin(headers, baseUrl()) !== undefined;

/** The next page: always a path of this service, for any input. */
export function continueOf(given: string | null | undefined, fallback = HOME): string {
  if (!given || given.length > LONGEST_PATH || !/^\/(?![/\\])/.test(given) || /[\\\p{Cc}]/u.test(given)) return fallback;
  const own = 'http://own.invalid';
  const url = URL.parse(given, own);
  if (!url || url.origin !== own || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search;
}

/** The path with the way back in it, where there is one worth keeping. */
export const withContinue = (path: string, next: string): string =>
  next === HOME ? path : `${path}?${new URLSearchParams({ continue: next })}`;

export function barFor({ session }: Visitor): Html {
  return h('ul', {}, [
    h('li', {}, h('a', { href: '/docs' }, 'API reference')),
    h('li', {}, h('a', { href: '/console/account' }, 'Account')),
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

export function refuse(desk: Desk, request: Request, response: Response, cause: unknown): void {
  const { error, unexpected } = refusalOf(cause);
  if (unexpected) desk.base.log.error({ err: cause, request_id: idOf(request) }, 'a page failed unexpectedly');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
  const visitor = visitorOf(desk, request);
  send(response, error.status, errorPage(error, idOf(request)), visitor && barFor(visitor));
}

/** A page of text or of one form. */
export function send(response: Response, status: number, { title, content }: TextPage, bar?: Html): void {
  write(response, status, renderPage({ title, isNarrow: true, bar }, content));
}

export function write(response: Response, status: number, html: string): void {
  response.status(status);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  response.end(html);
}

export const queryOf = (request: Request): URLSearchParams => {
  const at = request.originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
};

export const idOf = (request: Request): string => String((request as Request & { id?: unknown }).id ?? randomUUID());
