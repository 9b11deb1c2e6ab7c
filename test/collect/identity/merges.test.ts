// Pairs that may be one person: the queue, the decision, and a merge taken back to the last figure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { recordEvents } from '../../act/webhooks/events.ts';
import { AD_URL, MAIL_URL, type Shop, startShop } from '../../report/shop.ts';
import { buyer, idOf, namesBoth } from './buyers.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

const DAYS = { date_from: '2026-03-01', date_to: '2026-03-31' };
const QUEUE = '/identity/merge-proposals';

const queue = async (shop: Shop, query: Record<string, unknown> = {}): Promise<Json> => {
  const { status, body } = await shop.owner.get(QUEUE, query);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const decide = (shop: Shop, id: string, body: unknown) => shop.owner.post(`${QUEUE}/${id}/decide`, body);
const undo = (shop: Shop, id: string) => shop.owner.post(`/identity/merges/${id}/undo`);

/** Everything that a merge may move, as users read it. */
async function figures(shop: Shop, ids: string[]): Promise<string> {
  await shop.settle();
  const all: Json[] = [];
  for (const [path, query] of [
    ['/overview', DAYS],
    ['/attribution', { ...DAYS, models: 'last_non_direct,linear,time_decay' }],
    ['/customers', { ...DAYS, goal: 'payment_received' }],
  ] as const) {
    const { status, body } = await shop.owner.get(path, query);
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    all.push(body.data);
  }
  for (const id of ids) all.push((await shop.owner.get(`/customers/${id}/journey`)).body.data);
  for (const q of ['rojas', 'example']) all.push((await shop.owner.get('/customers/search', { q })).body.data);
  all.push((await queue(shop, { status: 'all' })).status_counts);
  return JSON.stringify(all);
}

const proposalOf = async (shop: Shop, a: string, b: string): Promise<Json> => {
  const { data } = await queue(shop, { status: 'all', customer_profile_id: a });
  return data.find((row: Json) => row.customers.some((person: Json) => person.customer_profile_id === b));
};

test('decideMergeProposal', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  await buyer(shop, 'ana', 1, AD_URL);
  await buyer(shop, 'bea', 2, MAIL_URL);
  await buyer(shop, 'cia', 3, 'https://shop.example/');
  await buyer(shop, 'dan', 4, MAIL_URL);
  shop.clock.set('2026-03-09T00:00:00Z');
  await namesBoth(shop, 'ana', 'bea');
  await namesBoth(shop, 'bea', 'cia');
  await namesBoth(shop, 'ana', 'cia');
  await namesBoth(shop, 'cia', 'dan');
  await shop.settle();
  const ids = await Promise.all(['ana', 'bea', 'cia', 'dan'].map((name) => idOf(shop, name)));
  const [ana, bea, cia, dan] = ids as [string, string, string, string];
  const before = await figures(shop, ids);
  const ab = await proposalOf(shop, ana, bea);
  const bc = await proposalOf(shop, bea, cia);
  const ac = await proposalOf(shop, ana, cia);
  const cd = await proposalOf(shop, cia, dan);

  await t.test('a merge is one person under the older id, undone to the last figure', async () => {
    const [one, two] = await Promise.all([
      decide(shop, ab.proposal_id, { action: 'merge' }),
      decide(shop, ab.proposal_id, { action: 'merge' }),
    ]);
    assert.deepEqual([one.status, two.status], [200, 200], 'two at once');
    assert.deepEqual([one.body.data.replayed, two.body.data.replayed].sort(), [false, true]);
    assert.equal(one.body.data.audit_log_id, two.body.data.audit_log_id);
    assert.equal(one.body.data.proposal.status, 'merged');
    assert.equal((await decide(shop, ab.proposal_id, { action: 'merge' })).body.data.replayed, true);
    assert.equal((await decide(shop, ab.proposal_id, { action: 'dismiss' })).body.error.code, 'invalid_state');

    assert.notEqual(await figures(shop, ids), before);
    const journey = async (id: string) => (await shop.owner.get(`/customers/${id}/journey`)).body.data;
    assert.deepEqual(await journey(bea), await journey(ana), 'reads follow the merge');
    const [person, ...others] = (await shop.owner.get('/customers/search', { q: 'bea@example.com' })).body.data;
    assert.deepEqual([person.customer_profile_id, person.conversion_count, person.cash_revenue, others], [ana, 5, '30', []]);
    const named = await shop.owner.get('/identity/merge-preview', { customer_profile_id: bea, other_customer_profile_id: dan });
    assert.deepEqual([named.status, named.body.error.code], [422, 'customer_not_in_profile']);

    const id = one.body.data.audit_log_id;
    const { status, body } = await undo(shop, id);
    assert.equal(status, 200);
    assert.deepEqual([body.data.replayed, body.data.customer_profile_ids], [false, [ana, bea]]);
    assert.equal((await undo(shop, id)).body.data.replayed, true, 'undone twice is undone once');
    assert.equal(await figures(shop, ids), before);
  });

  await t.test('a chain and a diamond come apart edge by edge', async () => {
    const audit: string[] = [];
    for (const pair of [ab, bc, ac, cd]) {
      const { status, body } = await decide(shop, pair.proposal_id, { action: 'merge' });
      assert.equal(status, 200, JSON.stringify(body));
      audit.push(body.data.audit_log_id);
    }
    const person = (name: string) => idOf(shop, name);
    assert.deepEqual(await Promise.all(['ana', 'bea', 'cia', 'dan'].map(person)), [ana, ana, ana, ana]);
    const stored = await undo(shop, audit[0] as string);
    assert.deepEqual(stored.body.data.customer_profile_ids, [ana], 'by way of the third they are still one');
    await undo(shop, audit[2] as string);
    assert.deepEqual(await Promise.all(['ana', 'bea', 'cia', 'dan'].map(person)), [ana, bea, bea, bea]);
    await undo(shop, audit[1] as string);
    assert.deepEqual(await Promise.all(['ana', 'bea', 'cia', 'dan'].map(person)), [ana, bea, cia, cia]);
    await undo(shop, audit[3] as string);
    assert.equal(await figures(shop, ids), before);
  });

  await t.test('what came between belongs to the member it named', async () => {
    const { body } = await decide(shop, ab.proposal_id, { action: 'merge' });
    await shop.settle();
    shop.clock.set('2026-03-10T00:00:00Z');
    const pays = (key: string, traits: Record<string, unknown>) =>
      shop.outcome({
        event_type: 'payment_received',
        idempotency_key: key,
        occurred_at: '2026-03-09T12:00:00Z',
        value: { amount: '7', currency: 'USD' },
        user_traits: traits,
      });
    await pays('between-1', { email: 'bea@example.com', phone: '+56987654321' });
    await shop.settle();
    await undo(shop, body.data.audit_log_id);
    await shop.settle();
    const [found] = (await shop.owner.get('/customers/search', { q: '+56987654321' })).body.data;
    assert.deepEqual([found.customer_profile_id, found.conversion_count, found.cash_revenue], [bea, 3, '27']);
  });

  await t.test('dismissed is for good, for the persons it was said of', async () => {
    assert.equal((await decide(shop, ab.proposal_id, { action: 'dismiss' })).body.data.proposal.status, 'dismissed');
    assert.equal((await decide(shop, ab.proposal_id, { action: 'dismiss' })).body.data.replayed, true);
    assert.equal((await decide(shop, ab.proposal_id, { action: 'merge' })).body.error.code, 'invalid_state');
    assert.equal((await decide(shop, ab.proposal_id, { action: 'snooze' })).status, 409);
    await namesBoth(shop, 'ana', 'bea');
    await shop.settle();
    assert.equal((await proposalOf(shop, ana, bea)).status, 'dismissed', 'new evidence opens nothing');
    const { body } = await decide(shop, bc.proposal_id, { action: 'merge' });
    const open = async () => (await queue(shop)).data.map((row: Json) => row.proposal_id).sort();
    assert.deepEqual(await open(), [cd.proposal_id], 'bea and cia are one now: that and ana were told apart');
    await undo(shop, body.data.audit_log_id);
    assert.deepEqual(await open(), [ac.proposal_id, bc.proposal_id, cd.proposal_id].sort());
  });

  await t.test('a snooze hides a pair until it runs out', async () => {
    const until = '2026-03-20T00:00:00.000Z';
    const { body } = await decide(shop, cd.proposal_id, { action: 'snooze', snooze_until: until });
    assert.deepEqual([body.data.proposal.status, body.data.proposal.snoozed_until], ['snoozed', until]);
    assert.deepEqual((await queue(shop)).status_counts, { open: 2, merged: 0, dismissed: 1, snoozed: 1 });
    shop.clock.set('2026-03-20T00:00:00Z');
    assert.equal((await proposalOf(shop, cia, dan)).status, 'open');
    assert.equal((await queue(shop)).status_counts.open, 3);
    for (const wrong of ['2026-03-20T00:00:00Z', '2028-01-01T00:00:00Z', 'soon'])
      assert.equal((await decide(shop, cd.proposal_id, { action: 'snooze', snooze_until: wrong })).status, 422, wrong);
    assert.equal((await decide(shop, cd.proposal_id, { action: 'merge', snooze_until: until })).status, 422);
    assert.equal((await decide(shop, cd.proposal_id, {})).status, 422);
  });

  await t.test("another profile's ids name nothing here", async () => {
    const other = initInstallation(shop.base, {
      email: 'other@shop.example',
      workspace: 'Other',
      profile: 'Other',
      currency: 'USD',
      timezone: 'UTC',
    });
    const stranger = shop.api(other.api_key);
    assert.equal((await stranger.post(`${QUEUE}/${ac.proposal_id}/decide`, { action: 'merge' })).status, 404);
    const { body } = await decide(shop, ac.proposal_id, { action: 'merge' });
    assert.equal((await stranger.post(`/identity/merges/${body.data.audit_log_id}/undo`)).status, 404);
    assert.equal((await undo(shop, ac.proposal_id)).status, 404, 'an id of another kind');
    assert.deepEqual((await stranger.get('/identity/merge-history', { customer_profile_id: ana })).body.data, []);
    assert.deepEqual((await stranger.get(QUEUE, { customer_profile_id: ana })).body.data, []);
    assert.equal((await undo(shop, body.data.audit_log_id)).status, 200);
  });
});

