// The customer list and the search, on a week that can be worked out by hand (see ../shop.ts).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop, startShop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const PAYMENTS = { ...WEEK, goal: 'payment_received' };

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

test('listCustomers', async (t) => {
  const list = async (query: Record<string, unknown>) => (await shop.owner.get('/customers', query)).body;
  await t.test('has a row per conversion, newest first', async () => {
    const { data, pagination, meta } = await list(PAYMENTS);
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [row['name'], row['revenue'], row['conversion_time']]),
      [
        ['Ana Rojas', 50, '2026-03-06T12:00:00.000Z'],
        ['Ana Rojas', 75, '2026-03-05T12:00:00.000Z'],
        [null, 20, '2026-03-02T11:30:00.000Z'],
      ],
    );
    assert.deepEqual(pagination, { has_next: false, cursor: null });
    assert.deepEqual([meta.goal, meta.currency], ['payment_received', 'USD']);
    const { conversion_id, customer_profile_id, ...first } = data[0];
    assert.deepEqual(first, {
      name: 'Ana Rojas',
      email: 'ana@example.com',
      country: null,
      device: 'mobile',
      channel: 'Email',
      source: 'newsletter',
      revenue: 50,
      revenue_type: 'cash',
      conversion_time: '2026-03-06T12:00:00.000Z',
      time_to_complete_seconds: 439200,
      touch_count: 2,
      touch_channels: ['Paid Search', 'Email'],
      conversion_count: 2,
      total_revenue: 125,
    });
    assert.equal(customer_profile_id, data[1].customer_profile_id);
    assert.notEqual(conversion_id, data[1].conversion_id);
  });
  await t.test('a visitor without a name, whose last touch is direct', async () => {
    const { data } = await list({ ...PAYMENTS, date_to: '2026-03-02' });
    const [ben] = data;
    assert.deepEqual([ben.name, ben.email, ben.channel, ben.source, ben.device], [null, null, 'Direct', '(direct)', 'desktop']);
  });
  await t.test('the conversions that a channel, source or campaign earns credit of, with their share', async () => {
    const credits = async (query: Record<string, unknown>) =>
      (await list({ ...PAYMENTS, model: 'linear', ...query })).data.map((row: Record<string, unknown>) => [
        row['revenue'],
        row['credit'],
      ]);
    const halves = [
      [50, 0.5],
      [75, 0.5],
    ];
    assert.deepEqual(await credits({ channel: 'Paid Search' }), halves);
    assert.deepEqual(await credits({ source: 'newsletter' }), halves);
    assert.deepEqual(await credits({ campaign: 'Spring boots', channel: 'Paid Search' }), halves);
    assert.deepEqual(await credits({ channel: 'Paid Search', model: 'last_touch' }), []);
    assert.deepEqual(await credits({ channel: 'Direct' }), [[20, 1]]);
    assert.deepEqual(await credits({ channel: 'Paid Search', source: 'newsletter' }), []);
    const first = await list({ ...PAYMENTS, channel: 'Email', limit: 1 });
    const [cursor_time, cursor_id] = first.pagination.cursor.split('|');
    const second = await list({ ...PAYMENTS, channel: 'Email', limit: 1, cursor_time, cursor_id });
    assert.deepEqual([second.data.length, second.pagination.has_next, second.data[0].revenue], [1, false, 75]);
  });
  await t.test('the conversions of a path, as the list of paths shows it', async () => {
    const revenues = async (path: string, transform?: string) =>
      (await list({ ...PAYMENTS, path, ...(transform ? { transform } : {}) })).data.map(
        (row: Record<string, unknown>) => row['revenue'],
      );
    assert.deepEqual(await revenues('Paid Search,Email'), [50, 75]);
    assert.deepEqual(await revenues('Email,Paid Search'), []);
    assert.deepEqual(await revenues('Paid Search(1),Email(1)', 'frequency'), [50, 75]);
    assert.deepEqual(await revenues('Direct'), [20]);
    assert.equal((await list({ ...PAYMENTS, path: 'Direct' })).data[0].credit, undefined);
  });
  await t.test('a conversion without a touch', async () => {
    const { data } = await list({ ...WEEK, goal: 'lead_created' });
    const [cal] = data;
    assert.deepEqual(
      [cal.name, cal.channel, cal.touch_count, cal.touch_channels, cal.time_to_complete_seconds, cal.revenue, cal.total_revenue],
      ['Cal', '(none)', 0, [], 0, 0, 0],
    );
  });
  await t.test('the cursor walks all rows once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const [cursor_time, cursor_id] = cursor.split('|');
      const query = cursor === '' ? {} : { cursor_time, cursor_id };
      const { data, pagination } = await list({ ...PAYMENTS, limit: 1, ...query });
      assert.equal(data.length, 1);
      seen.push(data[0].conversion_id);
      cursor = pagination.cursor;
      assert.equal(pagination.has_next, cursor !== null);
    }
    const all = (await list(PAYMENTS)).data.map((row: { conversion_id: string }) => row.conversion_id);
    assert.deepEqual(seen, all);
  });
  await t.test('sorted over the whole list, each way, and the cursor walks all rows once', async () => {
    const sorted = async (sort: string, order: string, narrowed: Record<string, string> = {}): Promise<number[]> => {
      const revenues: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const [cursor_time, cursor_id, cursor_value] = cursor.split('|');
        const after = cursor === '' ? {} : { cursor_time, cursor_id, ...(cursor_value === undefined ? {} : { cursor_value }) };
        const { data, pagination } = await list({ ...PAYMENTS, ...narrowed, sort, order, limit: 1, ...after });
        revenues.push(...data.map((row: { revenue: number }) => row.revenue));
        cursor = pagination.cursor;
      }
      return revenues;
    };
    assert.deepEqual(await sorted('revenue', 'desc'), [75, 50, 20]);
    assert.deepEqual(await sorted('revenue', 'asc'), [20, 50, 75]);
    assert.deepEqual(await sorted('conversion_time', 'asc'), [20, 75, 50]);
    assert.deepEqual(await sorted('time_to_complete', 'asc'), [20, 75, 50]);
    assert.deepEqual(await sorted('conversion_count', 'asc'), [20, 50, 75]);
    assert.deepEqual(await sorted('touch_count', 'asc'), [20, 50, 75]);
    assert.deepEqual(await sorted('revenue', 'desc', { channel: 'Email' }), [75, 50]);
  });
  await t.test('a cursor of another order is refused', async () => {
    const { pagination } = await list({ ...PAYMENTS, sort: 'revenue', limit: 1 });
    const [cursor_time, cursor_id, cursor_value] = pagination.cursor.split('|');
    for (const query of [
      { cursor_time, cursor_id, cursor_value },
      { cursor_time, cursor_id, sort: 'revenue' },
      { cursor_value, sort: 'revenue' },
      { cursor_time, cursor_id, cursor_value: '1 or 1', sort: 'revenue' },
      { sort: 'name' },
    ])
      assert.equal((await shop.owner.get('/customers', { ...PAYMENTS, ...query })).status, 400, JSON.stringify(query));
  });
  await t.test('search finds by name and by e-mail', async () => {
    assert.equal((await list({ ...PAYMENTS, search: 'roj' })).data.length, 2);
    assert.equal((await list({ ...PAYMENTS, search: 'ANA@example' })).data.length, 2);
    assert.equal((await list({ ...PAYMENTS, search: 'cal@example.com' })).data.length, 0, 'Cal paid nothing');
    assert.equal((await list({ ...PAYMENTS, search: 'nobody' })).data.length, 0);
  });
  await t.test('several words mean all of them, in any order, in the name and the e-mail', async () => {
    for (const search of ['rojas ana', 'Ana  Rojas', 'rojas example.com', 'ana@exam roj', 'rojas a'])
      assert.equal((await list({ ...PAYMENTS, search })).data.length, 2, search);
    for (const search of ['rojas cal', 'rojas example.org', 'ana rojas nobody'])
      assert.equal((await list({ ...PAYMENTS, search })).data.length, 0, search);
    const found = (await shop.owner.get('/customers/search', { q: 'example.com rojas' })).body.data;
    assert.deepEqual([found.length, found[0]?.last_name], [1, 'Rojas']);
  });
  await t.test('a search too short to find anybody says so', async () => {
    for (const search of ['x', ' ', 'x q', '%']) {
      const { data, warnings } = await list({ ...PAYMENTS, search });
      assert.deepEqual([data, warnings?.[0]?.code], [[], 'search_too_short'], search);
    }
    assert.equal((await list({ ...PAYMENTS, search: 'an' })).warnings, undefined);
  });
  await t.test('refuses half a cursor, a foreign one, an unknown goal, none, and too many rows', async () => {
    const time = '2026-03-06T12:00:00Z';
    for (const query of [
      { cursor_time: time },
      { cursor_id: shop.profileId },
      { cursor_time: time, cursor_id: shop.profileId },
      { goal: 'unknown' },
      { goal: undefined },
      { limit: 101 },
    ]) {
      const { status, body } = await shop.owner.get('/customers', { ...PAYMENTS, ...query });
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], JSON.stringify(query));
    }
  });
  await t.test('needs customers:read', async () => {
    const { status, body } = await shop.conversionsOnly.get('/customers', PAYMENTS);
    assert.deepEqual([status, body.error.code, body.error.required_scopes], [403, 'insufficient_scope', ['customers:read']]);
  });
});

