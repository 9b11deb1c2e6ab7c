// The sandbox through its client: granted on its page, read, changed, its time moved on; and the conformance suite in front of it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { rewritePng } from '../../../src/account/workspaces/png.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import type { AdAccount, AdSpend, Grant, OAuthPlatform } from '../../../src/providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../../src/providers/ad-platform-errors.ts';
import { ProviderFailure } from '../../../src/providers/http/failure.ts';
import { LiveTokens, type Tokens } from '../../../src/providers/oauth/client.ts';
import { createSandboxAds } from '../../../src/providers/sandbox/client.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { openMarket, reportedDay, type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { startSandboxProxy } from '../../fakes/sandbox.ts';
import { testWrites } from '../ad-writes.ts';
import { collect, testConformance, timeoutOf } from '../conformance.ts';

const NOW = '2026-11-25T11:00:00Z';
const DAY_MS = 86_400_000;
const WORKSPACE = 'workspace-1';
const STATE = 'state-1';
const redirectUri = 'http://127.0.0.1:1/connect/sandbox/callback';

interface Started {
  sandbox: Sandbox;
  folder: string;
  clock: ReturnType<typeof fakeClock>;
  platform: OAuthPlatform;
}

async function start(t: TestContext, { folder = newFolder(t), perMinute = 10_000 } = {}): Promise<Started> {
  const clock = fakeClock(NOW);
  const sandbox = await startSandbox({ folder, clock, perMinute, isOwnRedirect: (uri) => uri === redirectUri });
  sandbox.market(WORKSPACE, { seed: 5 });
  sandbox.expect(STATE, WORKSPACE);
  t.after(() => sandbox.stop());
  const clientSecret = new Secret(sandbox.clientSecret);
  return { sandbox, folder, clock, platform: createSandboxAds({ url: sandbox.url, clientId: sandbox.clientId, clientSecret }) };
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-sandbox-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A person opens the page, ticks accounts and allows. */
async function connect(
  { platform, clock, sandbox }: Started,
  choice: { accounts?: number; decision?: string; scope?: string } = {},
): Promise<Tokens> {
  const request = { redirectUri, state: STATE, codeVerifier: randomBytes(32).toString('base64url') };
  const page = await (await fetch(await platform.oauth.authorizationUrl(request))).text();
  const inputs = [...page.matchAll(/<input type="(?:hidden|checkbox)" name="([^"]+)" value="([^"]*)"/g)];
  const texts = inputs.map(
    ([, name = '', value = '']) => [name, value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))] as const,
  );
  const accounts = texts.filter(([name]) => name === 'account').slice(0, choice.accounts ?? 1);
  const form = new URLSearchParams(
    [...texts.filter(([name]) => name !== 'account'), ...accounts].map(([name, value]) => [name, value]),
  );
  form.set('decision', choice.decision ?? 'allow');
  if (choice.scope !== undefined) form.set('scope', choice.scope);
  const answer = await fetch(`${sandbox.url}/oauth/authorize`, { method: 'POST', body: form, redirect: 'manual' });
  assert.equal(answer.status, 303, await answer.text());
  const callback = new URL(answer.headers.get('location') ?? '');
  return platform.oauth.exchangeCode({ ...request, callback, now: clock.now() });
}

const grantOf = ({ accessToken }: Tokens): Grant => ({ accessToken: async () => accessToken });

async function firstAccount({ platform }: Started, grant: Grant): Promise<AdAccount> {
  const [account] = await platform.listAccounts(grant);
  assert.ok(account);
  return account;
}

async function spendOf({ platform }: Started, grant: Grant, account: AdAccount, from: string, to = from): Promise<AdSpend[]> {
  return (await collect(platform.readSpend(grant, account, { from, to }))).flat();
}

const total = (rows: AdSpend[]): number => rows.reduce((sum, { spend }) => sum + Math.round(Number(spend) * 100), 0);

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  return error;
}

