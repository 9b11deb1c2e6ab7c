// The console: the workbench, an application that calls /api/v1, and the doorstep: pages rendered whole on the server, without scripts, for
// signing in, approving and connecting. A cookie names the session; pages only read, and every form that changes something carries a
// token. Nothing here knows SQL or a business rule: pages call the operations.
import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { OAUTH_PATHS } from '../../account/apps/index.ts';
import { revokeSession } from '../../account/people/index.ts';
import { closedPlaces } from '../../account/sso/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isUuid } from '../../base/contract/formats.ts';
import { type Calls, operationCallers } from '../../call/index.ts';
import { profilePath, ssoPath } from '../http/addresses.ts';
import { clientAddress } from '../http/client-address.ts';
import { clearSession } from '../http/cookies.ts';
import { trustedProxies } from '../http/trusted-proxies.ts';
import { chooseOnPage, confirmOnPage, finishConnect, showConnect, startConnect } from './connect/page.ts';
import { decideConsent, offers, showConsent } from './consent/page.ts';
import { icon, iconPath, passkeyScript, passkeyScriptPath, styleSheet, styleSheetPath } from './design/style-sheet.ts';
import { barFor, type Desk, formBody, HOME, idOf, page, pageHeaders, queryOf, readForm, refuse, send, visitorOf } from './kit.ts';
import { openByBreakGlass, showBreakGlass } from './people/break-glass.ts';
import { enterCode } from './people/code-page.ts';
import { enterByPasskey, showPasskey } from './people/passkey.ts';
import {
  askToSignIn,
  doSignIn,
  redeemMailLink,
  sendMailLink,
  showMailForm,
  showMailLink,
  showMailState,
  showSignIn,
} from './people/sign-in.ts';
import { redeemLink, showSignInLink } from './people/sign-in-link.ts';
import { acceptSsoLink, finishSso, showSso, showSsoLink, startSso } from './people/sso.ts';
import { adPicture } from './places/ad-picture.ts';
import { bioPage } from './places/bio-page.ts';
import { decideOnPage, showHandoff } from './places/handoff.ts';
import { showInvitation, takeInvitation } from './places/invitation.ts';
import { logo } from './places/logo.ts';
import { mailFrame } from './places/mail-frame.ts';
import { askToConfirm, confirm } from './places/report-confirmation.ts';
import { reportFrame } from './places/report-frame.ts';
import { shortLink } from './places/short-link.ts';
import { showSnapshot } from './places/snapshot.ts';
import { askToUnsubscribe, unsubscribe } from './places/unsubscribe.ts';
import { receiveUpload, showUpload } from './places/upload-link.ts';
import { noProfilePage } from './texts.ts';
import { openWorkbench } from './workbench.ts';

/** A CRM can have many stages and forms. */
const MAX_OUTCOME_FIELDS = 1_000;

export interface ConsoleOptions {
  /** The public address; cookies are bound to encryption where it has some. */
  baseUrl: () => string;
}

