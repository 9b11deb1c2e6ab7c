// Erasing a person: nothing of them is left in any file, everybody else's figures and all totals stay, whatever comes in between.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { beginCall, finishCall } from '../../../src/account/access/index.ts';
import { backup } from '../../../src/base/backup.ts';
import { acceptEvents } from '../../../src/collect/events/index.ts';
import { eraseDue, identifierKeyOf, tokenise, visitorKeyOf } from '../../../src/collect/people/index.ts';
import { publishMarts, rebuild, replay } from '../../../src/credit/attribution/index.ts';
import { restoreAndErase } from '../../../src/doors/jobs/restore.ts';
import { testConfig } from '../../base/folder.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { type Shop, startShop } from '../../report/shop.ts';
import { foundIn } from './whole-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract has checked the answer's form
type Json = any;

const PERIOD = { date_from: '2026-02-25', date_to: '2026-03-10' };
const AD = 'utm_source=google&utm_medium=cpc&utm_campaign=spring';

/** What is planted of Ida, in clear. */
const PLANTED = {
  emails: ['ida.planted1@example.org', 'ida.planted2@example.org', 'ida.planted3@example.org'],
  phones: ['+56987650001', '+56987650002'],
  phoneAsGiven: 'planted phone two-two-one',
  external: 'planted-ext-7781',
  crm: ['planted-crm-1', 'planted-crm-2'],
  national: '12345678-5',
  first: 'Idaplanted',
  last: 'Plantedsdottir',
  browsers: ['planted-browser-1', 'planted-browser-2', 'planted-browser-3'],
  gclids: ['PlantedGclid0001', 'PlantedGclid0002', 'PlantedGclid0003'],
  fbclid: 'PlantedFbclid01',
  mailing: 'PlantedMailing1',
  query: ['planted-query-1', 'planted-query-2', 'planted-query-3', 'planted-query-4', 'planted-query-5', 'planted-query-6'],
  fragment: 'planted-fragment',
  titles: ['Planted title one', 'Planted title two'],
  paths: ['planted-path-1', 'planted-path-2'],
  properties: ['planted-prop-1', 'planted-prop-2', 'planted-prop-3', 'planted-prop-4', 'planted-prop-5'],
  terms: ['planted-term-1', 'planted-content-1'],
  names: ['planted event name', 'planted event name 2'],
  city: 'Plantedville',
  source: ['planted-source-url-1', 'planted-source-url-2'],
};
const WORDS: string[] = Object.values(PLANTED).flat();

const KEPT_CALL = { credentialId: 'key:1', operationId: 'any', key: 'k', request: {} };

let shop: Shop;
let owner: Api;
let key: Api;
let ida: string;
let jon: string;
let figuresBefore: Json;
let idasFirstOrder: Json;
let olderBackup: string;
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'tributary-erased-'));
  folders.push(made);
  return made;
};

/** Tokens and keys by which the person was known: none of them may be made again from what somebody knows. */
function tokensOf(app: TestApp): string[] {
  const { base, profileId } = app;
  const of = (type: 'email' | 'phone' | 'external_id' | 'crm_contact_id' | 'national_id', value: string): string[] => {
    const token = tokenise(base, profileId, type, value);
    return [token, identifierKeyOf(type, token).toString()];
  };
  const browser = (value: string): string[] => {
    const token = tokenise(base, profileId, 'anonymous_id', value);
    return [token, visitorKeyOf(token).toString()];
  };
  return [
    ...PLANTED.emails.flatMap((value) => of('email', value)),
    ...PLANTED.phones.flatMap((value) => of('phone', value)),
    ...PLANTED.crm.flatMap((value) => of('crm_contact_id', value)),
    ...of('external_id', PLANTED.external),
    ...of('national_id', PLANTED.national),
    ...PLANTED.browsers.flatMap(browser),
  ];
}

/** An erasure is a decision of its own. */
const withoutVersion = (body: Json): Json =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'version' ? undefined : value)));

