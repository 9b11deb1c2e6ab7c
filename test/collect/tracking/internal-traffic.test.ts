// Browsers of the site's own people: by their network or by a mark of the device. They are stored and left out, and a setting counts them from the
// beginning and leaves them out again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rebuild } from '../../../src/credit/pipeline/index.ts';
import { COMPUTER_AGENT, startShop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into an answer
type AnyJson = any;

/** The tests' own address. */
const HERE = '127.0.0.0/8';

test('updateTrackingSettings: internal_traffic', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const set = async (networks: string[], is_counted = false) => {
    const answer = await shop.owner.patch('/tracking/settings', { internal_traffic: { networks, is_counted } });
    await shop.settle();
    return answer;
  };
  const view = async (browser: string, more: object = {}): Promise<void> => {
    const event = {
      event_id: `view-of-${browser}`,
      event_type: 'page_view',
      url: 'https://shop.example/?utm_source=news&utm_medium=email',
      ...more,
    };
    const body = JSON.stringify({ tracking_key: shop.trackingKey, anonymous_id: browser, events: [event] });
    const headers = { 'content-type': 'application/json', 'user-agent': COMPUTER_AGENT };
    assert.ok((await fetch(new URL('/t/collect', shop.baseUrl), { method: 'POST', headers, body })).ok);
  };
  const days = { date_from: '2026-03-01', date_to: '2026-03-31' };
  const visitors = async (): Promise<number> => (await shop.owner.get('/overview', days)).body.data.current.visitors;
  const noticed = async (): Promise<Record<string, number>> => {
    const { signals } = (await shop.owner.get('/tracking/quality')).body.data;
    return Object.fromEntries(signals.map(({ name, count }: AnyJson) => [name, count]));
  };
  shop.clock.set('2026-03-02T10:00:00Z');
  await view('customer');
  await view('phone-of-a-maker', { svc_internal: '1' });
  await view('unmarked', { svc_internal: '0' });
  assert.equal((await set([HERE, ` ${HERE}`])).status, 200);
  await view('office');
  await shop.settle();

  await t.test('a network and a marked device are stored, and in no figure', async () => {
    assert.equal(await visitors(), 2);
    const { internal, bots } = await noticed();
    assert.deepEqual([internal, bots], [2, 0], 'and they are no bots');
    const facts = shop.base.journal.read(shop.profileId, 0n, 100).map(({ body }) => JSON.parse(body));
    const marks = facts.flatMap(({ bot_agent }) => bot_agent ?? []);
    assert.deepEqual(marks, ['internal traffic: device', 'internal traffic: network']);
    assert.ok(!JSON.stringify(facts).includes('127.0.0'), 'the address is in no event');
  });

  await t.test('an event that is sent again from elsewhere is the same', async () => {
    await set([]);
    await view('office');
    await view('phone-of-a-maker', { svc_internal: '1' });
    await shop.settle();
    assert.equal(await visitors(), 2);
  });

  await t.test('counted, they are in all figures; and out of them again', async () => {
    assert.equal((await set([HERE], true)).body.data.internal_traffic.is_counted, true);
    assert.equal(await visitors(), 4);
    await view('colleague');
    await shop.settle();
    assert.equal(await visitors(), 5);
    await set([HERE]);
    assert.equal(await visitors(), 2);
    assert.equal((await noticed())['internal'], 3);
    await rebuild(shop.base, shop.profileId);
    assert.equal(await visitors(), 2, 'also in a file that is built anew');
  });

  await t.test('user agents that count are another setting', async () => {
    await shop.owner.patch('/tracking/settings', { bot_exceptions: ['dolfin/2.0'] });
    await set([HERE], true);
    await shop.owner.patch('/tracking/settings', { bot_exceptions: [] });
    await shop.settle();
    assert.equal(await visitors(), 5);
  });

  await t.test('what is no network, or most of the internet, is refused', async () => {
    const before = (await shop.owner.get('/tracking/settings')).body.data;
    for (const network of [
      'office',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '64.0.0.0/2',
      '2000::/3',
      '::/0',
      '10.0.0.1,10.0.0.2',
      '10.0.0.0/',
    ])
      assert.equal((await set([network])).status, 422, network);
    for (const network of ['192.0.2.7', '198.51.100.0/24', '2001:db8::/48'])
      assert.equal((await set([network])).status, 200, network);
    await set(before.internal_traffic.networks, before.internal_traffic.is_counted);
    assert.deepEqual((await shop.owner.get('/tracking/settings')).body.data, before);
  });
});

test('updateTrackingSettings: quarantined_keys', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const [{ id }] = (await shop.owner.get('/tracking/keys')).body.data;
  const set = async (quarantined_keys: object[]) => {
    const answer = await shop.owner.patch('/tracking/settings', { quarantined_keys });
    await shop.settle();
    return answer;
  };
  const view = async (browser: string, agent = COMPUTER_AGENT): Promise<number> => {
    const events = [{ event_type: 'page_view', url: 'https://shop.example/' }];
    const body = JSON.stringify({ tracking_key: shop.trackingKey, anonymous_id: browser, events });
    const headers = { 'content-type': 'application/json', 'user-agent': agent };
    const { status } = await fetch(new URL('/t/collect', shop.baseUrl), { method: 'POST', headers, body });
    await shop.settle();
    return status;
  };
  const days = { date_from: '2026-03-01', date_to: '2026-03-31' };
  const visitors = async (): Promise<number> => (await shop.owner.get('/overview', days)).body.data.current.visitors;
  const held = async (): Promise<number> =>
    (await shop.owner.get('/tracking/quality')).body.data.signals.find(({ name }: AnyJson) => name === 'keys_in_quarantine')
      .count;
  shop.clock.set('2026-03-02T10:00:00Z');
  await view('before');
  assert.equal((await set([{ id, is_counted: false }])).status, 200);

  await t.test('what a key in quarantine sends is kept and not counted', async () => {
    assert.ok((await view('held')) < 300);
    await view('robot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    assert.deepEqual([await visitors(), await held()], [1, 1]);
  });

  await t.test('released, it counts from the beginning of the quarantine on, without the robots', async () => {
    await set([{ id, is_counted: true }]);
    assert.equal(await visitors(), 2);
    await view('after the release');
    assert.equal(await visitors(), 3);
  });

  await t.test('put back and left out again, later events count and the marked ones stay out', async () => {
    await set([{ id, is_counted: false }]);
    await set([]);
    await view('later');
    assert.equal(await visitors(), 2);
  });

  await t.test('only keys of the profile can be held', async () => {
    assert.equal((await set([{ id: '00000000-0000-4000-8000-000000000000', is_counted: false }])).status, 422);
    assert.deepEqual((await shop.owner.get('/tracking/settings')).body.data.quarantined_keys, []);
  });
});
