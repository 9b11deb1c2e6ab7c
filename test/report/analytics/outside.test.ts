// Figures that leave sign-in: no two of them differ by fewer than five people. Every order has an amount of its own power of two, so that a revenue
// says exactly whose orders are in it, and the difference of any two says who could be told apart.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { mintSecret } from '../../../src/base/kit/credential-secrets.ts';
import { findSnapshot } from '../../../src/report/analytics/index.ts';
import { SNAPSHOT_PREFIX } from '../../../src/report/analytics/snapshots/links.ts';
import { seededRandom } from '../../base/random.ts';
import { browserOf } from '../../doors/console/browser.ts';
import { unlessBusy } from '../../harness.ts';
import { type Shop, startShop } from '../shop.ts';

const MIN_PEOPLE = 5;
/** Eight take two minutes. */
const DAYS = Number(process.env['DAYS'] ?? 4);
/** Every other day has few people. */
const hasFew = (n: number): boolean => n % 2 === 0;
/** Everybody comes by one of two ads. */
const ADS_DAY = 3;
const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}`;
const ORIGINS = [
  'utm_source=google&utm_medium=cpc&utm_campaign=spring&campaign_id=c1&ad_id=a1',
  'utm_source=google&utm_medium=cpc&utm_campaign=spring&campaign_id=c1&ad_id=a2',
  'utm_source=google&utm_medium=cpc&utm_campaign=brand',
  'utm_source=newsletter&utm_medium=email&utm_campaign=march',
  'utm_source=facebook&utm_medium=social',
  '',
] as const;

let shop: Shop;
let orders = 0;

async function buy(n: number, origin: string): Promise<void> {
  const browser = `b${orders}`;
  await shop.visit({ at: `${day(n)}T10:00:00Z`, browser, url: `https://shop.example/?${origin}` });
  shop.clock.set(`${day(n)}T11:00:00Z`);
  await order(`${day(n)}T11:00:00Z`, browser);
}

