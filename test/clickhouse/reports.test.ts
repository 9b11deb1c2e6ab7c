// The reports that are read from ClickHouse for a profile whose engine it is: byte for byte what DuckDB answers. The build that they read
// is of the figures' own version, or DuckDB answers.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runDue, scheduleNext } from '../../src/base/work/runner.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { currentBuild } from '../../src/credit/second-engine/index.ts';
import { slice } from '../../src/credit/second-engine/slice.ts';
import { commands } from '../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../base/folder.ts';
import { history, Run } from '../credit/pipeline/histories.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { openShop, type Shop } from '../report/shop.ts';
import { progressOf } from './tools/progress.ts';
import {
  answerOfClickHouse,
  answersOf,
  compareReports,
  countStatements,
  FAILING_MS,
  type Question,
  questionsOf,
  someOf,
} from './tools/reports.ts';
import { type ClickHouseServer, startClickHouseServer } from './tools/server.ts';

const RUNS = Number(process.env['HISTORIES'] ?? 4);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const MARCH = { date_from: '2026-03-01', date_to: '2026-03-31' };
const OVERVIEW: Question = ['/overview', MARCH];

let server: ClickHouseServer;
let statements: { count: number };
before(async () => {
  server = await startClickHouseServer();
  statements = countStatements(server.engine);
});
after(() => server.close());

const run = (app: TestApp, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));

const engineOf = async ({ base, profileId }: Shop) => {
  const [found] = (await commands.status(base, {}, () => undefined))['profiles'] as {
    profile_id: string;
    engine: string;
    engine_note: string | null;
  }[];
  assert.equal(found?.profile_id, profileId);
  return [found?.engine, found?.engine_note] as const;
};

async function runJobs(shop: Shop): Promise<void> {
  const jobs = slice.jobs ?? [];
  for (const kind of jobs) for (const id of kind.profiles?.(shop.base) ?? []) scheduleNext(shop.base, kind, id);
  shop.clock.advance(22_000_000);
  await runDue(shop.base, jobs);
}

/** Of each reason why money is in no figure some, and what is contained in them. */
async function plantMoneyOutside(shop: Shop): Promise<void> {
  const pay = (key: string, amount: string, currency: string, more: object = {}) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      value: { amount, currency },
      occurred_at: '2026-03-04T12:00:00Z',
      ...more,
    });
  await pay('open-1', '12.345678', 'EUR', { event_type: 'Order Completed' });
  await pay('open-2', '99.99', 'USD', { event_type: 'Order Completed' });
  await pay('open-3', '7', 'GBP');
  await pay('open-4', '8', 'EUR', { event_type: 'refund', refund_of: 'nobody' });
  await pay('open-5', '3', 'USD', { event_type: 'refund', refund_of: 'open-2' });
  await pay('open-6', '5', 'EUR');
  await pay('open-7', '6.5', 'EUR', { event_type: 'refund', refund_of: 'open-6' });
  await pay('open-8', '2', 'EUR', { occurred_at: '2026-02-27T12:00:00Z' });
  const reported = (system: string) => ({ sale: { system, payment_ids: ['ch_open1234'] } });
  await pay('shop-9', '60', 'EUR', reported('shopify'));
  await pay('stripe-9', '59', 'USD', reported('stripe'));
  await pay('shop-9-back', '10', 'EUR', { event_type: 'refund', refund_of: 'shop-9' });
  await pay('stripe-9-back', '20', 'EUR', { event_type: 'refund', refund_of: 'stripe-9' });
  const uncounted = (key: string, amount: string, more: object) => pay(key, amount, 'EUR', { event_type: 'Shop Order', ...more });
  const named = (system: string, order: string) => ({ sale: { system, order_ids: [order] } });
  await uncounted('order-9', '60', { sale: { system: 'magento', payment_ids: ['ch_open1234'] } });
  await pay('order-9-back', '23', 'EUR', { event_type: 'refund', refund_of: 'order-9' });
  await uncounted('order-10', '40', named('magento', '#10'));
  await pay('stripe-10', '40', 'EUR', named('stripe', '#10'));
  await uncounted('order-11', '41', named('magento', '#11'));
  await pay('stripe-11', '42', 'EUR', named('stripe', '#11'));
  await pay('twice-1', '30', 'EUR', { sale: { system: 'shopify' }, anonymous_id: 'twice' });
  await pay('twice-2', '30', 'EUR', { sale: { system: 'stripe' }, anonymous_id: 'twice' });
  const dispute = (of: string, state: string) =>
    shop.outcome({
      event_type: 'dispute_state',
      idempotency_key: `${of}:${state}`,
      installment_of: of,
      properties: { dispute: state },
      occurred_at: '2026-03-04T12:00:00Z',
    });
  for (const each of ['open-3', 'open-6', 'open-8', 'stripe-9', 'stripe-10', 'nobody']) await dispute(each, 'open');
  await dispute('stripe-10', 'won');
  await shop.spend('sky_writing', { '2026-03-04': [{ campaign_id: 'c', spend: '1.5' }] }, 'SEK');
}

