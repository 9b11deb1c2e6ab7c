import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ApiAnswer, startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
});
after(() => app.close());

const post = (body: unknown): Promise<ApiAnswer> => app.api(app.apiKey).post('/spend', body);
const list = (query: Record<string, unknown>): Promise<ApiAnswer> => app.api(app.apiKey).get('/spend', query);
const seq = (): bigint => app.base.journal.lastSeq(app.profileId);
const report = (account_id: string, days: unknown[]) => ({ platform: 'meta', account_id, currency: 'EUR', days });
/** What no report of these tests has. */
const unmeasured = { link_clicks: null, platform_conversions: null, platform_conversion_value: null };
const statuses = ({ body }: ApiAnswer): string[] => body.data.days.map(({ status }: { status: string }) => status);

test('createSpend', async (t) => {
  const day = '2026-03-10';
  await t.test('adds up the rows of one ad, in any order of the rows', async () => {
    const rows = [
      { campaign_id: 'c', ad_id: 'a', spend: '0.1', clicks: 1 },
      { campaign_id: 'c', ad_id: 'b', spend: '5' },
      { campaign_id: 'c', ad_id: 'a', spend: 0.2, impressions: 7 },
    ];
    const { status, body } = await post({ ...report('sums', [{ day, rows }]), platform: ' Meta ' });
    assert.equal(status, 200);
    assert.deepEqual(body.data, {
      platform: 'meta',
      account_id: 'sums',
      currency: 'EUR',
      days: [{ day, status: 'created', rows: 2, spend: '5.3' }],
    });
    assert.deepEqual(statuses(await post(report('sums', [{ day, rows: rows.toReversed() }]))), ['unchanged']);
  });

  await t.test('writes nothing for what is in force already, and replaces a day whole', async () => {
    const rows = [{ campaign_id: 'c', spend: '1' }];
    await post(report('again', [{ day, rows }]));
    const before = seq();
    assert.deepEqual(statuses(await post(report('again', [{ day, rows }]))), ['unchanged']);
    assert.equal(seq(), before);
    const answer = await post(
      report('again', [
        { day, rows: [] },
        { day: '2026-03-11', rows },
      ]),
    );
    assert.deepEqual(statuses(answer), ['replaced', 'created']);
    assert.equal(seq(), before + 2n);
    assert.deepEqual(statuses(await post(report('again', [{ day, rows }]))), ['replaced'], 'back to what it was is a change');
  });

  await t.test('settles on the last of many posts at once', async () => {
    const spends = ['1', '2', '3', '1', '2', '1'];
    await Promise.all(spends.map((spend) => post(report('race', [{ day, rows: [{ spend }] }]))));
    const inForce = app.base.journal
      .read(app.profileId, 0n, 10_000)
      .map(({ body }) => JSON.parse(body))
      .findLast((fact) => fact.account_id === 'race');
    assert.deepEqual(statuses(await post(report('race', [{ day, rows: inForce.rows }]))), ['unchanged']);
  });

  await t.test('takes a day in again when the service stopped while its report was on its way', async () => {
    const rows = [{ spend: '4' }];
    await post(report('lost', [{ day, rows }]));
    // What a stop between the two files leaves behind.
    const at = { profile_id: app.profileId, platform: 'meta', account_id: 'lost', spend_day: day };
    app.base.state.statement('collect/spend/report_put').run({ ...at, content_hash: null });
    const before = seq();
    assert.deepEqual(statuses(await post(report('lost', [{ day, rows }]))), ['replaced']);
    assert.equal(seq(), before + 1n);
  });

  const bad: [string, unknown, string][] = [
    ['negative money', report('x', [{ day, rows: [{ spend: '-1' }] }]), 'days[0].rows[0].spend'],
    ['seven decimals', report('x', [{ day, rows: [{ spend: '1' }, { spend: 0.0000001 }] }]), 'days[0].rows[1].spend'],
    [
      'a sum beyond the bound',
      report('x', [{ day, rows: [{ spend: '999999999999' }, { spend: '1' }] }]),
      'days[0].rows[1].spend',
    ],
    ['an unknown currency', { ...report('x', [{ day, rows: [] }]), currency: 'QQQ' }, 'currency'],
    ['an impossible day', report('x', [{ day: '2026-02-30', rows: [] }]), 'days[0].day'],
    ['a day far ahead', report('x', [{ day: '2026-04-03', rows: [] }]), 'days[0].day'],
    ['a day of 1970', report('x', [{ day: '1970-01-01', rows: [] }]), 'days[0].day'],
    [
      'a day twice',
      report('x', [
        { day, rows: [] },
        { day, rows: [] },
      ]),
      'days[1].day',
    ],
    ['half a click', report('x', [{ day, rows: [{ spend: '1', clicks: 0.5 }] }]), 'days[0].rows[0].clicks'],
    ['a field nobody knows', report('x', [{ day, rows: [{ spend: '1', cost: 1 }] }]), 'days[0].rows[0].cost'],
    ['no days', report('x', []), 'days'],
    [
      '1,001 rows',
      report('x', [
        { day, rows: [{ spend: '1' }] },
        { day: '2026-03-11', rows: Array(1000).fill({ spend: '1' }) },
      ]),
      'days',
    ],
  ];
  for (const [name, body, field] of bad) {
    await t.test(`refuses ${name}, naming ${field}, and takes nothing in`, async () => {
      const before = seq();
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.error?.code], [422, 'validation_error'], JSON.stringify(answer.body));
      assert.ok(answer.body.error.message.startsWith(`${field}: `), answer.body.error.message);
      assert.equal(seq(), before);
    });
  }
});

