// Consent: where an authorization request lands. It is checked before anybody is asked to sign in, kept through signing in and up,
// and checked again with the decision. Only a person who is signed in and pressed a button of ours sends anything back.
import type { Request, Response } from 'express';
import {
  type AuthorizationRequest,
  approveAuthorization,
  DEFAULT_SCOPES,
  denyAuthorization,
  grantedScopes,
  OAUTH_PATHS,
  readAuthorizationRequest,
} from '../../../account/apps/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { barFor, type Desk, idOf, pageHeaders, readForm, send, tokenField, type Visitor, visitorOf } from '../kit.ts';
import { askToSignIn } from '../people/sign-in.ts';
import { APPROVAL_FIELD, adChangesNote, adChangesOf, requireApprovals } from './ad-changes.ts';
import { consentPage, fieldOf, refusedPage, untrustedPage } from './texts.ts';

const AD_SCOPE = 'campaigns:apply';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export async function showConsent(desk: Desk, request: Request, response: Response): Promise<void> {
  const at = request.originalUrl.indexOf('?');
  const query = at < 0 ? '' : request.originalUrl.slice(at + 1);
  const visitor = visitorOf(desk, request);
  const asked = trusted(desk, response, query, visitor);
  if (!asked) return;
  if (!visitor) return askToSignIn(desk, request, response, `${OAUTH_PATHS.authorize}?${query}`, asked.client.name);
  await ask(desk, request, response, { visitor, asked, query, ticked: tickedFor(desk, visitor, asked) });
}

/** Figures without names, and what the person granted this client before: anything further the person ticks. */
const tickedFor = (desk: Desk, visitor: Visitor, { client }: AuthorizationRequest): string[] => [
  ...DEFAULT_SCOPES,
  ...grantedBy(desk, visitor, client.clientId),
];

function grantedBy({ base }: Desk, visitor: Visitor | undefined, clientId: string): ReadonlySet<string> {
  const personId = visitor?.principal.personId;
  return personId === undefined ? new Set() : grantedScopes(base, { personId, clientId });
}

/** The request, when it is one to ask a person about; otherwise it is answered already. */
function trusted(desk: Desk, response: Response, query: string, visitor: Visitor | undefined): AuthorizationRequest | undefined {
  const read = readAuthorizationRequest(desk.base, query, desk.baseUrl());
  if (read.outcome === 'valid') return read.request;
  if (read.outcome === 'untrusted') {
    send(response, 400, untrustedPage(read.message));
    return undefined;
  }
  const { hostname, host } = new URL(read.redirectUri);
  // Anybody can register a client: only a person who allowed it before, or whose own computer it runs on, is sent on without a click.
  if (LOOPBACK.has(hostname) || grantedBy(desk, visitor, read.client.clientId).size > 0) sendBack(response, read.location);
  else send(response, 400, refusedPage({ why: read.message, client: read.client.name, host, location: read.location }));
  return undefined;
}

/** Never 307: a form must not be sent on. */
function sendBack(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Location', location);
  response.end();
}

interface Asking {
  visitor: Visitor;
  asked: AuthorizationRequest;
  query: string;
  ticked: readonly string[];
  isApprovalTicked?: boolean;
  error?: string;
}

async function ask(desk: Desk, request: Request, response: Response, asking: Asking): Promise<void> {
  const { visitor, asked, query, ticked, error, isApprovalTicked = false } = asking;
  const changesAds = asked.scopes.includes(AD_SCOPE);
  const { data: me } = await desk.callers(visitor.principal, idOf(request)).call('getMe', {});
  if (me.kind !== 'person') throw new ApiError('forbidden', 'Only people can allow this.');
  const { hostname, host, origin } = new URL(asked.redirectUri);
  // TRICKY: Chromium applies form-action to where a form is redirected to, and on from there.
  const formAction = ["'self'", 'https:', ...(hostname === '[::1]' ? ['http:'] : [origin])];
  pageHeaders(desk.isHttps(), formAction)(request, response, () => undefined);
  const page = consentPage({
    token: tokenField(desk, request, response),
    query,
    client: asked.client.name,
    email: me.email,
    host,
    isLocal: LOOPBACK.has(hostname),
    scopes: asked.scopes.map((name) => ({ name, isTicked: ticked.includes(name) })),
    ...(changesAds ? { adChanges: adChangesNote(await adChangesOf(desk, request, visitor), isApprovalTicked) } : {}),
    ...(error === undefined ? {} : { error }),
  });
  send(response, error === undefined ? 200 : 422, page, barFor(visitor));
}

/** For every other method than the one there is. */
export const offers =
  (method: string) =>
  async (_desk: Desk, _request: Request, response: Response): Promise<void> => {
    response.setHeader('Allow', method);
    send(response, 405, untrustedPage(`There is ${method} here.`));
  };

export async function decideConsent(desk: Desk, request: Request, response: Response): Promise<void> {
  const sent = (request.body as Record<string, unknown> | undefined)?.['request'];
  const query = typeof sent === 'string' ? sent : ''; // a list of them is none
  const visitor = visitorOf(desk, request);
  const field = visitor && readForm(desk, request);
  const asked = trusted(desk, response, query, visitor);
  if (!asked) return;
  if (!visitor || !field) return askToSignIn(desk, request, response, `${OAUTH_PATHS.authorize}?${query}`);
  if (field('decision') === 'deny') return sendBack(response, denyAuthorization(asked));
  if (field('decision') !== 'approve') throw new ApiError('invalid_request', 'Press one of the two buttons.');
  const ticked = asked.scopes.filter((scope) => field(fieldOf(scope)) === 'on');
  const isApprovalTicked = field(APPROVAL_FIELD) === 'on';
  if (ticked.length === 0) {
    const error = 'Tick at least one line, or press Deny.';
    return ask(desk, request, response, { visitor, asked, query, ticked, isApprovalTicked, error });
  }
  const { personId, workspaceId } = visitor.principal;
  if (personId === undefined) throw new ApiError('forbidden', 'Only people can allow this.');
  if (isApprovalTicked) await requireApprovals(desk, request, visitor);
  sendBack(response, approveAuthorization(desk.base, asked, { personId, workspaceId, scopes: ticked }));
}
