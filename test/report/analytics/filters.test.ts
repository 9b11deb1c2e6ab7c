// Filters and how they compare, on a week that can be worked out by hand (see ../shop.ts).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from '../shop.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

type Query = Record<string, unknown>;

const current = async (query: Query) => {
  const { status, body } = await shop.owner.get('/overview', { ...WEEK, model: 'linear', ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.current;
};
const attribution = async (query: Query) => {
  const { status, body } = await shop.owner.get('/attribution', { ...WEEK, models: 'linear', dimension: 'channel', ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const keys = async (query: Query): Promise<string[]> =>
  (await attribution(query)).data.rows.map(({ key }: { key: string }) => key).toSorted();

test('filters compare by their mode', async (t) => {
  await t.test('is_not keeps the rest: both parts add up to what is credited', async () => {
    const [mail, others, all] = [
      await current({ channel: 'Email' }),
      await current({ channel: 'Email', filter_modes: 'channel:is_not' }),
      await current({}),
    ];
    assert.deepEqual([mail.outcomes + others.outcomes, mail.revenue + others.revenue], [3, 145]);
    assert.equal(mail.pageviews + others.pageviews, all.pageviews);
    assert.equal(others.spend, all.spend, 'nobody buys e-mail');
    assert.deepEqual(await keys({ channel: 'Email', filter_modes: 'channel:is_not' }), ['Direct', 'Paid Search', 'Paid Social']);
  });
  await t.test('contains takes letters of either case, literally', async () => {
    assert.deepEqual(await keys({ channel: 'PAID', filter_modes: 'channel:contains' }), ['Paid Search', 'Paid Social']);
    for (const campaign of ['s%g', "'"])
      assert.deepEqual(await keys({ campaign, filter_modes: 'campaign:contains' }), [], campaign);
    const { spend } = await current({ campaign: 'spring', filter_modes: 'campaign:contains' });
    assert.equal(spend, 70, 'of the ads of the campaign alone');
  });
  await t.test('is_empty keeps what has no value', async () => {
    assert.deepEqual(await keys({ filter_modes: 'campaign:is_empty' }), ['Direct']);
    const [unknown, others] = [
      await current({ filter_modes: 'country:is_empty' }),
      await current({ country: 'CL', filter_modes: 'country:is_not' }),
    ];
    assert.deepEqual([unknown.pageviews, others.pageviews], [4, 4], 'no visit of the shop has a country');
  });
  await t.test('a filter without a mode, and a value that begins like a mode, are compared as they are', async () => {
    for (const channel of ['!Email', '=Email']) assert.deepEqual(await keys({ channel }), [], channel);
    assert.deepEqual(await keys({ channel: 'Email', source: 'x', filter_modes: 'source:is_not' }), ['Email']);
  });
  await t.test('cohorts and customers take them too', async () => {
    const months = { month_from: '2026-03', month_to: '2026-03', model: 'linear', channel: 'Email' };
    const cash = async (query: Query) => {
      const { rows, elsewhere } = (await shop.owner.get('/attribution/cohorts', { ...months, ...query })).body.data;
      return [rows[1].cash, elsewhere.cash];
    };
    assert.deepEqual((await cash({})).toReversed(), await cash({ filter_modes: 'channel:is_not' }));
    const names = async (query: Query) => {
      const { status, body } = await shop.owner.get('/customers', {
        ...WEEK,
        goal: 'payment_received',
        model: 'linear',
        ...query,
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map(({ channel, revenue }: { channel: string; revenue: number }) => [channel, revenue]);
    };
    const isEmpty = await names({ filter_modes: 'campaign:is_empty' });
    assert.deepEqual(isEmpty, [['Direct', 20]]);
    assert.deepEqual(await names({ channel: 'dir', filter_modes: 'channel:contains' }), isEmpty);
  });
  await t.test('the rows behind a figure are narrowed in the same way', async () => {
    const asked = { dimension: 'source', channel: 'Email', filter_modes: 'channel:is_not', include: 'receipt' };
    const { receipts } = await attribution({ ...asked, receipts_of: '/data/rows/0/models/linear/revenue' });
    const query = new URL(receipts[0].rows[0].path, 'http://x').searchParams;
    assert.deepEqual(
      [query.get('filter_modes'), query.get('channel'), query.get('source')],
      ['channel:is_not', 'Email', '(direct)'],
    );
  });
  await t.test('a mode that says nothing, or two things, is refused', async () => {
    const wrong: Query[] = [
      { filter_modes: 'channel:is_not' },
      { source: 'google', filter_modes: 'source:is_empty' },
      { channel: 'Email', filter_modes: 'channel:is_not,channel:contains' },
      { channel: 'Email', filter_modes: 'channel:is_empty' },
      { channel: 'Email', filter_modes: 'name:is_not' },
      { device: 'mobile', filter_modes: 'device:contains' },
    ];
    for (const query of wrong) {
      const { status, body } = await shop.owner.get('/overview/series', { ...WEEK, ...query });
      assert.deepEqual([status, body.error?.code], [400, 'invalid_parameter'], JSON.stringify(query));
    }
  });
});
