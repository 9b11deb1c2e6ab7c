// Figures that another engine, another version or another C library would give differently: letters and spaces outside of ASCII, ends of
// lines, amounts of 18 digits, attention in fractions of seconds, and clocks that this runtime knows otherwise.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { profileDay } from '../../../src/account/profiles/index.ts';
import { changeDefinitions } from '../../../src/credit/definitions/index.ts';
import { type Shop, startShop } from '../shop.ts';

const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };
const PAGE = 'https://shop.example/';
const SPACES = '\u2003\u3000\u00a0';

let shop: Shop;
before(async () => {
  shop = await startShop();
  shop.clock.set('2026-03-20T12:00:00Z');
});
after(() => shop?.close());

/** Visits set the clock to their own time; a replay is due by the latest. */
const settled = (): Promise<void> => {
  shop.clock.set('2026-03-20T12:00:00Z');
  return shop.settle();
};
const overview = async () => (await shop.owner.get('/overview', RANGE)).body.data.current;
const visit = (browser: string, query: Record<string, string>, at = '2026-03-10T10:00:00Z', engaged_seconds?: number) =>
  shop.visit({
    at,
    browser,
    url: `${PAGE}?${new URLSearchParams(query)}`,
    ...(engaged_seconds === undefined ? {} : { engaged_seconds }),
  });
const visitorsOf = async (channel: string): Promise<number> =>
  (await shop.owner.get('/overview', { ...RANGE, channel })).body.data.current.visitors;
function decide(subject: string, kind: 'rate' | 'setting', payload: unknown): void {
  shop.base.state.decide({
    profileId: shop.profileId,
    kind,
    subject,
    payload,
    actor: 'system',
    afterSeq: shop.base.journal.lastSeq(shop.profileId),
    decidedAt: shop.base.clock.now(),
  });
}

test('channel rules compare letters and spaces of every script, and a point is no end of a line', async () => {
  const rules = {
    channels: ['Letters', 'Lines', 'Parts'].map((name) => ({ name, is_paid: false })),
    rules: [
      { rule_id: 'letters', channel: 'Letters', source: { is: [`${SPACES}İSTANBUL ΟΔΟΣ`] } },
      { rule_id: 'lines', channel: 'Lines', campaign: { matches: 'a.c' } },
      { rule_id: 'parts', channel: 'Parts', campaign: { contains: ['b'] } },
    ],
  };
  assert.equal((await shop.owner.put('/classification/rules', rules)).status, 200);
  const email = { utm_medium: 'email' };
  await visit('letters-1', { ...email, utm_source: 'istanbul οδοσ' });
  await visit('letters-2', { ...email, utm_source: `${SPACES}İSTANBUL ΟΔΟΣ${SPACES}` });
  await visit('lines-1', { ...email, utm_source: 'news', utm_campaign: 'AxC' });
  await visit('lines-2', { ...email, utm_source: 'news', utm_campaign: 'a\nc' });
  await visit('parts', { ...email, utm_source: 'news', utm_campaign: 'a\nB\nc' });
  await settled();
  assert.deepEqual([await visitorsOf('Letters'), await visitorsOf('Lines'), await visitorsOf('Parts')], [2, 1, 1]);
  assert.equal(await visitorsOf('Email'), 1);
});

test('event types of definitions are compared by the same letters', async () => {
  const types = ['KAYIT İÇİN'];
  changeDefinitions(shop.base, shop.profileId, 'system', [{ conversion_key: 'signed', event_types: types, counting: 'every' }]);
  for (const [at, event_type] of ['kayit için', `Kayit İçin\u2003`].entries())
    await shop.outcome({ event_type, idempotency_key: `kayit-${at}`, user_traits: { email: 'a@example.com' } });
  await settled();
  const { body } = await shop.owner.get('/customers', { ...RANGE, goal: 'signed' });
  assert.deepEqual(
    body.data.map((customer: { conversion_count: number }) => customer.conversion_count),
    [2, 2],
  );
});

test('an amount of 18 digits times a rate is rounded half up at six decimals', async () => {
  decide('USD', 'rate', { in: 'USD', rates: [{ day: '2026-03-10', currency: 'EUR', rate: '1.000000500' }] });
  for (const [at, amount] of ['999999999999.999999', '0.000001', '1', '3'].entries())
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `large-${at}`,
      occurred_at: '2026-03-10T12:00:00Z',
      value: { amount, currency: 'EUR' },
      user_traits: { email: 'b@example.com' },
    });
  await settled();
  // 1000000499999.9999989999995 + 0.0000010000005 + 1.0000005 + 3.0000015, each rounded to six decimals.
  const { body } = await shop.owner.get('/overview', { ...RANGE, include: 'receipt' });
  const revenue = body.receipts.find(({ path }: { path: string }) => path === '/data/current/revenue');
  assert.deepEqual(revenue.terms[0], { name: 'sold', value: '1000000500004.000003', unit: 'USD' });
});

test('attention adds up in whole milliseconds', async () => {
  const before = await overview();
  for (const [at, seconds] of [0.1, 0.2, 2.0005, 0.0004].entries()) await visit('ana', {}, `2026-03-15T10:0${at}:00Z`, seconds);
  await settled();
  const now = await overview();
  const { body } = await shop.owner.get('/tracking/events', {
    limit: '4',
    from: '2026-03-15T00:00:00Z',
    to: '2026-03-16T00:00:00Z',
  });
  assert.deepEqual(
    body.data.map((event: { engaged_seconds: number }) => event.engaged_seconds),
    [0.1, 0.2, 2.001, 0],
  );
  const [sessionsBefore, sessions] = [before, now].map(({ visitors }) => visitors);
  assert.equal(sessions, sessionsBefore + 1);
  assert.equal(now.avg_engaged_seconds, Number((2.301 / sessions).toFixed(3)));
});

test('days are those of the clocks that were recorded with the zone, whatever this runtime knows of it', async () => {
  const days = async () =>
    (await shop.owner.get('/overview/series', { date_from: '2026-03-16', date_to: '2026-03-18', interval: 'day' })).body.data.map(
      ({ visitors }: { visitors: number }) => visitors,
    );
  await visit('night', {}, '2026-03-17T20:30:00Z');
  await settled();
  assert.deepEqual(await days(), [0, 1, 0]);
  // As if Berlin were to leave its clocks at +04:00 from the 17th on.
  const shifts = [
    [0, 3600],
    [Date.parse('2026-03-17T00:00Z') / 1000, 14_400],
  ];
  decide('timezone', 'setting', { name: 'timezone', value: 'Europe/Berlin', shifts });
  await settled();
  assert.deepEqual(await days(), [0, 0, 1]);
  const at = Date.parse('2026-03-17T20:30:00Z');
  assert.equal(profileDay(shop.base, shop.profileId, at), '2026-03-17', 'state keeps what the service recorded');
});
