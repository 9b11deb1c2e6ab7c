// Tokens that a provider refuses before their end, grants that have ended, and an app registration that the provider refuses.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { type FakeCustomer, GOOGLE_SECRET, startFakeGoogleAds } from '../../fakes/google-ads.ts';
import { startTestApp } from '../../harness.ts';
import { recordEvents } from '../webhooks/events.ts';
import { NOW, workOn } from './meta-world.ts';
import { Visitor } from './visitor.ts';

/** So short that no token ends by itself. */
const PAUSE_MS = 60_000;

const customer = (id: string): FakeCustomer => ({
  id,
  name: `Shop ${id}`,
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  isRoot: true,
  tables: {
    ad_group_ad: [
      {
        campaign: { id: '11', name: 'Sale' },
        adGroup: { id: '21', name: 'Group' },
        adGroupAd: { ad: { id: '31' } },
        metrics: { costMicros: '1500000', impressions: '100', clicks: '7' },
        segments: { date: '2026-11-24' },
      },
    ],
  },
});

async function startWorld(t: TestContext) {
  const ids = ['1001', '1002', '1003', '1004'];
  const google = await startFakeGoogleAds(t, ids.map(customer));
  const app = await startTestApp({ at: NOW, config: { providers: { google_ads: google.settings } } });
  t.after(() => app.close());
  const announced = recordEvents(app.base, app.profileId);
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  const { url } = (await api.post('/connections/google_ads/connect', { accounts: ids }, query)).body.data;
  assert.equal((await new Visitor().grant(url)).status, 303);
  const connection = async () => (await api.get('/connections', query)).body.data[0];
  const work = async (): Promise<void> => {
    app.clock.advance(PAUSE_MS);
    const { id } = await connection();
    await api.post(`/connections/${id}/sync`, {}, query);
    await workOn(app);
  };
  await work();
  return {
    app,
    google,
    connection,
    work,
    statusOf: async () => {
      const { status, status_reason, last_sync } = await connection();
      return [status, status_reason, last_sync.error];
    },
    events: () => announced().flatMap(({ type, data }) => (type === 'connection.synced' ? [] : `${type} ${data['reason']}`)),
  };
}

test('a token that the provider refuses', async (t) => {
  const w = await startWorld(t);
  assert.deepEqual(await w.statusOf(), ['active', null, null]);
  const before = w.google.refreshes();

  await t.test('is replaced once by all jobs that use it, and the connection stays active', async () => {
    w.google.endTokens();
    await w.work();
    assert.equal(w.google.refreshes(), before + 1);
    assert.deepEqual(await w.statusOf(), ['active', null, null]);
    assert.deepEqual(w.events(), []);
  });

  await t.test('ends the connection if the provider refuses its replacement too', async () => {
    w.google.server.fail('revoked');
    w.google.revoke();
    await w.work();
    await w.work();
    assert.deepEqual((await w.statusOf()).slice(0, 2), ['reconnect_required', 'grant_ended']);
    assert.deepEqual(w.events(), ['channel.health.updated grant_ended', 'connection.reconnect_required grant_ended']);
  });
});

test('a registration that the provider refuses is no dead grant', async (t) => {
  const w = await startWorld(t);
  w.google.clientSecret = 'changed at Google';
  w.google.endTokens();
  await w.work();
  await w.work();
  assert.deepEqual((await w.statusOf()).slice(0, 2), ['needs_action', 'registration_refused']);
  assert.deepEqual(w.events(), ['channel.health.updated registration_refused']);
  assert.equal((await w.connection()).reconnect_url, null);
  const { problems } = await commands.status(w.app.base, {}, () => undefined);
  assert.match(JSON.stringify(problems), /TRIBUTARY_GOOGLE_ADS_… with the app at Google Ads/);
  w.google.clientSecret = GOOGLE_SECRET;
  await w.work();
  assert.deepEqual(await w.statusOf(), ['active', null, null]);
  assert.deepEqual(w.events(), ['channel.health.updated registration_refused', 'channel.health.updated null']);
});