export function createConsole(calls: Calls, { baseUrl }: ConsoleOptions): Router {
  const { base } = calls;
  const isHttps = (): boolean => baseUrl().startsWith('https:');
  const isTrusted = trustedProxies(base.config.trustedProxies);
  const door: Desk = {
    base,
    callers: operationCallers(calls),
    isAllowed: calls.isAllowed,
    limit: calls.limit,
    baseUrl,
    isHttps,
    addressOf: (request) => clientAddress(request, isTrusted),
  };
  const workbench = openWorkbench();
  const router = Router({ caseSensitive: true, strict: true });
  const under = Router({ caseSensitive: true, strict: true });
  under.use(pageHeaders(isHttps()), compression());
  under.get('/assets/:name', asset, workbench.asset);
  under.use('/sign-in', signInPages(door));
  under.get('/sign-up', page(door, showMailForm('sign_up')));
  under.post('/sign-up', formBody(), page(door, sendMailLink('sign_up')));
  under.get('/reset', page(door, showMailForm('reset')));
  under.post('/reset', formBody(), page(door, sendMailLink('reset')));
  under.get('/mail/:mailId', page(door, showMailState));
  under.get('/link/:token', page(door, showMailLink));
  under.post('/link/:token', formBody(), page(door, redeemMailLink));
  under.use('/sso', ssoPages(door));
  under.post('/sign-out', formBody(), page(door, signOut));
  under.get('/account', page(door, workbench.page('person')));
  under.get('/invitation/:token', page(door, showInvitation));
  under.post('/invitation/:token', formBody(), page(door, takeInvitation));
  under.get('/workspaces/new', page(door, workbench.page('person')));
  under.get('/workspaces/:workspaceId', (request, response) =>
    response.redirect(302, `${request.baseUrl}${request.path}/settings`),
  );
  under.get('/', page(door, home));
  under.get('/workspaces/:workspaceId/report-frame/:scheduleId', page(door, reportFrame));
  under.get('/workspaces/:workspaceId/*page', page(door, workbench.page('workspace')));
  under.get('/:profileId/mail-frame/:messageId', page(door, mailFrame));
  under.get('/:profileId/', page(door, workbench.page('profile')));
  under.get('/:profileId/*page', page(door, workbench.page('profile')));
  under.use(page(door, () => Promise.reject(new ApiError('not_found', 'There is no such page.'))));
  under.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  const headers = pageHeaders(isHttps());
  router.get(OAUTH_PATHS.authorize, headers, page(door, showConsent));
  router.post(OAUTH_PATHS.consent, headers, formBody(), page(door, decideConsent));
  router.all(OAUTH_PATHS.authorize, headers, page(door, offers('GET, HEAD')));
  router.all(OAUTH_PATHS.consent, headers, page(door, offers('POST')));
  router.use('/oauth/', (error: unknown, request: Request, response: Response, _next: unknown) =>
    refuse(door, request, response, error),
  );
  router.get('/', (request, response) => response.redirect(302, visitorOf(door, request) ? HOME : '/console/sign-in'));
  router.get('/console', (_request, response) => response.redirect(302, HOME));
  router.use('/console/', under);
  router.use('/h', handoffPages(door, headers));
  router.use('/connect', connectPages(door, headers));
  router.use('/s', snapshotPages(door, headers));
  router.use('/u', unsubscribePages(door, headers));
  router.use('/r', confirmationPages(door, headers));
  router.use('/f', uploadPages(door, headers));
  router.get(['/b/:handle', '/b/:handle/:linkId'], headers, compression(), bioPage(door));
  router.get('/l/:token', headers, compression(), shortLink(door));
  router.get('/logos/:name', logo(base));
  router.get('/ad-pictures/:pictureId/:until/:signature', adPicture(base));
  return router;
}

function handoffPages(door: Desk, headers: RequestHandler): Router {
  const handoffs = Router({ caseSensitive: true, strict: true });
  handoffs.use(headers, compression());
  handoffs.get('/:token', page(door, showHandoff));
  handoffs.post('/:token', formBody(), page(door, decideOnPage));
  handoffs.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  return handoffs;
}

/** The pages of signing in by a password with its code, a passkey or the operator's link. */
function signInPages(door: Desk): Router {
  const signIn = Router({ caseSensitive: true, strict: false });
  signIn.get('/passkey', page(door, showPasskey));
  signIn.post('/passkey', formBody(), page(door, enterByPasskey));
  signIn.post('/code', formBody(), page(door, enterCode));
  signIn.get('/:token', page(door, showSignInLink));
  signIn.post('/:token', formBody(), page(door, redeemLink));
  signIn.get('/', page(door, showSignIn));
  signIn.post('/', formBody(), page(door, doSignIn));
  return signIn;
}

