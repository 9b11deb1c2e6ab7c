// What a page must say beside its figures: each banner appears when its cause does, and none without one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { watchProfile } from '../../../src/report/quality/watch.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';
import { openWorld } from './open-world.ts';

let shop: Shop;
let app: TestApp;
before(async () => {
  shop = await openShop();
  app = await startTestApp({ at: '2026-04-01T00:30:00Z' });
});
after(async () => {
  await shop.close();
  await app.close();
});

interface Banner {
  code: string;
  status: string;
  sentence: string;
  next: string;
}
const codes = (banners: readonly Banner[]): string[] => banners.map(({ code }) => code);

test('getTrust', async (t) => {
  const read = async (query = {}): Promise<Banner[]> => (await shop.owner.get('/trust', query)).body.data;

  await t.test('a small shop has few conversions, and an account that stopped reporting', async () => {
    assert.deepEqual(codes(await read()).sort(), ['few_conversions', 'spend_incomplete']);
  });
  await t.test('names money without a rate, facts that wait, and settings that changed', async () => {
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'order-x',
      occurred_at: '2026-03-07T12:00:00Z',
      value: { amount: '9000', currency: 'XPF' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.settle();
    const rate = (await read()).find(({ code }) => code === 'rate_missing');
    assert.equal(rate?.status, 'problem');
    assert.match(rate?.sentence ?? '', /XPF/);
    assert.equal((await shop.owner.patch('/profile/attribution-settings', { click_window_days: 20 })).status, 200);
    await shop.settle();
    const changed = (await read()).find(({ code }) => code === 'meaning_changed');
    assert.equal(changed?.status, 'ok', 'a remark');
  });
  await t.test('low coverage is a banner only when it is certain', async () => {
    const healthy = await openWorld(app, 21, {});
    const poor = await openWorld(app, 21, { nobody: 0.6 });
    const of = async ({ api }: typeof healthy): Promise<string[]> => codes((await api.get('/trust')).body.data);
    assert.ok(!(await of(healthy)).includes('coverage_low'));
    assert.ok((await of(poor)).includes('coverage_low'));
    const range = { date_from: '2026-03-05', date_to: '2026-04-01' };
    for (const path of ['/overview', '/overview/series', '/attribution', '/attribution/paths']) {
      const warned = async ({ api }: typeof healthy): Promise<string[]> =>
        codes((await api.get(path, range)).body.warnings ?? []);
      assert.ok((await warned(poor)).includes('coverage_low'), path);
      assert.ok(!(await warned(healthy)).includes('coverage_low'), path);
    }
  });
  await t.test('says what moved since days were two days old, and why', async () => {
    const moved = await startTestApp({ at: '2026-03-10T12:00:00Z' });
    t.after(() => moved.close());
    const api = moved.api(moved.apiKey);
    const pay = async (key: string, amount: string, more: object = {}): Promise<void> => {
      const body = { event_type: 'payment_received', idempotency_key: key, occurred_at: '2026-03-10T10:00:00Z' };
      const event = { ...body, value: { amount, currency: 'USD' }, user_traits: { email: 'ana@example.com' }, ...more };
      assert.equal((await api.post('/events', event)).status, 201);
      await moved.settle();
    };
    const banner = async () => {
      const banners = (await api.get('/trust')).body.data;
      return banners.find(({ code }: Banner) => code === 'restated');
    };
    await pay('order-1', '100');
    await pay('order-2', '400');
    moved.clock.set('2026-03-12T12:00:00Z');
    await watchProfile(moved.base, moved.profileId);
    assert.equal(await banner(), undefined, 'nothing moved');
    moved.clock.advance(60_000);
    await pay('order-late', '9');
    assert.equal(await banner(), undefined, 'less than 2 %');
    await pay('order-later', '30');
    await pay('refund-1', '100', { event_type: 'refund', refund_of: 'order-1', occurred_at: '2026-03-12T11:00:00Z' });
    const { status, sentence, money, applies_to, since } = await banner();
    assert.deepEqual(
      [status, money.cash, money.spend, applies_to, since],
      ['attention', '-61', null, ['revenue', 'roas'], '2026-03-12T12:00:00.000Z'],
    );
    assert.equal(
      sentence,
      'Since the day was two days old, cash is 12 % lower (439 instead of 500 USD): refunds of 100 USD, purchases of 39 USD that arrived later.',
    );
    const range = { date_from: '2026-03-01', date_to: '2026-03-12' };
    const { warnings } = (await api.get('/overview', range)).body;
    assert.ok(codes(warnings).includes('restated'));
    await watchProfile(moved.base, moved.profileId);
    assert.equal((await banner()).money.cash, '-61', 'the first figures of a day stay');
    assert.equal(
      (await api.get('/trust', { days: 1 })).body.data.find(({ code }: Banner) => code === 'restated'),
      undefined,
    );
  });
  await t.test('refuses unknown goals and ranges, and other credentials', async () => {
    assert.equal((await shop.owner.get('/trust', { goal: 'none' })).status, 400);
    assert.equal((await shop.owner.get('/trust', { days: 0 })).status, 400);
    assert.equal((await shop.api().get('/trust')).status, 401);
  });
});
