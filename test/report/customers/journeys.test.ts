// Journeys by customer, by the caller's own key and by conversion, with and without the personal-data scope (see ../shop.ts).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AD_URL, COMPUTER_AGENT, openShop, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };

let shop: Shop;
let ana: string;
let ben: string;
let firstOrder: { conversion_id: string; outcome_event_id: string };
before(async () => {
  shop = await openShop();
  const { body } = await shop.owner.get('/customers', { ...WEEK, goal: 'payment_received' });
  ana = body.data[0].customer_profile_id;
  ben = body.data[2].customer_profile_id;
  const journey = await shop.owner.get('/conversions/order-1/journey');
  firstOrder = journey.body.meta.conversion;
});
after(() => shop.close());

// biome-ignore lint/suspicious/noExplicitAny: the contract has checked the answer's form
type Step = any;
const brief = (step: Step) => [step.event_type, step.event_time, step.path, step.channel, step.value_amount];
const ANAS_WAY = [
  ['page_view', '2026-03-01T10:00:00.000Z', '/boots', 'Paid Search', null],
  ['page_view', '2026-03-01T10:02:00.000Z', '/cart', 'Paid Search', null],
  ['page_view', '2026-03-03T09:00:00.000Z', '/sale', 'Email', null],
  ['payment_received', '2026-03-05T12:00:00.000Z', null, null, 100],
  ['payment_received', '2026-03-06T12:00:00.000Z', null, null, 50],
  ['payment_received', '2026-03-07T12:00:00.000Z', null, null, -25],
];

test('getCustomerJourney', async (t) => {
  const journey = async (id: string, query = {}, on = shop) => (await on.owner.get(`/customers/${id}/journey`, query)).body;
  await t.test('shows pages and outcomes in order, each with the visit it belongs to', async () => {
    const { data, meta } = await journey(ana);
    assert.deepEqual(data.events.map(brief), ANAS_WAY);
    assert.deepEqual([data.total_count, meta], [6, { profile_id: shop.profileId }]);
    const [first] = data.events;
    assert.deepEqual(
      [first.source, first.medium, first.campaign, first.device, first.browser, first.os, first.is_synthetic],
      ['google', 'cpc', 'Spring boots', 'mobile', 'Safari', 'iOS', false],
    );
    assert.equal(first.rule_id, 'paid_search', 'which rule gave the channel');
    assert.equal(first.touch, undefined, 'credit is told by the other journeys');
  });
  await t.test('says who it is if asked', async () => {
    const { data, meta } = await journey(ana, { include: 'person', limit: 1 });
    assert.deepEqual([data.events.map(brief), data.total_count], [ANAS_WAY.slice(0, 1), 6]);
    assert.deepEqual(
      [meta.person.customer_profile_id, meta.person.conversions.length, meta.person.conversion_count],
      [ana, 2, 2],
    );
    assert.equal((await journey(randomUUID(), { include: 'person' })).meta.person, null);
  });
  await t.test('pages through', async () => {
    const { data } = await journey(ana, { offset: 4, limit: 1 });
    assert.deepEqual([data.events.map(brief), data.total_count], [ANAS_WAY.slice(4, 5), 6]);
    assert.deepEqual((await journey(ana, { offset: 60 })).data, { events: [], total_count: 6 });
  });
  await t.test('knows a visitor without a name', async () => {
    const { data } = await journey(ben);
    assert.deepEqual(
      data.events.map((step: Step) => step.event_type),
      ['page_view', 'payment_received'],
    );
  });
  await t.test("a visitor's id keeps working after the visitor became a customer", async (st) => {
    const other = await startShop();
    st.after(() => other.close());
    await other.visit({ at: '2026-03-01T10:00:00Z', browser: 'dee', url: AD_URL });
    const pay = (key: string, traits: object) =>
      other.outcome({
        event_type: 'payment_received',
        idempotency_key: key,
        value: { amount: '1', currency: 'USD' },
        anonymous_id: 'dee',
        ...traits,
      });
    await pay('one', {});
    await other.settle();
    const find = async () =>
      (await other.owner.get('/customers', { ...WEEK, goal: 'payment_received' })).body.data[0].customer_profile_id;
    const visitor = await find();
    await pay('two', { user_traits: { email: 'dee@example.com' } });
    await other.settle();
    const customer = await find();
    assert.notEqual(customer, visitor);
    const [before, now] = [await journey(visitor, {}, other), await journey(customer, {}, other)];
    assert.equal(now.data.total_count, 3);
    assert.deepEqual(before, now);
  });
  await t.test("a browser's own id leads to whose it is; an id of nobody here is empty", async () => {
    const stranger = await journey('9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d');
    assert.deepEqual(stranger.data, { events: [], total_count: 0 });
    assert.deepEqual((await journey('no-browser')).data, { events: [], total_count: 0 });
    assert.deepEqual((await journey('ana')).data.events.map(brief), ANAS_WAY);
  });
  await t.test('needs customers:read', async () => {
    assert.equal((await shop.conversionsOnly.get(`/customers/${ana}/journey`)).status, 403);
  });
  await t.test('shows an ad click that only an outcome told of', async (st) => {
    const other = await startShop();
    st.after(() => other.close());
    other.clock.set('2026-03-05T10:00:00Z');
    await other.outcome({
      event_type: 'payment_received',
      idempotency_key: 'chat-1',
      value: { amount: '9', currency: 'USD' },
      user_traits: { external_id: 'chat' },
      ad: { platform: 'meta', campaign_id: 'm9', ad_id: 'x9' },
      click_ids: { ctwa_clid: 'W1' },
    });
    await other.settle();
    const [row] = (await other.owner.get('/customers', { ...WEEK, goal: 'payment_received' })).body.data;
    assert.deepEqual([row.channel, row.touch_count], ['Paid Social', 1]);
    const { data } = await journey(row.customer_profile_id, {}, other);
    assert.deepEqual(
      data.events.map((step: Step) => [step.event_type, step.is_synthetic, step.channel]),
      [
        ['ad_click', true, 'Paid Social'],
        ['payment_received', false, 'Paid Social'],
      ],
    );
    const { body } = await other.conversionsOnly.get('/conversions/chat-1/journey');
    const [touch] = body.data.events;
    assert.deepEqual(
      [touch.is_synthetic, touch.join_method, touch.campaign_id, touch.ad_id, touch.click_id_kind, touch.credit.linear],
      [true, 'synthetic', 'm9', 'x9', 'ctwa_clid', '1'],
    );
  });
  await t.test('shows no money that only a browser tells of', async (st) => {
    const other = await startShop();
    st.after(() => other.close());
    other.clock.set('2026-03-05T10:00:00Z');
    const value = { amount: '999', currency: 'EUR' };
    const event = { event_id: 'm-1', event_type: 'payment_received', value };
    const response = await fetch(new URL('/t/collect', other.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': COMPUTER_AGENT },
      body: JSON.stringify({ tracking_key: other.trackingKey, anonymous_id: 'mal', events: [event] }),
    });
    assert.deepEqual(await response.json(), { data: { accepted: 1, rejected: [] } });
    await other.outcome({ event_type: 'payment_received', idempotency_key: 'm-2', anonymous_id: 'mal', value });
    await other.settle();
    const { data } = await journey('mal', {}, other);
    assert.deepEqual(
      data.events.map((step: Step) => [step.event_type, step.value_amount, step.currency]).sort(),
      [
        ['payment_received', 999, 'EUR'],
        ['payment_received', null, null],
      ].sort(),
    );
    const { body } = await other.owner.post('/customers/mal/journey-summary');
    assert.equal(body.data.summary.match(/999/g)?.length, 1, 'the summary tells of the server’s alone');
  });
});