test('searchCustomers', async (t) => {
  const search = async (query: Record<string, unknown>) => (await shop.owner.get('/customers/search', query)).body.data;
  await t.test('describes a candidate', async () => {
    const [ana] = await search({ q: 'ana' });
    assert.deepEqual(
      { ...ana, customer_profile_id: undefined },
      {
        customer_profile_id: undefined,
        first_name: 'Ana',
        last_name: 'Rojas',
        primary_email: 'ana@example.com',
        primary_phone: null,
        first_seen_at: '2026-03-01T10:00:00.000Z',
        last_seen_at: '2026-03-07T12:00:00.000Z',
        conversion_count: 2,
        cash_revenue: '125',
        sources: ['google', 'newsletter'],
      },
    );
  });
  await t.test('a text under two characters finds nobody', async () => {
    assert.deepEqual([await search({ q: '' }), await search({ q: 'a' })], [[], []]);
  });
  await t.test('leaves out whom it is told to, and keeps to the limit', async () => {
    const both = await search({ q: 'example.com' });
    assert.deepEqual(both.map((person: { first_name: string }) => person.first_name).sort(), ['Ana', 'Cal']);
    const others = await search({ q: 'example.com', exclude: both[0].customer_profile_id });
    assert.deepEqual(others, [both[1]]);
    assert.equal((await search({ q: 'example.com', limit: 1 })).length, 1);
  });
  await t.test('refuses a missing text and a limit above 50', async () => {
    for (const query of [{}, { q: 'ana', limit: 51 }, { q: 'ana', exclude: 'x' }]) {
      const { status, body } = await shop.owner.get('/customers/search', query);
      assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], JSON.stringify(query));
    }
  });
});

