// Pacing through the door: the month so far, and projections that are arithmetic on it, worked out by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepRates } from '../../../src/credit/rates/rates-file.ts';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

test('getPacing', async (t) => {
  await t.test('ends with yesterday, and says how the straight line was drawn', async () => {
    const { status, body } = await shop.owner.get('/profile/pacing');
    assert.equal(status, 200, JSON.stringify(body));
    const { spend, outcomes, month } = body.data;
    assert.deepEqual([month.through_day, month.days, month.days_gone], ['2026-03-07', 31, 7]);
    assert.deepEqual([spend.to_date, spend.target, spend.percent_of_target], ['75', null, null]);
    assert.deepEqual(spend.straight_line, {
      value: '332.14',
      text: '75 ÷ 7 days × 31 days = 332.14, if every day is like the mean of those 7.',
    });
    assert.equal(spend.seasonal, null, 'one week tells nothing of weekdays');
    assert.deepEqual([outcomes.to_date, outcomes.straight_line.value], ['3', '13.29']);
  });
  await t.test('takes the weekdays of whole weeks once there are two, and tells of days without a report', async () => {
    shop.clock.set('2026-03-15T09:00:00Z');
    const days = ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-03-${day}`);
    await shop.spend('google', Object.fromEntries(days.map((day) => [day, [{ spend: '10' }]])));
    await shop.settle();
    shop.clock.set('2026-03-15T09:00:00Z');
    const { body } = await shop.owner.get('/profile/pacing');
    assert.deepEqual(body.data.spend.seasonal, {
      value: '321.5',
      text: '145 + 176.5 = 321.5, if each of the 17 days left is like the mean of its weekday in the 2 weeks to 2026-03-14.',
    });
    assert.equal(body.warnings, undefined);
    shop.clock.set('2026-03-18T09:00:00Z');
    const later = (await shop.owner.get('/profile/pacing')).body;
    assert.deepEqual([later.data.spend.to_date, later.data.spend.seasonal], ['145', null]);
    assert.match(later.data.spend.straight_line.text, /^145 ÷ 14 days/);
    assert.equal(later.warnings[0].code, 'spend_incomplete');
  });
  await t.test('on the first of a month nothing is known of it yet', async () => {
    shop.clock.set('2026-04-01T09:00:00Z');
    const { data } = (await shop.owner.get('/profile/pacing')).body;
    assert.deepEqual([data.spend.to_date, data.spend.straight_line, data.month.days_gone], [null, null, 0]);
    shop.clock.set('2026-03-02T09:00:00Z');
    const second = (await shop.owner.get('/profile/pacing')).body.data.spend.straight_line;
    assert.equal(second.text, '13 ÷ 1 day × 31 days = 403, if every day is like that one.');
    shop.clock.set('2026-03-15T09:00:00Z');
  });
});

test('putPacing', async (t) => {
  await t.test('sets both, and null takes one away', async () => {
    const put = await shop.owner.put('/profile/pacing', { monthly_budget: '290', outcome_goal: 6 });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.deepEqual([put.body.data.spend.percent_of_target, put.body.data.outcomes.percent_of_target], [50, 50]);
    await shop.owner.put('/profile/pacing', { monthly_budget: '290', outcome_goal: null });
    const { data } = (await shop.owner.get('/profile/pacing')).body;
    assert.deepEqual([data.monthly_budget, data.outcome_goal, data.outcomes.target], ['290', null, null]);
  });
  await t.test('refuses what is no budget and no goal', async () => {
    for (const body of [
      {},
      { monthly_budget: '-1', outcome_goal: 1 },
      { monthly_budget: '1e9', outcome_goal: 1 },
      { monthly_budget: '1', outcome_goal: 1.5 },
      { monthly_budget: null, outcome_goal: -1 },
    ])
      assert.equal((await shop.owner.put('/profile/pacing', body)).status, 422, JSON.stringify(body));
    assert.equal((await shop.conversionsOnly.put('/profile/pacing', { monthly_budget: '1', outcome_goal: 1 })).status, 403);
  });
  await t.test('a budget of another currency than the figures is not compared', async () => {
    await shop.api(shop.session).patch(`/profile?profile_id=${shop.profileId}`, { currency: 'EUR' });
    await shop.settle();
    const { data, warnings } = (await shop.owner.get('/profile/pacing')).body;
    assert.equal(data.spend.target, null);
    assert.ok(warnings.some(({ code }: { code: string }) => code === 'budget_currency_differs'));
    await shop.api(shop.session).patch(`/profile?profile_id=${shop.profileId}`, { currency: 'USD' });
    await shop.settle();
  });
});

test('getWorkspacePacing', async (t) => {
  await t.test('has every profile that the caller can open, and totals by currency', async () => {
    const { status, body } = await shop.api(shop.session).get(`/workspaces/${shop.workspaceId}/pacing`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data.totals, [{ currency: 'USD', spend_to_date: '145', monthly_budget: '290' }]);
    assert.deepEqual(body.data.total, { currency: 'USD', spend_to_date: '145', monthly_budget: '290', missing_rates: [] });
    assert.deepEqual(
      body.data.profiles.map(({ profile_id, spend }: { profile_id: string; spend: { to_date: string } }) => [
        profile_id,
        spend.to_date,
      ]),
      [[shop.profileId, '145']],
    );
  });
  await t.test('adds profiles of other currencies up at the rates of the days, and lists the days without one', async () => {
    const { session, workspaceId } = shop;
    const owner = shop.api(session);
    const reporting = (currency: string) => owner.patch(`/workspaces/${workspaceId}/reporting-currency`, { currency });
    const pacing = async () => (await owner.get(`/workspaces/${workspaceId}/pacing`)).body;
    assert.equal((await reporting('EUR')).status, 200);
    const unknown = await pacing();
    assert.deepEqual(unknown.data.total, {
      currency: 'EUR',
      spend_to_date: null,
      monthly_budget: null,
      missing_rates: [{ currency: 'USD', days: 14, first_day: '2026-03-01', last_day: '2026-03-14' }],
    });
    assert.match(unknown.warnings.at(-1).message, /USD/);

    // 2 dollars a euro until the 8th, counting for seven days more at the longest; 2.5 from the 12th.
    keepRates(shop.base, [
      { day: '2026-02-28', base: 'EUR', currency: 'USD', rate: '2' },
      { day: '2026-03-12', base: 'EUR', currency: 'USD', rate: '2.5' },
    ]);
    const existing = await pacing();
    // 13 + 6 × 10 + 2 by the 7th at 2; the 8th to the 11th have none; 30 from the 12th on at 2.5; the budget of 290 at the 14th's.
    assert.deepEqual(existing.data.total, {
      currency: 'EUR',
      spend_to_date: '49.5',
      monthly_budget: '116',
      missing_rates: [{ currency: 'USD', days: 4, first_day: '2026-03-08', last_day: '2026-03-11' }],
    });
    assert.deepEqual(existing.data.totals, [{ currency: 'USD', spend_to_date: '145', monthly_budget: '290' }]);

    await reporting('AED');
    const fixed = (await pacing()).data.total;
    assert.deepEqual([fixed.spend_to_date, fixed.missing_rates], ['532.51', []], '3.6725 dirhams a dollar, told by nobody');
    await reporting('USD');
  });
  await t.test('what nobody measured is null, not 0', async () => {
    shop.clock.set('2026-04-01T09:00:00Z');
    const { total, totals } = (await shop.api(shop.session).get(`/workspaces/${shop.workspaceId}/pacing`)).body.data;
    assert.deepEqual([total.spend_to_date, totals[0].spend_to_date, total.monthly_budget], [null, null, '290']);
    shop.clock.set('2026-03-15T09:00:00Z');
  });
  await t.test('is nobody else’s', async () => {
    assert.equal((await shop.api(shop.apiKey).get(`/workspaces/${shop.workspaceId}/pacing`)).status, 403);
    const other = '0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20';
    assert.equal((await shop.api(shop.session).get(`/workspaces/${other}/pacing`)).status, 404);
  });
});