async function write({ sandbox }: Started, { accessToken }: Tokens, what: string, body: unknown, key?: string) {
  const [method = '', path = ''] = what.split(' ');
  const headers = { authorization: `Bearer ${accessToken.reveal()}`, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const answer = await fetch(`${sandbox.url}/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('the client conforms', async (t) => {
  const started = await start(t);
  const tokens = await connect(started, { accounts: 2 });
  const secret = tokens.accessToken.reveal();
  await testConformance(
    t,
    async (t) => {
      const server = await startSandboxProxy(t, started.sandbox.url);
      const clientSecret = new Secret(started.sandbox.clientSecret);
      const platform = createSandboxAds({ url: server.url, clientId: 'tributary', clientSecret, timeoutMs: timeoutOf(t) });
      const grant = grantOf(tokens);
      const read = async () => {
        const account = await firstAccount({ ...started, platform }, grant);
        const range = { from: '2026-11-01', to: '2026-11-20' };
        return [await collect(platform.readCatalogue(grant, account)), await collect(platform.readSpend(grant, account, range))];
      };
      return { server, secret, read: () => read().catch(refuse) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  );
});

test('the writes conform', async (t) => {
  const yen = { allowed: 7_000, amount: '7000', refused: 99 };
  await testWrites(t, async (t) => {
    const started = await start(t);
    const grant = grantOf(await connect(started, { accounts: 2 }));
    const server = await startSandboxProxy(t, started.sandbox.url);
    const clientSecret = new Secret(started.sandbox.clientSecret);
    const platform = createSandboxAds({ url: server.url, clientId: 'tributary', clientSecret, timeoutMs: 1_000 });
    const account = (await platform.listAccounts(grant)).find(({ currency }) => currency === 'JPY');
    assert.ok(account && platform.writes);
    const pages = await collect(platform.readCatalogue(grant, account));
    const [ad] = pages.flatMap(({ ads }) => ads);
    const [adSet] = pages.flatMap(({ adSets }) => adSets);
    assert.ok(ad);
    const readOnly = grantOf(await connect(started, { accounts: 2, scope: 'ads:read' }));
    return { server, writes: platform.writes, grant, readOnly, account, ad, adSet, budgets: yen };
  });
});

test('a budget of the campaign is shown as such and is not changed below it', async (t) => {
  const started = await start(t);
  const grant = grantOf(await connect(started));
  const account = await firstAccount(started, grant);
  const adSets = (await collect(started.platform.readCatalogue(grant, account))).flatMap((page) => page.adSets);
  const shared = adSets.find(({ name }) => name === 'Home office');
  const { writes } = started.platform;
  assert.ok(shared && writes);
  assert.deepEqual((await writes.readAdSet(grant, account, shared)).budget, {
    level: 'campaign',
    period: 'daily',
    minorUnits: 5_200,
    amount: '52',
  });
  assert.equal((await failureOf(Promise.resolve(writes.setDailyBudget?.(grant, account, shared, 5_300)))).outcome, 'conflict');
});

function refuse(error: unknown): never {
  throw error instanceof ProviderFailure ? adPlatformErrorOf(error, { name: 'The sandbox', use: 'read' }) : error;
}

test('people choose accounts, in two currencies', async (t) => {
  const started = await start(t);
  const accounts = async (tokens: Tokens) =>
    (await started.platform.listAccounts(grantOf(tokens))).map(({ currency }) => currency);
  assert.deepEqual(await accounts(await connect(started)), ['EUR']);
  assert.deepEqual(await accounts(await connect(started, { accounts: 2 })), ['EUR', 'JPY']);
  assert.equal((await failureOf(connect(started, { decision: 'deny' }))).outcome, 'rejected');
  assert.equal((await failureOf(connect(started, { accounts: 0 }))).outcome, 'rejected');
});

test('a grant is sent to the service alone, and a code is good once', async (t) => {
  const started = await start(t);
  const request = { redirectUri: 'http://evil.example/', state: 's', codeVerifier: 'v'.repeat(43) };
  assert.equal((await fetch(await started.platform.oauth.authorizationUrl(request))).status, 422);
  const refused = await fetch(`${started.sandbox.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'c', client_id: 'tributary', client_secret: 'wrong' }),
  });
  assert.equal(refused.status, 401);
});

