// Ads are paused, resumed and given other budgets at their platform: planned on what it has, carried out once, read back, audited and
// taken back. What is refused has written nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { checkAudit } from '../../../src/account/audit/index.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { budgetAccount, startWriteWorld, type WriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }): [number, string | undefined] => [
  status,
  body.error?.code,
];

const CURRENCIES = [
  ['USD', '151', 226, '2.26'],
  ['CLP', '2001', 3001, '3001'],
  ['JPY', '199', 298, '298'],
  ['BHD', '1001', 1501, '15.01'],
] as const;

let w: WriteWorld;

test('changes of ads', async (t) => {
  w = await startWriteWorld(
    t,
    CURRENCIES.map(([currency, budget], at) => budgetAccount(at + 1, currency, budget)),
  );
  await t.test('pauseAd', pausing);
  await t.test('setAdSetBudget', budgets);
  await t.test('setAdSetBudget at the edges of currencies', currencies);
  await t.test('a write whose end the platform did not say is read back, never repeated blindly', uncertainty);
  await t.test('resumeAd', resuming);
  const open = "select count(*) from ad_writes where status in ('planned', 'applying', 'undoing')";
  assert.equal(w.app.base.state.db.prepare(open).pluck().get(), 0);
  assert.equal(checkAudit(w.app.base).brokenAt, undefined);
});

