// The summary of data quality and the findings about attribution, through the door: what they refuse, what they say of few cases, that money
// in doubt is a union, and that nothing is computed twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { longSummary, summariesOf } from '../../../src/report/quality/quality.ts';
import { loweredByMoney, statusOfShare, wilson } from '../../../src/report/quality/rules.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { openShop, type Shop } from '../shop.ts';
import { type OpenedWorld, openWorld } from './open-world.ts';
import { statementsRead } from './statements-read.ts';

let app: TestApp;
let world: OpenedWorld;
let shop: Shop;
before(async () => {
  shop = await openShop();
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  world = await openWorld(app, 3, { nobody: 0.4 });
});
after(async () => {
  await shop.close();
  await app.close();
});

interface Found {
  name: string;
  status: string;
  count: number;
  of: number;
  share: number | null;
  interval: [number, number] | null;
  money: { cash: string | null } | null;
  explanation: string;
  next: string;
  evidence: { label: string; count: number; share: number | null }[];
  too_few?: boolean;
}

test('a finding is certain before it is loud', () => {
  const threshold = { isWorseBelow: false, attention: 0.05, problem: 0.15 };
  assert.equal(statusOfShare(29, 29, threshold), 'ok', 'too few cases say nothing');
  assert.equal(statusOfShare(20, 120, threshold), 'attention', '17 % may be 11 % by chance');
  assert.equal(statusOfShare(200, 1200, threshold), 'attention', '17 % of many may still be 14.7 %');
  assert.equal(statusOfShare(300, 1200, threshold), 'problem');
  const [low, high] = wilson(10, 100);
  assert.deepEqual([low.toFixed(4), high.toFixed(4)], ['0.0552', '0.1744']);
  const none = { isWorseBelow: false, attention: 0, problem: 0.02 };
  for (let cases = 30; cases <= 1000; cases += 1) {
    assert.equal(statusOfShare(0, cases, none), 'ok', `0 of ${cases} are not above 0`);
    assert.equal(wilson(cases, cases)[1], 1);
  }
});

test('a problem that touches little money is lowered', () => {
  const period = { spend: 1000n, cash: 1000n };
  assert.equal(loweredByMoney('problem', { spend: 0n, cash: 9n }, period), 'attention');
  assert.equal(loweredByMoney('problem', { spend: 0n, cash: 10n }, period), 'problem');
  assert.equal(loweredByMoney('problem', { spend: 20n, cash: 0n }, period), 'problem');
  assert.equal(loweredByMoney('problem', null, period), 'problem', 'unknown money is not little');
  assert.equal(loweredByMoney('problem', { spend: null, cash: null }, period), 'problem');
});

test('getAttributionQuality', async (t) => {
  const read = async (query = {}) => (await world.api.get('/quality/attribution', query)).body;
  const named = (body: { data: Found[] }, name: string) => body.data.find((finding) => finding.name === name);

  await t.test('names what keeps conversions from a source, with its money and what to do', async () => {
    const nobody = named(await read(), 'nobody_known');
    assert.ok(nobody);
    assert.equal(nobody.status, 'problem');
    assert.equal(nobody.share, Math.round((nobody.count / nobody.of) * 10_000) / 10_000);
    assert.ok(nobody.interval && nobody.interval[0] > 0.15);
    assert.ok(Number(nobody.money?.cash) > 0);
    assert.match(nobody.explanation, new RegExp(`\\(${nobody.count} of ${nobody.of}\\)`));
    assert.match(nobody.next, /POST \/api\/v1\/events/);
    assert.equal(nobody.evidence[0]?.label, 'payment_received, sent by a server');
  });

  await t.test('says nothing of few cases, and prints no share of them in its evidence', async () => {
    const { body } = await shop.owner.get('/quality/attribution');
    for (const finding of body.data as Found[]) {
      assert.equal(finding.status, 'ok', finding.name);
      if (finding.name !== 'direct_jump') assert.equal(finding.too_few, true, finding.name);
      for (const { share } of finding.evidence) assert.equal(share, null);
      if (finding.of > 0) assert.match(finding.explanation, /Too few for a share/);
    }
  });

  await t.test('is of the goal and the days asked', async () => {
    const week = await read({ days: 7 });
    assert.equal(week.meta.date_from, '2026-03-25');
    assert.ok((named(week, 'coverage')?.of ?? 0) < (named(await read(), 'coverage')?.of ?? 0));
    assert.equal((await world.api.get('/quality/attribution', { goal: 'nonsense' })).body.error.code, 'invalid_parameter');
    for (const days of [0, 91, 'many']) assert.equal((await world.api.get('/quality/attribution', { days })).status, 400);
  });

  await t.test('is of one profile', async () => {
    assert.equal((await app.api().get('/quality/attribution')).status, 401);
    const foreign = await app.api(app.session).get('/quality/attribution', { profile_id: shop.profileId });
    assert.equal(foreign.status, 404);
  });

  await t.test('comes as CSV', async () => {
    const headers = { authorization: `Bearer ${shop.apiKey}`, accept: 'text/csv' };
    const text = await (await fetch(`${shop.baseUrl}/api/v1/quality/attribution`, { headers })).text();
    assert.match(text, /^name,title,family,status,count,of,share/);
    assert.equal(text.trimEnd().split('\r\n').length, 8);
    for (const [path, heads] of [
      ['ad-ids', /^ad_id,platform,account_id,.*\r\na1,google/],
      ['utm', /^platform,account_id,campaign_id,[\s\S]*\r\ngoogle,google-1,c1,/],
      ['itp', /^name,cash,text\r\nown_domain,/],
      ['instrumentation-health', /^name,title,family/],
    ] as const)
      assert.match(await (await fetch(`${shop.baseUrl}/api/v1/quality/${path}`, { headers })).text(), heads, path);
  });
});

