// Signing in at the provider of a workspace: a page with one button, the way there and back, and the link by which the person of an existing account
// accepts it. Where the person was going is kept on the way.
import type { Request, Response } from 'express';
import { revokeSession, takeAttempt } from '../../../account/people/index.ts';
import {
  acceptLink,
  beginAttempt,
  clientOf,
  isEnforced,
  joinByClaims,
  lookAtLink,
  type Provider,
  providerOf,
  requestLink,
  takeSsoAttempt,
} from '../../../account/sso/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { isUuid } from '../../../base/contract/formats.ts';
import { IssuerFailure } from '../../../providers/oidc/client.ts';
import { breakGlassPath, ssoCallbackPath, ssoLinkPath, ssoPath } from '../../http/addresses.ts';
import { clearSso, setSso, setSsoPlace, ssoOf } from '../../http/cookies.ts';
import {
  continueOf,
  type Desk,
  HOME,
  idOf,
  pageHeaders,
  queryOf,
  readForm,
  send,
  tokenField,
  visitorOf,
  withContinue,
} from '../kit.ts';
import { begin, clientOf as browserOf, retryAfter } from './begin.ts';
import { nameOf } from './providers.ts';
import { deadSsoLinkPage, linkedPage, linkSentPage, ssoLinkPage, ssoPage, ssoRefusedPage } from './sso-texts.ts';

const redirectUri = ({ baseUrl }: Desk): string => `${baseUrl()}${ssoCallbackPath}`;

function providerIn({ base }: Desk, workspaceId: string): Provider {
  const found = isUuid(workspaceId) ? providerOf(base, workspaceId.toLowerCase()) : undefined;
  if (!found) throw new ApiError('not_found', 'No workspace signs people in here. Perhaps a part of the address is missing.');
  return found;
}

export async function showSso(desk: Desk, request: Request, response: Response): Promise<void> {
  const provider = providerIn(desk, String(request.params['workspaceId']));
  show(desk, request, response, { provider, next: continueOf(queryOf(request).get('continue')), status: 200 });
}

interface Shown {
  provider: Provider;
  next: string;
  status: number;
  error?: string;
}

function show(desk: Desk, request: Request, response: Response, { provider, next, status, error }: Shown): void {
  // TRICKY: Chromium applies form-action to where a form is redirected to, and providers redirect on from there.
  const { protocol, origin } = new URL(provider.issuer);
  const formAction = ["'self'", 'https:', ...(protocol === 'https:' ? [] : [origin])];
  pageHeaders(desk.isHttps(), formAction)(request, response, () => undefined);
  const { workspaceId, issuer } = provider;
  const content = ssoPage({
    token: tokenField(desk, request, response),
    path: ssoPath(workspaceId),
    next,
    workspace: nameOf(desk.base, workspaceId),
    host: new URL(issuer).host,
    error,
    breakGlass: isEnforced(desk.base, workspaceId) ? breakGlassPath(workspaceId) : undefined,
  });
  send(response, status, content);
}

export async function startSso(desk: Desk, request: Request, response: Response): Promise<void> {
  const provider = providerIn(desk, String(request.params['workspaceId']));
  const field = readForm(desk, request, { signsIn: true });
  const next = continueOf(field('continue'));
  const { base } = desk;
  try {
    takeAttempt(base, 'token', { address: desk.addressOf(request) });
    const { state, browser, nonce, codeVerifier } = beginAttempt(base, provider.workspaceId, next);
    const sent = { redirectUri: redirectUri(desk), scope: provider.scope, state, nonce, codeVerifier };
    const url = await clientOf(base, provider).signInUrl(sent);
    response.append('Set-Cookie', setSso(state, browser, desk.isHttps()));
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, url.href);
  } catch (error) {
    const refusal = refusalOf(desk, request, error);
    if (error instanceof ApiError) retryAfter(response, error);
    show(desk, request, response, { provider, next, ...refusal });
  }
}

/** What a person sees of a failure; anything else is thrown on. */
function refusalOf({ base }: Desk, request: Request, error: unknown): { status: number; error: string } {
  if (error instanceof ApiError) return { status: error.status, error: error.message };
  if (!(error instanceof IssuerFailure)) throw error;
  base.log.warn({ kind: error.kind, why: error.message, request_id: idOf(request) }, 'a sign-in at a provider failed');
  return { status: error.kind === 'unreachable' ? 503 : 502, error: error.message };
}

