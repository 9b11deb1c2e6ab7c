// What a merge would move, held to what it moves: the preview before against the figures after.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AD_URL, MAIL_URL, type Shop, startShop } from '../shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const search = async (shop: Shop, q: string): Promise<Json> => (await shop.owner.get('/customers/search', { q })).body.data[0];

/** A phone and a computer of one person: visits from an ad on the one, payments on the other; a first purchase counts once. */
async function shopOfTwo(): Promise<Shop & { one: string; two: string }> {
  const shop = await startShop();
  const pays = (key: string, at: string, amount: string, traits: Record<string, string>, more: Record<string, unknown> = {}) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: at,
      value: { amount, currency: 'USD' },
      user_traits: traits,
      ...more,
    });
  await shop.visit({ at: '2026-03-01T10:00:00Z', browser: 'phone', url: AD_URL });
  await shop.visit({ at: '2026-03-03T10:00:00Z', browser: 'computer', url: MAIL_URL });
  shop.clock.set('2026-03-09T00:00:00Z');
  await pays('o-1', '2026-03-01T11:00:00Z', '10.50', { email: 'a@example.org', first_name: 'Ana' }, { anonymous_id: 'phone' });
  await pays('o-2', '2026-03-04T11:00:00Z', '20', { external_id: 'B', email: 'b@example.org' }, { anonymous_id: 'computer' });
  await pays('o-3', '2026-03-05T11:00:00Z', '40', { email: 'a@example.org' });
  await pays('r-3', '2026-03-06T11:00:00Z', '5', { email: 'b@example.org' }, { refund_of: 'o-3' });
  // An ad that only the other's visit carries: alone it earns a touch of its own, together it does not.
  await pays('o-4', '2026-03-07T11:00:00Z', '8', { external_id: 'B' }, { click_ids: { gclid: 'Gx1' } });
  await pays('o-5', '2026-03-07T12:00:00Z', '3', { external_id: 'B' }, { ad: { platform: 'google', ad_id: 'a1' } });
  await shop.outcome({
    event_type: 'lead_created',
    idempotency_key: 'lead',
    occurred_at: '2026-03-08T11:00:00Z',
    user_traits: { email: 'a@example.org', external_id: 'B' },
  });
  await shop.settle();
  const [one, two] = [await search(shop, 'a@example.org'), await search(shop, 'b@example.org')];
  return { ...shop, one: one.customer_profile_id, two: two.customer_profile_id };
}

/** Credit by channel as the attribution report has it; nobody else is in the shop. */
async function creditNow(shop: Shop, goal: string): Promise<Record<string, [string, string]>> {
  const { body } = await shop.owner.get('/attribution', {
    date_from: '2026-03-01',
    date_to: '2026-03-31',
    goal,
    dimension: 'channel',
  });
  return Object.fromEntries(
    body.data.rows
      .map((row: Json) => [row.key, Object.values(row.models)[0]])
      .filter(([, earned]: [string, Json]) => Number(earned.conversions) > 0)
      .map(([channel, earned]: [string, Json]) => [channel, [String(earned.conversions), String(earned.revenue)]]),
  );
}

const sideOf = (goal: Json, side: 'before' | 'after'): Record<string, [string, string]> =>
  Object.fromEntries(
    goal.channels
      .filter((row: Json) => Number(row[`conversions_${side}`]) > 0)
      .map((row: Json) => [row.channel, [row[`conversions_${side}`], row[`revenue_${side}`]]]),
  );

test('getMergeProposalPreview', async (t) => {
  const shop = await shopOfTwo();
  t.after(() => shop.close());
  const [proposal] = (await shop.owner.get('/identity/merge-proposals')).body.data;
  const path = `/identity/merge-proposals/${proposal.proposal_id}/preview`;
  const { status, body } = await shop.owner.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  const { customers, merged, moves, attribution } = body.data;

  await t.test('shows the two, the older first, and what moves', () => {
    assert.deepEqual(
      customers.map((side: Json) => [side.customer_profile_id, side.session_count, side.conversion_count, side.cash_revenue]),
      [
        [shop.one, 1, 2, '45.5'],
        [shop.two, 1, 4, '31'],
      ],
    );
    assert.deepEqual(moves, { identifiers: 3, sessions: 1, conversions: 4, cash_revenue: '31' });
    assert.equal(merged.first_name, 'Ana');
    assert.deepEqual(merged.identifiers.emails, ['a@example.org', 'b@example.org']);
    assert.deepEqual([merged.holdings.email, merged.holdings.anonymous_id], [2, 2]);
  });

  await t.test('and the credit of each channel before and after is what the reports say then', async () => {
    const goals = attribution.goals.map((goal: Json) => goal.goal);
    assert.deepEqual(goals, ['lead_created', 'payment_received']);
    for (const goal of attribution.goals) assert.deepEqual(sideOf(goal, 'before'), await creditNow(shop, goal.goal), goal.goal);
    assert.equal(
      (await shop.owner.post(`/identity/merge-proposals/${proposal.proposal_id}/decide`, { action: 'merge' })).status,
      200,
    );
    await shop.settle();
    for (const goal of attribution.goals) assert.deepEqual(sideOf(goal, 'after'), await creditNow(shop, goal.goal), goal.goal);
    const changed = attribution.goals.filter((goal: Json) =>
      goal.channels.some((row: Json) => row.revenue_before !== row.revenue_after),
    );
    assert.ok(changed.length > 0, 'the merge does change something here');
    const person = await search(shop, 'b@example.org');
    assert.deepEqual(
      [person.customer_profile_id, person.conversion_count, person.cash_revenue],
      [merged.customer_profile_id, merged.conversion_count, merged.cash_revenue],
    );
  });

  await t.test('once they are one, nothing moves', async () => {
    const { body: after } = await shop.owner.get(path);
    assert.deepEqual(after.data.moves, { identifiers: 0, sessions: 0, conversions: 0, cash_revenue: '0' });
    for (const goal of after.data.attribution.goals) assert.deepEqual(sideOf(goal, 'before'), sideOf(goal, 'after'));
  });
});

test('getMergePreview', async (t) => {
  const shop = await shopOfTwo();
  t.after(() => shop.close());
  const ask = (one: string, two: string) =>
    shop.owner.get('/identity/merge-preview', { customer_profile_id: one, other_customer_profile_id: two });

  await t.test('is the same for the two in any order, and writes nothing', async () => {
    const before = shop.base.state.lastDecision(shop.profileId);
    const [first, second] = [await ask(shop.one, shop.two), await ask(shop.two, shop.one)];
    assert.equal(first.status, 200);
    assert.deepEqual(first.body, second.body);
    assert.equal(first.body.data.moves.sessions, 1);
    assert.equal(shop.base.state.lastDecision(shop.profileId), before);
  });

  await t.test('refuses strangers, and the same one twice', async () => {
    const stranger = await ask(shop.one, '00000000-0000-8000-8000-000000000000');
    assert.deepEqual([stranger.status, stranger.body.error.code], [422, 'customer_not_in_profile']);
    assert.equal((await ask(shop.one, shop.one)).status, 400);
    assert.equal((await ask(shop.one, 'x')).status, 400);
  });
});