async function pausing(t: TestContext): Promise<void> {
  const key = randomUUID();
  const paused = await w.write('/ads/991/pause', {}, { key });
  assert.equal(paused.status, 200, JSON.stringify(paused.body));
  const { data } = paused.body;
  assert.deepEqual(
    [data.kind, data.status, data.is_changed, data.before, data.after],
    ['pause', 'applied', true, { status: 'active' }, { status: 'paused' }],
  );
  assert.deepEqual(
    [data.live.status, data.live.delivery, data.target],
    ['paused', 'PAUSED', { type: 'ad', id: '991', name: 'No 991' }],
  );
  assert.deepEqual(w.carriedOut(), ['ad_status 991 PAUSED']);

  await t.test('again under its key is the same answer, and nothing more', async () => {
    const again = await w.write('/ads/991/pause', {}, { key });
    assert.deepEqual(again.body, paused.body);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(code(await w.write('/ads/992/pause', {}, { key })), [409, 'idempotency_key_conflict']);
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('of a paused ad sends nothing', async () => {
    const again = await w.write('/ads/991/pause');
    assert.deepEqual([again.status, again.body.data.is_changed, again.body.data.undo], [200, false, null]);
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('is taken back by what it names', async () => {
    const { undo } = data;
    assert.equal(undo.path, '/api/v1/ads/991/resume');
    const undone = await w.write(undo.path.replace('/api/v1', ''), undo.body);
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    assert.deepEqual(w.carriedOut(), ['ad_status 991 ACTIVE']);
    assert.equal(w.app.base.state.db.prepare('select status from ad_writes where write_id = ?').pluck().get(data.id), 'undone');
    assert.deepEqual(code(await w.write('/ads/991/resume', undo.body)), [409, 'invalid_state']);
  });

  await t.test('needs a key, a known ad and a scope', async () => {
    assert.deepEqual(code(await w.write('/ads/991/pause', {}, { key: null })), [400, 'invalid_request']);
    assert.equal((await w.write('/ads/991/pause', {}, { key: 'x'.repeat(257) })).status, 400);
    assert.deepEqual(code(await w.write('/ads/000/pause')), [404, 'not_found']);
    assert.deepEqual(code(await w.write('/ads/995/pause')), [409, 'invalid_state']);
    assert.deepEqual(code(await w.write('/ads/991/pause', {}, { profileId: randomUUID() })), [404, 'not_found']);
    assert.deepEqual(code(await w.write('/ads/991/pause', { undo_of: randomUUID() })), [404, 'not_found']);
    assert.deepEqual(w.carriedOut(), []);
    assert.ok(w.audited().includes('call.refused not_found') && w.audited().includes('call.refused invalid_state'));
  });

  await t.test('twice at once under one key is done once; under two keys one is refused or finds it done', async () => {
    const [one, two] = await Promise.all([
      w.write('/ads/992/pause', {}, { key: 'both' }),
      w.write('/ads/992/pause', {}, { key: 'both' }),
    ]);
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.deepEqual(one.body, two.body);
    assert.deepEqual(w.carriedOut(), ['ad_status 992 PAUSED']);
    const both = await Promise.all([w.write('/ads/992/resume'), w.write('/ads/992/resume')]);
    assert.ok(
      both.every(({ status }) => status === 200 || status === 409),
      JSON.stringify(both),
    );
    assert.deepEqual(w.carriedOut(), ['ad_status 992 ACTIVE']);
  });
}

async function resuming(t: TestContext): Promise<void> {
  const resumed = await w.write('/ads/994/resume');
  assert.equal(resumed.status, 200, JSON.stringify(resumed.body));
  assert.deepEqual(w.carriedOut(), ['ad_status 994 ACTIVE']);
  assert.deepEqual([resumed.body.data.live.delivery, resumed.body.warnings[0].code], ['CAMPAIGN_PAUSED', 'parent_paused']);

  await t.test('without the permission writes nothing, and asks the platform once in ten minutes', async () => {
    w.account.account['user_tasks'] = ['ANALYZE'];
    assert.equal((await w.write('/ads/994/pause')).status, 200, 'the permission of before counts for ten minutes');
    w.app.clock.advance(10 * 60_000);
    w.carriedOut();
    assert.deepEqual(code(await w.write('/ads/994/resume')), [403, 'adplatform_write_permission_missing']);
    w.account.account['user_tasks'] = ['MANAGE'];
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('of a grant that has ended asks for another, and the connection says so', async () => {
    w.meta.revoke();
    const refused = await w.write('/ads/994/resume');
    assert.deepEqual(code(refused), [409, 'connection_not_ready']);
    assert.equal(refused.body.error.reconnect_required, true);
    assert.equal((await w.connections())[0].status, 'reconnect_required');
  });
}

async function budgets(t: TestContext): Promise<void> {
  const set = await w.write('/adsets/81/budget', { daily_budget: 3000 });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  assert.deepEqual(set.body.data.before, { daily_budget: { minor_units: 2000, amount: '20', currency: 'EUR' } });
  assert.deepEqual(set.body.data.after, { daily_budget: { minor_units: 3000, amount: '30', currency: 'EUR' } });
  assert.deepEqual(w.carriedOut(), ['budget 81 3000']);

  await t.test('is bound to the live budget', async () => {
    for (const daily_budget of [4501, 1499]) {
      const refused = await w.write('/adsets/81/budget', { daily_budget });
      assert.deepEqual(code(refused), [422, 'budget_change_out_of_bounds']);
      assert.deepEqual([refused.body.error.min_minor_units, refused.body.error.max_minor_units], [1500, 4500]);
    }
    assert.deepEqual(w.carriedOut(), []);
    assert.ok(w.audited().includes('call.refused budget_change_out_of_bounds'));
  });

  await t.test('of another level or period is refused with where the budget is', async () => {
    const atCampaign = await w.write('/adsets/82/budget', { daily_budget: 4000 });
    assert.deepEqual(code(atCampaign), [409, 'invalid_state']);
    assert.match(atCampaign.body.error.message, /campaign 72/);
    assert.deepEqual(code(await w.write('/adsets/83/budget', { daily_budget: 4000 })), [409, 'invalid_state']);
    assert.deepEqual(code(await w.write('/adsets/81/budget', {})), [422, 'validation_error']);
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('is possible four times an hour; the fifth asks no platform', async () => {
    for (const daily_budget of [2500, 2400, 2300])
      assert.equal((await w.write('/adsets/81/budget', { daily_budget })).status, 200);
    w.carriedOut();
    const asked = w.meta.server.requests.length;
    const fifth = await w.write('/adsets/81/budget', { daily_budget: 2200 }, { key: 'fifth' });
    assert.deepEqual(code(fifth), [429, 'rate_limit_exceeded']);
    assert.match(fifth.body.error.message, /This service changes/);
    assert.equal(fifth.headers.get('retry-after'), '3600');
    assert.equal(w.meta.server.requests.length, asked);
    w.app.clock.advance(HOUR_MS);
    assert.equal((await w.write('/adsets/81/budget', { daily_budget: 2200 }, { key: 'fifth' })).status, 200);
    assert.deepEqual(w.carriedOut(), ['budget 81 2200']);
  });

  await t.test('is taken back whatever the step', async () => {
    w.app.clock.advance(HOUR_MS);
    const half = await w.write('/adsets/81/budget', { daily_budget: 1100 });
    const { undo } = half.body.data;
    assert.equal((await w.write('/adsets/81/budget', undo.body)).status, 200, 'from 1100 to 2200');
    assert.deepEqual(w.carriedOut(), ['budget 81 1100', 'budget 81 2200']);
  });

  await t.test('that is below the least one is changed by nobody', async () => {
    const adSet = w.account.adsets.find(({ id }) => id === '84');
    assert.ok(adSet);
    adSet['daily_budget'] = '60';
    const refused = await w.write('/adsets/84/budget', { daily_budget: 90 });
    assert.deepEqual(code(refused), [422, 'budget_change_out_of_bounds']);
    assert.match(refused.body.error.message, /Half more is less than 100/);
    adSet['daily_budget'] = '67';
    assert.equal((await w.write('/adsets/84/budget', { daily_budget: 100 })).status, 200);
    assert.deepEqual(w.carriedOut(), ['budget 84 100']);
  });
}

async function currencies(): Promise<void> {
  for (const [at, [currency, budget, highest, amount]] of CURRENCIES.entries()) {
    const [one, two] = [`${at + 1}81`, `${at + 1}82`];
    const lowest = Math.max(100, Math.ceil(Number(budget) / 2));
    for (const beyond of [highest + 1, lowest - 1])
      assert.deepEqual(
        code(await w.write(`/adsets/${one}/budget`, { daily_budget: beyond })),
        [422, 'budget_change_out_of_bounds'],
        `${currency} ${beyond}`,
      );
    const top = await w.write(`/adsets/${one}/budget`, { daily_budget: highest });
    assert.deepEqual([top.status, top.body.data?.after.daily_budget], [200, { minor_units: highest, amount, currency }]);
    const bottom = await w.write(`/adsets/${two}/budget`, { daily_budget: lowest });
    assert.equal(bottom.status, 200, `${currency} ${lowest}`);
    assert.deepEqual(w.carriedOut(), [`budget ${one} ${highest}`, `budget ${two} ${lowest}`]);
  }
}

async function uncertainty(t: TestContext): Promise<void> {
  for (const script of ['reset_after_apply', 'error_after_apply'] as const) {
    w.meta.server.failWrites(script);
    const paused = await w.write('/ads/991/pause');
    assert.equal(paused.status, 200, JSON.stringify(paused.body));
    assert.equal((await w.write('/ads/991/resume')).status, 200);
    assert.deepEqual(w.carriedOut(), ['ad_status 991 PAUSED', 'ad_status 991 ACTIVE'], script);
  }

  await t.test('and tried again by its job where it was not done', async () => {
    w.meta.server.failWrites('reset');
    const open = await w.write('/ads/991/pause', {}, { key: 'open' });
    assert.deepEqual(code(open), [503, 'provider_error']);
    assert.deepEqual(w.carriedOut(), []);
    assert.deepEqual(code(await w.write('/ads/991/resume')), [409, 'invalid_state'], 'nothing else is planned on it meanwhile');
    w.app.clock.advance(HOUR_MS);
    await runDue(w.app.base, [intentJob]);
    assert.deepEqual(w.carriedOut(), ['ad_status 991 PAUSED']);
    const end = await w.write('/ads/991/pause', {}, { key: 'open' });
    assert.deepEqual([end.status, end.body.data.is_changed], [200, true]);
  });

  await t.test('a throttled one is refused, and its key can be sent again', async () => {
    w.meta.server.failWrites('throttled');
    const refused = await w.write('/ads/992/pause', {}, { key: 'slow' });
    assert.deepEqual(code(refused), [503, 'provider_error']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    w.app.clock.advance(2 * HOUR_MS);
    assert.equal((await w.write('/ads/992/pause', {}, { key: 'slow' })).status, 200);
    assert.deepEqual(w.carriedOut(), ['ad_status 992 PAUSED']);
  });
}
