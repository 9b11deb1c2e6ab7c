// The grant of access to the sandbox: a page with its accounts, codes bound to a PKCE challenge, tokens of an hour that are refreshed by tokens that
// change with each use, and revocation.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashOf, type SandboxPlatform } from './platform.ts';
import type { Advertiser, SandboxGrant } from './state.ts';

export const CLIENT_ID = 'tributary';
export const SCOPES = ['ads:read', 'ads:write'];
const ACCESS_SECONDS = 3_600;
const CODE_MS = 600_000;
/** Of one workspace. */
const MAX_GRANTS = 50;
/** Visits that may be open at once; the oldest go. */
const MAX_VISITS = 1_000;

interface AuthorizationRequest {
  /** Whose accounts are granted. */
  workspaceId: string;
  redirectUri: string;
  state: string;
  challenge: string;
  scopes: string[];
}

interface Code extends AuthorizationRequest {
  accountIds: string[];
  ends: number;
}

export interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

const refuse = (error: string, status = 400): TokenAnswer => ({ status, body: { error } });
const newToken = (): string => randomBytes(32).toString('base64url');

export class SandboxOAuth {
  readonly #platform: SandboxPlatform;
  readonly #isOwnRedirect: (uri: string) => boolean;
  readonly #codes = new Map<string, Code>();
  /** The workspace of a visit, by the hash of its state: what a browser sends cannot choose another. */
  readonly #visits = new Map<string, string>();

  constructor(platform: SandboxPlatform, isOwnRedirect: (uri: string) => boolean) {
    this.#platform = platform;
    this.#isOwnRedirect = isOwnRedirect;
  }

  /** The service sends a person here, for a workspace. */
  expect(state: string, workspaceId: string): void {
    this.#visits.set(hashOf(state), workspaceId);
    for (const oldest of [...this.#visits.keys()].slice(0, Math.max(0, this.#visits.size - MAX_VISITS)))
      this.#visits.delete(oldest);
  }

  /** The request to the granting page; undefined where its address is not one of the service's. */
  askedBy(query: URLSearchParams): AuthorizationRequest | undefined {
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    const isRegular = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256' && challenge !== '';
    if (query.get('client_id') !== CLIENT_ID || !isRegular || !this.#isOwnRedirect(redirectUri)) return undefined;
    const state = query.get('state') ?? '';
    const workspaceId = this.#visits.get(hashOf(state));
    if (workspaceId === undefined) return undefined;
    const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => SCOPES.includes(scope));
    return { workspaceId, redirectUri, challenge, scopes, state };
  }

  /** Where the person goes after the page. */
  decide({ accountIds, isAllowed, ...request }: AuthorizationRequest & { accountIds: string[]; isAllowed: boolean }): URL {
    const back = new URL(request.redirectUri);
    back.searchParams.set('state', request.state);
    const accounts = this.#platform.find(request.workspaceId)?.state.accounts ?? [];
    const ids = accountIds.filter((id) => accounts.some((account) => account.id === id));
    if (!isAllowed || ids.length === 0) {
      back.searchParams.set('error', 'access_denied');
      return back;
    }
    const code = newToken();
    this.#codes.set(hashOf(code), { ...request, accountIds: ids, ends: this.#platform.now() + CODE_MS });
    back.searchParams.set('code', code);
    return back;
  }

  token(form: URLSearchParams): TokenAnswer {
    if (!this.#isClient(form)) return refuse('invalid_client', 401);
    const type = form.get('grant_type');
    if (type === 'authorization_code') return this.#exchange(form);
    return type === 'refresh_token' ? this.#refresh(form) : refuse('unsupported_grant_type');
  }

  revoke(form: URLSearchParams): TokenAnswer {
    if (!this.#isClient(form)) return refuse('invalid_client', 401);
    const hash = hashOf(form.get('token') ?? '');
    this.#platform.change((state) => {
      state.grants = state.grants.filter((grant) => ![grant.access, grant.refresh, grant.lastRefresh].includes(hash));
    });
    return { status: 200, body: {} };
  }

  /** The grant of an access token that is good now. */
  grantOf(accessToken: string): SandboxGrant | undefined {
    const hash = hashOf(accessToken);
    const grant = this.#platform.state.grants.find((each) => each.access === hash);
    return grant && grant.accessEnds > this.#platform.now() ? grant : undefined;
  }

  #isClient(form: URLSearchParams): boolean {
    const [sent, own] = [form.get('client_secret') ?? '', this.#platform.state.clientSecret].map((text) =>
      Buffer.from(hashOf(text)),
    );
    return form.get('client_id') === CLIENT_ID && sent !== undefined && own !== undefined && timingSafeEqual(sent, own);
  }

  #exchange(form: URLSearchParams): TokenAnswer {
    const hash = hashOf(form.get('code') ?? '');
    const code = this.#codes.get(hash);
    this.#codes.delete(hash);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isFit = code && code.ends > this.#platform.now() && code.challenge === challenge;
    if (!isFit || code.redirectUri !== form.get('redirect_uri')) return refuse('invalid_grant');
    const [access, refresh] = [newToken(), newToken()];
    this.#platform.change((state) => {
      state.grants.push({
        id: newToken(),
        workspaceId: code.workspaceId,
        accountIds: code.accountIds,
        scopes: code.scopes,
        access: hashOf(access),
        accessEnds: this.#ends(),
        refresh: hashOf(refresh),
      });
      const own = state.grants.filter(({ workspaceId }) => workspaceId === code.workspaceId);
      const ended = new Set(own.slice(0, Math.max(0, own.length - MAX_GRANTS)).map(({ id }) => id));
      state.grants = state.grants.filter(({ id }) => !ended.has(id));
    });
    return answer(access, refresh, code.scopes);
  }

  #refresh(form: URLSearchParams): TokenAnswer {
    const sent = hashOf(form.get('refresh_token') ?? '');
    const [access, refresh] = [newToken(), newToken()];
    const existing = this.#platform.state.grants.find((grant) => grant.refresh === sent || grant.lastRefresh === sent);
    if (!existing) return refuse('invalid_grant');
    this.#platform.change((state) => {
      const grant = state.grants.find(({ id }) => id === existing.id);
      if (grant)
        Object.assign(grant, { access: hashOf(access), accessEnds: this.#ends(), lastRefresh: sent, refresh: hashOf(refresh) });
    });
    return answer(access, refresh, existing.scopes);
  }

  #ends(): number {
    return this.#platform.now() + ACCESS_SECONDS * 1000;
  }
}

const answer = (access: string, refresh: string, scopes: string[]): TokenAnswer => ({
  status: 200,
  body: {
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    scope: scopes.join(' '),
  },
});

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The page on which a person chooses accounts; it sends the question back with the choice. */
export function authorizePage(
  query: URLSearchParams,
  { scopes }: AuthorizationRequest,
  { accounts }: Readonly<Advertiser>,
): string {
  const hidden = [...query].map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`);
  const choices = accounts.map(
    ({ id, name, currency }, at) =>
      `<p><label><input type="checkbox" name="account" value="${id}"${at === 0 ? ' checked' : ''}> ${escaped(name)} (${currency})</label></p>`,
  );
  const what = scopes.includes('ads:write') ? 'read its accounts and change its ads' : 'read its accounts';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox Ads</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.4rem 1rem}</style>
</head><body><h1>Sandbox Ads</h1>
<p>An invented ad platform, with invented money. Tributary asks to ${what}.</p>
<form method="post">${hidden.join('')}<fieldset><legend>Accounts</legend>${choices.join('')}</fieldset>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Cancel</button></p></form>
</body></html>
`;
}