test('money of several currencies is converted where a rate is known, and told of where none is', async (t) => {
  const abroad = await startShop();
  t.after(() => abroad.close());
  abroad.clock.set('2026-03-06T00:00:00Z');
  const pays = (key: string, email: string, amount: string, currency: string, day: number) =>
    abroad.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: `2026-03-0${day}T12:00:00Z`,
      value: { amount, currency },
      user_traits: { email, first_name: email.slice(0, 3) },
    });
  await pays('o-1', 'ana@example.com', '100', 'USD', 1);
  await pays('o-2', 'ana@example.com', '10', 'EUR', 2);
  await pays('o-3', 'ana@example.com', '7', 'GBP', 3);
  await pays('o-4', 'bea@example.com', '20', 'USD', 4);
  abroad.base.state.decide({
    profileId: abroad.profileId,
    kind: 'rate',
    afterSeq: abroad.base.journal.lastSeq(abroad.profileId),
    subject: 'EUR',
    payload: { in: 'USD', rates: [{ day: '2026-03-01', currency: 'EUR', rate: '1.5' }] },
    actor: 'system',
    decidedAt: abroad.clock.now(),
  });
  await abroad.settle();
  const list = (await abroad.owner.get('/customers', PAYMENTS)).body;
  assert.deepEqual(
    list.data.map((row: Record<string, unknown>) => [row['name'], row['revenue'], row['total_revenue'], row['conversion_count']]),
    [
      ['bea', 20, 20, 1],
      ['ana', null, 115, 3],
      ['ana', 15, 115, 3],
      ['ana', 100, 115, 3],
    ],
  );
  const [warning] = list.warnings;
  assert.equal(warning.code, 'rate_missing');
  assert.match(warning.message, / GBP /);
  const found = (await abroad.owner.get('/customers/search', { q: 'example.com' })).body;
  assert.deepEqual(
    found.data
      .map((person: Record<string, unknown>) => [person['first_name'], person['cash_revenue'], person['conversion_count']])
      .sort(),
    [
      ['ana', '115', 3],
      ['bea', '20', 1],
    ],
  );
  assert.deepEqual(found.warnings, list.warnings);
  for (const [email, revenue] of [
    ['ana@example.com', '115'],
    ['bea@example.com', '20'],
  ]) {
    const { person } = (await abroad.owner.get('/customers/journey', { email })).body.meta;
    assert.equal(person.cash_revenue, revenue, `the journey of ${email}`);
  }
  assert.equal((await abroad.owner.get('/customers/search', { q: 'bea@' })).body.warnings, undefined);
  const other = (await abroad.owner.get('/customers', { ...PAYMENTS, search: 'bea' })).body;
  assert.deepEqual([other.data.length, other.warnings], [1, undefined]);
});