const FORBIDDEN =
  /ana@|Ana|Rojas|boots"|cart|sale|Safari|mobile|iOS|"url"|"path"|"device"|"browser"|"city"|"country"|first_name|session/;

test('getCustomerJourneyByKey', async (t) => {
  await t.test('with customers:read shows everything and who it is', async () => {
    const { body } = await shop.owner.get('/customers/journey', { customer_key: 'cust-1' });
    assert.deepEqual(body.data.events.map(brief), ANAS_WAY);
    const { conversions, ...person } = body.meta.person;
    assert.deepEqual(person, {
      customer_profile_id: ana,
      first_name: 'Ana',
      last_name: 'Rojas',
      identifiers: {
        external_ids: ['cust-1'],
        crm_contact_ids: [],
        emails: ['ana@example.com'],
        phones: [],
        phones_as_given: [],
      },
      first_seen_at: '2026-03-01T10:00:00.000Z',
      last_seen_at: '2026-03-07T12:00:00.000Z',
      session_count: 2,
      touch_count: 2,
      conversion_count: 2,
      cash_revenue: '125',
    });
    assert.deepEqual(
      conversions.map((conversion: Step) => [conversion.goal, conversion.revenue, conversion.currency]),
      [
        ['payment_received', '50', 'USD'],
        ['payment_received', '75', 'USD'],
      ],
    );
    assert.equal(body.data.events[2].touch.credit.last_non_direct, '1');
    assert.equal(body.data.events[1].touch, null, 'a second page is no touch');
  });
  await t.test('without it shows touches, ids and credit, and nothing of the person', async () => {
    const { body } = await shop.conversionsOnly.get('/customers/journey', { customer_key: 'cust-1' });
    assert.equal(body.data.total_count, 4, 'two touches on the way to two payments');
    const [touch] = body.data.events;
    assert.deepEqual(
      [touch.channel, touch.campaign_id, touch.adset_id, touch.ad_id, touch.click_id_kind, touch.in_window, touch.credit.linear],
      ['Paid Search', 'c1', 's1', 'a1', 'gclid', true, '0.5'],
    );
    assert.equal(body.meta.conversion.customer_key, 'cust-1');
    assert.equal('person' in body.meta, false);
    assert.doesNotMatch(JSON.stringify(body), FORBIDDEN);
  });
  await t.test('finds by e-mail only with customers:read', async () => {
    const { body } = await shop.owner.get('/customers/journey', { email: ' Ana@Example.com ' });
    assert.equal(body.meta.person.customer_profile_id, ana);
    const refused = await shop.conversionsOnly.get('/customers/journey', { email: 'ana@example.com' });
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.required_scopes],
      [403, 'insufficient_scope', ['customers:read']],
    );
    assert.equal((await shop.conversionsOnly.get('/customers/journey', { phone: '+56912345678' })).status, 403);
  });
  await t.test('nobody by that key is empty', async () => {
    const { status, body } = await shop.owner.get('/customers/journey', { customer_key: 'nobody-here' });
    assert.deepEqual(
      [status, body.data, body.meta],
      [200, { events: [], total_count: 0 }, { profile_id: shop.profileId, conversion: null, person: null }],
    );
  });
  await t.test('wants exactly one of the three', async () => {
    for (const query of [{}, { customer_key: 'cust-1', email: 'ana@example.com' }]) {
      const { status, body } = await shop.owner.get('/customers/journey', query);
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter']);
    }
  });
});

