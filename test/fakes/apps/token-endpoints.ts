// A fake of the token endpoints of all platforms that take an app of one's own: each answers a code that nobody has in its own form and words, for an
// app that it knows, and for one with another id, another secret, another redirect address or without a review.
import type { ConfiguredProvider } from '../../../src/base/config/config.ts';
import { type Closing, type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

export interface FakeApp {
  id: string;
  secret: string;
  redirectUrl: string;
  isInReview: boolean;
}

export interface FakeTokenEndpoint {
  server: ProviderServer;
  app: FakeApp;
}

type Fault = 'id' | 'secret' | 'redirect' | 'review' | 'code';

const rfc = (status: number, error: string, error_description?: string): FakeAnswer => ({
  status,
  body: { error, ...(error_description === undefined ? {} : { error_description }) },
});
const microsoft = (error: string, code: string, words: string): FakeAnswer =>
  rfc(error === 'invalid_client' ? 401 : 400, error, `${code}: ${words} Trace ID: 5b1c Correlation ID: 77d0`);
const graph = (code: number, message: string): FakeAnswer => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'Az8' } },
});
const tiktok = (code: number, message: string): FakeAnswer => ({
  status: 200,
  body: { code, message, request_id: 'r1', data: {} },
});
const hubspot = (status: string, message: string): FakeAnswer => ({
  status: 400,
  body: { status, message, correlationId: 'c1' },
});

const google: Record<Fault, FakeAnswer> = {
  id: rfc(401, 'invalid_client', 'The OAuth client was not found.'),
  secret: rfc(401, 'invalid_client', 'The provided client secret is invalid.'),
  redirect: rfc(400, 'redirect_uri_mismatch', 'Bad Request'),
  review: rfc(403, 'access_denied', 'The app has not been verified.'),
  code: rfc(400, 'invalid_grant', 'Malformed auth code.'),
};
const azure: Record<Fault, FakeAnswer> = {
  id: microsoft('unauthorized_client', 'AADSTS700016', "Application with identifier '7' was not found in the directory."),
  secret: microsoft(
    'invalid_client',
    'AADSTS7000215',
    'Invalid client secret provided. Ensure the secret being sent is the value.',
  ),
  redirect: microsoft('invalid_request', 'AADSTS50011', 'The redirect URI specified in the request does not match.'),
  review: microsoft('invalid_grant', 'AADSTS70008', 'The provided authorization code has expired.'),
  code: microsoft('invalid_grant', 'AADSTS70008', 'The provided authorization code has expired.'),
};

