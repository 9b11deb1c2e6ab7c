// Who sends how much: what each credential sent from each host, what was refused and why, what was noticed, by local day.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countFileRows, saveSenders } from '../../../src/collect/events/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { COMPUTER_AGENT, startShop } from '../../report/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into an answer
type AnyJson = any;

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const HOSTILE = `https://${'x'.repeat(300)}.example/`;

test('listSenders', async (t) => {
  const shop = await startShop();
  t.after(() => shop.close());
  const post = async (
    events: unknown[],
    { agent = COMPUTER_AGENT, origin = '', key = shop.trackingKey } = {},
  ): Promise<number> => {
    const body = JSON.stringify({ tracking_key: key, anonymous_id: 'a browser', events });
    const headers = { 'content-type': 'application/json', 'user-agent': agent, ...(origin === '' ? {} : { origin }) };
    return (await fetch(new URL('/t/collect', shop.baseUrl), { method: 'POST', headers, body })).status;
  };
  const view = (host: string) => ({ event_type: 'page_view', url: `https://${host}/` });
  const senders = async (days = 30): Promise<AnyJson[]> => {
    const answer = await shop.owner.get('/tracking/senders', { days: String(days) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const sender = async (origin: string | null, kind = 'tracking_key'): Promise<AnyJson> =>
    (await senders()).find((each) => each.origin === origin && each.kind === kind);

  const session = shop.api(shop.session);
  const here = { profile_id: shop.profileId };
  assert.equal((await session.patch('/profile', { timezone: 'America/New_York' }, here)).status, 200);

  await t.test('a browser’s events are counted by the host of their page, with what was noticed', async () => {
    shop.clock.set('2026-03-02T03:00:00Z');
    await post([view('shop.example'), view('shop.example'), view('other.example')]);
    await post([view('shop.example')], { agent: BOT });
    await post([{ event_type: '', url: 'https://shop.example/' }, 7]);
    shop.clock.set('2026-03-02T12:00:00Z');
    await post([view('shop.example')]);
    const own = await sender('shop.example');
    assert.equal(own.name, shop.trackingKey);
    assert.deepEqual([own.accepted, own.refused, own.flagged, own.repeated], [4, 1, 1, 0]);
    assert.deepEqual(own.flags, [{ flag: 'bot', events: 1 }]);
    assert.deepEqual(own.refusals, [{ code: 'validation_error', field: 'event_type', events: 1 }]);
    assert.equal(own.last_at, '2026-03-02T12:00:00.000Z');
    assert.deepEqual(own.days, [
      { day: '2026-03-01', accepted: 3, repeated: 0, refused: 1, flagged: 1 },
      { day: '2026-03-02', accepted: 1, repeated: 0, refused: 0, flagged: 0 },
    ]);
    assert.equal((await sender('other.example')).accepted, 1);
    assert.equal((await sender(null)).refused, 1, 'what is no event has no page');
  });

  await t.test('a post that the door refuses counts all its events, with the origin that it names', async () => {
    await session.patch('/profile', { domains: ['shop.example'] }, here);
    await shop.owner.patch('/tracking/settings', { origin_policy: 'own_domains' });
    assert.equal(await post([view('shop.example'), view('shop.example')], { origin: 'https://copy.example' }), 403);
    await shop.owner.patch('/tracking/settings', { origin_policy: 'any' });
    const copy = await sender('copy.example');
    assert.deepEqual([copy.accepted, copy.refused, copy.refusals[0].code], [0, 2, 'forbidden']);
    assert.equal(await post([view('shop.example')], { key: 'trk_live_unknown' }), 401);
  });

  await t.test('an API key: accepted, repeated, refused once each', async () => {
    const paid = { event_type: 'payment_received', idempotency_key: 'o-1', value: { amount: '10', currency: 'EUR' } };
    await shop.owner.post('/events', paid);
    await shop.owner.post('/events', paid);
    await shop.owner.post('/events', { ...paid, value: { amount: '11', currency: 'EUR' } });
    await shop.owner.post('/events', { ...paid, idempotency_key: 'o-2', value: { amount: 'ten', currency: 'EUR' } });
    const rows = [
      { ...paid, idempotency_key: 'o-3' },
      paid,
      { ...paid, value: { amount: '12', currency: 'EUR' } },
      { no: 'type' },
    ];
    await shop.owner.post('/events/batch', { events: rows });
    await shop.owner.post('/payments/card_gateway', { gateway: 'acme', payment_ref: 'p-1', amount: '5', currency: 'EUR' });
    const key = await sender(null, 'api_key');
    assert.deepEqual([key.accepted, key.repeated, key.refused], [3, 2, 4], JSON.stringify(key));
    const codes = key.refusals.map(({ code, events }: AnyJson) => `${code} ${events}`);
    assert.deepEqual(codes.sort(), ['idempotency_key_conflict 2', 'validation_error 1', 'validation_error 1']);
    assert.equal(typeof key.name, 'string');
  });

  await t.test('counts are kept by the service that starts again, and nothing is counted twice', async () => {
    const before = await senders();
    saveSenders(shop.base);
    saveSenders(shop.base);
    assert.deepEqual(await senders(), before);
    assert.deepEqual(
      shop.base.state.db.prepare("select count(*) as n from sender_days where why like '%@%' or length(origin) > 253").get(),
      { n: 0 },
    );
  });

  await t.test('hosts without end are one entry, and cost no more rows than a day may have', async () => {
    shop.clock.set('2026-03-04T12:00:00Z');
    for (let first = 0; first < 700; first += 100)
      await post(Array.from({ length: 100 }, (_, at) => view(`h${first + at}.example`)));
    await post([{ event_type: 'page_view', url: HOSTILE }]);
    const all = await senders(1);
    const several = all.find(({ has_several_origins }) => has_several_origins);
    assert.ok(several.accepted >= 200, JSON.stringify(several));
    assert.equal(several.origin, null);
    const { n } = shop.base.state.db.prepare("select count(*) as n from sender_days where day = '2026-03-04'").get() as AnyJson;
    assert.ok(n <= 520, `${n} rows`);
    assert.equal(all.length, 200);
    const { meta } = (await shop.owner.get('/tracking/senders', { days: '1' })).body;
    assert.deepEqual([meta.date_from, meta.date_to, meta.timezone], ['2026-03-04', '2026-03-04', 'America/New_York']);
    assert.ok(meta.senders > 400);
  });

  await t.test('a file of your own is a sender by its name, and one that a person assigned columns of by words', async () => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'Winter sale.csv');
    writeFileSync(file, 'event_type,occurred_at,idempotency_key\nlead_created,2026-03-01T10:00:00Z,winter-1\n');
    const { base, profileId } = shop;
    await commands.backfill(base, { kind: 'events', file, profile_id: profileId, wait: true }, () => undefined);
    countFileRows(base, profileId, 'mapping', { accepted: 2, repeated: 0, refused: 0 });
    countFileRows(base, profileId, 'own_csv', { accepted: 1, repeated: 0, refused: 0 });
    saveSenders(base);
    const files = (await senders()).filter(({ kind }) => kind === 'file');
    assert.deepEqual(files.map(({ name, accepted }) => [name, accepted]).sort(), [
      ['CSV files in the form of this service', 1],
      ['Files whose columns you assigned', 2],
      ['Winter sale.csv', 1],
    ]);
  });

  await t.test('another workspace sees none of it', async () => {
    const other = await shop.api(shop.apiKey).get('/tracking/senders', { profile_id: '00000000-0000-4000-8000-000000000000' });
    assert.ok([403, 404].includes(other.status));
  });
});