test('getConversionJourney', async (t) => {
  await t.test('is found by outcome, by conversion and by the key of the event', async () => {
    for (const id of ['order-1', firstOrder.outcome_event_id, firstOrder.conversion_id]) {
      const { body } = await shop.owner.get(`/conversions/${id}/journey`);
      assert.deepEqual(body.meta.conversion, { ...firstOrder, customer_key: 'cust-1', goal: 'payment_received' }, id);
      assert.deepEqual(body.data.events.map(brief), ANAS_WAY.slice(0, 4), 'up to the conversion');
    }
  });
  await t.test('says what each touch earned', async () => {
    const { body } = await shop.owner.get('/conversions/order-1/journey');
    const touches = body.data.events.flatMap((step: Step) => step.touch ?? []);
    assert.deepEqual(
      touches.map((touch: Step) => [
        touch.channel,
        touch.join_method,
        touch.in_window,
        touch.credit.first_touch,
        touch.credit.linear,
      ]),
      [
        ['Paid Search', 'anonymous_id', true, '1', '0.5'],
        ['Email', 'anonymous_id', true, '0', '0.5'],
      ],
    );
    const weights = touches.map((touch: Step) => Number(touch.credit.time_decay));
    assert.equal(weights[0] + weights[1], 1);
    assert.equal(body.meta.person.customer_profile_id, ana);
    assert.deepEqual(
      touches.map((touch: Step) => [touch.rule_id, touch.is_paid]),
      [
        ['paid_search', true],
        ['email', false],
      ],
    );
    const { revenue_type, window_days, first_touch_window_days, model, version } = body.meta.conversion;
    assert.deepEqual([revenue_type, window_days, first_touch_window_days, model], ['cash', 90, 90, 'last_non_direct']);
    assert.ok(version.through_seq > 0 && version.through_decision > 0);
  });
  await t.test('without customers:read is a projection by ids', async () => {
    const { body } = await shop.conversionsOnly.get('/conversions/order-2/journey');
    assert.deepEqual(
      body.data.events.map((touch: Step) => [touch.channel, touch.ad_id, touch.join_method]),
      [
        ['Paid Search', 'a1', 'external_id'],
        ['Email', null, 'external_id'],
      ],
    );
    assert.equal(body.data.total_count, 2);
    assert.equal(body.meta.conversion.customer_key, 'cust-1');
    assert.doesNotMatch(JSON.stringify(body), FORBIDDEN);
  });
  await t.test('an unnamed customer has no key', async () => {
    const { body } = await shop.conversionsOnly.get('/conversions/order-3/journey');
    assert.equal(body.meta.conversion.customer_key, null);
    assert.equal(body.data.total_count, 1);
  });
  await t.test('an unknown id is empty', async () => {
    for (const id of ['no-such-order', '9a1f6f0e-5c1d-8b7a-9d0e-6d1a2f3b4c5d', "o'; drop table credit --"]) {
      const { status, body } = await shop.conversionsOnly.get(`/conversions/${encodeURIComponent(id)}/journey`);
      assert.deepEqual([status, body.data], [200, { events: [], total_count: 0 }], id);
    }
  });
});