test('listSpend', async (t) => {
  const other = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  t.after(() => other.close());
  const api = other.api(other.apiKey);
  const range = { date_from: '2026-03-01', date_to: '2026-03-31' };

  await t.test('is empty before anything was reported', async () => {
    const { body } = await api.get('/spend', range);
    assert.deepEqual([body.data, body.meta, body.pagination.has_next], [[], { totals: [], covered_days: [] }, false]);
  });

  await t.test('gives the rows in force, with sums of all and the days covered', async () => {
    const rows = (spend: string) => [
      { campaign_id: 'c', campaign_name: 'Spring', adset_id: 's', ad_id: 'a', spend, impressions: 10, clicks: 2 },
      { campaign_id: 'c', campaign_name: 'Spring', spend: '0.000001' },
    ];
    const post = (body: unknown) => api.post('/spend', body);
    await post(
      report('one', [
        { day: '2026-03-10', rows: rows('9') },
        { day: '2026-03-11', rows: rows('2.5') },
      ]),
    );
    await post(
      report('one', [
        { day: '2026-03-10', rows: rows('1') },
        { day: '2026-03-12', rows: [] },
      ]),
    );
    await post({ platform: 'google', account_id: 'two', currency: 'USD', days: [{ day: '2026-03-11', rows: [{ spend: '7' }] }] });
    await other.settle();
    const { body } = await api.get('/spend', range);
    assert.deepEqual(
      body.data.map((row: Record<string, unknown>) => [row['day'], row['platform'], row['ad_id'], row['spend'], row['clicks']]),
      [
        ['2026-03-11', 'google', null, '7', null],
        ['2026-03-11', 'meta', 'a', '2.5', 2],
        ['2026-03-11', 'meta', null, '0.000001', null],
        ['2026-03-10', 'meta', 'a', '1', 2],
        ['2026-03-10', 'meta', null, '0.000001', null],
      ],
    );
    assert.deepEqual(body.meta, {
      totals: [
        { platform: 'google', currency: 'USD', spend: '7', ...unmeasured, impressions: null, clicks: null },
        { platform: 'meta', currency: 'EUR', spend: '3.500002', ...unmeasured, impressions: 20, clicks: 4 },
      ],
      covered_days: [
        { platform: 'google', account_id: 'two', days: 1 },
        { platform: 'meta', account_id: 'one', days: 3 },
      ],
    });
  });

  await t.test('pages through every row once', async () => {
    const { body: whole } = await api.get('/spend', range);
    const paged: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await api.get('/spend', { ...range, limit: 2, ...(cursor ? { cursor } : {}) });
      assert.deepEqual(body.meta, whole.meta, 'sums are of all pages');
      paged.push(...body.data);
      cursor = body.pagination.cursor;
      assert.equal(body.pagination.has_next, cursor !== null);
    } while (cursor);
    assert.deepEqual(paged, whole.data);
  });

  await t.test('a day that was reported without cost sums to 0, one that nobody reported to nothing', async () => {
    const sums = async (day: string) => (await api.get('/spend', { date_from: day, date_to: day })).body.meta.totals;
    assert.deepEqual(await sums('2026-03-12'), [
      { platform: 'meta', currency: 'EUR', spend: '0', ...unmeasured, impressions: null, clicks: null },
    ]);
    assert.deepEqual(await sums('2026-03-13'), []);
  });

  await t.test('keeps what the platform measured, and does not add up people', async () => {
    const day = '2026-03-20';
    const measures = {
      impressions: 10,
      clicks: 4,
      reach: 7,
      frequency: '1.428571',
      link_clicks: 3,
      video_3s_views: 0,
      thruplays: 2,
      platform_conversions: '1.5',
      platform_conversion_value: '30.25',
    };
    const send = (rows: unknown[]) => api.post('/spend', report('measured', [{ day, rows }]));
    const read = async () => {
      await other.settle();
      return (await api.get('/spend', { date_from: day, date_to: day })).body;
    };
    await send([{ campaign_id: 'c', ad_id: 'a', spend: '1', ...measures }]);
    const one = await read();
    assert.deepEqual({ ...one.data[0], ...measures }, one.data[0]);
    assert.deepEqual(one.meta.totals, [
      {
        platform: 'meta',
        currency: 'EUR',
        spend: '1',
        impressions: 10,
        clicks: 4,
        link_clicks: 3,
        platform_conversions: '1.5',
        platform_conversion_value: '30.25',
      },
    ]);
    await send([
      { campaign_id: 'c', ad_id: 'a', spend: '1', ...measures },
      { campaign_id: 'c', ad_id: 'a', spend: '1', reach: 5, platform_conversions: 2, video_3s_views: 9 },
    ]);
    const [two] = (await read()).data;
    assert.deepEqual(
      [two.reach, two.frequency, two.impressions, two.video_3s_views, two.platform_conversions, two.thruplays],
      [null, null, 10, 9, '3.5', 2],
    );
    for (const wrong of [{ reach: -1 }, { frequency: '1.1234567' }, { thruplays: 1.5 }, { platform_conversions: 'many' }])
      assert.equal((await send([{ spend: '1', ...wrong }])).status, 422, JSON.stringify(wrong));
  });

  await t.test('answers for one platform', async () => {
    const { body } = await api.get('/spend', { ...range, platform: 'Google' });
    assert.deepEqual([body.data.length, body.meta.totals.length, body.meta.covered_days.length], [1, 1, 1]);
  });

  await t.test('refuses a bad range and a cursor of somebody else', async () => {
    const codes: [Record<string, unknown>, string][] = [
      [{ date_from: '2026-03-02', date_to: '2026-03-01' }, 'invalid_date_range'],
      [{ date_from: '2026-02-30', date_to: '2026-03-01' }, 'invalid_date_range'],
      [{ date_from: '2020-01-01', date_to: '2026-03-01' }, 'invalid_date_range'],
      [{ date_to: '2026-03-01' }, 'invalid_date_range'],
      [{ ...range, cursor: 'abc' }, 'invalid_parameter'],
      [{ ...range, limit: 0 }, 'invalid_parameter'],
    ];
    for (const [query, code] of codes) {
      const { status, body } = await list(query);
      assert.deepEqual([status, body.error.code], [400, code], JSON.stringify(query));
    }
  });
});
