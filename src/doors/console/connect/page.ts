// The pages of a link that connects an account: the data to be read, the way to the provider and back, and the choice of accounts. The link is
// enough, no sign-in is needed here. The browser that returns must be the one that left: a cookie knows the link by the state.
import type { Request, Response } from 'express';
import {
  chooseAccounts,
  confirmOutcomes,
  connectPath,
  enterCredentials,
  finishVisit,
  keepImport,
  lookAtLink,
  startVisit,
} from '../../../act/connections/index.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { operationOf } from '../../../base/contract/document.ts';
import type { Principal } from '../../../base/contract/operation.ts';
import { connectOf, setConnect } from '../../http/cookies.ts';
import { type Desk, pageHeaders, queryOf, readForm, send, tokenField } from '../kit.ts';
import { connectPage } from './texts.ts';

const LOOKS_PER_MINUTE = 60;
/** TRICKY: Chromium applies form-action to where a form is redirected to, and on from there; the sandbox is on this machine. */
const FORM_ACTION = ["'self'", 'https:', 'http://127.0.0.1:*', 'http://localhost:*'];

function limitLooks({ limit, addressOf }: Desk, request: Request): void {
  const caller: Principal = {
    kind: 'public',
    credentialId: `connect:${addressOf(request)}`,
    scopes: new Set(),
    ratePerMinute: LOOKS_PER_MINUTE,
  };
  limit(caller, operationOf('connectProvider'));
}

const tokenOf = (request: Request): string => String(request.params['token']);

export async function showConnect(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLooks(desk, request);
  show(desk, request, response, { token: tokenOf(request), status: 200 });
}

function show(
  desk: Desk,
  request: Request,
  response: Response,
  { token, status, error, values = {} }: { token: string; status: number; error?: string; values?: Record<string, string> },
): void {
  const state = lookAtLink(desk.base, token);
  if (!state) throw new ApiError('not_found', 'This link is not valid. Perhaps a part of it is missing.');
  pageHeaders(desk.isHttps(), FORM_ACTION)(request, response, () => undefined);
  const field = tokenField(desk, request, response);
  send(
    response,
    status,
    connectPage({ ...state, path: connectPath(token), token: field, error, values: { ...state.values, ...values } }),
  );
}

export async function startConnect(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLooks(desk, request);
  const field = readForm(desk, request, { signsIn: true });
  const token = tokenOf(request);
  const found = lookAtLink(desk.base, token);
  const values = Object.fromEntries((found?.fields ?? []).map(({ name }) => [name, field(name).trim()]));
  try {
    if (found) keepImport(desk.base, token, values);
    if (found?.isForm) {
      await enterCredentials(desk.base, token, values);
      return leave(desk, response, token);
    }
    const { location, state } = await startVisit(desk.base, token, values);
    response.append('Set-Cookie', setConnect(state, token, desk.isHttps()));
    goOn(response, location.href);
  } catch (error) {
    if (!(error instanceof ApiError) || !found || found.fields.length === 0) throw error;
    show(desk, request, response, { token, status: error.status, error: error.message, values });
  }
}

/** The person says which outcomes the stages and forms of a CRM mean; those without a choice are none. */
export async function confirmOnPage(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLooks(desk, request);
  const field = readForm(desk, request, { signsIn: true });
  const token = tokenOf(request);
  const sources = lookAtLink(desk.base, token)?.outcomes?.sources ?? [];
  try {
    const mapping = sources.flatMap(({ kind, id }) => {
      const eventType = field(`${kind}:${id}`);
      return eventType === '' ? [] : [{ kind, id, eventType }];
    });
    confirmOutcomes(desk.base, token, mapping);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(desk, request, response, { token, status: error.status, error: error.message });
  }
  leave(desk, response, token);
}

/** Never 307: a form must not be sent on. */
function goOn(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Location', location);
  response.end();
}

export async function finishConnect(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLooks(desk, request);
  const state = queryOf(request).get('state') ?? '';
  const token = state === '' ? undefined : connectOf(request.headers.cookie, state, desk.isHttps());
  const link = token === undefined ? undefined : lookAtLink(desk.base, token)?.link;
  if (token === undefined || link?.provider.id !== request.params['provider'])
    throw new ApiError(
      'invalid_request',
      'This answer does not belong to a visit that began in this browser. Open the link again.',
    );
  try {
    await finishVisit(desk.base, token, new URL(request.originalUrl, desk.baseUrl()));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(desk, request, response, { token, status: error.status, error: error.message });
  }
  leave(desk, response, token);
}

/** To where the caller wants the person, once connected; else to the page of the link, which says how it is. */
function leave(desk: Desk, response: Response, token: string): void {
  const { link, outcomes } = lookAtLink(desk.base, token) ?? {};
  const isOver = link?.status === 'used' && link.returnUrl !== null && (outcomes?.mapping !== null || outcomes.isOptional);
  goOn(response, isOver ? withConnection(link.returnUrl ?? '', link.connectionId) : connectPath(token));
}

function withConnection(returnUrl: string, connectionId: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('connection_id', connectionId);
  return url.href;
}

export async function chooseOnPage(desk: Desk, request: Request, response: Response): Promise<void> {
  limitLooks(desk, request);
  const field = readForm(desk, request, { signsIn: true });
  const token = tokenOf(request);
  const choices = lookAtLink(desk.base, token)?.choices ?? [];
  const known = new Set(choices.map(({ id }) => `account:${id}`));
  const names = Object.keys(Object(request.body)).filter((name) => name.startsWith('account:'));
  try {
    const foreign = names.find((name) => !known.has(name));
    if (foreign !== undefined) throw new ApiError('validation_error', 'accounts: choose among those on this page.');
    await chooseAccounts(
      desk.base,
      token,
      choices.map(({ id }) => id).filter((id) => field(`account:${id}`) === 'on'),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(desk, request, response, { token, status: error.status, error: error.message });
  }
  leave(desk, response, token);
}
