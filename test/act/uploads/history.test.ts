// The history of another analytics tool: an event is the same event in every file that has it, and counts once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';
import { type Uploads, uploadsOf } from './uploads.ts';

let app: TestApp;
let uploads: Uploads;
before(async () => {
  app = await startTestApp({ at: '2026-06-01T12:00:00Z', installation: { domain: 'shop.example.com' } });
  uploads = uploadsOf(app);
});
after(() => app.close());

interface Sent {
  name?: string;
  /** Seconds after 10:00 UTC of 2026-05-01. */
  after: number;
  index?: number;
  page?: string;
  lastClick?: boolean;
  order?: string;
  refunded?: number;
}

const START_SECONDS = Date.UTC(2026, 4, 1, 10) / 1000;

/** A row of GA4's export. */
const rowOf = ({ name = 'page_view', after: seconds, index = 1, page = '/', lastClick = false, order, refunded }: Sent): string =>
  JSON.stringify({
    event_date: '20260501',
    event_timestamp: `${START_SECONDS + seconds}000000`,
    event_name: name,
    event_params: [
      { key: 'ga_session_id', value: { int_value: String(START_SECONDS) } },
      { key: 'page_location', value: { string_value: `https://shop.example.com${page}` } },
      ...(order === undefined ? [] : [{ key: 'currency', value: { string_value: 'EUR' } }]),
    ],
    user_pseudo_id: '111.222',
    stream_id: '555',
    batch_event_index: String(index),
    ...(lastClick
      ? { session_traffic_source_last_click: { google_ads_campaign: { customer_id: '1234567890', campaign_id: '77' } } }
      : {}),
    ...(order === undefined
      ? {}
      : {
          ecommerce:
            name === 'refund'
              ? { transaction_id: order, refund_value: refunded ?? null }
              : { transaction_id: order, purchase_revenue: 20 },
        }),
  });

const file = (rows: readonly Sent[]): string => rows.map((row) => `${rowOf(row)}\n`).join('');

async function imported(content: string): Promise<{ created: number; known: number }> {
  const { import_id, status } = await uploads.upload(content, 'events.jsonl');
  assert.equal(status, 'ready');
  const { result } = await uploads.commit(import_id);
  return { created: result.created, known: result.known };
}

test('the table of the whole day adds to that of the day so far only what that had not', async () => {
  const soFar = [
    { after: 0, page: '/?gclid=abc' },
    { after: 60, name: 'view_item' },
    { after: 90, name: 'purchase', order: 'T-1' },
  ];
  assert.deepEqual(await imported(file(soFar)), { created: 3, known: 0 });
  const day = [...soFar.map((row) => ({ ...row, lastClick: true })), { after: 120, page: '/late' }];
  assert.deepEqual(await imported(file(day)), { created: 1, known: 3 });
});

test('events of one moment differ by their place in the batch, and a repeated line is one event', async () => {
  const twice = [
    { after: 500, name: 'view_item', index: 1 },
    { after: 500, name: 'view_item', index: 2 },
    { after: 500, name: 'view_item', index: 2 },
  ];
  assert.deepEqual(await imported(file(twice)), { created: 2, known: 0 });
  assert.deepEqual(await imported(file(twice)), { created: 0, known: 2 });
});

test('a file that is cut off brings its whole rows, and the whole file brings the rest', async () => {
  const whole = file([{ after: 900 }, { after: 910, page: '/a' }]);
  const cut = await uploads.upload(whole.slice(0, -40), 'events.jsonl');
  assert.deepEqual(
    cut.files[0].left_out.map(({ reason, first }: { reason: string; first: { line: number }[] }) => [reason, first[0]?.line]),
    [['unreadable', 2]],
  );
  assert.equal((await uploads.commit(cut.import_id)).result.created, 1);
  assert.deepEqual(await imported(whole), { created: 1, known: 1 });
});

test('files of single days: an order that comes again counts once, and refunds find their purchase', async () => {
  const buy = (order: string, after: number): Sent => ({ name: 'purchase', order, after });
  const back = (order: string, after: number, refunded?: number): Sent => ({
    name: 'refund',
    order,
    after,
    ...(refunded === undefined ? {} : { refunded }),
  });
  assert.deepEqual(await imported(file([buy('R-1', 2000), buy('R-2', 2010)])), { created: 2, known: 0 });
  const next = file([buy('R-1', 90_000), back('R-1', 90_100), back('R-2', 90_200, 5), back('R-2', 90_300, 7)]);
  assert.deepEqual(await imported(next), { created: 3, known: 1 });
  assert.deepEqual(await imported(next), { created: 0, known: 4 });
  const { body } = await app.api(app.apiKey).get('/payments', { limit: 100 });
  const refunded = (amount: string): boolean =>
    // biome-ignore lint/suspicious/noExplicitAny: answers are held to the contract by `api`
    body.data.some((row: any) => row.amount === '20' && row.refunded_amount === amount);
  assert.ok(refunded('20') && refunded('12'), JSON.stringify(body.data));
});

test('a refund of a purchase that nobody knows is listed with the reason', async () => {
  const { files } = await uploads.upload(file([{ name: 'refund', order: 'X-9', after: 5000 }]), 'events.jsonl');
  assert.match(files[0].would.not_taken.first[0].words, /neither in the file nor was it imported before/);
});

test('visits without session starts and ids are cut by their pauses, on days of the profile whatever zones the rows name', async () => {
  const at = (time: string, visitor: string, day: string, offset: number): string => {
    const place = { event_date: day, device: { time_zone_offset_seconds: offset }, user_pseudo_id: visitor, stream_id: '555' };
    const params = [{ key: 'page_location', value: { string_value: 'https://shop.example.com/' } }];
    const [moment, event_name] = [`${Date.parse(time)}000`, 'page_view'];
    return JSON.stringify({ ...place, event_name, event_timestamp: moment, event_params: params, batch_event_index: '1' });
  };
  // The property counts days of Los Angeles; one visitor is in Berlin, the other in Tokyo.
  const rows = [
    at('2026-05-11T05:30:00Z', '900.1', '20260510', 7_200),
    at('2026-05-11T05:40:00Z', '900.1', '20260510', 7_200),
    at('2026-05-11T06:25:00Z', '900.1', '20260510', 7_200),
    at('2026-05-11T23:50:00Z', '900.2', '20260511', 32_400),
    at('2026-05-12T00:05:00Z', '900.2', '20260511', 32_400),
  ];
  assert.deepEqual(await imported(`${rows.join('\n')}\n`), { created: 5, known: 0 });
  await app.settle();
  // A view counts on the day of its visit's arrival.
  const figures = async (day: string): Promise<number[]> => {
    const query = { date_from: day, date_to: day, dimension: 'source' };
    const { visits, people, views } = (await app.api(app.apiKey).get('/traffic', query)).body.data.totals.current;
    return [visits, people, views];
  };
  assert.deepEqual(await Promise.all(['2026-05-10', '2026-05-11', '2026-05-12'].map(figures)), [
    [0, 0, 0],
    [3, 2, 5],
    [0, 0, 0],
  ]);
});
