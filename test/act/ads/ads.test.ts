// The list of ads: what the account says of them, and what each cost and earned, on days that can be worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { replay } from '../../../src/credit/pipeline/index.ts';
import { type AdWorld, PNG, RANGE, startAdWorld } from './ad-world.ts';

const HOUR_MS = 3_600_000;
const idsOf = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);
const adOf = ({ data }: Awaited<ReturnType<AdWorld['ads']>>, id: string) => {
  const found = data.find((ad) => ad.id === id);
  assert.ok(found, `no ad ${id}`);
  return found;
};

test('listAds', async (t) => {
  const w = await startAdWorld(t);
  const { app } = w;
  const rates = await app.api(app.session).patch('/profile', { currency: 'EUR' }, { profile_id: app.profileId });
  assert.equal(rates.status, 200, JSON.stringify(rates.body));
  // Cleo comes by 992 and then by 991, and buys; Dan comes by 991 and buys; Eve comes by 993 and does not.
  await w.visit('2026-11-20T10:00:00Z', 'cleo', '992');
  await w.visit('2026-11-21T10:00:00Z', 'cleo', '991');
  await w.visit('2026-11-21T11:00:00Z', 'dan', '991');
  await w.visit('2026-11-22T11:00:00Z', 'eve', '993');
  app.clock.set('2026-11-25T12:00:00Z');
  await w.pay('2026-11-22T10:00:00Z', 'cleo', 'order-1', '100');
  await w.pay('2026-11-22T12:00:00Z', 'dan', 'order-2', '51.5');
  await w.connect();
  await w.work();
  await app.settle();

  await t.test('names, statuses, budgets and learning are as the account has them', async () => {
    const ad = adOf(await w.ads(), '991');
    assert.deepEqual(
      { ...ad, creative: { ...ad.creative, thumbnail_url: typeof ad.creative.thumbnail_url } },
      {
        id: '991',
        platform: 'meta',
        account_id: '102',
        name: 'Reel: the workshop',
        status: { configured: 'active', effective: 'active', platform: 'ACTIVE' },
        adset: { id: '81', name: 'Wide', status: 'active', learning: 'learning' },
        campaign: { id: '71', name: 'Spring', status: 'active', objective: 'OUTCOME_SALES' },
        budget: { level: 'adset', daily: '20.5', lifetime: null, currency: 'EUR' },
        creative: {
          id: 'c991',
          name: 'Reel: the workshop',
          type: 'image',
          thumbnail_url: 'string',
          landing_page_url: null,
          url_tags: 'ad_id=991',
        },
        created_at: '2026-10-01T08:00:00.000Z',
        read_at: '2026-11-25T12:00:00.000Z',
        spend: '30.3',
        impressions: 300,
        clicks: 9,
        ctr: 0.03,
        cpc: '3.366667',
        cpm: '101',
        outcomes: '2',
        revenue: '151.5',
        roas: 5,
        cost_per_outcome: '15.15',
        compared: null,
        without_sale: null,
      },
    );
    assert.deepEqual(adOf(await w.ads(), '993').budget, { level: 'campaign', daily: '50', lifetime: null, currency: 'EUR' });
  });

  await t.test('what the model divides is divided, and a second model is beside it', async () => {
    const answer = await w.ads({ model: 'linear', compare_model: 'first_touch' });
    const { outcomes, revenue, compared } = adOf(answer, '992');
    assert.deepEqual([outcomes, revenue], ['0.5', '50']);
    assert.deepEqual(compared, { model: 'first_touch', outcomes: '1', revenue: '100', roas: 8.333333, cost_per_outcome: '12' });
    assert.deepEqual([answer.meta.model, answer.meta.compare_model], ['linear', 'first_touch']);
  });

  await t.test('figures are those of the attribution report by ad', async () => {
    for (const model of ['last_non_direct', 'linear', 'first_touch', 'position_based']) {
      const query = { profile_id: app.profileId, ...RANGE, dimension: 'ad', models: model };
      const { rows, totals } = (await w.api.get('/attribution', query)).body.data;
      const answer = await w.ads({ model });
      for (const { key, spend, models } of rows.filter((row: { key: string }) => row.key !== '(none)')) {
        const { conversions, cost_per_conversion, ...figures } = models[model];
        const ad = adOf(answer, key);
        const shown = {
          spend: ad.spend,
          outcomes: ad.outcomes,
          revenue: ad.revenue,
          roas: ad.roas,
          cost_per_outcome: ad.cost_per_outcome,
        };
        assert.deepEqual(
          shown,
          { spend, outcomes: conversions, cost_per_outcome: cost_per_conversion, ...figures },
          `${key} ${model}`,
        );
      }
      assert.equal(answer.meta.totals.spend, totals.spend);
    }
  });

  await t.test('an ad that was never shown cost 0 where its account reported, and is not measured where none did', async () => {
    const shown = ({ spend, impressions, outcomes, roas }: Record<string, unknown>) => [spend, impressions, outcomes, roas];
    assert.deepEqual(shown(adOf(await w.ads(), '994')), ['0', 0, '0', null]);
    const before = { date_from: '2024-01-01', date_to: '2024-01-31' };
    assert.deepEqual(shown(adOf(await w.ads(before), '994')), [null, null, '0', null]);
    assert.equal((await w.ads(before)).meta.totals.spend, null);
  });

  await t.test('filters', async () => {
    assert.deepEqual(idsOf(await w.ads({ search: 'REEL' })), ['991']);
    assert.deepEqual(idsOf(await w.ads({ search: 'wide' })), ['991', '992']);
    assert.deepEqual(idsOf(await w.ads({ search: '72' })), ['993', '994']);
    assert.deepEqual(idsOf(await w.ads({ campaign_id: '72' })), ['993', '994']);
    assert.deepEqual(idsOf(await w.ads({ adset_id: '81' })), ['991', '992']);
    assert.deepEqual(idsOf(await w.ads({ platform: 'tiktok' })), []);
    assert.deepEqual((await w.ads({ platform: 'tiktok' })).meta.totals.ads, 0);
    assert.equal((await w.ads({ status: 'active,paused' })).data.length, 4);
    assert.deepEqual(idsOf(await w.ads({ status: 'removed,unknown' })), []);
    const { meta } = await w.ads({ adset_id: '81' });
    assert.deepEqual(meta.totals, {
      ads: 2,
      spend: '42.3',
      outcomes: '2',
      revenue: '151.5',
      roas: 3.58156,
      cost_per_outcome: '21.15',
    });
  });

  await t.test('orders, and pages that give each ad once in every order', async () => {
    assert.deepEqual(idsOf(await w.ads()), ['991', '992', '993', '994']);
    assert.deepEqual(idsOf(await w.ads({ sort: 'spend', order: 'asc' })), ['994', '993', '992', '991']);
    assert.deepEqual(idsOf(await w.ads({ sort: 'name' })), ['992', '994', '991', '993']);
    assert.deepEqual(idsOf(await w.ads({ sort: 'name', order: 'desc' })), ['993', '991', '994', '992']);
    assert.equal(idsOf(await w.ads({ sort: 'cost_per_outcome' }))[0], '991');
    for (const sort of ['spend', 'impressions', 'clicks', 'outcomes', 'revenue', 'roas', 'cost_per_outcome', 'name'])
      for (const order of ['asc', 'desc']) {
        const whole = idsOf(await w.ads({ sort, order }));
        const paged: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await w.ads({ sort, order, limit: 1, cursor });
          paged.push(...idsOf(page));
          cursor = page.pagination.cursor;
        }
        assert.deepEqual(paged, whole, `${sort} ${order}`);
      }
  });

  await t.test('uploaded spend of an account that is not connected has ads without a status', async () => {
    const days = [
      { day: '2026-11-21', rows: [{ ad_id: 'g1', ad_name: 'Search', campaign_id: 'gc', campaign_name: 'Brand', spend: '3' }] },
    ];
    const sent = { platform: 'google', account_id: 'g', currency: 'EUR', days };
    assert.equal((await app.api(app.apiKey).post('/spend', sent)).status, 200);
    await app.settle();
    const ad = adOf(await w.ads({ status: 'unknown' }), 'g1');
    assert.deepEqual([ad.name, ad.status, ad.budget, ad.creative, ad.spend], ['Search', null, null, null, '3']);
    assert.deepEqual(ad.campaign, { id: 'gc', name: 'Brand', status: null, objective: null });
  });

  await t.test('a picture is copied and served by its address; a script and a huge file are none', async () => {
    const answer = await w.ads();
    const { thumbnail_url: address } = adOf(answer, '991').creative;
    assert.deepEqual(w.pictures.asked.sort(), ['/a?sig=1', '/d', '/huge.png', '/script.png']);
    assert.equal(adOf(answer, '992').creative.thumbnail_url, null);
    assert.equal(adOf(answer, '993').creative.thumbnail_url, null);
    const at = (url: string) => fetch(new URL(new URL(url).pathname, app.baseUrl));
    const picture = await at(address);
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
    assert.match(picture.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), PNG);
    const [, pictureId, until] = /ad-pictures\/([^/]+)\/(\d+)\//.exec(address) ?? [];
    assert.equal((await at(address.slice(0, -2))).status, 404);
    assert.equal((await at(address.replace(String(until), String(Number(until) + 86_400)))).status, 404);
    assert.equal((await at(`http://x/ad-pictures/${pictureId}/../../state.sqlite`)).status, 404);
    const profile = app.base.state.db.prepare('update creative_pictures set picture_id = picture_id where content_type is null');
    assert.equal(profile.run().changes, 2);
    app.clock.advance(3 * 24 * HOUR_MS);
    assert.equal((await at(address)).status, 404);
    app.clock.set('2026-11-25T12:00:00Z');
  });

  await t.test('a change is seen after the next reading, and not as of before it', async () => {
    const before = (await w.ads()).meta.version;
    const [, , still] = w.account.ads;
    Object.assign(still ?? {}, { name: 'Still life', effective_status: 'CAMPAIGN_PAUSED' });
    Object.assign(w.account.campaigns[1] ?? {}, { effective_status: 'PAUSED', daily_budget: '7000' });
    app.clock.advance(HOUR_MS + 60_000);
    await w.work();
    await app.settle();
    const now = adOf(await w.ads(), '993');
    assert.deepEqual([now.name, now.status.effective, now.budget.daily], ['Still life', 'paused', '70']);
    const then = adOf(await w.ads({ as_of: `${before.through_seq}.${before.through_decision}` }), '993');
    assert.deepEqual([then.name, then.status.effective, then.budget.daily], ['Still', 'active', '50']);
  });

  await t.test('figures of a full replay are the same', async () => {
    const { meta, ...before } = await w.ads();
    await replay(app.base, app.profileId);
    const { meta: rebuilt, ...after } = await w.ads();
    assert.deepEqual(after, before);
    assert.deepEqual(rebuilt.totals, meta.totals);
  });

  await t.test('for those who may read campaigns, of their own profile', async () => {
    const query = { profile_id: app.profileId, ...RANGE };
    const keyOf = (scopes: string[]) =>
      app.api(createApiKey(app.base, { profileId: app.profileId, name: 'key', scopes, actor: 'system' } as never).secret);
    assert.equal((await keyOf(['campaigns:read']).get('/ads', query)).status, 200);
    assert.equal((await keyOf(['analytics:read']).get('/ads', query)).body.error.code, 'insufficient_scope');
    assert.equal((await app.api().get('/ads', query)).status, 401);
    const foreign = { ...query, profile_id: '00000000-0000-4000-8000-000000000000' };
    assert.equal((await w.api.get('/ads', foreign)).status, 404);
  });

  await t.test('what this service has written is shown before the account is read again', async () => {
    const write = async (path: string, body: object) => {
      const address = new URL(`/api/v1${path}?profile_id=${app.profileId}`, app.baseUrl);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.session}`, 'idempotency-key': path };
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 200, await answer.text());
    };
    const idsWith = async (status: string) => idsOf(await w.ads({ status }));
    const shown = async (id: string, query = {}) => {
      const { status, budget } = adOf(await w.ads(query), id);
      return [status.configured, status.effective, status.platform, budget.daily];
    };
    const asOf = new Date(app.clock.now()).toISOString();
    assert.deepEqual(await shown('991'), ['active', 'active', 'ACTIVE', '20.5']);
    app.clock.advance(1_000);
    await write('/ads/991/pause', {});
    await write('/adsets/81/budget', { daily_budget: 3000 });
    assert.deepEqual(await shown('991'), ['paused', 'paused', 'PAUSED', '30']);
    assert.deepEqual([(await idsWith('active')).includes('991'), (await idsWith('paused')).includes('991')], [false, true]);
    assert.deepEqual(await shown('991', { as_of: asOf }), ['active', 'active', 'ACTIVE', '20.5'], 'as of before');
    app.clock.advance(1_000);
    const ad = w.account.ads.find(({ id }) => id === '991');
    Object.assign(ad ?? {}, { status: 'ACTIVE', configured_status: 'ACTIVE', effective_status: 'ACTIVE' });
    await w.work();
    await app.settle();
    assert.deepEqual(await shown('991'), ['active', 'active', 'ACTIVE', '30'], 'what the account says now');
  });

  await t.test('refuses what it cannot read', async () => {
    const query = { profile_id: app.profileId, ...RANGE };
    const codeOf = async (more: Record<string, unknown>) => (await w.api.get('/ads', { ...query, ...more })).body.error?.code;
    assert.equal(await codeOf({ cursor: 'nonsense' }), 'invalid_parameter');
    assert.equal(await codeOf({ status: 'dead' }), 'invalid_parameter');
    assert.equal(await codeOf({ sort: 'luck' }), 'invalid_parameter');
    assert.equal(await codeOf({ model: 'best' }), 'invalid_parameter');
    assert.equal(await codeOf({ goal: 'nothing' }), 'invalid_parameter');
    assert.equal(await codeOf({ date_from: '2026-11-25', date_to: '2026-11-20' }), 'invalid_date_range');
  });
});

test('an ad that spent without a sale', async (t) => {
  const w = await startAdWorld(t);
  const { app } = w;
  await app.api(app.session).patch('/profile', { currency: 'EUR' }, { profile_id: app.profileId });
  // Five ads sell three times each for 10 a sale, and one spends 32 for nothing.
  const ads = ['1', '2', '3', '4', '5'].map((no) => ({ ad_id: `s${no}`, spend: '30' }));
  const rows = [...ads, { ad_id: 'none', spend: '32' }];
  const sent = { platform: 'meta', account_id: 'g', currency: 'EUR', days: [{ day: '2026-11-21', rows }] };
  assert.equal((await app.api(app.apiKey).post('/spend', sent)).status, 200);
  for (const { ad_id } of ads)
    for (const buyer of ['x', 'y', 'z']) {
      await w.visit('2026-11-21T10:00:00Z', `${ad_id}${buyer}`, ad_id);
      app.clock.set('2026-11-25T12:00:00Z');
      await w.pay('2026-11-22T10:00:00Z', `${ad_id}${buyer}`, `order ${ad_id}${buyer}`, '40');
    }
  await app.settle();
  const answer = await w.ads();
  assert.equal(answer.meta.median_cost_per_outcome, '10');
  assert.deepEqual(adOf(answer, 'none').without_sale, {
    times_median_cost: 3.2,
    chance: 0.0408,
    text: 'Spent 3.2 × the median cost without a sale; an average ad would do that 4 times in 100.',
  });
  assert.equal(adOf(answer, 's1').without_sale, null);
  const few = await w.ads({ model: 'first_paid', date_from: '2026-11-23' });
  assert.equal(few.meta.median_cost_per_outcome, null);
});
