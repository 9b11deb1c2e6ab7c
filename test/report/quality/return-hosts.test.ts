// Hosts whose visits mostly convert within five minutes: proposed from the shop's own data, and no source once a person said so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../../src/credit/pipeline/index.ts';
import { COMPUTER_AGENT, startShop } from '../shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into an answer
type AnyJson = any;

const MINUTE_MS = 60_000;

test('listUtmAnomalies: hosts that look like a step of paying', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const person = shop.api(shop.session);
  const profile_id = shop.profileId;
  const visit = async (anonymous_id: string, url: string, referrer?: string): Promise<void> => {
    const response = await fetch(new URL('/t/collect', shop.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': COMPUTER_AGENT },
      body: JSON.stringify({
        tracking_key: shop.trackingKey,
        anonymous_id,
        events: [{ event_type: 'page_view', url, ...(referrer ? { referrer } : {}) }],
      }),
    });
    assert.ok(response.ok);
  };
  const pay = (browser: string): Promise<string> =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `order-${browser}`,
      anonymous_id: browser,
      value: { amount: '10', currency: 'USD' },
    });
  // Ten customers of a mail pay at a wallet and come back from it; of twelve readers of a blog one buys at once.
  shop.clock.set('2026-03-02T10:00:00Z');
  for (let i = 0; i < 10; i += 1) {
    await visit(`b${i}`, 'https://shop.example/?utm_source=news&utm_medium=email');
    shop.clock.advance(MINUTE_MS);
    await visit(`b${i}`, 'https://shop.example/thanks', 'https://pay.wallet.example/');
    shop.clock.advance(MINUTE_MS);
    if (i < 8) await pay(`b${i}`);
  }
  for (let i = 0; i < 12; i += 1) {
    await visit(`r${i}`, 'https://shop.example/', 'https://blog.example/');
    if (i === 0) await pay('r0');
    shop.clock.advance(6 * MINUTE_MS);
  }
  await shop.settle();
  shop.clock.set('2026-03-03T10:00:00Z');
  const proposals = async (): Promise<AnyJson[]> =>
    (await shop.owner.get('/quality/utm/anomalies')).body.data.filter(({ kind }: AnyJson) => kind === 'return_host');
  /** Sales by the source that has their last touch. */
  const sources = (): Promise<unknown> =>
    ask(shop.base, shop.profileId, {
      sql: `select source, (sum(last_touch) // 1000000)::integer as sales
        from credit join origins using (origin_id) where last_touch > 0 group by source order by source`,
    });

  await t.test('proposes the host with its money, and nothing that seldom converts', async () => {
    const found = await proposals();
    assert.deepEqual(
      found.map(({ value, visits, conversions, proposal }) => ({ value, visits, conversions, proposal })),
      [
        {
          value: 'pay.wallet.example',
          visits: 10,
          conversions: 8,
          proposal: { operation: 'updateTrackingSettings', params: { no_source_hosts: ['pay.wallet.example'] } },
        },
      ],
    );
    assert.deepEqual([found[0].status, found[0].money.cash], ['attention', '80']);
  });
  await t.test('takes the credit as long as nobody confirmed it', async () => {
    assert.deepEqual(await sources(), [
      { source: 'blog.example', sales: 1 },
      { source: 'wallet.example', sales: 8 },
    ]);
  });
  await t.test('only a person confirms it', async () => {
    const body = { no_source_hosts: ['pay.wallet.example'] };
    const byKey = await shop.owner.patch('/tracking/settings', body);
    assert.deepEqual([byKey.status, byKey.body.error.code], [403, 'forbidden']);
    assert.equal((await person.patch('/tracking/settings', { no_source_hosts: ['no host'] }, { profile_id })).status, 422);
    const { status, body: answer } = await person.patch('/tracking/settings', body, { profile_id });
    assert.deepEqual([status, answer.data.no_source_hosts], [200, ['pay.wallet.example']]);
    await shop.settle();
    assert.deepEqual(await proposals(), []);
  });
  await t.test('then the credit is that of the visit before', async () => {
    assert.deepEqual(await sources(), [
      { source: 'blog.example', sales: 1 },
      { source: 'news', sales: 8 },
    ]);
  });
  await t.test('a key may remove it', async () => {
    assert.equal((await shop.owner.patch('/tracking/settings', { no_source_hosts: [] })).status, 200);
    await shop.settle();
    assert.equal((await proposals()).length, 1);
  });
});