/** One id of an ad on two platforms, with a visit of each and one that does not say which. */
async function plantSharedIds(shop: Shop): Promise<void> {
  for (const platform of ['google', 'meta'])
    await shop.spend(
      platform,
      { '2026-03-04': [{ campaign_id: 'c7', adset_id: 's7', ad_id: 'a7', ad_name: platform, spend: '4' }] },
      'EUR',
    );
  const visited = '2026-03-08T01:00:00Z';
  for (const [at, tags] of ['utm_source=google&gclid=G7', 'utm_source=facebook&fbclid=F7', 'utm_source=none'].entries()) {
    const browser = `shared-${at}`;
    const url = `https://shop.example/?utm_medium=cpc&ad_id=a7&adset_id=s7&${tags}`;
    await shop.visit({ at: visited, browser, url });
    const event = { event_type: 'payment_received', idempotency_key: browser, anonymous_id: browser };
    await shop.outcome({ ...event, occurred_at: visited, value: { amount: '9.5', currency: 'EUR' } });
  }
}

/** Ads with clicks and impressions, with one of them and with none; costs from two days on, within the sales of March. */
async function plantEconomics(shop: Shop): Promise<void> {
  const ad = (ad_id: string, more: object) => ({ campaign_id: 'c8', adset_id: 's8', ad_id, ad_name: `Ad ${ad_id}`, ...more });
  const ads = [
    ad('e1', { spend: '12.345678', impressions: 1000, clicks: 17 }),
    ad('e2', { spend: '3.5', impressions: 200 }),
    ad('e3', { spend: '0', impressions: 40, clicks: 2 }),
  ];
  await shop.spend('meta', { '2026-03-04': ads, '2026-03-06': [ad('e1', { spend: '7', clicks: 3 })] }, 'EUR');
  const cost = { goods_percent: '33.3333', fee_percent: '2.9', fee_per_payment: '0.3' };
  const costs = [
    { from_day: '2026-03-03', ...cost },
    { from_day: '2026-03-05', ...cost, goods_percent: '41.5' },
  ];
  const { status, body } = await shop.api(shop.session).put('/profile/costs', { costs }, { profile_id: shop.profileId });
  assert.equal(status, 200, JSON.stringify(body));
}

const BY_AD: Question[] = ['ad', 'adset'].map((dimension) => ['/attribution', { ...MARCH, dimension }]);
const ECONOMICS: Question[] = ['channel', 'ad'].map((dimension) => ['/economics', { ...MARCH, dimension, include: 'interval' }]);
const LIFETIME: Question = ['/lifetime-value', { date_from: '2026-01-01', date_to: '2026-03-31', include: 'interval' }];
const COMPLETENESS: Question = ['/completeness', { ...MARCH, date_from: '2026-02-01' }];

