// The pages of visits and their sequences through the door, on a week that can be worked out by hand, and against the overview.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { COMPUTER_AGENT, openShop, type Shop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
const SITE = 'https://shop.example';

let shop: Shop;
before(async () => {
  shop = await openShop();
  const walk = async (browser: string, day: string, ...paths: string[]): Promise<void> => {
    for (const [minute, path] of paths.entries())
      await shop.visit({ at: `${day}T10:0${minute}:00Z`, browser, url: `${SITE}${path}`, agent: COMPUTER_AGENT });
  };
  await walk('dora', '2026-03-05', '/', '/boots', '/boots', '/cart');
  await walk('eli', '2026-03-06', '/', '/boots', '/cart', '/pay', '/thanks');
  await walk('fay', '2026-03-06', '/', '/boots', '/cart');
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  await shop.visit({ at: '2026-03-06T11:00:00Z', browser: 'bot', url: `${SITE}/hidden`, agent: bot });
  shop.clock.set('2026-03-09T12:00:00Z');
  await shop.settle();
});
after(() => shop?.close());

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the contract
type Json = any;

async function ask(path: string, query: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await shop.owner.get(path, { ...WEEK, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const valuesOf = ({ views, visits, people, entries, exits, bounce_rate, avg_engaged_seconds, conversions }: Json): unknown[] => [
  views,
  visits,
  people,
  entries,
  exits,
  bounce_rate,
  avg_engaged_seconds,
  conversions,
];

async function refusals(path: string): Promise<void> {
  assert.equal((await shop.conversionsOnly.get(path, WEEK)).status, 403);
  const other = '00000000-0000-4000-8000-000000000000';
  assert.equal((await shop.api(shop.session).get(path, { ...WEEK, profile_id: other })).status, 404);
  assert.equal((await shop.owner.get(path, { ...WEEK, audience: 'outside' })).status, 400, 'no reader outside has it');
  assert.equal((await shop.owner.get(path, { ...WEEK, compared_to: '2026-02-01' })).status, 400);
}

test('listTrafficPages', async (t) => {
  await t.test('counts views, entries, exits, attention and conversions as one does by hand', async () => {
    const { data, meta } = await ask('/traffic/pages', { model: 'linear' });
    assert.deepEqual(
      data.rows.map(({ path, current }: Json) => [path, ...valuesOf(current)]),
      [
        ['/boots', 5, 4, 4, 1, 0, 0, null, '1'],
        ['/', 4, 4, 4, 4, 1, 0.25, null, '1'],
        ['/cart', 4, 4, 4, 0, 3, null, 3, '1'],
        ['/pay', 1, 1, 1, 0, 0, null, null, '0'],
        ['/sale', 1, 1, 1, 1, 1, 1, null, '1'],
        ['/thanks', 1, 1, 1, 0, 1, null, null, '0'],
      ],
    );
    assert.deepEqual(valuesOf(data.totals.current), [16, 6, 5, 6, 6, 0.333333, 0.75, '3']);
    assert.deepEqual([meta.pages, meta.people_at_least, meta.sort, meta.goal], [6, 0, 'views', 'payment_received']);
    assert.equal(meta.comparison.visits, 'before_data');
  });
  await t.test('all pages have the views, people and conversions of the overview, also under filters', async () => {
    for (const query of [{}, { channel: 'Direct' }, { device: 'mobile' }, { source: 'google', model: 'first_touch' }]) {
      const { totals } = (await ask('/traffic/pages', query)).data;
      const found = (await ask('/overview', query)).data;
      for (const side of ['current', 'previous'])
        assert.deepEqual(
          [totals[side].views, totals[side].people, Number(totals[side].conversions)],
          [found[side].pageviews, found[side].visitors, found[side].outcomes],
          JSON.stringify(query),
        );
    }
  });
  await t.test('entries are the visits by landing page', async () => {
    const pages = await ask('/traffic/pages', { sort: 'entries' });
    const landings = await ask('/traffic', { dimension: 'landing_page' });
    const entries = new Map(pages.data.rows.map(({ path, current }: Json) => [path, [current.entries, current.bounce_rate]]));
    assert.equal(pages.data.rows[0].path, '/');
    for (const { key, current } of landings.data.rows) assert.deepEqual(entries.get(key), [current.visits, current.bounce_rate]);
  });
  await t.test('another period, fewer rows, an earlier time, receipts', async () => {
    const query = { compared_from: '2026-03-02', compared_to: '2026-03-02', limit: 1, sort: 'exits' };
    const { data } = await ask('/traffic/pages', query);
    assert.deepEqual([data.rows.length, data.rows[0].path, data.totals.previous.views], [1, '/cart', 1]);
    const earlier = await ask('/traffic/pages', { as_of: '2026-03-03T12:00:00Z' });
    assert.equal(earlier.data.totals.current.views, 4);
    const { receipts } = await ask('/traffic/pages', { include: 'receipt' });
    assert.equal(receipts.length, 8 * 2 * 7);
  });
  await t.test('who may', () => refusals('/traffic/pages'));
});

test('listTrafficJourneys', async (t) => {
  const linesOf = ({ data }: Json): unknown[] =>
    data.rows.map(({ pages, current: { visits, people, longer_visits, conversions } }: Json) => [
      pages.join(' > '),
      visits,
      people,
      longer_visits,
      conversions,
    ]);
  await t.test('lists the sequences of pages, a page that is viewed again as one step', async () => {
    const answer = await ask('/traffic/journeys', { steps: 3, model: 'linear' });
    assert.deepEqual(linesOf(answer), [
      ['/ > /boots > /cart', 3, 3, 1, '0'],
      ['/', 1, 1, 0, '1'],
      ['/boots > /cart', 1, 1, 0, '1'],
      ['/sale', 1, 1, 0, '1'],
    ]);
    const { visits, conversions } = answer.data.totals.current;
    assert.deepEqual([visits, conversions, answer.meta.journeys], [6, '3', 4]);
  });
  await t.test('begins at a page, of the visits that viewed it', async () => {
    const answer = await ask('/traffic/journeys', { from_page: '/boots', steps: 2 });
    assert.deepEqual(linesOf(answer), [['/boots > /cart', 4, 4, 1, '0']]);
    assert.deepEqual((await ask('/traffic/journeys', { from_page: '/nowhere' })).data.rows, []);
    assert.equal((await ask('/traffic/journeys', { from_page: "/'; drop table events --" })).data.totals.current.visits, 0);
  });
  await t.test('follows filters, and gives each figure a receipt', async () => {
    const mobile = await ask('/traffic/journeys', { device: 'mobile', include: 'receipt' });
    assert.equal(mobile.data.totals.current.visits, 2);
    assert.equal(mobile.receipts.length, 4 * 2 * 3);
  });
  await t.test('who may', () => refusals('/traffic/journeys'));
});

test('in healthcare, pages and sequences of fewer than five people are left out', async () => {
  for (const path of ['/traffic/pages', '/traffic/journeys']) assert.ok((await ask(path)).data.rows.length > 0);
  setHealthcare(shop.base, { profileId: shop.profileId }, true);
  for (const path of ['/traffic/pages', '/traffic/journeys']) {
    const { data, meta } = await ask(path);
    assert.deepEqual([data.rows, meta.people_at_least], [[], 5]);
  }
});
