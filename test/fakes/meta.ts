// A fake of Meta's Graph API with its dialog: accounts, catalogue and insights that a test chooses, tokens that can be revoked, reports
// that take a while, pages, a usage header, and "reduce the amount of data".
import { createHmac, randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { activitiesOf, type MetaActivity } from './changes/meta-activities.ts';
import { answerOfObject, isWriteToMeta, type MetaRow, withCreative } from './meta-objects.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

type Row = MetaRow;

export interface FakeMetaAccount {
  /** As `/me/adaccounts` lists it. */
  account: Row & { account_id: string };
  campaigns: Row[];
  adsets: Row[];
  ads: Row[];
  /** With `name`; those that ads refer to as `creative: {id}`. */
  creatives?: Row[];
  /** As insights have it, with `date_start`, `campaign_id` and `ad_id`. */
  insights: Record<string, unknown>[];
  /** Its log of changes, the latest first. */
  activities?: MetaActivity[];
  /** Its lift and split studies, with the rows of their cells and objectives. */
  studies?: (Row & { cells?: Row[]; objectives?: Row[] })[];
  /** Of an account with more than one array holds: its insights of these days, instead. */
  insightsOf?: (since: string, until: string) => Record<string, unknown>[];
}

export interface FakeMeta {
  server: ProviderServer;
  /** The settings that lead to it. */
  settings: { clientId: string; clientSecret: string; url: string; apiVersion: string };
  accounts: FakeMetaAccount[];
  /** What the person ticks in the dialog; all that is asked for where undefined. */
  grantedScopes: string[] | undefined;
  /** Reports are done at the first look. */
  hasReportsAtOnce: boolean;
  /** The person still grants managing ads. */
  mayWrite: boolean;
  /** The time of what is logged. */
  now: () => number;
  /** True while nobody may read the log of changes. */
  isLogRefused: boolean;
  /** The order of a list of changes, and how many there are on a page at most. */
  logPages: { order: (rows: MetaActivity[]) => MetaActivity[]; rows: number };
  /** More insights than this are too much at once. */
  maxInsights: number;
  /** Percent of the budget in the header of usage. */
  usage: { percent: number; regainMinutes: number };
  /** A token as if somebody had connected. */
  token(): string;
  /** One of somebody who has not granted `ads_management`. */
  readOnlyToken(): string;
  /** The person ends the grant at Meta. */
  revoke(): void;
  /** What the browser brings back after granting. */
  grant(authorizationUrl: URL): URL;
}

export const META_SECRET = 'meta-app-secret';
const VERSION = 'v26.0';
const HOUR_USAGE = JSON.stringify({
  '1': [{ call_count: 100, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: 60 }],
});

const refusal = (status: number, error: Record<string, unknown>): FakeAnswer => ({
  status,
  body: { error: { fbtrace_id: 'trace', ...error } },
});
const DEAD = refusal(400, { code: 190, error_subcode: 463, message: 'Error validating access token' });
const ABSENT = refusal(400, { code: 100, error_subcode: 33, message: 'Unsupported get request' });
const TOO_MUCH = refusal(500, {
  code: 1,
  message: "Please reduce the amount of data you're asking for, then retry your request",
});

/** How Meta says what the scripts of every provider do. */
const scripts = {
  revoked: DEAD,
  error_once: refusal(400, { code: 2, message: '(#2) Service temporarily unavailable', is_transient: true }),
  throttled: {
    ...refusal(400, { code: 17, message: 'User request limit reached' }),
    headers: { 'x-business-use-case-usage': HOUR_USAGE },
  },
  throttled_shortly: {
    ...refusal(400, { code: 4, message: 'Application request limit reached' }),
    headers: { 'retry-after': '0' },
  },
};

/** Cells and objectives are edges of their own. */
const studiesIn = ({ studies = [] }: FakeMetaAccount): Row[] => studies.map(({ cells: _, objectives: __, ...study }) => study);

function partOfStudy(accounts: readonly FakeMetaAccount[], path: string): Row[] | undefined {
  const [, id, edge] = /^([^/]+)\/(cells|objectives)$/.exec(path) ?? [];
  const study = accounts.flatMap(({ studies = [] }) => studies).find((each) => each['id'] === id);
  return study && (edge === 'cells' ? study.cells : study.objectives);
}

export async function startFakeMeta(t: TestContext, accounts: FakeMetaAccount[] = []): Promise<FakeMeta> {
  const tokens = new Set<string>();
  const readOnly = new Set<string>();
  const codes = new Map<string, { redirectUri: string; scopes: string[] }>();
  const reports = new Map<string, { accountId: string; query: URLSearchParams; looks: number }>();
  let scopes: string[] = ['ads_read', 'ads_management', 'business_management'];

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    const path = url.pathname.replace(`/${VERSION}/`, '');
    const query = request.method === 'POST' ? new URLSearchParams(request.body) : url.searchParams;
    if (path === 'dialog/oauth') return { status: 302, body: {}, headers: { location: fake.grant(url).href } };
    if (path === 'oauth/access_token') return issue(query);
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!tokens.has(token)) return DEAD;
    const proof = createHmac('sha256', META_SECRET).update(token).digest('hex');
    if (url.searchParams.get('appsecret_proof') !== proof) return refusal(400, { code: 100, message: 'Invalid appsecret_proof' });
    const headers = { 'x-business-use-case-usage': usageHeader() };
    const mayWrite = fake.mayWrite && !readOnly.has(token);
    const world = { accounts: fake.accounts, writes: server.writes, mayWrite, now: fake.now };
    const object = answerOfObject(world, { method: request.method, path, query });
    if (object) return { ...object, headers };
    if (path === 'me/permissions' && request.method === 'GET' && (!fake.mayWrite || readOnly.has(token)))
      return { status: 200, body: { data: [{ permission: 'ads_read', status: 'granted' }] } };
    return { ...answerOf(request.method, path, query, url), headers };
  }

  function answerOf(method: string, path: string, query: URLSearchParams, url: URL): FakeAnswer {
    if (path === 'me/permissions' && method === 'DELETE') {
      fake.revoke();
      return { status: 200, body: { success: true } };
    }
    if (path === 'me/permissions')
      return { status: 200, body: { data: scopes.map((permission) => ({ permission, status: 'granted' })) } };
    if (path === 'me/adaccounts')
      return page(
        fake.accounts.map(({ account }) => account),
        url,
      );
    const part = partOfStudy(fake.accounts, path);
    if (part) return page(part, url);
    const [, accountId, edge = ''] = /^act_(\d+)\/(\w+)$/.exec(path) ?? [];
    if (accountId === undefined) return answerOfReport(path, url);
    const found = accountOf(accountId);
    if (!found) return ABSENT;
    if (edge === 'campaigns' || edge === 'adsets') return page(found[edge], url);
    if (edge === 'ads')
      return page(
        found.ads.map((row) => withCreative(found, row)),
        url,
      );
    if (edge === 'ad_studies') return page(studiesIn(found), url);
    if (edge === 'activities' && fake.isLogRefused) return refusal(403, { code: 200, message: 'Requires ads_management' });
    if (edge === 'activities') {
      url.searchParams.set('limit', String(Math.min(fake.logPages.rows, Number(query.get('limit')))));
      return page(fake.logPages.order(activitiesOf(found, query)), url);
    }
    if (edge !== 'insights') return ABSENT;
    if (method === 'POST') {
      const id = String(9_000_000_000_000_000_000n + BigInt(reports.size));
      reports.set(id, { accountId, query, looks: 0 });
      return { status: 200, body: {}, text: `{"report_run_id": ${id}}` };
    }
    const rows = insightsOf(found, query);
    return rows.length > fake.maxInsights ? TOO_MUCH : page(rows, url);
  }

  function answerOfReport(path: string, url: URL): FakeAnswer {
    const [id = '', edge] = path.split('/');
    const report = reports.get(id);
    const found = report && accountOf(report.accountId);
    if (!found) return ABSENT;
    const rows = insightsOf(found, report.query);
    if (edge === 'insights') return page(rows, url);
    report.looks += 1;
    const state = { id, async_status: 'Job Running', async_percent_completion: 50 };
    if (report.looks < 2 && !fake.hasReportsAtOnce) return { status: 200, body: state };
    if (rows.length > fake.maxInsights)
      return {
        status: 200,
        body: { ...state, async_status: 'Job Failed', error_code: 100, error_subcode: 1487534, error_message: 'Too much' },
      };
    // For a moment the job is said to be done while the rows are not all there.
    return {
      status: 200,
      body: {
        ...state,
        async_status: 'Job Completed',
        async_percent_completion: report.looks < 3 && !fake.hasReportsAtOnce ? 99 : 100,
      },
    };
  }

  const accountOf = (id: string) => fake.accounts.find(({ account }) => account.account_id === id);

  function insightsOf(
    { insights: stored, insightsOf: make }: FakeMetaAccount,
    query: URLSearchParams,
  ): Record<string, unknown>[] {
    const { since, until } = JSON.parse(query.get('time_range') ?? '{}') as { since: string; until: string };
    const insights = make?.(since, until) ?? stored;
    const [filter] = JSON.parse(query.get('filtering') ?? '[]') as { value: string[] }[];
    const rows = insights.filter(({ date_start: day, campaign_id: campaign }) => {
      return String(day) >= since && String(day) <= until && (!filter || filter.value.includes(String(campaign)));
    });
    if (query.get('level') !== 'campaign') return rows;
    return [...new Set(rows.map((row) => row['campaign_id']))].map((id) => ({ campaign_id: id, date_start: since }));
  }

  /** The address of the next page repeats the credential, as Meta does. */
  function page(rows: readonly unknown[], url: URL): FakeAnswer {
    const start = Number(url.searchParams.get('after') ?? 0);
    const end = start + Number(url.searchParams.get('limit') ?? 25);
    const next = new URL(url);
    next.searchParams.set('after', String(end));
    next.searchParams.set('access_token', [...tokens].at(-1) ?? '');
    const paging = { cursors: { before: String(start), after: String(end) }, ...(end < rows.length ? { next: next.href } : {}) };
    return { status: 200, body: { data: rows.slice(start, end), paging } };
  }

  function issue(query: URLSearchParams): FakeAnswer {
    if (query.get('client_secret') !== META_SECRET) return refusal(400, { code: 101, message: 'Error validating application' });
    const exchanged = query.get('fb_exchange_token');
    if (exchanged !== null && !tokens.has(exchanged)) return DEAD;
    const code = codes.get(query.get('code') ?? '');
    if (exchanged === null && code?.redirectUri !== query.get('redirect_uri'))
      return refusal(400, { code: 100, error_subcode: 36009, message: 'This authorization code has been used' });
    codes.delete(query.get('code') ?? '');
    if (code) scopes = code.scopes;
    const token = `meta-token-${randomUUID()}`;
    tokens.add(token);
    return {
      status: 200,
      body: { access_token: token, token_type: 'bearer', expires_in: exchanged === null ? 3_600 : 5_184_000 },
    };
  }

  const usageHeader = (): string => {
    const { percent, regainMinutes } = fake.usage;
    return JSON.stringify({
      '1': [{ type: 'ads_insights', call_count: percent, estimated_time_to_regain_access: regainMinutes }],
    });
  };

  const server = await startProviderServer(t, answer, scripts, { isWrite: isWriteToMeta });
  const fake: FakeMeta = {
    server,
    accounts,
    grantedScopes: undefined,
    hasReportsAtOnce: false,
    mayWrite: true,
    now: Date.now,
    isLogRefused: false,
    logPages: { order: (rows) => rows, rows: 25 },
    maxInsights: Number.POSITIVE_INFINITY,
    usage: { percent: 1, regainMinutes: 0 },
    settings: { clientId: 'meta-app', clientSecret: META_SECRET, url: server.url, apiVersion: VERSION },
    token: () => {
      const token = `meta-token-${randomUUID()}`;
      tokens.add(token);
      return token;
    },
    readOnlyToken: () => {
      const token = fake.token();
      readOnly.add(token);
      return token;
    },
    revoke: () => tokens.clear(),
    grant: (options) => {
      const back = new URL(options.searchParams.get('redirect_uri') ?? '');
      const code = randomUUID();
      const all = (options.searchParams.get('scope') ?? '').split(',');
      codes.set(code, { redirectUri: back.href, scopes: fake.grantedScopes ?? all });
      back.searchParams.set('code', code);
      back.searchParams.set('state', options.searchParams.get('state') ?? '');
      return back;
    },
  };
  return fake;
}
