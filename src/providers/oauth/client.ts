// The OAuth 2.0 client for providers whose endpoints follow the RFCs: the address a person is sent to, tokens for the code that comes
// back, refreshes one at a time per connection, and revocation. Rotated tokens are stored before anything uses them.
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  nopkce,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { Mutex } from '../../base/work/memo.ts';
import { ProviderFailure, type ProviderOutcome } from '../http/failure.ts';
import { placedToken } from '../placed-token.ts';
import { Secret } from '../secret.ts';
import { basicAuth } from './basic-auth.ts';
import { regularError } from './regular-error.ts';

export interface OAuthProvider {
  provider: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** Absent where the provider cannot revoke. */
  revocationUrl?: string;
  clientId: string;
  clientSecret: Secret;
  /** The place of the client secret; the body by default. */
  authentication?: 'body' | 'basic';
  /** Providers without PKCE refuse its parameters. */
  hasPkce: boolean;
  /** Separator of scopes; a space by the RFC. */
  scopeSeparator?: string;
  /** The field of the token endpoint's answer that says where the tokens are good (../placed-token.ts); absent for providers with one host. */
  placeField?: string;
  /** Parameters of the token endpoint that only this provider knows. */
  tokenExtra?: Readonly<Record<string, string>>;
  /** Parameters of the authorization address that only this provider knows. */
  extra?: Readonly<Record<string, string>>;
  /** Headers of requests to the token endpoint that only this provider asks for. */
  headers?: Readonly<Record<string, string>>;
}

export interface Tokens {
  accessToken: Secret;
  /** Undefined where the provider issues none. */
  refreshToken: Secret | undefined;
  /** Milliseconds since 1970; undefined for tokens without an end. */
  expiresAt: number | undefined;
  /** The granted scopes; empty where the provider does not say. */
  scopes: string[];
}

/** The grant of access at a provider: the regular OAuth 2.0 flow, or the provider's own in the same steps. */
export interface OAuthFlow {
  readonly provider: string;
  /** @param request.values What the person has typed in before, where the provider asks for it (a shop's address). */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** @throws ProviderFailure `rejected` for a refusal, a foreign state or a used code. */
  exchangeCode(request: CodeExchange): Promise<Tokens>;
  /** Undefined where tokens have no refresh: then the end of a token is the end of the grant. */
  refresh?(refreshToken: Secret, now: number): Promise<Tokens>;
  /** Best effort; a token that is dead already is no failure. */
  revoke(tokens: Tokens): Promise<void>;
}

export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  codeVerifier: string;
  values?: Readonly<Record<string, string>>;
}

export interface CodeExchange {
  /** The address that the provider sent the browser back to. */
  callback: URL;
  redirectUri: string;
  state: string;
  codeVerifier: string;
  now: number;
  /** Judges what the provider has signed with a time; `now` where it is left out. */
  machineNow?: number;
}

/** The regular flow at a provider that follows the RFCs. */
export const createOAuthFlow = (provider: OAuthProvider, scopes: readonly string[]): OAuthFlow => ({
  provider: provider.provider,
  authorizationUrl: (request) => authorizationUrlOf(provider, { ...request, scopes }),
  exchangeCode: (request) => exchangeCode(provider, request),
  refresh: (refreshToken, now) => refreshTokens(provider, refreshToken, now),
  // Where there is a refresh token, its end ends the access tokens too.
  revoke: ({ accessToken, refreshToken }) => revokeToken(provider, refreshToken ?? accessToken),
});

const TIMEOUT_MS = 10_000;
/** Before its end a token is refreshed, so that it does not end on the way. */
const MARGIN_MS = 60_000;
const JSON_CONTENT = { 'content-type': 'application/json' };

