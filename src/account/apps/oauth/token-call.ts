// One call of the token or the revocation endpoint: its form, and which client sent it. Public clients name themselves, consumer
// apps send id and secret as HTTP Basic (RFC 6749 §2.3.1).
import type { Base } from '../../../base/base.ts';
import { takeAttempt } from '../../people/index.ts';
import { findAppByBasic } from '../app-basic.ts';
import { findClient, type OAuthClient } from './clients.ts';
import { OAuthError } from './error.ts';
import { type Parameters, readParameters } from './parameters.ts';

export interface FormPost {
  contentType: string | undefined;
  authorization: string | undefined;
  /** The body as text. */
  form: string;
  /** The network, for the limit. */
  address: string;
  issuer: string;
}

interface Form {
  base: Base;
  issuer: string;
  sent: Parameters;
}

export interface ClientCall extends Form {
  client: OAuthClient;
}

export interface AppCall extends Form {
  appId: string;
}

export type TokenCall = ClientCall | AppCall;

export const isOfApp = (call: TokenCall): call is AppCall => 'appId' in call;

/** Reads the form and finds the client; the steps both endpoints begin with. */
export function openCall(base: Base, post: FormPost): TokenCall {
  takeAttempt(base, 'token', { address: post.address });
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(post.contentType ?? ''))
    throw new OAuthError('invalid_request', 'The body is form-encoded: application/x-www-form-urlencoded.');
  const sent = readParameters(post.form);
  sent.refuseRepeated();
  const form = { base, issuer: post.issuer, sent };
  if (post.authorization === undefined) return { ...form, client: publicClientOf(form) };
  return { ...form, appId: appIdOf(form, post.authorization) };
}

function publicClientOf({ base, sent }: Form): OAuthClient {
  if (sent.get('client_secret') !== undefined)
    throw new OAuthError('invalid_client', 'client_secret: apps send it as HTTP Basic, other clients have none.', 401);
  const client = findClient(base, sent.require('client_id'));
  if (!client) throw new OAuthError('invalid_client', 'client_id: no such client is registered, or no longer.', 401);
  return client;
}

function appIdOf({ base, sent }: Form, authorization: string): string {
  const [, encoded] = /^basic +(\S{1,1000}) *$/i.exec(authorization) ?? [];
  const principal = encoded === undefined ? undefined : findAppByBasic(base, encoded);
  if (principal?.appId === undefined) throw new OAuthError('invalid_client', 'No app has this id and secret.', 401);
  if ((sent.get('client_id') ?? principal.appId) !== principal.appId || sent.get('client_secret') !== undefined)
    throw new OAuthError('invalid_request', 'Send only one kind of client authentication.');
  return principal.appId;
}
