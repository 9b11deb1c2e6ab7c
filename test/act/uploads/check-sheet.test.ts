// What another tool measured by day, from its export to the check sheet and out again; none of it is part of a figure.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { zip } from '../../collect/payments/workbook.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type AnyJson, type Uploads, uploadsOf } from './uploads.ts';

let app: TestApp;
let files: Uploads;
before(async () => {
  app = await startTestApp({
    at: '2026-06-15T12:00:00Z',
    installation: { currency: 'EUR', timezone: 'Europe/Berlin', domain: 'shop.example.com' },
  });
  files = uploadsOf(app);
});
after(() => app.close());

const VISITORS = 'date,visitors,pageviews,bounces,visits,visit_duration\n';
const plausible = (days: [day: string, visits: number, pageviews: number][]): string =>
  VISITORS + days.map(([day, visits, pageviews]) => `${day},${visits},${pageviews},0,${visits},60\n`).join('');

const GA4 = `# ----------------------------------------
# Shop
# ----------------------------------------
Date,Sessions,Total users,Views,Ecommerce purchases,Total revenue
20260501,3,3,4,2,150.5
`;

/** Two visits of three page views on 1 May. */
const HISTORY = [
  ['page_view', 'a', 0, '/'],
  ['page_view', 'a', 60, '/shoes'],
  ['page_view', 'b', 3600, '/'],
].map(([event_name, visitor, seconds, path], index) =>
  JSON.stringify({
    event_timestamp: `${Date.UTC(2026, 4, 1, 10) / 1000 + Number(seconds)}000000`,
    event_name,
    event_params: [{ key: 'page_location', value: { string_value: `https://shop.example.com${path}` } }],
    user_pseudo_id: visitor,
    batch_event_index: String(index),
  }),
);

