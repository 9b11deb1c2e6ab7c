// Ad platforms that are only read, through the door: connected, read, named in figures and lists of ads, and never changed.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { providers, registeredPlatform } from '../../../src/act/connections/providers.ts';
import { AD_PLATFORMS } from '../../../src/providers/ad-platform.ts';
import { type FakePlatform, openAiAds, SPENT_DAY, startFakePlatforms, startReadPlatforms } from '../../fakes/ad-platforms.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { NOW, workOn } from './meta-world.ts';
import { Visitor } from './visitor.ts';

async function start(t: TestContext, platforms: readonly FakePlatform[]): Promise<TestApp> {
  const config = { providers: Object.fromEntries(platforms.map(({ id, settings }) => [id, settings])) };
  const app = await startTestApp({ at: NOW, installation: { currency: 'EUR', timezone: 'Europe/Berlin' }, config });
  t.after(() => app.close());
  return app;
}

/** The first account of three. */
async function connect(app: TestApp, { id, accounts }: FakePlatform): Promise<void> {
  const visitor = new Visitor();
  const { body } = await app.api(app.session).post(`/connections/${id}/connect`, {}, { profile_id: app.profileId });
  const { url } = body.data;
  const form = await connectForm(visitor, url);
  assert.equal(form, url, id);
  const { status, html } = await visitor.submit(url, { [`account:${accounts[0]}`]: 'on' }, `${url}/accounts`);
  assert.ok(status < 400, html);
}

const connectForm = async (visitor: Visitor, url: string): Promise<string | undefined> =>
  (await visitor.grant(url)).location?.href;

async function pause(app: TestApp, ad: string): Promise<[number, string]> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${app.session}`,
    'idempotency-key': `pause-${ad}`,
  };
  const url = `${app.baseUrl}/api/v1/ads/${ad}/pause?profile_id=${app.profileId}`;
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  const body = (await response.json()) as { error?: { code: string } };
  return [response.status, body.error?.code ?? ''];
}

test('what a provider is good for is what its client can do', async (t) => {
  const app = await start(t, await startFakePlatforms(t));
  const { body } = await app.api(app.session).get('/connections', { profile_id: app.profileId });
  const said = new Map<string, string[]>(
    body.meta.providers.map((each: { provider: string; capabilities: string[] }) => [each.provider, each.capabilities]),
  );
  assert.equal(said.size, providers().length);
  for (const id of AD_PLATFORMS) {
    if (id === 'sandbox') continue;
    const platform = registeredPlatform(app.base, id);
    assert.ok(platform, id);
    assert.equal(said.get(id)?.includes('changes'), platform.writes !== undefined, id);
  }
});

test('accounts that are only read: spend by day, ads with their campaigns, no change', async (t) => {
  const keyed = await openAiAds(t);
  const platforms = [...(await startReadPlatforms(t)), keyed];
  const app = await start(t, platforms);
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  for (const platform of platforms) if (platform !== keyed) await connect(app, platform);
  await t.test('a key that is typed in opens its account, and a wrong one says so', async () => {
    const { body } = await api.post('/connections/openai_ads/connect', {}, query);
    const { url } = body.data;
    const visitor = new Visitor();
    const page = await visitor.open(url);
    assert.match(page.html, /Advertiser API key/);
    for (const [api_key, words] of [
      ['two words', /Enter the Advertiser API key/],
      ['another-key-4711', /does not accept these credentials/],
    ] as const) {
      const { status, html } = await visitor.submit(url, { api_key });
      assert.ok(status >= 400 && words.test(html), html);
    }
    const seen = await visitor.submit(url, { api_key: keyed.key });
    assert.ok(seen.status < 400, seen.html);
  });
  await workOn(app);
  await app.settle();
  const { body: list } = await api.get('/connections', query);
  const { body: ads } = await api.get('/ads', { ...query, date_from: SPENT_DAY, date_to: SPENT_DAY });
  for (const { id, server } of platforms)
    await t.test(id, async () => {
      const connection = list.data.find(({ provider }: { provider: string }) => provider === id);
      assert.deepEqual([connection.status, connection.last_sync.error], ['active', null]);
      const [account] = connection.accounts.filter(({ is_selected }: { is_selected: boolean }) => is_selected);
      assert.deepEqual([account.write_access, account.is_history_complete], [false, true]);
      const mine = ads.data.filter(({ account_id }: { account_id: string }) => account_id === account.id);
      assert.deepEqual(
        mine.map((ad: { name: string; campaign: { name: string }; spend: string }) => [ad.name, ad.campaign.name, ad.spend]),
        [['Ad', 'Autumn', '10.5']],
      );
      const asked = server.requests.length;
      assert.deepEqual(await pause(app, mine[0].id), [501, 'not_implemented']);
      assert.equal(server.requests.length, asked, 'nothing was asked of the platform');
    });

  await t.test('what is spent is in figures', async () => {
    const { body } = await api.get('/overview', { ...query, date_from: SPENT_DAY, date_to: SPENT_DAY });
    assert.equal(body.data.current.spend, 10.5 * platforms.length);
  });

  await t.test('their connections send no conversions, which need a token of their own', async () => {
    for (const { provider, id } of list.data) {
      if (provider === 'amazon_ads') continue;
      const settings = { target_id: 'pixel-1', account_id: '5001' };
      const { status, body } = await api.post('/exports/destinations', { kind: provider, settings, connection_id: id }, query);
      assert.deepEqual([status, body.error.code], [422, 'validation_error'], JSON.stringify(body));
      assert.match(body.error.message, /conversions need access_token/);
    }
  });
});