const NOT_BEGUN = {
  unknown: 'This sign-in was used already, or it began in another browser. Nothing has happened; begin it again in this browser.',
  expired: 'This sign-in took longer than ten minutes. Begin it again.',
} as const;

/** The way back from the provider. */
export async function finishSso(desk: Desk, request: Request, response: Response): Promise<void> {
  const { base } = desk;
  takeAttempt(base, 'token', { address: desk.addressOf(request) });
  const state = queryOf(request).get('state') ?? '';
  const browser = ssoOf(request.headers.cookie, state, desk.isHttps()) ?? '';
  const attempt = takeSsoAttempt(base, state, browser);
  response.append('Set-Cookie', clearSso(state, desk.isHttps()));
  if (typeof attempt === 'string') return send(response, 410, ssoRefusedPage({ message: NOT_BEGUN[attempt], again: undefined }));
  const { workspaceId, nonce, codeVerifier, continuePath } = attempt;
  const again = withContinue(ssoPath(workspaceId), continuePath);
  const provider = providerIn(desk, workspaceId);
  try {
    const callback = new URL(`${redirectUri(desk)}${request.originalUrl.slice(request.originalUrl.indexOf('?'))}`);
    const sent = { redirectUri: redirectUri(desk), scope: provider.scope, state, nonce, codeVerifier };
    const claims = await clientOf(base, provider).claimsOf(callback, sent, provider.groupsClaim);
    enter(desk, request, response, { provider, claims, continuePath, again });
  } catch (error) {
    const { status, error: message } = refusalOf(desk, request, error);
    if (error instanceof ApiError) retryAfter(response, error);
    send(response, status, ssoRefusedPage({ message, again }));
  }
}

interface Entering {
  provider: Provider;
  claims: Parameters<typeof joinByClaims>[1]['claims'];
  continuePath: string;
  again: string;
}

function enter(desk: Desk, request: Request, response: Response, { provider, claims, continuePath, again }: Entering): void {
  const { base } = desk;
  const { workspaceId, issuer } = provider;
  const visitor = visitorOf(desk, request)?.principal;
  // Only a session of the whole account speaks for the account.
  const currentId = visitor?.workspaceId === undefined ? visitor?.personId : undefined;
  const joined = joinByClaims(base, { provider, claims, currentId, ...browserOf(request) });
  if (joined.outcome === 'refused') send(response, 403, ssoRefusedPage({ message: joined.message, again }));
  else if (joined.outcome === 'link') {
    const { personId, email } = joined;
    const urlOf = (token: string): string => `${desk.baseUrl()}${ssoLinkPath(token)}`;
    const address = desk.addressOf(request);
    const workspace = nameOf(base, workspaceId);
    requestLink(base, { workspaceId, workspace, issuer, subject: claims.subject, personId, email, address, urlOf });
    send(response, 200, linkSentPage({ email, signIn: withContinue('/console/sign-in', again) }));
  } else {
    if (visitor !== undefined)
      revokeSession(base, { sessionId: visitor.credentialId.slice('session:'.length), actor: `person:${visitor.personId}` });
    response.append('Set-Cookie', setSsoPlace(workspaceId, desk.isHttps()));
    begin(desk, response, joined.session, continuePath);
  }
}

/** The page behind the mailed link. Looking at it uses nothing up. */
export async function showSsoLink(desk: Desk, request: Request, response: Response): Promise<void> {
  const token = String(request.params['token']);
  const link = lookAtLink(desk.base, token);
  if (link.outcome !== 'open') return send(response, link.outcome === 'unknown' ? 404 : 410, deadSsoLinkPage(link.outcome));
  const content = ssoLinkPage({
    token: tokenField(desk, request, response),
    path: ssoLinkPath(token),
    workspace: nameOf(desk.base, link.workspaceId),
    host: new URL(link.issuer).host,
  });
  send(response, 200, content);
}

export async function acceptSsoLink(desk: Desk, request: Request, response: Response): Promise<void> {
  readForm(desk, request, { signsIn: true });
  const link = acceptLink(desk.base, String(request.params['token']));
  if (link.outcome !== 'open') return send(response, link.outcome === 'unknown' ? 404 : 410, deadSsoLinkPage(link.outcome));
  send(response, 200, linkedPage({ path: withContinue(ssoPath(link.workspaceId), HOME) }));
}