async function order(occurred_at: string, anonymous_id: string): Promise<void> {
  const cents = 2n ** BigInt(orders++);
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: randomUUID(),
    occurred_at,
    value: { amount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`, currency: 'USD' },
    anonymous_id,
  });
}

before(async () => {
  shop = await startShop();
});
after(() => shop?.close());

async function get(path: string, query: Record<string, string>) {
  const { status, body } = await unlessBusy(() => shop.owner.get(path, query));
  return { status, body };
}
const outside = async (path: string, query: Record<string, string>) => {
  const { status, body } = await get(path, { audience: 'outside', ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

/** Whose orders make up a revenue. */
const peopleIn = (revenue: number | string | null): bigint => {
  const [whole = '0', part = ''] = String(typeof revenue === 'number' ? revenue.toFixed(2) : (revenue ?? 0)).split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
};
function sizeOf(people: bigint): number {
  let size = 0;
  for (let rest = people; rest > 0n; rest &= rest - 1n) size += 1;
  return size;
}

/** Groups of fewer than five people that two of the figures tell apart. */
function isolated(figures: Iterable<bigint>): number {
  const all = [...new Set([0n, ...figures])];
  return all.flatMap((a) => all.filter((b) => (a & b) === b && a !== b && sizeOf(a & ~b) < MIN_PEOPLE)).length;
}

const RANGES = Array.from({ length: DAYS }, (_, from) =>
  Array.from({ length: DAYS - from }, (_, length) => ({ date_from: day(from + 1), date_to: day(from + 1 + length) })),
).flat();
const FILTERS: Record<string, string>[] = [
  {},
  { channel: 'Paid Search' },
  { channel: 'Paid Search', filter_modes: 'channel:is_not' },
  { source: 'google' },
  { campaign: 'spring' },
  { campaign: 'spring', filter_modes: 'campaign:is_not' },
  { medium: 'e', filter_modes: 'medium:contains' },
  { filter_modes: 'campaign:is_empty' },
];

/** Days with few people and days with enough, most of them from one origin, and one of two ads. */
async function fill(random: (below: number) => number): Promise<void> {
  const ad = (ad_id: string, ad_name: string, spend: string) => ({
    campaign_id: 'c1',
    campaign_name: 'spring',
    adset_id: 's1',
    ad_id,
    ad_name,
    spend,
  });
  await shop.spend('google', {
    [day(ADS_DAY)]: [ad('a1', 'Blue boots', '60.105'), ad('a2', 'Red boots', '10.1'), ad('a3', 'Green boots', '5.2')],
    [day(2)]: [{ campaign_id: 'c9', campaign_name: 'Idle', spend: '7' }],
  });
  for (let n = 1; n <= DAYS; n++) {
    if (n === ADS_DAY) {
      for (const origin of [ORIGINS[0], ORIGINS[1]])
        for (let each = 0; each < MIN_PEOPLE + random(3); each++) await buy(n, origin);
      continue;
    }
    const people = hasFew(n) ? 1 + random(4) : MIN_PEOPLE + random(4);
    for (let each = 0; each < people; each++) await buy(n, ORIGINS[random(2) === 0 ? 0 : random(ORIGINS.length)] ?? '');
  }
  shop.clock.set('2026-03-20T12:00:00Z');
  await shop.settle();
}

test('the differencing attack over all pairs of filters and days', async (t) => {
  await fill(seededRandom(t));
  await t.test('tells members single people apart, which shows that it works', async () => {
    const found: bigint[] = [];
    for (const range of RANGES) found.push(peopleIn((await get('/overview', range)).body.data.current.revenue));
    assert.ok(isolated(found) > 0);
  });
  await t.test('tells nobody outside apart', async () => {
    const found: bigint[] = [];
    const views: number[] = [];
    for (const range of RANGES) {
      for (const filter of FILTERS) {
        const { data } = await outside('/overview', { ...range, ...filter });
        found.push(peopleIn(data.current.revenue), peopleIn(data.previous.revenue), peopleIn(data.current.cash_revenue));
        if (data.current.pageviews !== null) views.push(data.current.pageviews);
      }
      for (const dimension of ['channel', 'campaign', 'ad']) {
        const { data } = await outside('/attribution', { ...range, dimension });
        const model = 'last_non_direct';
        for (const row of [...data.rows, data.unattributed, data.totals])
          found.push(peopleIn(row.models[model]?.revenue ?? null));
      }
    }
    assert.equal(isolated(found), 0);
    for (let n = 1; n <= DAYS; n++) {
      const query = { date_from: day(n), date_to: day(n) };
      const [{ body }, seen] = [await get('/overview', query), await outside('/overview', query)];
      assert.equal(seen.data.current.revenue, hasFew(n) ? null : body.data.current.revenue, day(n));
    }
    assert.ok(views.every((count) => count >= MIN_PEOPLE));
  });
  await t.test('days of a series neither', async () => {
    const found: bigint[] = [];
    for (const interval of ['day', 'week', 'month'])
      for (const filter of FILTERS) {
        const { data } = await outside('/overview/series', { date_from: day(1), date_to: day(DAYS), interval, ...filter });
        found.push(...data.map((bucket: { revenue: number | null }) => peopleIn(bucket.revenue)));
      }
    assert.equal(isolated(found), 0);
  });
});

const WEEK = { date_from: day(1), date_to: day(DAYS) };
const model = 'last_non_direct';
const snapshots = (): string => `/workspaces/${shop.workspaceId}/snapshots`;

test('getOverview for readers outside', async (t) => {
  await t.test('withholds with a reason what is of too few people, and no spend', async () => {
    const { data, outside: note } = await outside('/overview', { date_from: day(2), date_to: day(2) });
    assert.deepEqual(
      [data.current.revenue, data.current.outcomes, data.current.visitors, data.current.spend],
      [null, null, null, 7],
    );
    assert.equal(note.people_at_least, MIN_PEOPLE);
    assert.equal(note.closed_through, '2026-03-18');
    assert.deepEqual(
      note.withheld.filter(({ at }: { at: string }) => at === '/data/current').map(({ reason }: { reason: string }) => reason),
      ['different_people', 'few_people', 'few_people', 'few_people'],
    );
  });
  await t.test('has no figure of a day that is not closed', async () => {
    const { data, outside: note } = await outside('/overview', { date_from: '2026-03-19', date_to: '2026-03-20' });
    assert.equal(data.current.pageviews, null);
    assert.ok(note.withheld.some(({ reason }: { reason: string }) => reason === 'days_open'));
  });
  await t.test('refuses what divides people otherwise', async () => {
    for (const [path, more] of [
      ['/overview', { device: 'mobile' }],
      ['/overview', { country: 'DE' }],
      ['/overview', { filter_modes: 'country:is_empty' }],
      ['/overview', { as_of: '2026-03-10T00:00:00Z' }],
      ['/overview', { include: 'interval' }],
      ['/overview', { model: 'linear' }],
      ['/overview/series', { model: 'first_touch' }],
      ['/attribution', { models: 'linear' }],
      ['/attribution', { dimension: 'country' }],
      ['/attribution', { goal: 'lead_created' }],
      ['/attribution', { click_window_days: '3' }],
    ] as const) {
      const { status, body } = await get(path, { ...WEEK, audience: 'outside', ...more });
      assert.deepEqual([status, body.error?.code], [400, 'invalid_parameter'], `${path} ${JSON.stringify(more)}`);
    }
    assert.equal((await get('/overview', { ...WEEK, audience: 'inside' })).status, 400);
    assert.equal((await outside('/overview', { ...WEEK, model })).data.current.visitors, null);
  });
  await t.test('is nothing for a profile of the healthcare family', async (part) => {
    setHealthcare(shop.base, { profileId: shop.profileId }, true);
    part.after(() => setHealthcare(shop.base, { profileId: shop.profileId }, false));
    assert.equal((await get('/overview', { ...WEEK, audience: 'outside' })).body.error.code, 'forbidden');
  });
});

test('getAttribution for readers outside', async (t) => {
  await t.test('adds up with its others and what no touch earned', async () => {
    const { data } = await outside('/attribution', { ...WEEK, dimension: 'campaign' });
    const parts = [...data.rows, data.unattributed].map((row) => Number(row.models[model]?.conversions ?? 0));
    assert.equal(
      parts.reduce((sum, each) => sum + each, 0),
      Number(data.totals.models[model].conversions),
    );
    assert.ok(data.rows.some(({ key }: { key: string }) => key === '(others)'));
    const idle = data.rows.find(({ key }: { key: string }) => key === 'Idle');
    assert.deepEqual([idle.spend, idle.models], ['7', {}]);
  });
});

test('createSnapshot for readers outside', async (t) => {
  const owner = shop.api(shop.session);
  await owner.put(`/workspaces/${shop.workspaceId}/snapshot-settings`, { is_public_allowed: true });
  const share = (page: string, question: object) =>
    owner.post(snapshots(), { profile_id: shop.profileId, page, question, audience: 'public' });
  const contentsOf = (url: string) =>
    findSnapshot(shop.base, new URL(url).pathname.slice('/s/'.length))?.contents ?? assert.fail('no contents');
  const textOf = async (url: string): Promise<string> => (await browserOf(shop).get(new URL(url).pathname)).text;

  await t.test('refuses pages about few people, and questions that divide them', async () => {
    for (const page of ['paths', 'why'])
      assert.equal((await share(page, { ...WEEK, known_from: '2026-03-10T00:00:00Z' })).status, 422, page);
    for (const more of [{ beside: ['linear'] }, { device: 'mobile' }, { dimension: 'adset' }, { as_of: '2026-03-10T00:00:00Z' }])
      assert.ok((await share('attribution', { ...WEEK, ...more })).status >= 400, JSON.stringify(more));
  });
  await t.test('shows what REST answers for outside, and keeps it when an order comes late', async () => {
    const before = await outside('/overview', WEEK);
    const first = await share('overview', WEEK);
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const text = await textOf(first.body.data.url);
    assert.match(text, /Figures of fewer than 5 people are withheld/);
    assert.match(text, /Withheld: /);
    const revenue = Number(before.data.current.revenue).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    assert.ok(text.includes(revenue), `${revenue} on the page`);
    await order(`${day(1)}T12:00:00Z`, 'b0');
    await shop.settle();
    assert.notEqual((await get('/overview', WEEK)).body.data.current.revenue, before.data.current.revenue);
    assert.deepEqual((await outside('/overview', WEEK)).data, before.data);
    const second = await share('overview', WEEK);
    assert.ok((await textOf(second.body.data.url)).includes(revenue), 'the same again');
  });
  await t.test('a leaderboard has the ads of five people on a day, and nothing of the others', async () => {
    const question = { date_from: '2026-02-19', date_to: '2026-03-18' };
    const made = await share('leaderboard', {});
    assert.deepEqual([made.status, made.body.data?.question], [201, question], JSON.stringify(made.body));
    const { data } = await outside('/attribution', { ...question, dimension: 'ad' });
    const [figures, table] = contentsOf(made.body.data.url).blocks;
    assert.ok(figures?.kind === 'figures' && table?.kind === 'table');
    const soldBy = (key: string) => data.rows.find((row: { key: string }) => row.key === key)?.models[model];
    assert.deepEqual(
      table.rows.map(([name, spend]) => [name, spend]),
      // By the cost at most; what nobody bought after is last.
      [
        ['Red boots', '10.1'],
        ['Blue boots', '60.105'],
        ['Green boots', '5.2'],
      ],
    );
    for (const [place, key] of ['a2', 'a1'].entries()) {
      const { conversions, revenue, cost_per_conversion } = soldBy(key);
      assert.deepEqual(table.rows[place]?.slice(2), [conversions, cost_per_conversion]);
      assert.ok(sizeOf(peopleIn(revenue)) >= MIN_PEOPLE);
    }
    assert.deepEqual([table.rows[2]?.slice(2), table.withheld], [[null, null], [2]]);
    assert.deepEqual(
      figures.figures.map(({ name, value, withheld }) => [name, value, withheld]),
      [
        ['Spend', '75.405', undefined],
        ['Sales', String(Number(soldBy('a1').conversions) + Number(soldBy('a2').conversions)), undefined],
        ['Proven', null, 'few_people'],
        ['Winners', null, 'few_people'],
      ],
    );
    const text = await textOf(made.body.data.url);
    assert.match(text, /Red boots/);
    assert.match(text, /at least five people bought/);
    const sorted = await share('leaderboard', { sort: 'click' });
    assert.deepEqual([sorted.status, /^question\.sort: /.test(sorted.body.error.message)], [422, true]);
    // A single person who buys later is in no public figure, and so in no difference of two leaderboards.
    await order(`${day(1)}T12:00:00Z`, 'b0');
    await shop.settle();
    const again = await share('leaderboard', {});
    assert.deepEqual(contentsOf(again.body.data.url), contentsOf(made.body.data.url));
    // Weeks later the leaderboard is of other days, and the figures of this one are compared with those of its own.
    const inside = await owner.post(snapshots(), { profile_id: shop.profileId, page: 'leaderboard', question: {} });
    assert.equal(inside.status, 201, JSON.stringify(inside.body));
    const now = shop.clock.now();
    shop.clock.advance(20 * 86_400_000);
    await order(`${day(2)}T12:00:00Z`, 'b0');
    await shop.settle();
    const listed = (await owner.get(snapshots(), { include: 'differences' })).body.data;
    const differencesOf = (id: string) => listed.find((row: { id: string }) => row.id === id).differences;
    assert.deepEqual([differencesOf(made.body.data.id), differencesOf(inside.body.data.id)], [[], null]);
    shop.clock.advance(now - shop.clock.now());
  });
  await t.test('two at once leave one set of figures', async () => {
    const question = { date_from: '2026-02-01', date_to: day(DAYS) };
    const both = await Promise.all([share('overview', question), share('overview', question)]);
    assert.ok(
      both.every(({ status }) => status === 201 || status === 503),
      JSON.stringify(both.map(({ status }) => status)),
    );
  });
  await t.test('one of an earlier version, with figures of few people, is for members', () => {
    const { secret, lookup, hash } = mintSecret(SNAPSHOT_PREFIX);
    const contents = { currency: 'USD', timezone: 'UTC', goal: null, model, warnings: [], blocks: [] };
    const add = (more: object) =>
      shop.base.state.statement('report/analytics/snapshot_add').run({
        snapshot_id: randomUUID(),
        workspace_id: shop.workspaceId,
        profile_id: shop.profileId,
        lookup,
        hash,
        page: 'overview',
        title: 'Overview',
        question: JSON.stringify(WEEK),
        headline: '[]',
        audience: 'public',
        version: JSON.stringify({ through_seq: 1, through_decision: 1, code: 1 }),
        created_by: 'system',
        now: shop.clock.now(),
        expires_at: shop.clock.now() + 1_000,
        contents: JSON.stringify({ ...contents, ...more }),
      });
    add({});
    assert.equal(findSnapshot(shop.base, secret)?.isPublic, false);
  });
  await t.test('shows nothing of days that have left under other settings', async () => {
    assert.equal((await shop.owner.patch('/profile/attribution-settings', { model: 'linear' })).status, 200);
    await shop.settle();
    const { data, outside: note } = await outside('/overview', WEEK);
    assert.deepEqual([data.current.revenue, data.current.pageviews !== null], [null, true]);
    assert.ok(note.withheld.some(({ reason }: { reason: string }) => reason === 'settings_changed'));
  });
});
