// Summaries of journeys: written from the events by rule, kept, and counted against the workspace's day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useWriter } from '../../../src/report/customers/journey-summaries.ts';
import { openShop, type Shop } from '../shop.ts';

const NONE = { summary: null, cached: false, generated_at: null, events_used: 0, model: null };
const ANAS =
  'First seen on 1 March 2026 by Paid Search (google, Spring boots), on a phone. 3 page views in 2 visits, over 6 days; came back by Email. ' +
  'Paid 100 USD on 5 March 2026, paid 50 USD on 6 March 2026 and got 25 USD back on 7 March 2026.';

let shop: Shop;
let ana: string;
before(async () => {
  shop = await openShop();
  ana = (await shop.owner.get('/customers/search', { q: 'ana@example.com' })).body.data[0].customer_profile_id;
});
after(() => shop.close());

const units = (): unknown => shop.base.state.db.prepare('select sum(units) from ai_units').pluck().get();
const read = async (id: string, by = shop.owner) => by.get(`/customers/${id}/journey-summary`);
const write = async (id: string, by = shop.owner) => by.post(`/customers/${id}/journey-summary`);

test('getJourneySummary', async (t) => {
  await t.test('answers none where none was written, and needs the scope for people', async () => {
    assert.deepEqual((await read(ana)).body.data, NONE);
    assert.equal(units(), null);
    assert.equal((await read(ana, shop.conversionsOnly)).status, 403);
    assert.equal((await write(ana, shop.conversionsOnly)).status, 403);
  });
});

test('generateJourneySummary', async (t) => {
  await t.test('tells the path in a few sentences, keeps them, and takes one unit', async () => {
    const { status, body } = await write(ana);
    const kept = { summary: ANAS, generated_at: '2026-03-08T00:00:00.000Z', events_used: 6, model: 'composer-1' };
    assert.deepEqual([status, body.data], [200, { ...kept, cached: false }]);
    assert.deepEqual((await read(ana)).body.data, { ...kept, cached: true });
    assert.equal((await write(ana)).body.data.summary, ANAS);
    assert.equal(units(), 2);
  });

  await t.test('finds a visitor by the id of the browser, before and after it is known whose it is', async () => {
    const { summary } = (await write('ben')).body.data;
    assert.match(summary, /^First seen on 2 March 2026 by Direct.*Paid 20 USD on 2 March 2026\.$/);
    assert.equal((await read('ben')).body.data.summary, summary);
    assert.equal((await read('ana')).body.data.summary, ANAS);
    const { data } = (await shop.owner.get('/customers/ana/journey')).body;
    assert.equal(data.total_count, 6);
  });

  await t.test('costs nothing where there is nothing to tell, or no text came', async () => {
    const used = units();
    assert.deepEqual((await write('nobody')).body.data, NONE);
    assert.deepEqual((await write('9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d')).body.data, NONE);
    useWriter(shop.base, { name: 'broken', write: () => Promise.reject(new Error('no answer')) });
    assert.equal((await write(ana)).status, 503);
    assert.equal((await read(ana)).body.data.summary, ANAS);
    assert.equal(units(), used);
  });

  await t.test('ends with the allowance of the day, also for calls at once, and begins anew at midnight UTC', async () => {
    useWriter(shop.base, { name: 'slow', write: async () => 'said' });
    shop.clock.set('2026-03-09T18:00:00Z');
    const answers = await Promise.all(Array.from({ length: 25 }, () => write(ana)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 20);
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual([refused?.status, refused?.body.error.code], [429, 'rate_limit_exceeded']);
    assert.equal(refused?.headers['retry-after'], '21600');
    shop.clock.set('2026-03-10T00:00:00Z');
    assert.equal((await write(ana)).status, 200);
  });

  await t.test('goes with the person', async () => {
    const body = { profile_id: shop.profileId, customer_profile_id: ana };
    const erased = await shop.api(shop.session).post(`/workspaces/${shop.workspaceId}/customer-erasures`, body);
    assert.ok(erased.status < 300);
    assert.equal((await read(ana)).body.data.summary, null);
  });
});
