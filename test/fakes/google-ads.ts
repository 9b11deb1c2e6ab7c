// A fake of Google's sign-in and of the Google Ads API: customers below managers, tables that a test fills, answered as streams in chunks.
import { createHash, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { changesOf, type GoogleChange } from './changes/google-changes.ts';
import { hasIds, isWrite, mutate, mutationOf, refusal } from './google-objects.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

const TABLES = ['campaign', 'ad_group', 'ad_group_ad', 'experiment', 'experiment_arm'] as const;

export interface FakeCustomer {
  id: string;
  name: string;
  currency: string;
  timezone: string;
  isManager?: boolean;
  status?: 'ENABLED' | 'SUSPENDED' | 'CANCELED';
  /** Ids of the accounts below a manager. */
  children?: string[];
  /** Whether the person has access to it directly. */
  isRoot?: boolean;
  /** Rows as the API has them, by the table that a query names; those of spend have `segments.date`. */
  tables?: Partial<Record<(typeof TABLES)[number], Record<string, unknown>[]>>;
  /** Its change events. */
  changes?: GoogleChange[];
}

export interface FakeGoogleAds {
  server: ProviderServer;
  settings: {
    clientId: string;
    clientSecret: string;
    developerToken: string;
    url: string;
    apiVersion: string;
    hasConversions: boolean;
  };
  customers: FakeCustomer[];
  /** Of the app, as the operator may change it at Google. */
  clientSecret: string;
  token(): string;
  /** One of somebody who may look only. */
  readOnlyToken(): string;
  /** False where the person may look only, whatever the token. */
  mayWrite: boolean;
  /** The time of what is logged and listed. */
  now: () => number;
  /** Access tokens end before their time, the grant does not. */
  endTokens(): void;
  revoke(): void;
  grant(authorizationUrl: URL): URL;
  refreshes(): number;
}

export const GOOGLE_SECRET = 'google-client-secret';
const DEVELOPER_TOKEN = 'developer-token';
const ROWS_PER_CHUNK = 2;
const HOUR_SECONDS = 3_600;

const NO_WRITING = refusal(403, 'PERMISSION_DENIED', 'Read only', 'authorizationError', 'ACTION_NOT_PERMITTED');
const DEAD = refusal(401, 'UNAUTHENTICATED', 'Invalid credentials', 'authenticationError', 'OAUTH_TOKEN_REVOKED');

const scripts = {
  revoked: DEAD,
  error_once: refusal(500, 'INTERNAL', 'Internal error encountered.'),
  throttled: {
    status: 429,
    body: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota', details: [{ retryDelay: '3600s' }] } }],
  },
  throttled_shortly: {
    ...refusal(429, 'RESOURCE_EXHAUSTED', 'Quota', 'quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED'),
    headers: { 'retry-after': '0' },
  },
};

export async function startFakeGoogleAds(t: TestContext, customers: FakeCustomer[] = []): Promise<FakeGoogleAds> {
  const tokens = new Set<string>();
  const readOnly = new Set<string>();
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  let refreshToken: string | undefined;
  let refreshes = 0;

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/o/oauth2/v2/auth') return { status: 302, body: {}, headers: { location: fake.grant(url).href } };
    if (url.pathname === '/token') return issue(new URLSearchParams(request.body));
    if (url.pathname === '/revoke') {
      fake.revoke();
      return { status: 200, body: {} };
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) return DEAD;
    if (request.headers['developer-token'] !== DEVELOPER_TOKEN)
      return refusal(403, 'PERMISSION_DENIED', 'Not approved', 'authorizationError', 'DEVELOPER_TOKEN_PROHIBITED');
    if (url.pathname === '/v26/customers:listAccessibleCustomers')
      return {
        status: 200,
        body: { resourceNames: fake.customers.filter(({ isRoot }) => isRoot).map(({ id }) => `customers/${id}`) },
      };
    const [, id] = /^\/v26\/customers\/(\d+)\/googleAds:searchStream$/.exec(url.pathname) ?? [];
    const mutation = mutationOf(url.pathname, request.body);
    if (mutation) {
      const customer = fake.customers.find((each) => each.id === mutation.customerId);
      const mayWrite = fake.mayWrite && !readOnly.has((request.headers.authorization ?? '').replace('Bearer ', ''));
      return mayWrite && customer ? mutate(customer, mutation, { writes: server.writes, now: fake.now() }) : NO_WRITING;
    }
    if (id === undefined) return { status: 404, body: {}, text: '<html>Not found</html>' };
    return search(id, request);
  }

  function search(id: string, { headers, body }: FakeRequest): FakeAnswer {
    const customer = fake.customers.find((each) => each.id === id);
    const through = fake.customers.find((each) => each.id === String(headers['login-customer-id'] ?? id));
    const isVisible = through?.isRoot && (through.id === id || through.children?.includes(id));
    if (!customer || !isVisible)
      return refusal(403, 'PERMISSION_DENIED', 'No access', 'authorizationError', 'USER_PERMISSION_DENIED');
    if (customer.status === 'CANCELED')
      return refusal(403, 'PERMISSION_DENIED', 'Closed', 'authorizationError', 'CUSTOMER_NOT_ENABLED');
    const { query } = JSON.parse(body) as { query: string };
    const [, table = ''] = /FROM (\w+)/.exec(query) ?? [];
    if (table === 'customer_client') return stream([customer, ...(customer.children ?? []).flatMap(childrenOf)].map(clientRow));
    if (table === 'change_event') {
      const found = changesOf(customer, query, fake.now());
      return 'error' in found ? refusal(400, 'INVALID_ARGUMENT', 'Request', 'changeEventError', found.error) : stream(found.rows);
    }
    const name = TABLES.find((each) => each === table);
    if (name === undefined) return refusal(400, 'INVALID_ARGUMENT', 'Unknown table');
    const [, from, to] = /BETWEEN '([\d-]+)' AND '([\d-]+)'/.exec(query) ?? [];
    const dayOf = ({ segments }: { segments?: { date: string } }): string | undefined => segments?.date;
    const rows = (customer.tables?.[name] ?? []).filter((row) => {
      if (!hasIds(row, query)) return false;
      const day = dayOf(row);
      if (from === undefined || to === undefined) return day === undefined;
      return day !== undefined && day >= from && day <= to;
    });
    return stream(rows);
  }

  const childrenOf = (id: string): FakeCustomer[] => fake.customers.filter((each) => each.id === id);
  const clientRow = ({ id, name, currency, timezone, isManager = false, status = 'ENABLED' }: FakeCustomer) => ({
    customerClient: { id, descriptiveName: name, currencyCode: currency, timeZone: timezone, manager: isManager, status },
  });

  /** Chunks, of which one has no rows. */
  function stream(rows: readonly unknown[]): FakeAnswer {
    const chunks: unknown[] = [{ fieldMask: 'campaign.id', requestId: 'request-1' }];
    for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
      chunks.push({ results: rows.slice(start, start + ROWS_PER_CHUNK) });
    return { status: 200, body: chunks };
  }

  function issue(form: URLSearchParams): FakeAnswer {
    if (form.get('client_secret') !== fake.clientSecret) return { status: 401, body: { error: 'invalid_client' } };
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const code = codes.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = isRefresh
      ? refreshToken !== undefined && form.get('refresh_token') === refreshToken
      : code?.challenge === challenge && code.redirectUri === form.get('redirect_uri');
    if (!isGood) return { status: 400, body: { error: 'invalid_grant' } };
    codes.delete(form.get('code') ?? '');
    const token = fake.token();
    const body = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: HOUR_SECONDS,
      scope: 'https://www.googleapis.com/auth/adwords',
    };
    if (isRefresh) {
      refreshes += 1;
      return { status: 200, body };
    }
    refreshToken = `google-refresh-${randomUUID()}`;
    return { status: 200, body: { ...body, refresh_token: refreshToken } };
  }

  const server = await startProviderServer(t, answer, scripts, { isWrite });
  const fake: FakeGoogleAds = {
    server,
    customers,
    mayWrite: true,
    now: Date.now,
    clientSecret: GOOGLE_SECRET,
    refreshes: () => refreshes,
    endTokens: () => tokens.clear(),
    settings: {
      clientId: 'google-app',
      clientSecret: GOOGLE_SECRET,
      developerToken: DEVELOPER_TOKEN,
      url: server.url,
      apiVersion: 'v26',
      hasConversions: false,
    },
    token: () => {
      const token = `google-token-${randomUUID()}`;
      tokens.add(token);
      return token;
    },
    readOnlyToken: () => {
      const token = fake.token();
      readOnly.add(token);
      return token;
    },
    revoke: () => {
      tokens.clear();
      refreshToken = undefined;
    },
    grant: (options) => {
      const back = new URL(options.searchParams.get('redirect_uri') ?? '');
      const code = randomUUID();
      codes.set(code, { challenge: options.searchParams.get('code_challenge') ?? '', redirectUri: back.href });
      back.searchParams.set('code', code);
      back.searchParams.set('state', options.searchParams.get('state') ?? '');
      return back;
    },
  };
  return fake;
}