async function figuresOf(app: Pick<Shop, 'api' | 'apiKey'>): Promise<Json> {
  const api = app.api(app.apiKey);
  const get = async (path: string, query = {}): Promise<Json> => (await api.get(path, { ...PERIOD, ...query })).body.data;
  const attribution = async (dimension: string): Promise<Json> => (await api.get('/attribution', { ...PERIOD, dimension })).body;
  const lists = await get('/customers', { goal: 'payment_received', limit: 100 });
  return {
    overview: await get('/overview'),
    channels: (await attribution('channel')).data,
    campaigns: (await attribution('campaign')).data,
    customers: lists.map(({ name: _, email: __, ...row }: Json) => row),
    jon: (await api.get(`/customers/${jon}/journey`)).body.data,
    jonInClear: withoutVersion((await api.get('/customers/journey', { customer_key: 'jon-1' })).body),
    // The address of a click that Ida had, too, holds another id now.
    guest: (await api.get('/conversions/guest-1/journey')).body.data.events.map(({ url: _, ...event }: Json) => event),
  };
}

/** Idas visits and payments beside Jon's; both on one shared browser; a guest with a click that Ida had, too. */
async function fill(app: Shop): Promise<void> {
  const page = (at: string, browser: string, path: string, more: Json = {}) =>
    app.visit({ at: `2026-03-0${at}:00Z`, browser, url: `https://shop.example${path}`, ...more });
  const [g1, g2, g3] = PLANTED.gclids;
  const [q1, q2, q3, q4] = PLANTED.query;
  const [b1, b2, b3] = PLANTED.browsers as [string, string, string];
  await page('1T10:00', b1, `/boots?${AD}&gclid=${g1}&who=${q1}#${PLANTED.fragment}`);
  await page('1T10:03', b1, `/boots/${PLANTED.paths[0]}?x=${q2}`);
  await page('1T12:00', 'jon-browser', `/boots?${AD}&gclid=JonsGclid1`);
  await page('2T09:00', b2, `/sale?utm_source=meta&utm_medium=social&fbclid=${PLANTED.fbclid}&y=${q3}`);
  await page('2T09:30', b2, `/cart?mc_cid=${PLANTED.mailing}&gclid=${g2}&z=${q4}`);
  await page('2T15:00', 'guest-browser', `/boots?${AD}&gclid=${g3}`);
  await page('2T16:00', b3, `/boots?${AD}&gclid=${g3}&utm_term=${PLANTED.terms[0]}&utm_content=${PLANTED.terms[1]}`);
  await app.settle();
  app.clock.set('2026-03-09T00:00:00Z');
  const pay = async (idempotency_key: string, day: string, amount: string, more: Json): Promise<Json> => {
    const event = {
      event_type: 'payment_received',
      idempotency_key,
      occurred_at: `2026-03-${day}T12:00:00Z`,
      value: { amount, currency: 'USD' },
      ...more,
    };
    await app.outcome(event);
    return event;
  };
  const [e1, e2, e3] = PLANTED.emails;
  const [p1, p2, p3, p4, p5] = PLANTED.properties;
  const traits = { external_id: PLANTED.external, first_name: PLANTED.first, last_name: PLANTED.last };
  idasFirstOrder = await pay('planted-order-1', '03', '100', {
    anonymous_id: b1,
    user_traits: { ...traits, email: e1, phone: PLANTED.phones[0] },
    event_name: PLANTED.names[0],
    properties: { note: p1, nested: { list: [p2, p3] } },
    event_source_url: `https://shop.example/done?${PLANTED.source[0]}=1`,
  });
  await pay('planted-order-2', '04', '60', {
    anonymous_id: b2,
    user_traits: { ...traits, email: e2, crm_contact_id: PLANTED.crm[0], national_id: PLANTED.national },
    click_ids: { gclid: g2 },
    event_source_url: `https://shop.example/?${PLANTED.source[1]}`,
    properties: { [p4 as string]: 1 },
  });
  await pay('jon-order-1', '04', '40', {
    anonymous_id: 'jon-browser',
    user_traits: { external_id: 'jon-1', email: 'jon@example.org' },
  });
  // Jon, once, on Ida's browser.
  await pay('jon-order-2', '05', '30', { anonymous_id: b1, user_traits: { external_id: 'jon-1' } });
  await pay('guest-1', '05', '10', {
    anonymous_id: 'guest-browser',
    click_ids: { gclid: g3 },
    properties: { seen: `was ${g3}` },
  });
  await app.outcome({
    event_type: 'note',
    anonymous_id: b3,
    user_traits: { external_id: PLANTED.external, phone: PLANTED.phones[1], crm_contact_id: PLANTED.crm[1] },
    properties: { comment: p5 },
  });
  // Rows of a file may say more than an outcome.
  const url = `https://shop.example/account/${PLANTED.paths[1]}?a=${PLANTED.query[4]}&b=${PLANTED.query[5]}`;
  const input = {
    event_type: 'page_view',
    event_id: 'planted-event-id',
    anonymous_id: b3,
    url,
    occurred_at: '2026-03-02T16:05:00Z',
  };
  const [second, first] = PLANTED.titles;
  const rows = [
    { input: { ...input, page_title: first, event_name: PLANTED.names[1], city: PLANTED.city } },
    { input: { ...input, event_id: 'planted-event-id-2', page_title: second } },
  ];
  for (const { status } of await acceptEvents(app.base, app.profileId, rows, 'server')) assert.equal(status, 'created');
  await key.post('/customers', {
    rows: [{ email: e3, external_id: PLANTED.external, first_name: PLANTED.first, phone: PLANTED.phoneAsGiven }],
  });
  await key.post('/customers', { rows: [{ email: 'mia@example.org', first_name: 'Mia' }] });
  await app.settle();
}