/** Answers as the platforms document them. */
const ANSWERS: Readonly<Partial<Record<ConfiguredProvider, Record<Fault, FakeAnswer>>>> = {
  google_ads: google,
  google_calendar: google,
  gmail: google,
  microsoft_ads: azure,
  microsoft_calendar: azure,
  outlook: azure,
  meta: {
    id: graph(101, 'Error validating application. Cannot get application info due to a system error.'),
    secret: graph(1, 'Error validating client secret.'),
    redirect: graph(191, "Can't load URL: The domain of this URL isn't included in the app's domains."),
    review: graph(200, 'App not active: This app is not currently accessible.'),
    code: graph(100, 'Invalid verification code format.'),
  },
  tiktok: {
    id: tiktok(40_002, 'app_id: Invalid app id.'),
    secret: tiktok(40_001, 'secret: App secret is not correct.'),
    redirect: tiktok(40_002, 'redirect_uri: does not match.'),
    review: tiktok(40_001, 'The app is not approved.'),
    code: tiktok(40_110, 'Auth_code is expired, please re-authorize.'),
  },
  linkedin: {
    id: rfc(401, 'invalid_client_id', 'The passed in client_id is invalid "7"'),
    secret: rfc(401, 'invalid_client', 'Client authentication failed'),
    redirect: rfc(
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match.',
    ),
    review: rfc(400, 'unauthorized_scope_error', 'The app is not yet approved for this product'),
    code: rfc(400, 'invalid_request', 'Unable to retrieve access token: authorization code not found'),
  },
  reddit: {
    id: { status: 401, body: { message: 'Unauthorized', error: 401 } },
    secret: { status: 401, body: { message: 'Unauthorized', error: 401 } },
    redirect: rfc(400, 'invalid_request', 'redirect_uri does not match'),
    review: rfc(400, 'invalid_grant'),
    code: rfc(400, 'invalid_grant'),
  },
  pinterest: {
    id: { status: 401, body: { code: 2, message: 'Authentication failed: the client id is unknown.' } },
    secret: { status: 401, body: { code: 2, message: 'Authentication failed: the client secret is wrong.' } },
    redirect: { status: 400, body: { code: 283, message: 'The redirect_uri does not match.' } },
    review: { status: 403, body: { code: 7, message: 'The app is not approved.' } },
    code: { status: 400, body: { code: 283, message: 'Invalid authorization code.' } },
  },
  snap: {
    id: rfc(401, 'invalid_client', 'Client ID not found'),
    secret: rfc(401, 'invalid_client', 'Client secret is invalid'),
    redirect: rfc(400, 'invalid_request', 'Mismatched redirect_uri'),
    review: rfc(400, 'unauthorized_client', 'The app is not approved'),
    code: rfc(400, 'invalid_grant', 'Invalid authorization code'),
  },
  amazon_ads: {
    id: rfc(401, 'invalid_client', 'Client authentication failed'),
    secret: rfc(401, 'invalid_client', 'Client authentication failed'),
    redirect: rfc(400, 'invalid_grant', 'The redirect_uri does not match'),
    review: rfc(400, 'unauthorized_client', 'Not authorized for requested operation; the app is not approved'),
    code: rfc(400, 'invalid_grant', 'The request has an invalid grant parameter : code'),
  },
  stripe: {
    id: rfc(400, 'invalid_client', 'No such application: ca_7'),
    secret: {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_live_****4711' } },
    },
    redirect: rfc(400, 'invalid_redirect_uri', 'Invalid redirect URI'),
    review: rfc(400, 'invalid_request', 'Your platform is under review'),
    code: rfc(400, 'invalid_grant', 'Authorization code does not exist: tributary-app-check'),
  },
  mercado_pago: {
    id: { status: 400, body: { message: 'invalid client_id or client_secret', error: 'invalid_client', status: 400, cause: [] } },
    secret: {
      status: 400,
      body: { message: 'invalid client_id or client_secret', error: 'invalid_client', status: 400, cause: [] },
    },
    redirect: { status: 400, body: { message: 'redirect_uri does not match', error: 'invalid_request', status: 400, cause: [] } },
    review: { status: 400, body: { message: 'the application is not active', error: 'invalid_request', status: 400, cause: [] } },
    code: { status: 400, body: { message: 'Error validating grant.', error: 'invalid_grant', status: 400, cause: [] } },
  },
  shopify: {
    id: rfc(400, 'application_cannot_be_found'),
    secret: rfc(400, 'invalid_client', 'The client secret is incorrect'),
    redirect: rfc(400, 'invalid_request', 'The redirect_uri is not whitelisted'),
    review: rfc(400, 'invalid_request', 'The app is under review'),
    code: rfc(400, 'invalid_request', 'The authorization code was not found or was already used'),
  },
  hubspot: {
    id: hubspot('BAD_CLIENT_ID', 'missing or unknown client id'),
    secret: hubspot('BAD_CLIENT_SECRET', 'missing or invalid client secret'),
    redirect: hubspot('BAD_REDIRECT_URI', 'missing or invalid redirect uri'),
    review: hubspot('BAD_AUTH_CODE', 'missing or unknown auth code'),
    code: hubspot('BAD_AUTH_CODE', 'missing or unknown auth code'),
  },
  pipedrive: {
    id: rfc(400, 'invalid_client', 'Client ID not found'),
    secret: rfc(400, 'invalid_client', 'Client secret does not match'),
    redirect: rfc(400, 'invalid_grant', 'redirect_uri does not match'),
    review: rfc(400, 'invalid_grant', 'The app is not published'),
    code: rfc(400, 'invalid_grant', 'Invalid authorization code'),
  },
  gohighlevel: {
    id: rfc(401, 'invalid_client', 'No client was found for the client id'),
    secret: rfc(401, 'invalid_client', 'Invalid client secret'),
    redirect: rfc(422, 'invalid_grant', 'Invalid grant: redirect_uri does not match'),
    review: rfc(401, 'invalid_client', 'The app is under review'),
    code: rfc(400, 'invalid_grant', 'Invalid grant: authorization code is invalid'),
  },
};

export const withTokenEndpoint = Object.keys(ANSWERS) as ConfiguredProvider[];

interface Sent {
  id: string | undefined;
  secret: string | undefined;
  redirectUrl: string | undefined;
}

function sentBy({ url, headers, body }: FakeRequest): Sent {
  const query = new URL(url, 'http://fake').searchParams;
  const isJson = body.startsWith('{');
  const fields: Record<string, string> = isJson ? JSON.parse(body) : Object.fromEntries([...query, ...new URLSearchParams(body)]);
  const [id, secret] = /^Basic /.test(headers.authorization ?? '')
    ? Buffer.from((headers.authorization ?? '').slice(6), 'base64')
        .toString()
        .split(':')
        .map(decodeURIComponent)
    : [fields['client_id'] ?? fields['app_id'], fields['client_secret'] ?? fields['secret']];
  return { id, secret, redirectUrl: fields['redirect_uri'] };
}

function faultOf(app: FakeApp, { id, secret, redirectUrl }: Sent): Fault {
  if (id !== app.id) return 'id';
  if (secret !== app.secret) return 'secret';
  if (redirectUrl !== undefined && redirectUrl !== app.redirectUrl) return 'redirect';
  return app.isInReview ? 'review' : 'code';
}

export async function startTokenEndpoint(t: Closing, provider: ConfiguredProvider, app: FakeApp): Promise<FakeTokenEndpoint> {
  const answers = ANSWERS[provider];
  if (!answers) throw new Error(`${provider} has no token endpoint here`);
  const server = await startProviderServer(t, (request) => answers[faultOf(app, sentBy(request))]);
  return { server, app };
}