test('getQuality', async (t) => {
  const read = async () => (await world.api.get('/quality')).body;

  await t.test('money in doubt counts each conversion once', async () => {
    const { data } = await read();
    const { body } = await world.api.get('/quality/attribution');
    const findings = (body.data as Found[]).filter(({ status }) => status !== 'ok');
    assert.deepEqual(findings.map(({ name }) => name).sort(), ['coverage', 'nobody_known']);
    // Who is nobody has no source either: the union is what coverage alone touches, and less than the sum.
    const [most, sum] = [Math.max, (...all: number[]) => all.reduce((a, b) => a + b)].map((of) =>
      of(...findings.map(({ money }) => Number(money?.cash))),
    );
    assert.equal(Number(data.money_in_doubt.cash), most);
    assert.ok(Number(data.money_in_doubt.cash) < (sum ?? 0));
    assert.equal(data.status, 'problem');
    assert.equal(data.next.finding, 'nobody_known', 'coverage only sums up');
  });

  await t.test('is computed once, until a fact comes or the day ends', async () => {
    const names = statementsRead(app.base);
    const first = await read();
    names.length = 0;
    assert.deepEqual(await read(), first);
    assert.equal(names.join(), '');
    app.clock.advance(86_400_000);
    const next = await read();
    assert.notEqual(next.meta.date_to, first.meta.date_to);
    assert.ok(names.includes('warehouse/report/quality/utm_anomalies_list'));
  });

  await t.test('of a large profile is the one before while facts come, until a decision or five minutes', async () => {
    const long = longSummary(app.base);
    const usual = { ...long };
    long.fromMs = 0;
    t.after(() => Object.assign(long, usual));
    const take = async (key: string): Promise<void> => {
      const event = { event_type: 'payment_received', idempotency_key: key, value: { amount: '5', currency: 'USD' } };
      assert.equal((await world.api.post('/events', event)).status, 201);
      await app.settle(world.profileId);
    };
    const cash = async (): Promise<number> => Number((await read()).data.money_in_doubt.of.cash);
    app.clock.advance(301_000);
    const before = await cash();
    await take('second');
    assert.equal(await cash(), before, 'it is being computed again');
    const summaries = summariesOf(app.base);
    await until(() => [...summaries.values()].every(({ isRenewing }) => !isRenewing), 'the summary is renewed');
    assert.equal(await cash(), before + 5);
    await take('third');
    app.clock.advance(301_000);
    assert.equal(await cash(), before + 10, 'five minutes are over');
    await take('fourth');
    assert.equal((await world.api.patch('/profile/attribution-settings', { click_window_days: 29 })).status, 200);
    await app.settle(world.profileId);
    assert.equal(await cash(), before + 15, 'a decision is seen at once');
  });

  await t.test('names nobody, for no credential and in no family', async () => {
    for (const path of ['', '/attribution', '/ad-ids', '/utm', '/utm/anomalies', '/instrumentation-health', '/itp']) {
      const { status, body } = await world.api.get(`/quality${path}`);
      assert.equal(status, 200, path);
      // Every purchase of the world has an address, and every browser an id.
      assert.doesNotMatch(JSON.stringify(body), /@example\.com|browser-\d/, path);
    }
  });

  await t.test('knows no money where there is none', async () => {
    const empty = await startTestApp();
    t.after(() => empty.close());
    const { data } = (await empty.api(empty.apiKey).get('/quality')).body;
    assert.deepEqual([data.money_in_doubt.spend, data.money_in_doubt.cash], [null, null]);
    assert.deepEqual([data.status, data.next], ['ok', null]);
  });
});
