// The session's cookie, and the token by which a form shows that it came from a page of ours: a cookie travels by itself.
import { createHmac, timingSafeEqual } from 'node:crypto';

const NAME = 'tributary_session';

/** Over https the name itself binds the cookie to this host and to encryption. */
const nameOf = (isHttps: boolean): string => (isHttps ? `__Host-${NAME}` : NAME);

export function sessionOf(header: string | undefined, isHttps: boolean): string | undefined {
  const wanted = `${nameOf(isHttps)}=`;
  const pair = (header ?? '').split(';').find((each) => each.trim().startsWith(wanted));
  const value = pair?.trim().slice(wanted.length);
  return value === '' ? undefined : value;
}

export function setSession(token: string, expiresAt: number, isHttps: boolean): string {
  return cookie(token, new Date(expiresAt), isHttps);
}

export const clearSession = (isHttps: boolean): string => cookie('', new Date(0), isHttps);

const cookie = (value: string, expires: Date, isHttps: boolean): string =>
  [
    `${nameOf(isHttps)}=${value}`,
    'Path=/',
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');

/** Only who has the session's secret can make it, and it tells nothing about that. */
export const formToken = (session: string): string =>
  createHmac('sha256', session).update('tributary console form').digest('base64url');

export function isFormToken(given: string, session: string): boolean {
  const [mine, theirs] = [Buffer.from(formToken(session)), Buffer.from(given)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