const sheet = async (): Promise<AnyJson[]> => {
  await app.settle();
  const { status, body } = await app.api(app.apiKey).get('/imports/check-sheet');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const rowOf = (rows: AnyJson[], month: string, source: string, measure: string): AnyJson =>
  rows.find((row) => row.month === month && row.source === source && row.measure === measure);
const partsOf = ({ parts }: AnyJson): string[] => parts.map(({ reason, amount }: AnyJson) => `${reason} ${amount}`);

test('getCheckSheet', async (t) => {
  const api = app.api(app.apiKey);
  await files.commit((await files.upload(`${HISTORY.join('\n')}\n`, 'events.jsonl')).import_id);
  for (const [key, amount, refund] of [
    ['o1', '100', '20'],
    ['o2', '40', undefined],
  ] as const) {
    const at = { occurred_at: '2026-05-01T11:00:00Z', user_traits: { external_id: key } };
    const value = { amount, currency: 'EUR' };
    assert.equal((await api.post('/events', { event_type: 'payment_received', idempotency_key: key, value, ...at })).status, 201);
    if (refund === undefined) continue;
    const back = {
      event_type: 'refund',
      idempotency_key: `${key}-r`,
      refund_of: key,
      value: { amount: refund, currency: 'EUR' },
      ...at,
    };
    assert.equal((await api.post('/events', back)).status, 201);
  }
  for (const agent of [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  ])
    await app.request
      .post('/t/collect')
      .set('user-agent', agent)
      .send({
        tracking_key: app.trackingKey,
        anonymous_id: agent.slice(0, 40),
        events: [{ event_type: 'page_view', url: 'https://shop.example.com/' }],
      })
      .expect(204);
  const range = { date_from: '2026-04-01', date_to: '2026-06-14' };
  await app.settle();
  const figures = JSON.stringify((await api.get('/overview', range)).body.data);

  await t.test('has what the tool counts in its export of events, without visits where these have no ids', async () => {
    const rows = await sheet();
    const shown = rows.map(({ month, source, measure, theirs, ours, parts }) => [month, source, measure, theirs, ours, parts]);
    assert.deepEqual(shown, [['2026-05', 'ga4_events', 'pageviews', '3', '3', []]]);
  });

  let importId = '';
  await t.test('an archive of Plausible is imported with its days; parts of days are left out', async () => {
    const pages =
      'date,hostname,page,visits,visitors,pageviews,total_scroll_depth,total_scroll_depth_visits,total_time_on_page,total_time_on_page_visits\n' +
      '2026-05-01,shop.example.com,/,5,5,6,1,1,1,1\n';
    const archive = zip([
      {
        name: 'imported_visitors_20260430_20260501.csv',
        text: plausible([
          ['2026-04-30', 7, 9],
          ['2026-05-01', 5, 6],
        ]),
      },
      { name: 'imported_pages_20260430_20260501.csv', text: pages },
    ]);
    const upload = await files.upload(archive, 'plausible-export.zip');
    assert.deepEqual([upload.status, upload.kind], ['ready', 'aggregates'], JSON.stringify(upload.refusal));
    assert.equal(upload.files[0].would.created, 2);
    importId = upload.import_id;
    const { result } = await files.commit(importId);
    assert.deepEqual([result.created, result.known], [2, 0]);
    const again = await files.commit((await files.upload(archive, 'plausible-export.zip')).import_id);
    assert.deepEqual([again.result.created, again.result.known], [0, 2]);
    importId = again.import_id;
  });

  await t.test('each difference is explained by parts that add up to it', async () => {
    const rows = await sheet();
    const may = rowOf(rows, '2026-05', 'plausible', 'visits');
    assert.deepEqual([may.days, may.theirs, may.ours, may.difference], [1, '5', '2', '-3']);
    assert.deepEqual(partsOf(may), ['visits_cut_otherwise -3']);
    const april = rowOf(rows, '2026-04', 'plausible', 'pageviews');
    assert.deepEqual([april.theirs, april.ours, partsOf(april)], ['9', '0', ['not_measured_here -9']]);
    for (const { difference, parts } of rows)
      assert.equal(
        parts.reduce((sum: number, { amount }: AnyJson) => sum + Number(amount), 0),
        Number(difference),
      );
  });

  await t.test('sums of Umami by day have page views and visitors; those of hours or months are refused', async () => {
    const series = (...at: string[]) => at.map((x, index) => ({ x, y: 4 + index }));
    const send = async (...at: string[]) =>
      files.upload(JSON.stringify({ pageviews: series(...at), sessions: series(at[0] ?? '') }), 'pageviews.json');
    for (const at of [
      ['2026-05-01T00:00:00Z', '2026-05-01T13:00:00Z'],
      ['2026-04-01 00:00:00', '2026-05-01 00:00:00'],
    ]) {
      const { status, refusal } = await send(...at);
      assert.equal(status, 'refused', at.join());
      assert.match(refusal.words, /^The file has sums of (?:hours|months), which are not compared with anything\./);
    }
    await files.commit((await send('2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z')).import_id);
    const views = rowOf(await sheet(), '2026-05', 'umami', 'pageviews');
    assert.deepEqual([views.days, views.theirs, views.ours], [2, '9', '3']);
  });

  await t.test('a report of GA4 has money, and what was returned is a reason', async () => {
    await files.commit((await files.upload(GA4, 'ga4.csv')).import_id);
    const revenue = rowOf(await sheet(), '2026-05', 'ga4', 'revenue');
    assert.deepEqual([revenue.currency, revenue.theirs, revenue.ours, revenue.difference], ['EUR', '150.5', '120', '-30.5']);
    assert.deepEqual(partsOf(revenue), ['refunds -20', 'sales_of_one -10.5']);
    const purchases = rowOf(await sheet(), '2026-05', 'ga4', 'purchases');
    assert.deepEqual([purchases.theirs, purchases.ours, purchases.parts], ['2', '2', []]);
  });

  await t.test('robots explain at most what is missing here', async () => {
    await files.commit((await files.upload(plausible([['2026-06-15', 4, 4]]), 'june.csv')).import_id);
    const june = rowOf(await sheet(), '2026-06', 'plausible', 'pageviews');
    assert.deepEqual(partsOf(june), ['robots -1', 'seen_by_one -2']);
  });

  await t.test('a day that is said again replaces what was said, and no figure changes', async () => {
    const changed = await files.commit((await files.upload(plausible([['2026-05-01', 6, 6]]), 'may.csv')).import_id);
    assert.equal(changed.status, 'completed', JSON.stringify(changed));
    assert.deepEqual([changed.result.created, changed.result.known], [1, 0]);
    assert.equal(rowOf(await sheet(), '2026-05', 'plausible', 'visits').theirs, '6');
    assert.equal(JSON.stringify((await api.get('/overview', range)).body.data), figures);
  });

  await t.test('an import is undone with the days that it said last', async () => {
    await files.undo(importId);
    const rows = await sheet();
    assert.equal(rowOf(rows, '2026-04', 'plausible', 'visits'), undefined);
    assert.equal(rowOf(rows, '2026-05', 'plausible', 'visits').theirs, '6');
  });

  await t.test('a file of parts of days alone is refused with the way out', async () => {
    const sources =
      'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces\n2026-05-01,Google,google.com,,,,,,80,50,60,3000,10\n';
    const { status, refusal } = await files.upload(sources, 'imported_sources_20260501_20260501.csv');
    assert.equal(status, 'refused');
    assert.match(refusal.words, /report of all visits by day/);
  });

  await t.test('comes as CSV', async () => {
    const { text } = await app.request
      .get('/api/v1/imports/check-sheet')
      .query({ profile_id: app.profileId })
      .set('authorization', `Bearer ${app.apiKey}`)
      .set('accept', 'text/csv')
      .expect(200);
    assert.match(text, /^month,source,measure,/);
  });

  await t.test('of two exports of a day the one with more events counts, and a page of thanks once', async () => {
    const event = (seconds: number, visit: number, name = 'page_view', order?: string): string =>
      JSON.stringify({
        event_timestamp: `${Date.UTC(2026, 4, 3, 10) / 1000 + seconds}000000`,
        event_name: name,
        event_params: [
          { key: 'ga_session_id', value: { int_value: String(visit) } },
          { key: 'page_location', value: { string_value: 'https://shop.example.com/' } },
          ...(order === undefined ? [] : [{ key: 'currency', value: { string_value: 'EUR' } }]),
        ],
        user_pseudo_id: `v${visit}`,
        ...(order === undefined ? {} : { ecommerce: { transaction_id: order, purchase_revenue: 20 } }),
      });
    const morning = [event(0, 1), event(5, 1), event(60, 2)];
    const whole = [...morning, event(120, 2, 'purchase', 'g-1'), event(180, 2, 'purchase', 'g-1'), event(7200, 3)];
    const put = async (lines: string[]): Promise<string> => {
      const { import_id } = await files.upload(`${lines.join('\n')}\n`, 'events.jsonl');
      assert.equal((await files.commit(import_id)).status, 'completed');
      return import_id;
    };
    const counted = async (): Promise<AnyJson[]> =>
      (await sheet())
        .filter(({ source }) => source === 'ga4_events')
        .map(({ measure, theirs, ours }) => [measure, theirs, ours])
        .sort();
    await put(morning);
    assert.deepEqual(await counted(), [
      ['pageviews', '6', '6'],
      ['visits', '2', '2'],
    ]);
    const last = await put(whole);
    await put(morning);
    assert.deepEqual(await counted(), [
      ['pageviews', '7', '7'],
      ['purchases', '1', '1'],
      ['revenue', '20', '20'],
      ['visits', '3', '3'],
    ]);
    await files.undo(last);
    assert.deepEqual(await counted(), [['pageviews', '3', '3']]);
  });
});