/** The page of the provider on which a person grants `scopes`. */
export async function authorizationUrlOf(
  provider: OAuthProvider,
  request: AuthorizationRequest & { scopes: readonly string[] },
): Promise<URL> {
  const url = new URL(provider.authorizationUrl);
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scopes.join(provider.scopeSeparator ?? ' '),
    state: request.state,
    ...provider.extra,
  };
  if (provider.hasPkce) {
    parameters['code_challenge'] = await calculatePKCECodeChallenge(request.codeVerifier);
    parameters['code_challenge_method'] = 'S256';
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Exchanges what the provider sent back for tokens. @throws ProviderFailure `rejected` for a refusal or a foreign state. */
export async function exchangeCode(provider: OAuthProvider, { callback, ...request }: CodeExchange): Promise<Tokens> {
  const { server, client, authentication, options } = partiesOf(provider);
  return guarded(provider, async () => {
    const parameters = validateAuthResponse(server, client, callback, request.state);
    const verifier = provider.hasPkce ? request.codeVerifier : nopkce;
    const response = await authorizationCodeGrantRequest(
      ...([
        server,
        client,
        authentication,
        parameters,
        request.redirectUri,
        verifier,
        { ...options, additionalParameters: provider.tokenExtra ?? {} },
      ] as const),
    );
    return tokensOf(provider, await processAuthorizationCodeResponse(server, client, await readable(response)), request.now);
  });
}

async function refreshTokens(provider: OAuthProvider, refreshToken: Secret, now: number): Promise<Tokens> {
  const { server, client, authentication, options } = partiesOf(provider);
  return guarded(provider, async () => {
    const response = await refreshTokenGrantRequest(server, client, authentication, refreshToken.reveal(), {
      ...options,
      additionalParameters: provider.tokenExtra ?? {},
    });
    return tokensOf(provider, await processRefreshTokenResponse(server, client, await readable(response)), now, refreshToken);
  });
}

/** Ends the grant at the provider. A token that is dead already is no failure. */
export async function revokeToken(provider: OAuthProvider, token: Secret): Promise<void> {
  if (provider.revocationUrl === undefined) return;
  const { server, client, authentication, options } = partiesOf(provider);
  await guarded(provider, async () => {
    const response = await revocationRequest(server, client, authentication, token.reveal(), options);
    // RFC 7009 says 200.
    if (response.status !== 204) await processRevocationResponse(response);
  });
}

export interface TokenStore {
  load(): Tokens;
  /** Durable when it resolves. */
  save(tokens: Tokens): Promise<void> | void;
}

export type RefreshingFlow = Pick<OAuthFlow, 'provider' | 'refresh'>;

/** Live access tokens by connection: refreshes run one at a time per connection, for all callers. */
export class LiveTokens {
  readonly #turns = new Mutex();

  /** A token that is good for at least a minute. @throws ProviderFailure `reconnect` where the grant is dead. */
  async accessToken(connectionId: string, flow: RefreshingFlow, store: TokenStore, now: () => number): Promise<Secret> {
    const tokens = store.load();
    if (isGood(tokens, now())) return tokens.accessToken;
    return this.#turns.run(connectionId, async () => {
      const current = store.load();
      if (isGood(current, now())) return current.accessToken;
      const fresh = await refreshed(flow, store, current, now());
      if (!fresh) throw new ProviderFailure(flow.provider, 'reconnect', `${flow.provider}: the grant has ended`);
      return fresh.accessToken;
    });
  }

  /**
   * Replaces a token that the provider refused before its end, unless another caller has replaced it. False where tokens have no refresh.
   * @throws ProviderFailure `reconnect` where the grant is dead.
   */
  async renew(
    connectionId: string,
    flow: RefreshingFlow,
    store: TokenStore,
    refused: Secret,
    now: () => number,
  ): Promise<boolean> {
    return this.#turns.run(connectionId, async () => {
      const current = store.load();
      if (current.accessToken.reveal() !== refused.reveal()) return true;
      return (await refreshed(flow, store, current, now())) !== undefined;
    });
  }
}

/** Runs inside the turn of the connection. */
async function refreshed(
  flow: RefreshingFlow,
  store: TokenStore,
  { refreshToken }: Tokens,
  now: number,
): Promise<Tokens | undefined> {
  if (!refreshToken || !flow.refresh) return undefined;
  const fresh = await flow.refresh(refreshToken, now);
  await store.save(fresh);
  return fresh;
}

const isGood = ({ expiresAt }: Tokens, now: number): boolean => expiresAt === undefined || expiresAt - MARGIN_MS > now;

function partiesOf(provider: OAuthProvider) {
  const server: AuthorizationServer = {
    issuer: new URL(provider.tokenUrl).origin,
    token_endpoint: provider.tokenUrl,
    ...(provider.revocationUrl === undefined ? {} : { revocation_endpoint: provider.revocationUrl }),
  };
  const client: Client = { client_id: provider.clientId };
  const secret = provider.clientSecret.reveal();
  const authentication = provider.authentication === 'basic' ? basicAuth(secret) : ClientSecretPost(secret);
  // Fakes of tests and of the sandbox answer on loopback without TLS.
  const options = {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    ...(provider.headers ? { headers: provider.headers } : {}),
    [allowInsecureRequests]: ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(provider.tokenUrl).hostname),
  };
  return { server, client, authentication, options };
}

/** Some providers leave the content type of JSON or the type of the token out, name another content type, or have errors of another form. */
async function readable(response: Response): Promise<Response> {
  const text = response.ok ? await response.text() : regularError(await response.text());
  const hasNoType = /^\s*\{/.test(text) && text.includes('"access_token"') && !text.includes('"token_type"');
  const body = hasNoType ? text.replace('{', '{"token_type":"bearer",') : text;
  return new Response(body, { status: response.status, headers: JSON_CONTENT });
}

const tokensOf = (provider: OAuthProvider, answer: TokenEndpointResponse, now: number, refreshToken?: Secret): Tokens => ({
  accessToken: accessTokenOf(provider, answer),
  refreshToken: answer.refresh_token === undefined ? refreshToken : new Secret(answer.refresh_token),
  expiresAt: answer.expires_in === undefined ? undefined : now + answer.expires_in * 1000,
  scopes: (answer.scope ?? '').split(/[\s,]+/).filter((scope) => scope !== ''),
});

/** By the error of the token endpoint; the app's own credentials are the operator's, and no new grant mends them. */
const OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  invalid_grant: 'reconnect',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
};

function accessTokenOf({ provider, placeField }: OAuthProvider, answer: TokenEndpointResponse): Secret {
  if (placeField === undefined) return new Secret(answer.access_token);
  const place = answer[placeField];
  if (typeof place === 'string' && /^\S+$/.test(place)) return placedToken(place, answer.access_token);
  throw new ProviderFailure(provider, 'unusable', `${provider}: the response of the token endpoint has no ${placeField}`);
}

/** Errors of the library as outcomes, without what was sent. */
async function guarded<T>({ provider }: OAuthProvider, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof ResponseBodyError) {
      throw new ProviderFailure(provider, OUTCOMES[error.error] ?? 'rejected', `${provider}: answered ${error.error}`, {
        status: error.status,
        code: error.error,
        reason: error.error_description,
      });
    }
    const isNetwork = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
    if (isNetwork) throw new ProviderFailure(provider, 'unknown', `${provider}: the token endpoint did not respond`);
    throw new ProviderFailure(provider, 'rejected', `${provider}: the response is not a valid OAuth response`);
  }
}