test('profiles engine', async (t) => {
  const shop = await openShop({ config: { warehouseUrl: server.url }, installation: { currency: 'EUR' } });
  t.after(() => shop.close());
  const { profileId, apiKey: key } = shop;
  const rates = join(temporaryFolder(t), 'rates.csv');
  writeFileSync(rates, 'day,base,currency,rate\n2026-03-02,USD,EUR,0.912345678\n2026-03-04,USD,EUR,0.9\n');
  await run(shop, 'rates-import', { file: rates });
  await plantMoneyOutside(shop);
  await plantSharedIds(shop);
  await plantEconomics(shop);
  await shop.settle();
  const choose = (engine: string) => run(shop, 'profiles-engine', { profile_id: profileId, engine });

  await t.test('is refused without a verified build', async () => {
    await assert.rejects(choose('clickhouse'), /verified build.*warehouse verify/);
    assert.deepEqual(await engineOf(shop), ['duckdb', null]);
  });

  await t.test('answers the same bytes from both', () =>
    compareReports(shop, {
      profileId,
      key,
      questions: [COMPLETENESS, ...ECONOMICS, LIFETIME, ...BY_AD, ...someOf(questionsOf(MARCH), SEED)],
      statements,
    }),
  );

  await t.test('money outside of the figures is in both, for every reason', async () => {
    const [answer = ''] = await answersOf(shop, key, [COMPLETENESS]);
    const found = new Set(JSON.parse(answer).data.reasons.map(({ reason }: { reason: string }) => reason));
    const reasons = [
      'uncounted_type',
      'without_rate',
      'refund_without_sale',
      'refund_without_effect',
      'unknown_platform',
      'before_tracking',
      'dispute_open',
    ];
    assert.deepEqual(
      reasons.filter((reason) => !found.has(reason)),
      [],
      answer,
    );
  });

  await t.test('what ClickHouse is not asked, DuckDB answers', async () => {
    const before = statements.count;
    const own = { ...MARCH, dimension: 'channel', click_window_days: '7' };
    const letters = { ...MARCH, source: 'GOO', filter_modes: 'source:contains' };
    const [windows, contains] = await answersOf(shop, key, [
      ['/attribution', own],
      ['/overview', letters],
    ]);
    assert.match(windows ?? '', /Paid Search/);
    assert.match(contains ?? '', /"revenue"/);
    // The frame alone, and what the comparison asks, is read there, each after the build is checked.
    assert.ok(statements.count - before <= 12);
  });

  await t.test('a build that is behind is not read, and status says so, until the next', async () => {
    await shop.outcome({ event_type: 'payment_received', idempotency_key: 'later', value: { amount: '7', currency: 'EUR' } });
    await shop.settle();
    const before = statements.count;
    const [answer = ''] = await answersOf(shop, key, [OVERVIEW]);
    assert.equal(statements.count, before);
    assert.equal(JSON.parse(answer).meta.version.through_seq, Number(shop.base.journal.lastSeq(profileId)));
    const [engine, note] = await engineOf(shop);
    assert.equal(engine, 'clickhouse');
    assert.match(note ?? '', /the build in ClickHouse contains fact \d+/);
    await runJobs(shop);
    assert.deepEqual(await engineOf(shop), ['clickhouse', null]);
    assert.equal(await answerOfClickHouse(shop, { key, question: OVERVIEW, statements }), answer);
  });

  await t.test("another installation's build is not read, and the job builds its own", async () => {
    const [sound] = await answersOf(shop, key, [OVERVIEW]);
    const build = currentBuild(shop.base, profileId);
    assert.ok(build && shop.base.clickhouse);
    const take = "alter table build_identity update installation = 'another' where true settings mutations_sync = 1";
    // What was read there would differ.
    await shop.base.clickhouse.execute(build.database, [{ sql: take }, { sql: 'truncate table credit' }]);
    assert.deepEqual(await answersOf(shop, key, [OVERVIEW]), [sound]);
    await runJobs(shop);
    assert.notEqual(currentBuild(shop.base, profileId)?.database, build.database);
    assert.equal(await answerOfClickHouse(shop, { key, question: OVERVIEW, statements }), sound);
  });

  await t.test('DuckDB answers while the server fails', async () => {
    const [sound] = await answersOf(shop, key, [OVERVIEW]);
    shop.clock.advance(FAILING_MS);
    const real = server.engine.run;
    let asked = 0;
    server.engine.run = () => {
      asked += 1;
      return Promise.reject(new Error('no memory'));
    };
    try {
      assert.deepEqual(await answersOf(shop, key, [OVERVIEW]), [sound]);
      const before = asked;
      assert.ok(before > 0);
      assert.deepEqual(await answersOf(shop, key, [OVERVIEW]), [sound]);
      assert.equal(asked, before, 'for a minute nobody asks a server that failed');
      assert.match((await engineOf(shop))[1] ?? '', /within the last minute/);
    } finally {
      server.engine.run = real;
    }
    assert.equal((await choose('duckdb'))['answers'], 'duckdb');
  });
});

test(`the reports of ${RUNS} random histories are the same from both (seed ${SEED})`, async (t) => {
  const app = await startTestApp({
    at: '2026-09-30T12:00:00Z',
    config: { warehouseUrl: server.url, sealRows: 1e9, sealSeconds: 1e9 },
  });
  t.after(() => app.close());
  let count = 0;
  const report = progressOf('history', RUNS, SEED);
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      count += 1;
      const installed = initInstallation(app.base, {
        email: `owner${count}@shop.example`,
        workspace: `Workspace ${count}`,
        profile: 'Main',
        currency: count % 2 === 0 ? 'GBP' : 'USD',
        timezone: 'America/Santiago',
        domain: 'shop.example',
      });
      const { profile_id: profileId, workspace_id: workspaceId, api_key: key } = installed;
      await new Run(app.base, { profileId, workspaceId }).all(steps);
      await app.settle(profileId);
      const questions = someOf(questionsOf({ date_from: '2026-01-01', date_to: '2026-06-30' }), SEED + count);
      await compareReports(app, { profileId, key, questions, statements });
      report(`${questions.length} reports are the same after ${steps.length} steps`);
      await app.base.warehouse.remove(profileId);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined },
  );
});