test('the catalogue has what real ones have: a campaign budget, learning, a dynamic creative, a paused ad, pictures', async (t) => {
  const started = await start(t);
  const grant = grantOf(await connect(started));
  const pages = await collect(started.platform.readCatalogue(grant, await firstAccount(started, grant)));
  const campaigns = pages.flatMap((page) => page.campaigns);
  const ads = pages.flatMap((page) => page.ads);
  assert.deepEqual(
    campaigns.filter(({ dailyBudget }) => dailyBudget !== undefined).map(({ name, dailyBudget }) => [name, dailyBudget]),
    [['Desks non-brand', '52']],
  );
  const learning = pages.flatMap((page) => page.adSets).filter((adSet) => adSet.learning === 'learning');
  assert.deepEqual(
    learning.map(({ name }) => name),
    ['Students'],
  );
  assert.equal(ads.filter(({ creative }) => creative?.type === 'dynamic').length, 1);
  assert.equal(ads.filter(({ effectiveStatus }) => effectiveStatus === 'paused').length, 1);
  assert.ok(ads.every(({ id }) => BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER)));
  const pictures = await Promise.all(ads.map(async ({ creative }) => await (await fetch(creative?.thumbnailUrl ?? '')).bytes()));
  for (const picture of pictures) assert.equal(rewritePng(Buffer.from(picture), 96).width, 96);
  assert.ok(new Set(pictures.map((picture) => Buffer.from(picture).toString('hex'))).size > ads.length / 2);
});