test('whom an import told of is seen when a fact shows them, not when they were told of', async (t) => {
  const app = await startShop();
  t.after(() => app.close());
  app.clock.set('2026-03-06T00:00:00Z');
  const rows = [{ email: 'ana@example.com', external_id: 'c-1' }, { email: 'bea@example.com' }];
  await app.owner.post('/customers', { rows });
  const seen = async (q: string): Promise<unknown[]> => {
    await app.settle();
    const [person] = (await app.owner.get('/customers/search', { q })).body.data;
    return [person.first_seen_at, person.last_seen_at];
  };
  const message = '2026-03-06T00:00:00.000Z';
  assert.deepEqual(await seen('ana@example.com'), [message, message]);
  const pays = (key: string, email: string, day: number) =>
    app.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: `2026-03-0${day}T12:00:00Z`,
      value: { amount: '1', currency: 'USD' },
      user_traits: { email },
    });
  await pays('o-1', 'ana@example.com', 2);
  await pays('o-2', 'ana@example.com', 4);
  const [first, last] = ['2026-03-02T12:00:00.000Z', '2026-03-04T12:00:00.000Z'];
  assert.deepEqual(await seen('ana@example.com'), [first, last]);
  assert.deepEqual(await seen('bea@'), [message, message]);
  await pays('o-3', 'bea@example.com', 3);
  assert.deepEqual(await seen('bea@'), ['2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z']);
});

test('a search that matches more customers than are looked at says so', async () => {
  const from = (first: number, rows: number) =>
    shop.owner.post('/customers', {
      rows: Array.from({ length: rows }, (_, i) => ({ email: `no${first + i}@crowd.example`, first_name: 'Crowd' })),
    });
  const warnings = async (): Promise<unknown> =>
    (await shop.owner.get('/customers', { ...PAYMENTS, search: 'crowd' })).body.warnings?.map(
      ({ code }: { code: string }) => code,
    );
  assert.equal((await from(0, 1000)).status, 200);
  assert.equal(await warnings(), undefined);
  assert.equal((await from(1000, 1)).status, 200);
  assert.deepEqual(await warnings(), ['matches_incomplete']);
  const found = async (q: string) => (await shop.owner.get('/customers/search', { q, limit: 3 })).body;
  for (const q of ['crowd', 'cr']) {
    const { data, warnings: message } = await found(q);
    assert.deepEqual([data.length, message?.[0].code], [3, 'matches_incomplete'], q);
  }
  // The oldest of all: what is named exactly is found however many others match.
  const oldest = await found('no0@crowd.example');
  assert.deepEqual([oldest.data[0].primary_email, oldest.warnings], ['no0@crowd.example', undefined]);
});