test('listMergeProposals', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  shop.clock.set('2026-03-09T00:00:00Z');
  const rows = Array.from({ length: 8 }, (_, i) => ({ email: `person${i}@example.com`, phone: `+5698765432${i}` }));
  assert.equal((await shop.owner.post('/customers', { rows })).status, 200);
  const pairs = rows.slice(1).map(({ email }) => ({ email, phone: rows[0]?.phone }));
  assert.equal((await shop.owner.post('/customers', { rows: pairs })).status, 200);

  await t.test('is paged by keys, tells of the whole queue, and begins anew at an unreadable cursor', async () => {
    const whole = await queue(shop);
    assert.equal(whole.data.length, 7);
    assert.deepEqual(whole.status_counts, { open: 7, merged: 0, dismissed: 0, snoozed: 0 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await queue(shop, { limit: 3, ...(cursor ? { cursor } : {}) });
      seen.push(...page.data.map((row: Json) => row.proposal_id));
      cursor = page.pagination.cursor ?? undefined;
    } while (cursor);
    const all = whole.data.map((row: Json) => row.proposal_id);
    assert.deepEqual(seen, all);
    for (const unreadable of ['x', '1.2', '99999.1.1', "0.1.1';drop", '', 'x'.repeat(2_000)])
      assert.deepEqual(
        (await queue(shop, { cursor: unreadable })).data.map((row: Json) => row.proposal_id),
        all,
        unreadable,
      );
  });

  await t.test('says what speaks for a pair, and filters', async () => {
    const [row] = (await queue(shop)).data;
    assert.equal(row.score, 0.9);
    assert.deepEqual(
      row.reasons.map((reason: Json) => [reason.code, reason.identifier_type]),
      [
        ['same_fact', 'email'],
        ['same_fact', 'phone'],
      ],
    );
    assert.equal(row.customers[0].primary_email, 'person0@example.com');
    assert.deepEqual((await queue(shop, { min_score: 0.91 })).data, []);
    const last = row.customers[1].customer_profile_id;
    assert.equal((await queue(shop, { customer_profile_id: last })).data.length, 1);
    const { body } = await decide(shop, row.proposal_id, { action: 'dismiss' });
    assert.match(body.data.proposal.decided_by, /^key:/);
    const dismissed = await queue(shop, { status: 'dismissed' });
    assert.deepEqual([dismissed.data.length, dismissed.status_counts.open], [1, 6]);
  });
});

