// The session's cookies, and the tokens by which a form or a call shows that it came from a page of ours: a cookie travels on its own.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const SESSION = 'tributary_session';
/**
 * The session again, for the calls of the workbench to /api/v1: no other site can make a browser send it, not even by a link. The session's
 * own cookie has to travel with links, from mails for one.
 */
const WORKBENCH = 'tributary_workbench';
/** The cookie of a visitor without a session, for the token of their forms. */
const VISIT = 'tributary_visit';
const DEVICE = 'tributary_device';

/** The cookie of a visit to a provider: the link that it began from, by the state that comes back. */
const CONNECT = 'tributary_connect_';
const CONNECT_SECONDS = 1_800;
const STATE_CHARACTERS = 12;

/** Over https the name itself binds the cookie to this host and to encryption. */
const nameOf = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name);

export const sessionOf = (header: string | undefined, isHttps: boolean): string | undefined => read(SESSION, header, isHttps);
export const deviceOf = (header: string | undefined, isHttps: boolean): string | undefined => read(DEVICE, header, isHttps);
export const visitOf = (header: string | undefined, isHttps: boolean): string | undefined => read(VISIT, header, isHttps);

const connectName = (state: string): string => CONNECT + state.slice(0, STATE_CHARACTERS).replace(/[^\w-]/g, '');
export const setConnect = (state: string, token: string, isHttps: boolean): string =>
  set(connectName(state), token, isHttps, CONNECT_SECONDS);
export const connectOf = (header: string | undefined, state: string, isHttps: boolean): string | undefined =>
  read(connectName(state), header, isHttps);

function read(name: string, header: string | undefined, isHttps: boolean): string | undefined {
  const wanted = `${nameOf(name, isHttps)}=`;
  const pair = (header ?? '').split(';').find((each) => each.trim().startsWith(wanted));
  const value = pair?.trim().slice(wanted.length);
  return value === '' ? undefined : value;
}

/** The cookie of a sign-in at the provider of a workspace, by the state that comes back. */
const SSO = 'tributary_sso_';
const SSO_SECONDS = 600;
const ssoName = (state: string): string => SSO + createHash('sha256').update(state).digest('hex').slice(0, STATE_CHARACTERS);
export const setSso = (state: string, browser: string, isHttps: boolean): string =>
  set(ssoName(state), browser, isHttps, SSO_SECONDS);
export const clearSso = (state: string, isHttps: boolean): string => set(ssoName(state), '', isHttps, 0);
export const ssoOf = (header: string | undefined, state: string, isHttps: boolean): string | undefined =>
  read(ssoName(state), header, isHttps);

/** The workspace whose provider signed somebody in in this browser before: its page is offered again. */
const SSO_PLACE = 'tributary_sso_place';
const SSO_PLACE_SECONDS = 365 * 86_400;
export const setSsoPlace = (workspaceId: string, isHttps: boolean): string =>
  set(SSO_PLACE, workspaceId, isHttps, SSO_PLACE_SECONDS);
export const ssoPlaceOf = (header: string | undefined, isHttps: boolean): string | undefined => read(SSO_PLACE, header, isHttps);

export const workbenchOf = (header: string | undefined, isHttps: boolean): string | undefined => read(WORKBENCH, header, isHttps);

/** Until the browser is closed: each page of the workbench sets it again. */
export const setWorkbench = (token: string, isHttps: boolean): string =>
  set(WORKBENCH, token, isHttps).replace('SameSite=Lax', 'SameSite=Strict');

/** A time to live, not a date: the browser's clock may be wrong. */
export const setSession = (token: string, seconds: number, isHttps: boolean): string => set(SESSION, token, isHttps, seconds);

/** The cookie of a browser in which a person has signed in before; it opens nothing. */
export const setDevice = (token: string, seconds: number, isHttps: boolean): string => set(DEVICE, token, isHttps, seconds);

/** Until the browser is closed. */
export const setVisit = (secret: string, isHttps: boolean): string => set(VISIT, secret, isHttps);

function set(name: string, value: string, isHttps: boolean, seconds?: number): string {
  const parts = [
    `${nameOf(name, isHttps)}=${value}`,
    'Path=/',
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

export const clearSession = (isHttps: boolean): string[] => [
  setSession('', 0, isHttps),
  set(WORKBENCH, '', isHttps, 0).replace('SameSite=Lax', 'SameSite=Strict'),
];

const tokenOf = (session: string, use: string): string =>
  createHmac('sha256', session).update(`tributary console ${use}`).digest('base64url');

/** Only the owner of the session's secret can make it, and it reveals nothing of the secret. */
export const formToken = (session: string): string => tokenOf(session, 'form');
/** For the header of the workbench's writes; its page has it, and no other site can read that. */
export const requestToken = (session: string): string => tokenOf(session, 'request');

export const isFormToken = (value: string, session: string): boolean => isSame(formToken(session), value);
export const isRequestToken = (value: string, session: string): boolean => isSame(requestToken(session), value);

function isSame(expected: string, value: string): boolean {
  const [mine, theirs] = [Buffer.from(expected), Buffer.from(value)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
