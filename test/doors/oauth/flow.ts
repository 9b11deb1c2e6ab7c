// A client of the OAuth endpoints as a test needs it: registers, asks, has a person approve, exchanges, over HTTP alone.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestApp } from '../../harness.ts';
import { type Browser, signedIn } from '../console/browser.ts';

export const CALLBACK = 'http://127.0.0.1:33418/callback';
export const VERIFIER = 'a-verifier-of-more-than-forty-three-characters';
export const STATE = 'state & more';
/** What a client is offered to ask for, in the metadata and in the first challenge. */
export const OFFERED = [
  'mcp:read',
  'mcp:write',
  'campaigns:apply',
  'customers:read',
  'visitors:read',
  'conversions:read',
  'attribution:write',
  'goals:write',
  'creatives:write',
];
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of several forms
type AnyJson = any;

export interface Answer {
  status: number;
  body: AnyJson;
  headers: Headers;
}

type Host = Pick<TestApp, 'baseUrl'>;

export async function ask(app: Host, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(app.baseUrl + path, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export const register = (app: Host, metadata: unknown): Promise<Answer> =>
  ask(app, '/oauth/mcp/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });

export async function newClient(app: Host, redirectUris: string[] = [CALLBACK]): Promise<string> {
  const { status, body } = await register(app, { client_name: 'Agent', redirect_uris: redirectUris });
  assert.equal(status, 201, JSON.stringify(body));
  return body.client_id;
}

export const request = (app: Host, clientId: string, changes: Record<string, string | undefined> = {}): string => {
  const values: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: 'mcp:read mcp:write',
    state: STATE,
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    resource: `${app.baseUrl}/mcp`,
    ...changes,
  };
  const sent = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth/mcp/authorize?${new URLSearchParams(sent)}`;
};

/** Presses a button of the consent page; answers where the browser is sent. */
export async function decide(browser: Browser, path: string, fields: Record<string, string>): Promise<URL> {
  const page = await browser.submit(path, fields, '/oauth/mcp/consent');
  assert.equal(page.status, 303, page.text);
  return new URL(page.headers.get('location') ?? '');
}

const APPROVE = { decision: 'approve', 'scope:mcp:read': 'on', 'scope:mcp:write': 'on' };

/** A code that the owner of the test's installation has approved. */
export async function approvedCode(app: TestApp, clientId: string, changes: Record<string, string> = {}): Promise<string> {
  const back = await decide(await signedIn(app), request(app, clientId, changes), APPROVE);
  return back.searchParams.get('code') ?? assert.fail(`no code in ${back}`);
}

export const post = (
  app: Host,
  path: string,
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<Answer> => ask(app, path, { method: 'POST', body: new URLSearchParams(form), headers });

export const exchange = (app: Host, clientId: string, code: string, changes: Record<string, string> = {}): Promise<Answer> =>
  post(app, '/oauth/mcp/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: VERIFIER,
    ...changes,
  });

export const refresh = (
  app: Host,
  clientId: string,
  refreshToken: string,
  changes: Record<string, string> = {},
): Promise<Answer> =>
  post(app, '/oauth/mcp/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...changes,
  });

/** A client with the tokens of a grant of the owner's. */
export async function granted(app: TestApp): Promise<{ clientId: string; code: string; access: string; refresh: string }> {
  const clientId = await newClient(app);
  const code = await approvedCode(app, clientId);
  const { status, body } = await exchange(app, clientId, code);
  assert.equal(status, 200, JSON.stringify(body));
  return { clientId, code, access: body.access_token, refresh: body.refresh_token };
}

/** "400 invalid_grant", for one-line comparisons. */
export const refused = ({ status, body }: Answer): string => `${status} ${body?.error}`;

/** Does the bearer open the list of workspaces? */
export const opens = async (app: TestApp, bearer: string): Promise<boolean> =>
  (await app.api(bearer).get('/workspaces')).status === 200;