before(async () => {
  shop = await startShop({ config: { sealRows: 6 } });
  owner = shop.api(shop.session);
  key = shop.owner;
  await fill(shop);
  const { data } = (await key.get('/customers/search', { q: PLANTED.emails[0] })).body;
  ida = data[0].customer_profile_id;
  jon = (await key.get('/customers/search', { q: 'jon@example.org' })).body.data[0].customer_profile_id;
  await publishMarts(shop.base, shop.profileId);
  const kept = beginCall(shop.base, KEPT_CALL);
  assert.ok('lease' in kept);
  finishCall(shop.base, kept.lease, { status: 200, text: JSON.stringify({ data: { name: PLANTED.first, id: 1 } }) });
  olderBackup = join(folder(), 'older');
  await backup(shop.base, olderBackup, { withKey: true });
  figuresBefore = await figuresOf(shop);
});
after(async () => {
  await shop.close();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const ask = async (named: Json, by: Api = owner) =>
  by.post(`/workspaces/${shop.workspaceId}/customer-erasures`, { profile_id: shop.profileId, ...named });

/** Until it is through, however slow the machine. */
const erase = async (named: Json, by: Api = owner): ReturnType<typeof ask> => {
  const answer = await ask(named, by);
  if (answer.status !== 202) return answer;
  await eraseDue(shop.base, shop.profileId);
  return ask(named, by);
};

test('eraseCustomer', async (t) => {
  const { base, profileId, dataDir } = shop;
  const tokens = tokensOf(shop);

  await t.test('refuses strangers, other profiles, and whoever is named in two ways or not at all', async () => {
    assert.equal((await erase({ email: 'nobody@example.org' })).status, 404);
    assert.equal((await erase({ profile_id: 'b1f9a3f0-0000-4000-8000-000000000000', customer_profile_id: ida })).status, 404);
    assert.equal((await erase({})).status, 422);
    assert.equal((await erase({ email: PLANTED.emails[0], customer_profile_id: ida })).status, 422);
    assert.equal((await erase({ customer_profile_id: ida }, key)).status, 403);
  });

  await t.test('every planted word, token and key is found before', async () => {
    assert.ok(WORDS.length + tokens.length >= 50, String(WORDS.length));
    await base.warehouse.checkpoint(profileId);
    const found = await foundIn(dataDir, [...WORDS, ...tokens]);
    const hidden = WORDS.filter((word) => !found.has(word));
    assert.deepEqual(
      hidden,
      [PLANTED.national, PLANTED.fragment].filter((word) => hidden.includes(word)),
    );
    assert.deepEqual(
      tokens.filter((word) => !found.has(word)),
      [],
    );
  });

  await t.test('and none of them afterwards, while events of the person and a replay come in between', async () => {
    const replaying = replay(base, profileId);
    const erasing = erase({ email: PLANTED.emails[1] });
    const twice = erase({ customer_profile_id: ida });
    const [{ status, body }, again] = await Promise.all([erasing, twice]);
    await replaying;
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(again.body.data.erasure_id, body.data.erasure_id);
    assert.equal(body.data.customer_profile_id, ida);
    assert.ok(body.data.erased.archive_segments > 0, JSON.stringify(body.data));
    assert.equal(body.data.figures.net_USD, '240.000000');
    await base.warehouse.checkpoint(profileId);
    const found = await foundIn(dataDir, [...WORDS, ...tokens]);
    assert.deepEqual([...found], []);
  });

  await t.test('totals and everybody else stay, also when all is built anew', async () => {
    assert.deepEqual(await figuresOf(shop), figuresBefore);
    await rebuild(base, profileId);
    assert.deepEqual(await figuresOf(shop), figuresBefore);
    assert.deepEqual(await base.archive.verify(profileId), []);
    const { data } = (await key.get(`/customers/${ida}/journey`)).body;
    assert.ok(data.total_count >= 8, 'what happened is still one path');
    assert.deepEqual((await key.get('/customers/search', { q: PLANTED.last })).body.data, []);
  });

  await t.test('what was sent before and comes again is a duplicate; who comes anew is somebody new', async () => {
    const payment = {
      event_type: 'payment_received',
      idempotency_key: 'planted-order-1',
      value: { amount: '100', currency: 'USD' },
    };
    const again = await key.post('/events', idasFirstOrder);
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.equal((await key.post('/events', { ...payment, user_traits: { email: PLANTED.emails[0] } })).status, 409);
    const row = { event_type: 'page_view', event_id: 'planted-event-id', anonymous_id: 'anybody' };
    const [repeated] = await acceptEvents(base, profileId, [{ input: row }], 'server');
    assert.equal(repeated?.status, 'duplicate');
    const { data } = (await key.post('/customers', { rows: [{ email: PLANTED.emails[0] }] })).body;
    assert.equal(data.results[0].status, 'created');
    assert.notEqual(data.results[0].customer_profile_id, ida);
    const anew = (await erase({ email: PLANTED.emails[0] })).body.data;
    assert.deepEqual([anew.status, anew.customer_profile_id], ['done', data.results[0].customer_profile_id]);
  });

  await t.test('an answer that is kept for a retry says nothing of the person', () => {
    const kept = beginCall(base, KEPT_CALL);
    assert.deepEqual('replay' in kept && JSON.parse(kept.replay.text), { data: { name: 'erased', id: 1 } });
  });

  await t.test('a later backup holds nothing, and an older one is erased from when it is restored', async () => {
    const later = join(folder(), 'later');
    await backup(base, later);
    assert.deepEqual([...(await foundIn(later, [...WORDS, ...tokens]))], []);
    assert.notEqual((await foundIn(olderBackup, WORDS)).size, 0);
    const restored = join(folder(), 'restored');
    assert.equal((await restoreAndErase(olderBackup, testConfig(restored), {})).erased, 2);
    assert.deepEqual([...(await foundIn(restored, [...WORDS, ...tokens]))], []);
    const other = await startTestApp({ dataDir: restored, installation: { email: 'other@shop.example', workspace: 'Another' } });
    const figures = await figuresOf({ api: other.api, apiKey: shop.apiKey });
    await other.close();
    assert.deepEqual(figures, figuresBefore);
  });

  await t.test('a visitor whom nobody knows is erased by the id of the browser', async () => {
    const { status, body } = await erase({ anonymous_id: 'guest-browser' });
    assert.equal(status, 200);
    assert.deepEqual([body.data.erased.browsers, body.data.figures.net_USD], [1, '240.000000']);
    assert.equal((await erase({ anonymous_id: 'guest-browser' })).body.data.erasure_id, body.data.erasure_id);
  });

  await t.test('one that is interrupted goes on, and figures stand still until it is through', async () => {
    const overview = async (): Promise<Json> => (await key.get('/overview', PERIOD)).body.data;
    const figures = await overview();
    const rewrite = base.archive.rewrite;
    base.archive.rewrite = async () => {
      throw new Error('the disk is gone');
    };
    assert.equal((await ask({ customer_profile_id: jon })).status, 202);
    await shop.visit({ at: '2026-03-09T01:00:00Z', browser: 'jon-browser', url: 'https://shop.example/late' });
    await shop.settle();
    assert.deepEqual(await overview(), figures);
    base.archive.rewrite = rewrite;
    shop.clock.advance(60_000);
    await eraseDue(base);
    assert.equal((await erase({ customer_profile_id: jon })).body.data.status, 'done');
    await shop.settle();
    assert.deepEqual(
      { ...(await overview()).current, visitors: 0, pageviews: 0, bounce_rate: 0, avg_engaged_seconds: 0 },
      {
        ...figures.current,
        ...{ visitors: 0, pageviews: 0, bounce_rate: 0, avg_engaged_seconds: 0 },
      },
    );
    assert.equal((await foundIn(dataDir, ['jon@example.org', 'JonsGclid1'])).size, 0);
  });
});
