// Signing in and up, and choosing a password by a link from a mail. Wherever a person was going is kept on the way, and no answer
// says whether an address has an account.
import type { Request, Response } from 'express';
import { lookAtEmailLink, redeemEmailLink, requestEmailLink } from '../../../account/access/index.ts';
import { mailState, signIn } from '../../../account/people/index.ts';
import { isInvited, isInvitedByApp } from '../../../account/workspaces/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { mailLinkPath, mailStatePath } from '../../http/addresses.ts';
import { deviceOf } from '../../http/cookies.ts';
import { continueOf, type Desk, queryOf, readForm, send, tokenField, visitorOf } from '../kit.ts';
import { beginOrAsk, clientOf, retryAfter } from './begin.ts';
import { mailPage } from './mail-texts.ts';
import { offeredProvider } from './providers.ts';
import {
  choosePasswordPage,
  deadMailLinkPage,
  type FormState,
  resetPage,
  signInPage,
  signUpClosedPage,
  signUpPage,
} from './texts.ts';

function stateOf(desk: Desk, request: Request, response: Response, next: string): FormState {
  const token = tokenField(desk, request, response);
  return { token, next, maySignUp: maySignUp(desk), provider: offeredProvider(desk, request, next) };
}

export const maySignUp = ({ base }: Desk): boolean => base.config.signUp !== 'closed';

/** May an account be created for this address? */
function mayCreate({ base }: Desk, email: string): boolean {
  const { signUp } = base.config;
  return signUp === 'open' || (signUp === 'invited' ? isInvited(base, email) : isInvitedByApp(base, email));
}

/** The sign-in begins anew. */
export function signInAgain(
  desk: Desk,
  request: Request,
  response: Response,
  { next, error }: { next: string; error: string },
): void {
  send(response, 401, signInPage({ ...stateOf(desk, request, response, next), error }));
}

/** For any page that needs a signed-in person: the form in its place, which leads back to it. */
export function askToSignIn(desk: Desk, request: Request, response: Response, next: string, program?: string): void {
  send(response, 401, signInPage({ ...stateOf(desk, request, response, continueOf(next)), program }));
}

export async function showSignIn(desk: Desk, request: Request, response: Response): Promise<void> {
  const next = continueOf(queryOf(request).get('continue'));
  if (visitorOf(desk, request)) return response.redirect(303, next);
  send(response, 200, signInPage(stateOf(desk, request, response, next)));
}

export async function doSignIn(desk: Desk, request: Request, response: Response): Promise<void> {
  const field = readForm(desk, request, { signsIn: true });
  const next = continueOf(field('continue'));
  const email = field('email');
  const again = (status: number, error: string): void =>
    send(response, status, signInPage({ ...stateOf(desk, request, response, next), email: email.slice(0, 254), error }));
  try {
    const credentials = { email, password: field('password'), ...triedBy(desk, request), ...clientOf(request) };
    const opened = await signIn(desk.base, credentials);
    if (!opened) return again(401, 'This e-mail address and password do not belong together.');
    beginOrAsk(desk, request, response, { opened, next });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    retryAfter(response, error);
    again(error.status, error.message);
  }
}

/** The source of an attempt, for the limits: an address of the network, and a browser that may be known. */
const triedBy = (desk: Desk, request: Request): { address: string; device: string | undefined } => ({
  address: desk.addressOf(request),
  device: deviceOf(request.headers.cookie, desk.isHttps()),
});

const PAGES = { sign_up: signUpPage, reset: resetPage } as const;
type Kind = keyof typeof PAGES;

/** The form for an address: to sign up, or to choose a new password. */
export const showMailForm =
  (kind: Kind) =>
  async (desk: Desk, request: Request, response: Response): Promise<void> => {
    const next = continueOf(queryOf(request).get('continue'));
    if (kind === 'sign_up' && !maySignUp(desk)) return send(response, 403, signUpClosedPage());
    send(response, 200, PAGES[kind](stateOf(desk, request, response, next)));
  };

export const sendMailLink =
  (kind: Kind) =>
  async (desk: Desk, request: Request, response: Response): Promise<void> => {
    const field = readForm(desk, request, { signsIn: true });
    const next = continueOf(field('continue'));
    const email = field('email');
    if (kind === 'sign_up' && !maySignUp(desk)) return send(response, 403, signUpClosedPage());
    let mailId: string;
    try {
      const urlOf = (token: string): string => `${desk.baseUrl()}${mailLinkPath(token)}`;
      const from = { continuePath: next, ...triedBy(desk, request), urlOf };
      mailId = requestEmailLink(desk.base, { kind, email, mayCreate: mayCreate(desk, email), ...from });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      retryAfter(response, error);
      const state = { ...stateOf(desk, request, response, next), email: email.slice(0, 254), error: error.message };
      return send(response, error.status, PAGES[kind](state));
    }
    showQueued(desk, response, mailId);
  };

/** Without scripts, a page asks again by a header. */
const LOOK_AGAIN_SECONDS = 3;

function showQueued({ base }: Desk, response: Response, mailId: string): void {
  const hasServer = base.config.smtpUrl !== undefined;
  if (hasServer) response.setHeader('Refresh', `1; url=${mailStatePath(mailId)}`);
  send(response, 200, mailPage({ status: hasServer ? 'queued' : 'outbox', reason: null }));
}

/** The state of a mail, for the person who typed its address: its id is on no other page. */
export async function showMailState({ base }: Desk, request: Request, response: Response): Promise<void> {
  const state = mailState(base, String(request.params['mailId']));
  if (!state) throw new ApiError('not_found', 'Nothing is known of this mail.');
  if (state.status === 'queued' || state.status === 'retrying') response.setHeader('Refresh', String(LOOK_AGAIN_SECONDS));
  send(response, 200, mailPage(state));
}

/** The page behind a link from a mail. Looking at it uses nothing up. */
export async function showMailLink(desk: Desk, request: Request, response: Response): Promise<void> {
  const token = String(request.params['token']);
  const link = lookAtEmailLink(desk.base, token);
  if (link.outcome !== 'open')
    return send(response, link.outcome === 'unknown' ? 404 : 410, deadMailLinkPage(link.outcome, maySignUp(desk)));
  const { kind, email, continuePath } = link;
  const state = stateOf(desk, request, response, continuePath);
  send(response, 200, choosePasswordPage({ ...state, kind, email, path: mailLinkPath(token) }));
}

export async function redeemMailLink(desk: Desk, request: Request, response: Response): Promise<void> {
  const token = String(request.params['token']);
  const link = lookAtEmailLink(desk.base, token);
  if (link.outcome !== 'open')
    return send(response, link.outcome === 'unknown' ? 404 : 410, deadMailLinkPage(link.outcome, maySignUp(desk)));
  const field = readForm(desk, request, { signsIn: true });
  const name = field('name');
  try {
    const redeemed = await redeemEmailLink(desk.base, token, { password: field('password'), name, ...clientOf(request) });
    if (!('continuePath' in redeemed)) return send(response, 410, deadMailLinkPage(redeemed.outcome, maySignUp(desk)));
    beginOrAsk(desk, request, response, { opened: redeemed, next: redeemed.continuePath });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, email, continuePath } = link;
    const state = { ...stateOf(desk, request, response, continuePath), error: error.message, name: name.slice(0, 200) };
    send(response, error.status, choosePasswordPage({ ...state, kind, email, path: mailLinkPath(token) }));
  }
}
