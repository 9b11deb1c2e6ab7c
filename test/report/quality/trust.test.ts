// What a page must say beside its figures: each banner appears when its cause does, and none without one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop, type Shop } from '../shop.ts';
import { openWorld } from './worlds.ts';

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
      ...{ event_type: 'payment_received', idempotency_key: 'order-x', occurred_at: '2026-03-07T12:00:00Z' },
      ...{ value: { amount: '9000', currency: 'XPF' }, user_traits: { external_id: 'cust-1' } },
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
  await t.test('refuses unknown goals and ranges, and other credentials', async () => {
    assert.equal((await shop.owner.get('/trust', { goal: 'none' })).status, 400);
    assert.equal((await shop.owner.get('/trust', { days: 0 })).status, 400);
    assert.equal((await shop.api().get('/trust')).status, 401);
  });
});