test('listMerges', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const announced = recordEvents(shop.base, shop.profileId);
  shop.clock.set('2026-03-09T00:00:00Z');
  const { body } = await shop.owner.post('/customers', { rows: [{ email: 'a@example.org' }, { email: 'b@example.org' }] });
  const [a, b] = body.data.results.map((row: Json) => row.customer_profile_id);
  await shop.owner.post('/customers', { rows: [{ email: 'a@example.org', phone: '+56987654321' }] });
  await shop.owner.post('/customers', { rows: [{ email: 'b@example.org', phone: '+56987654321' }] });
  const { proposal_id } = await proposalOf(shop, a, b);
  const first = (await decide(shop, proposal_id, { action: 'merge' })).body.data.audit_log_id;
  await undo(shop, first);
  const second = (await decide(shop, proposal_id, { action: 'merge' })).body.data.audit_log_id;

  await t.test('each merge and its undo are announced', () => {
    const persons = { customer_profile_id: a, merged_customer_profile_id: b };
    assert.deepEqual(
      announced().map(({ type, data: { merge_id, customer_profile_id, merged_customer_profile_id } }) => [
        type,
        merge_id,
        { customer_profile_id, merged_customer_profile_id },
      ]),
      [
        ['customer.merged', first, persons],
        ['customer.merge_undone', first, persons],
        ['customer.merged', second, persons],
      ],
    );
  });

  await t.test('tells of merges into a customer and of those undone, for each of its members', async () => {
    for (const id of [a, b]) {
      const { data, pagination } = (await shop.owner.get('/identity/merge-history', { customer_profile_id: id })).body;
      assert.deepEqual(
        data.map((row: Json) => [row.audit_log_id, row.status, row.customer_profile_id, row.merged_customer_profile_id]),
        [
          [second, 'merged', a, b],
          [first, 'undone', a, b],
        ],
      );
      assert.equal(pagination.has_next, false);
    }
    for (const cursor of ['', 'x', '1'.repeat(2_000)]) {
      const anew = await shop.owner.get('/identity/merge-history', { customer_profile_id: a, cursor });
      assert.deepEqual([anew.status, anew.body.data?.length], [200, 2], cursor);
    }
    const page = (await shop.owner.get('/identity/merge-history', { customer_profile_id: a, limit: 1 })).body;
    const rest = await shop.owner.get('/identity/merge-history', { customer_profile_id: a, cursor: page.pagination.cursor });
    assert.deepEqual(
      rest.body.data.map((row: Json) => row.audit_log_id),
      [first],
    );
  });

  await t.test('each stands in the audit log', async () => {
    const { body: log } = await shop
      .api(shop.session)
      .get(`/workspaces/${shop.workspaceId}/audit`, { profile_id: shop.profileId });
    const merges = log.data.filter((row: Json) => row.action.startsWith('customers.'));
    assert.deepEqual(
      merges.map((row: Json) => [row.action, row.subject, row.intact]),
      [
        ['customers.merged', second, true],
        ['customers.merge_undone', first, true],
        ['customers.merged', first, true],
      ],
    );
  });
});