test('spend is the pure function of seed, day and history, and the last three days are restated', async (t) => {
  const started = await start(t);
  const grant = grantOf(await connect(started));
  const account = await firstAccount(started, grant);
  const market = openMarket({ seed: 5, scale: 1, today: '2026-11-25' });
  const now = { today: '2026-11-25', hours: 0.5 };
  for (const day of ['2026-08-01', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']) {
    const expected = reportedDay(market, account.id, day, now);
    const rows = await spendOf(started, grant, account, day);
    assert.deepEqual(
      rows.map(({ adId, spend, clicks }) => [adId, Math.round(Number(spend) * 100), clicks]),
      expected.map(({ ad, spend, clicks }) => [ad.id, spend, clicks]),
    );
  }
  const before = await spendOf(started, grant, account, '2026-11-24');
  assert.deepEqual(await spendOf(started, grant, account, '2026-11-26'), []);
  started.sandbox.advance(10 * DAY_MS);
  const later = grantOf(await connect(started));
  assert.ok(total(await spendOf(started, later, account, '2026-11-24')) > total(before));
  assert.ok(total(await spendOf(started, later, account, '2026-11-26')) > 0);
  const year = await spendOf(started, later, account, '2025-11-01', '2026-11-30');
  assert.ok(year.length > 5_000, String(year.length));
  assert.equal(new Set(year.map(({ day, adId }) => `${day} ${adId}`)).size, year.length);
});

test('yen have no smaller unit', async (t) => {
  const started = await start(t);
  const grant = grantOf(await connect(started, { accounts: 2 }));
  const yen = (await started.platform.listAccounts(grant)).find(({ currency }) => currency === 'JPY');
  assert.ok(yen);
  const rows = await spendOf(started, grant, yen, '2026-11-20');
  assert.ok(rows.length === 2 && rows.every(({ spend }) => /^\d{3,4}$/.test(spend)), JSON.stringify(rows));
});

test('a status or a budget counts from the next day, is read back at once, and survives a restart', async (t) => {
  const started = await start(t);
  const tokens = await connect(started);
  const grant = grantOf(tokens);
  const account = await firstAccount(started, grant);
  const [before] = await spendOf(started, grant, account, '2026-11-20');
  const lamps = (await collect(started.platform.readCatalogue(grant, account)))
    .flatMap((page) => page.adSets)
    .find(({ name }) => name === 'Desk lamps');
  assert.ok(before?.adId && lamps);
  const paused = await write(started, tokens, `PATCH ads/${before.adId}`, { status: 'PAUSED' });
  assert.deepEqual([paused.status, paused.body['status'], paused.body['effective_status']], [200, 'PAUSED', 'PAUSED']);
  assert.equal((await write(started, tokens, `PATCH ad_sets/${lamps.id}`, { daily_budget: 3800 })).body['daily_budget'], 3800);
  await started.sandbox.stop();

  const again = await start(t, { folder: started.folder });
  again.sandbox.advance(7 * DAY_MS);
  const later = grantOf(await connect(again));
  const spentBy = (rows: AdSpend[], adSetId: string) => total(rows.filter((row) => row.adSetId === adSetId));
  const [today, next] = [await spendOf(again, later, account, '2026-11-25'), await spendOf(again, later, account, '2026-11-26')];
  assert.ok(today.some(({ adId }) => adId === before.adId));
  assert.ok(!next.some(({ adId }) => adId === before.adId));
  assert.ok(spentBy(next, lamps.id) > 1.5 * spentBy(today, lamps.id));
});

test('bad writes change nothing, and a copy is made once for a key', async (t) => {
  const started = await start(t);
  const tokens = await connect(started);
  const grant = grantOf(tokens);
  const pages = await collect(started.platform.readCatalogue(grant, await firstAccount(started, grant)));
  const adSets = pages.flatMap((page) => page.adSets);
  const [shared, own] = [adSets.find(({ name }) => name === 'Home office'), adSets.find(({ name }) => name === 'Desk lamps')];
  const file = readFileSync(join(started.folder, 'sandbox.json'), 'utf8');
  const refusals: [string, unknown, number][] = [
    [`PATCH ad_sets/${shared?.id}`, { daily_budget: 500 }, 409],
    [`PATCH ad_sets/${own?.id}`, { daily_budget: 99 }, 422],
    [`PATCH ad_sets/${own?.id}`, { daily_budget: 10.5 }, 422],
    [`PATCH ad_sets/${own?.id}`, { colour: 'red' }, 422],
    ['PATCH ad_sets/1', { status: 'PAUSED' }, 404],
    ['PATCH accounts/1', {}, 404],
    ['POST campaigns/1/copies', {}, 404],
  ];
  for (const [what, body, status] of refusals) assert.equal((await write(started, tokens, what, body)).status, status, what);
  assert.equal(readFileSync(join(started.folder, 'sandbox.json'), 'utf8'), file);
  const copied = await write(started, tokens, `POST ad_sets/${own?.id}/copies`, {}, 'key-1');
  assert.deepEqual((await write(started, tokens, `POST ad_sets/${own?.id}/copies`, {}, 'key-1')).body, copied.body);
  const after = await collect(started.platform.readCatalogue(grant, await firstAccount(started, grant)));
  assert.equal(after.flatMap((page) => page.adSets).length, adSets.length + 1);
  assert.equal(after.flatMap((page) => page.ads).length, pages.flatMap((page) => page.ads).length + 2);
});

test('tokens end, are refreshed in turn, and a revoked grant is dead', async (t) => {
  const started = await start(t);
  const saved = [await connect(started)];
  const store = { load: () => saved.at(-1) as Tokens, save: (tokens: Tokens) => void saved.push(tokens) };
  started.clock.advance(2 * 3_600_000);
  const [first] = saved;
  assert.ok(first);
  assert.equal((await failureOf(started.platform.listAccounts(grantOf(first)))).outcome, 'reconnect');
  const live = new LiveTokens();
  const grant = { accessToken: () => live.accessToken('c', started.platform.oauth, store, () => started.clock.now()) };
  assert.equal((await started.platform.listAccounts(grant)).length, 1);
  assert.equal(saved.length, 2);
  const file = readFileSync(join(started.folder, 'sandbox.json'), 'utf8');
  for (const { accessToken, refreshToken } of saved)
    assert.ok(!file.includes(accessToken.reveal()) && !file.includes(refreshToken?.reveal() ?? ''), 'the file has a token');
  await started.platform.oauth.revoke(store.load());
  assert.equal((await failureOf(started.platform.listAccounts(grant))).outcome, 'reconnect');
});

test('too many requests within a minute are throttled, with a Retry-After', async (t) => {
  const started = await start(t, { perMinute: 3 });
  const grant = grantOf(await connect(started));
  for (let time = 0; time < 3; time += 1) await started.platform.listAccounts(grant);
  const { outcome, details } = await failureOf(started.platform.listAccounts(grant));
  assert.equal(outcome, 'throttled');
  assert.ok((details.retryAfterMs ?? 0) > 5_000 && (details.retryAfterMs ?? 0) <= 61_000, String(details.retryAfterMs));
});