/** The pages of signing in at the provider of a workspace. */
function ssoPages(door: Desk): Router {
  const sso = Router({ caseSensitive: true, strict: true });
  sso.get('/callback', page(door, finishSso));
  sso.get('/link/:token', page(door, showSsoLink));
  sso.post('/link/:token', formBody(), page(door, acceptSsoLink));
  sso.get('/:workspaceId/break-glass', page(door, showBreakGlass));
  sso.post('/:workspaceId/break-glass', formBody(), page(door, openByBreakGlass));
  sso.get('/:workspaceId', page(door, showSso));
  sso.post('/:workspaceId', formBody(), page(door, startSso));
  return sso;
}

/** The pages of reports that were shared. */
function snapshotPages(door: Desk, headers: RequestHandler): Router {
  const snapshots = Router({ caseSensitive: true, strict: true });
  snapshots.use(headers, compression());
  snapshots.get('/:token', page(door, showSnapshot));
  snapshots.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  return snapshots;
}

function unsubscribePages(door: Desk, headers: RequestHandler): Router {
  const mails = Router({ caseSensitive: true, strict: true });
  mails.use(headers, compression());
  mails.get('/:token', page(door, askToUnsubscribe));
  mails.post('/:token', page(door, unsubscribe));
  mails.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  return mails;
}

function confirmationPages(door: Desk, headers: RequestHandler): Router {
  const readers = Router({ caseSensitive: true, strict: true });
  readers.use(headers, compression());
  readers.get('/:token', page(door, askToConfirm));
  readers.post('/:token', page(door, confirm));
  readers.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  return readers;
}

/** The pages of links for uploads; they read the body themselves. */
function uploadPages(door: Desk, headers: RequestHandler): Router {
  const uploads = Router({ caseSensitive: true, strict: true });
  uploads.use(headers, compression());
  uploads.get('/:token', page(door, showUpload));
  uploads.post('/:token', page(door, receiveUpload));
  uploads.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  return uploads;
}

/** The pages of links that connect accounts. */
function connectPages(door: Desk, headers: RequestHandler): Router {
  const connect = Router({ caseSensitive: true, strict: true });
  connect.use(headers, compression());
  connect.get('/:provider/callback', page(door, finishConnect));
  connect.get('/:token', page(door, showConnect));
  connect.post('/:token', formBody(), page(door, startConnect));
  connect.post('/:token/accounts', formBody(), page(door, chooseOnPage));
  connect.post('/:token/outcomes', formBody(MAX_OUTCOME_FIELDS), page(door, confirmOnPage));
  connect.use((error: unknown, request: Request, response: Response, _next: unknown) => refuse(door, request, response, error));
  return connect;
}

function asset(request: Request, response: Response, next: () => void): void {
  const assets: Record<string, [string, string]> = {
    [styleSheetPath]: ['text/css', styleSheet],
    [iconPath]: ['image/svg+xml', icon],
    [passkeyScriptPath]: ['text/javascript', passkeyScript],
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

async function signOut(door: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(door, request);
  if (!visitor) return response.redirect(303, HOME);
  readForm(door, request);
  const { credentialId, personId } = visitor.principal;
  revokeSession(door.base, { sessionId: credentialId.slice('session:'.length), actor: `person:${personId}` });
  response.setHeader('Set-Cookie', clearSession(door.isHttps()));
  response.redirect(303, HOME);
}

/** `/console/` leads to the profile requested, or to the first there is. */
async function home(door: Desk, request: Request, response: Response): Promise<void> {
  const visitor = visitorOf(door, request);
  if (!visitor) return askToSignIn(door, request, response, request.originalUrl);
  const asked = queryOf(request).get('profile');
  if (asked !== null && isUuid(asked)) return response.redirect(302, profilePath(asked.toLowerCase()));
  const { data } = await door.callers(visitor.principal, idOf(request)).call('listProfiles', {});
  const first = data[0]?.profile_id;
  const [elsewhere] = closedPlaces(door.base, visitor.principal);
  if (first === undefined && elsewhere !== undefined) return response.redirect(302, ssoPath(elsewhere));
  if (first === undefined) return send(response, 200, noProfilePage(`${door.baseUrl()}/mcp`), barFor(visitor));
  response.redirect(302, profilePath(first));
}
