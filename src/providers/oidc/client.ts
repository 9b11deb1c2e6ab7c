// The client of a workspace's identity provider (OpenID Connect): discovery, the code flow with PKCE and nonce, and what a signed token says of a
// person. Requests go through the guard. Nothing of the provider is kept, so keys that it rotates are read again with each sign-in.
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import { z } from 'zod';
import { createOutside, type Outside, OutsideRefusal } from '../http/guard.ts';
import { askOutside } from '../http/outside-request.ts';
import type { Secret } from '../secret.ts';

export interface Issuer {
  /** As the provider's tokens name it. */
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: Secret | undefined;
}

export interface SignInRequest {
  redirectUri: string;
  scope: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider says of a person. */
export interface Claims {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  groups: string[];
}

/** Its message is for the person who signs in and for the owner who sets the provider up. */
export class IssuerFailure extends Error {
  /** `unreachable` passes; `misconfigured` is for an owner to correct; `refused` is of this one sign-in. */
  readonly kind: 'unreachable' | 'misconfigured' | 'refused';

  constructor(kind: IssuerFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const TIMEOUT_SECONDS = 10;
const MAX_BYTES = 512 * 1024;

/** @param own Origins of the operator's own network, which may be asked on any port and without TLS. */
export class IdentityProvider {
  readonly #outside: Outside;
  readonly #issuer: Issuer;
  readonly #isPlain: boolean;

  constructor(issuer: Issuer, { own, outside }: { own: readonly string[]; outside: Outside }) {
    const { origin, protocol, hostname } = new URL(issuer.issuer);
    const isOwn = own.includes(origin);
    if (protocol !== 'https:' && !isOwn) throw new IssuerFailure('misconfigured', 'The issuer has to be an https address.');
    const inner = hostname.replace(/^\[|\]$/g, '');
    this.#issuer = issuer;
    this.#isPlain = protocol === 'http:';
    this.#outside = isOwn ? createOutside({ isAllowed: (address) => address === inner, ports: 'any' }) : outside;
  }

  /** Reads the provider's own description. */
  async check(): Promise<void> {
    await this.#discover();
  }

  /** The page of the provider on which a person signs in. */
  async signInUrl({ redirectUri, scope, state, nonce, codeVerifier }: SignInRequest): Promise<URL> {
    const config = await this.#discover();
    return buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /** @param callback The address that the provider sent the browser back to. */
  async claimsOf(callback: URL, { state, nonce, codeVerifier }: SignInRequest, groupsClaim: string): Promise<Claims> {
    const config = await this.#discover();
    return this.#explained(async () => {
      const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(config, callback, checks);
      const claims = tokens.claims();
      if (!claims) throw new IssuerFailure('misconfigured', 'The provider sent no identity token.');
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
      const isWhole = claims['email'] !== undefined && claims[groupsClaim] !== undefined;
      const more = isWhole || !hasMore ? {} : await fetchUserInfo(config, tokens.access_token, claims.sub);
      return claimsIn({ ...more, ...claims }, claims.sub, groupsClaim);
    });
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#issuer;
    return this.#explained(() =>
      discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? None() : ClientSecretPost(clientSecret.reveal()),
        {
          // An identity token counts by its signature, not by the connection that it came over.
          execute: [enableNonRepudiationChecks, ...(this.#isPlain ? [allowInsecureRequests] : [])],
          [customFetch]: (url, { method, headers, body }) =>
            askOutside(this.#outside, new URL(url), {
              method,
              headers,
              timeoutMs: TIMEOUT_SECONDS * 1000,
              maxBytes: MAX_BYTES,
              ...(body === null || body === undefined ? {} : { body: textOf(body) }),
            }),
          timeout: TIMEOUT_SECONDS,
        },
      ),
    );
  }

  /** Failures of the library as words, without what was sent. */
  async #explained<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof IssuerFailure) throw error;
      throw failureOf(error, new URL(this.#issuer.issuer).host);
    }
  }
}

const textOf = (body: unknown): string => {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a request to an identity provider has a form as its body');
};

const emailShape = z.string().min(1).max(254);
const groupsShape = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

function claimsIn(claims: Record<string, unknown>, subject: string, groupsClaim: string): Claims {
  const name = z.string().safeParse(claims['name']).data?.trim();
  return {
    subject,
    email: emailShape.safeParse(claims['email']).data,
    // Some providers send the word.
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: name === '' ? undefined : name,
    groups: groupsShape.safeParse(claims[groupsClaim]).data ?? [],
  };
}

/** The error and its chain of causes. */
function* causesOf(error: unknown): Generator<object> {
  let each: unknown = error;
  for (let depth = 0; depth < 6 && typeof each === 'object' && each !== null; depth += 1) {
    yield each;
    each = 'cause' in each ? each.cause : undefined;
  }
}

const CLAIMS: Readonly<Record<string, string>> = {
  aud: 'is meant for another application, not for this one',
  iss: 'names another issuer',
  nonce: 'belongs to another sign-in',
  exp: 'is too old',
  iat: 'is from another time; the clocks of the provider and of this machine may differ',
};

const CODES: Readonly<Record<string, IssuerFailure['kind']>> = {
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  invalid_scope: 'misconfigured',
};

function failureOf(error: unknown, host: string): IssuerFailure {
  for (const cause of causesOf(error)) {
    if (cause instanceof OutsideRefusal) {
      const isForbidden = cause.reason === 'url' || cause.reason === 'address';
      const words = isForbidden ? `The address of the provider may not be asked: it ${cause.message}.` : noAnswer(host);
      return new IssuerFailure(isForbidden ? 'misconfigured' : 'unreachable', words, error);
    }
    if (cause instanceof AuthorizationResponseError)
      return new IssuerFailure(
        'refused',
        `${host} did not sign you in: ${wordsOf(cause.error_description ?? cause.error)}.`,
        error,
      );
    if (cause instanceof ResponseBodyError) {
      const words = `${host} refused the sign-in of this service: ${wordsOf(cause.error_description ?? cause.error)}.`;
      return new IssuerFailure(CODES[cause.error] ?? 'refused', words, error);
    }
    const claim = claimIn(cause);
    if (claim !== undefined)
      return new IssuerFailure(
        'refused',
        `The token of ${host} ${CLAIMS[claim] ?? `has a wrong value of "${wordsOf(claim)}"`}.`,
        error,
      );
    if ('status' in cause && typeof cause.status === 'number' && cause.status >= 500)
      return new IssuerFailure('unreachable', noAnswer(host), error);
  }
  return new IssuerFailure(
    'misconfigured',
    `${host} did not respond as an OpenID Connect provider does: ${reasonOf(error)}.`,
    error,
  );
}

const noAnswer = (host: string): string => `${host} does not respond. Try again in a while.`;

/** The claim of a token that the library refused. */
function claimIn(error: object): string | undefined {
  const claim: unknown = 'claim' in error ? error.claim : undefined;
  return typeof claim === 'string' ? claim : undefined;
}

const reasonOf = (error: unknown): string => {
  const messages = [...causesOf(error)].flatMap((each) => (each instanceof Error ? [each.message] : []));
  return wordsOf(messages.at(-1) ?? 'the reason is not known');
};

/** Words of others for a page of ours. */
const wordsOf = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .slice(0, 200)
    .replace(/[.\s]+$/, '');
