// Phones that the list of bots names: counted, shown, taken out by a part of their user agent, and brought back by a replay as if they
// had never been flagged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rebuild } from '../../../src/credit/pipeline/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { COMPUTER_AGENT, startShop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into an answer
type AnyJson = any;

const OLD_PHONE =
  'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/S8500XXJEE; U; Bada/1.0; nl-nl) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile WVGA SMM-MMS/1.2.0 OPN-B';
const CRAWLER =
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test('updateTrackingSettings: a host of the list of referrer spam', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const visit = async (browser: string, referrer: string): Promise<void> => {
    const events = [{ event_type: 'page_view', url: 'https://shop.example/', referrer }];
    const body = JSON.stringify({ tracking_key: shop.trackingKey, anonymous_id: browser, events });
    const headers = { 'content-type': 'application/json', 'user-agent': COMPUTER_AGENT };
    assert.ok((await fetch(new URL('/t/collect', shop.baseUrl), { method: 'POST', headers, body })).ok);
  };
  const found = async (): Promise<unknown> => {
    await shop.settle();
    const { signals } = (await shop.owner.get('/tracking/quality')).body.data;
    const { count, user_agents } = signals.find(({ name }: AnyJson) => name === 'referrer_spam');
    const { current } = (await shop.owner.get('/overview', { date_from: '2026-03-01', date_to: '2026-03-31' })).body.data;
    return [current.visitors, count, user_agents.map(({ user_agent }: AnyJson) => user_agent)];
  };
  shop.clock.set('2026-03-02T10:00:00Z');
  for (const [browser, host] of Object.entries({ a: 'semalt.com', b: 'shop-of-a-friend.ucoz.ru', c: 'blog.example' }))
    await visit(browser, `https://${host}/`);
  const [spam, friend] = ['referrer spam: semalt.com', 'referrer spam: shop-of-a-friend.ucoz.ru'];
  assert.deepEqual(await found(), [1, 2, [spam, friend]]);
  assert.equal(
    (await shop.owner.patch('/tracking/settings', { bot_exceptions: ['referrer spam: shop-of-a-friend.ucoz.ru'] })).status,
    200,
  );
  assert.deepEqual(await found(), [2, 1, [spam]]);
});

test('updateTrackingSettings: bot_exceptions', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const days = { date_from: '2026-03-01', date_to: '2026-03-31' };
  const overview = async () => (await shop.owner.get('/overview', days)).body.data.current;
  const visit = (at: string, browser: string, agent: string, url = 'https://shop.example/?utm_source=news&utm_medium=email') =>
    shop.visit({ at, browser, url, agent });
  const signal = async (): Promise<AnyJson> =>
    (await shop.owner.get('/tracking/quality')).body.data.signals.find(({ name }: AnyJson) => name === 'bots_like_devices');
  const set = async (bot_exceptions: string[]) => {
    const answer = await shop.owner.patch('/tracking/settings', { bot_exceptions });
    await shop.settle();
    return answer;
  };
  await visit('2026-03-02T10:00:00Z', 'old', OLD_PHONE);
  await visit('2026-03-02T11:00:00Z', 'crawler', CRAWLER);
  await visit('2026-03-02T11:10:00Z', 'makers', OLD_PHONE, 'http://localhost:3000/');
  shop.clock.set('2026-03-03T10:00:00Z');
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'o',
    value: { amount: '9', currency: 'USD' },
    anonymous_id: 'old',
  });
  await shop.settle();

  await t.test('what is flagged is counted and shown, crawlers apart', async () => {
    const { count, status, next, user_agents } = await signal();
    assert.deepEqual([count, status, user_agents], [2, 'attention', [{ user_agent: OLD_PHONE, events: 2 }]]);
    assert.match(next, /bot_exceptions/);
    assert.deepEqual([(await overview()).visitors, (await overview()).attributed_outcomes], [0, 0]);
  });
  await t.test('a part of the user agent brings back what came before, and lets in what comes after', async () => {
    const { status, body } = await set([' Dolfin/2.0 ', 'dolfin/2.0']);
    assert.deepEqual([status, body.data.bot_exceptions], [200, ['dolfin/2.0']]);
    assert.deepEqual([(await overview()).visitors, (await overview()).attributed_outcomes], [1, 1]);
    await visit('2026-03-04T10:00:00Z', 'older', OLD_PHONE);
    await visit('2026-03-04T11:00:00Z', 'crawler', CRAWLER);
    await shop.settle();
    assert.equal((await overview()).visitors, 2);
    assert.equal((await signal()).count, 0);
  });
  await t.test('increments, a replay and a file built anew say the same', async () => {
    const before = await overview();
    await commands.replay(shop.base, {}, () => undefined);
    assert.deepEqual(await overview(), before);
    await rebuild(shop.base, shop.profileId);
    assert.deepEqual(await overview(), before);
  });
  await t.test('without it they are bots again', async () => {
    await set([]);
    assert.deepEqual([(await overview()).visitors, (await signal()).count], [0, 3]);
  });
  await t.test('a part that most user agents have is refused', async () => {
    for (const pattern of ['    ', ' ab ', 'Mozilla/5.0']) assert.equal((await set([pattern])).status, 422, pattern);
    assert.deepEqual((await shop.owner.get('/tracking/settings')).body.data.bot_exceptions, []);
  });
});
