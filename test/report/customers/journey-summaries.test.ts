// Summaries of journeys: written from the events by rule, kept, and counted against the workspace's day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useWriter } from '../../../src/report/customers/journey-summaries.ts';
import { completion, type FakeModel, fakeModel } from '../../fakes/language-model.ts';
import { openShop, type Shop } from '../shop.ts';

const NONE = { summary: null, cached: false, generated_at: null, events_used: 0, model: null, fallback: null };
const ANAS =
  'First seen on 1 March 2026 by Paid Search (google, Spring boots), on a phone. 3 page views in 2 visits, over 6 days; came back by Email. ' +
  'Paid 100 USD on 5 March 2026, paid 50 USD on 6 March 2026 and got 25 USD back on 7 March 2026.';

let shop: Shop;
let ana: string;
before(async () => {
  shop = await openShop({ config: { plans: true } });
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
    const kept = { summary: ANAS, generated_at: '2026-03-08T00:00:00.000Z', events_used: 6, model: 'composer-1', fallback: null };
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

  await t.test('costs nothing where there is nothing to tell', async () => {
    const used = units();
    assert.deepEqual((await write('nobody')).body.data, NONE);
    assert.deepEqual((await write('9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d')).body.data, NONE);
    assert.equal(units(), used);
  });

  await t.test('keeps nothing of somebody who is erased while it is written', async () => {
    const used = units();
    useWriter(shop.base, {
      name: 'late',
      write: async () => {
        const erased = { profile_id: shop.profileId, anonymous_id: 'ben' };
        await shop.api(shop.session).post(`/workspaces/${shop.workspaceId}/customer-erasures`, erased);
        return 'Told of Ben.';
      },
    });
    assert.equal((await write('ben')).status, 503);
    assert.equal(
      shop.base.state.db.prepare("select count(*) from journey_summaries where summary like '%Ben%'").pluck().get(),
      0,
    );
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
    assert.equal(refused?.headers['x-ratelimit-reset'], String(Date.parse('2026-03-10T00:00:00Z') / 1000));
    shop.clock.set('2026-03-10T00:00:00Z');
    assert.equal((await write(ana)).status, 200);
  });

  await t.test('where no plans apply, the operator says how many a day are written', async (t) => {
    const own = await openShop({ config: { aiUnitsPerDay: 2 } });
    t.after(() => own.close());
    const id = (await own.owner.get('/customers/search', { q: 'ana@example.com' })).body.data[0].customer_profile_id;
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await own.owner.post(`/customers/${id}/journey-summary`)).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  await t.test('goes with the person', async () => {
    const body = { profile_id: shop.profileId, customer_profile_id: ana };
    const erased = await shop.api(shop.session).post(`/workspaces/${shop.workspaceId}/customer-erasures`, body);
    assert.ok(erased.status < 300);
    assert.equal((await read(ana)).body.data.summary, null);
  });
});

test('a journey told by the operator’s own language model', async (t) => {
  const model = await fakeModel(t);
  const configured = {
    languageModelUrl: `${model.url}/`,
    languageModelKey: 'their-key',
    languageModel: 'small',
    languageModelLocal: true,
  };
  const open = async (config: Record<string, unknown>): Promise<(path?: string) => ReturnType<Shop['owner']['post']>> => {
    const its = await openShop({ config: { ...configured, ...config } });
    t.after(() => its.close());
    return () => its.owner.post('/customers/ana/journey-summary');
  };
  const message = await open({ languageModelSeconds: 0.5 });

  await t.test('is told what the composer knows, and nothing of the person', async () => {
    const { data } = (await message()).body;
    assert.deepEqual([data.summary, data.model, data.fallback], ['Said by the model.', 'small', null]);
    const [request] = model.asked;
    assert.deepEqual([request?.path, request?.authorization], ['POST /v1/chat/completions', 'Bearer their-key']);
    const { messages, model: name } = JSON.parse(request?.text ?? '');
    assert.equal(name, 'small');
    assert.match(messages[1].content, /^2026-03-01 10:00 page_view by Paid Search \(google, Spring boots\) on mobile\n/);
    assert.match(messages[1].content, /\n2026-03-05 12:00 payment_received 100 USD\n/);
    assert.doesNotMatch(request?.text ?? '', /Ana|Rojas|ana@|cust-1|shop\.example|boots"|\/cart|Gx1|iOS|Safari/);
  });

  const failures: [string, FakeModel['answer'], RegExp][] = [
    ['refuses', (response) => void response.writeHead(500).end('{"error":"their-key is wrong"}'), /returned 500$/],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end(), /returned 302$/],
    ['is no endpoint of completions', (response) => void response.end('<html>'), /something other than a completion/],
    ['says nothing', completion(' \n'), /no text/],
    ['says no text', completion({ a: 1 }), /something other than a completion/],
    ['says far too much', (response) => void response.end('x'.repeat(300_000)), /more than 262144 bytes/],
    ['compresses', (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), /compression/],
    ['does not answer', () => undefined, /within \d+ ms/],
    ['hangs up', (response) => void response.destroy(), /language model/],
  ];
  for (const [what, answer, reason] of failures)
    await t.test(`falls back to the composer, and says so, when it ${what}`, async () => {
      model.answer = answer;
      const { status, body } = await message();
      assert.deepEqual([status, body.data.summary, body.data.model], [200, ANAS, 'composer-1']);
      assert.match(body.data.fallback, reason);
      assert.doesNotMatch(body.data.fallback, /their-key/);
    });

  await t.test('cuts what is too long, and takes out what cannot be seen', async () => {
    model.answer = completion(`a\u0000\u202e${'b'.repeat(3_000)}`);
    const { summary } = (await message()).body.data;
    assert.equal(summary.length, 2_000);
    assert.match(summary, /^ab+…$/);
  });

  await t.test('is not asked on this machine or another port without the operator’s word', async () => {
    model.answer = completion('Said by the model.');
    const before = model.asked.length;
    const strict = await open({ languageModelLocal: false });
    assert.match((await strict()).body.data.fallback, /names port/);
    const inner = await open({ languageModelLocal: false, languageModelUrl: 'http://127.0.0.1/v1' });
    assert.match((await inner()).body.data.fallback, /not public/);
    assert.equal(model.asked.length, before);
    const byName = await open({ languageModelUrl: model.url.replace('127.0.0.1', 'localhost') });
    assert.equal((await byName()).body.data.model, 'small');
  });
});