test('undoMerge', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  await t.test('of nothing is not found, and of no id a bad request', async () => {
    assert.equal((await undo(shop, '00000000-0000-8000-8000-000000000000')).status, 404);
    const { status, body } = await undo(shop, 'nothing');
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
  });
});

test('a person is called as one customer would be who had been told of all names', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const rows = [
    { email: 'jo@example.com', external_id: 'jo', first_name: 'Jo' },
    { email: 'josefa@example.com', first_name: 'Josefa', last_name: 'Diaz' },
  ];
  assert.equal((await shop.owner.post('/customers', { rows })).body.data.summary.created, 2);
  await namesBoth(shop, 'jo', 'josefa');
  await shop.settle();
  const names = async (): Promise<string[]> =>
    (await shop.owner.get('/customers/search', { q: 'example.com' })).body.data
      .map((person: Json) => `${person.first_name} ${person.last_name}`)
      .sort();
  const apart = ['Jo null', 'Josefa Diaz'];
  assert.deepEqual(await names(), apart);
  const { proposal_id } = await proposalOf(shop, await idOf(shop, 'jo'), await idOf(shop, 'josefa'));
  const { audit_log_id } = (await decide(shop, proposal_id, { action: 'merge' })).body.data;
  assert.deepEqual(await names(), ['Jo Diaz'], 'the half that the older lacks');
  await undo(shop, audit_log_id);
  assert.deepEqual(await names(), apart);
});
