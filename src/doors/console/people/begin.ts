// The end of every way to sign in: the session's cookies, or the page that asks for a code first.
import bowser from 'bowser';
import type { Request, Response } from 'express';
import { DEVICE_DAYS, deviceToken, type NewSession, type Opened } from '../../../account/people/index.ts';
import type { ApiError } from '../../../base/contract/api-error.ts';
import { setDevice, setSession } from '../../http/cookies.ts';
import { type Desk, send, tokenField } from '../kit.ts';
import { codePage } from './texts.ts';

/** "Firefox on Linux", for the person's own list of sessions. */
export function clientOf(request: Request): { client?: string } {
  const agent = request.headers['user-agent'];
  if (agent === undefined || agent === '') return {};
  const { browser, os } = bowser.parse(agent);
  const client = [browser.name, os.name].filter(Boolean).join(' on ');
  return client === '' ? {} : { client };
}

const DEVICE_SECONDS = DEVICE_DAYS * 86_400;

export function begin({ base, isHttps }: Desk, response: Response, session: NewSession, next: string): void {
  const seconds = Math.floor((session.expiresAt - base.clock.now()) / 1000);
  response.append('Set-Cookie', setSession(session.token, seconds, isHttps()));
  response.append('Set-Cookie', setDevice(deviceToken(base, session.personId), DEVICE_SECONDS, isHttps()));
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, next);
}

export function retryAfter(response: Response, { retryAfterSeconds }: ApiError): void {
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds));
}

/** Either the session begins, or its code is asked for. */
export function beginOrAsk(
  desk: Desk,
  request: Request,
  response: Response,
  { opened, next }: { opened: Opened; next: string },
): void {
  if (opened.outcome === 'signed_in') begin(desk, response, opened.session, next);
  else send(response, 200, codePage({ token: tokenField(desk, request, response), next, pending: opened.pending }));
}
