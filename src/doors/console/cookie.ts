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

/** A time to live, not a date: the browser's clock may be wrong. */
export function setSession(token: string, seconds: number, isHttps: boolean): string {
  const parts = [
    `${nameOf(isHttps)}=${token}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

export const clearSession = (isHttps: boolean): string => setSession('', 0, isHttps);

/** Only who has the session's secret can make it, and it tells nothing about that. */
export const formToken = (session: string): string =>
  createHmac('sha256', session).update('tributary console form').digest('base64url');

export function isFormToken(given: string, session: string): boolean {
  const [mine, theirs] = [Buffer.from(formToken(session)), Buffer.from(given)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
