// Erasing a person: nothing of them is left in any file, everybody else's figures and all totals stay, whatever comes in between.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { beginCall, finishCall } from '../../../src/account/access/index.ts';
import { backup } from '../../../src/base/backup/backup.ts';
import { acceptEvents } from '../../../src/collect/events/index.ts';
import { eraseDue, identifierKeyOf, stitch, tokenise, visitorKeyOf } from '../../../src/collect/identity/index.ts';
import { publishMarts, rebuild, replay } from '../../../src/credit/pipeline/index.ts';
import { landAroundPoison } from '../../../src/credit/pipeline/poison.ts';
import { restoreAndErase } from '../../../src/doors/jobs/restore.ts';
import { openInto } from '../../base/clear-backup.ts';
import { keyText, testConfig } from '../../base/folder.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { COMPUTER_AGENT, type Shop, startShop } from '../../report/shop.ts';
import { type Door, type Plant, personToPlant, plant, plantsOf } from './planted.ts';
import { foundIn, openedTexts } from './whole-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract has checked the answer's form
type Json = any;

const PERIOD = { date_from: '2026-02-25', date_to: '2026-03-10' };
const AD = 'utm_source=google&utm_medium=cpc&utm_campaign=spring';

const IDA = personToPlant(0);
/** Planted behind the doors: an answer kept for a retry, and evidence that could not be read. */
const PLANTS: Plant[] = [
  ...plantsOf(IDA),
  [IDA.first, 'state.sqlite idempotent_calls.answer opened'],
  [IDA.unsealed, 'journal.sqlite facts.body'],
  [IDA.spoilt, 'state.sqlite quarantine.traits opened'],
];
const WORDS = [...new Set(PLANTS.map(([word]) => word))];
/** Some of them must lie in each of these. */
const STORES = [
  /^state\.sqlite /,
  /^journal\.sqlite facts\./,
  /archive\/.*\.parquet /,
  /live\.duckdb /,
  /published\/.*\.parquet /,
  /\(bytes\)$/,
];

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
  const result = mkdtempSync(join(tmpdir(), 'tributary-erased-'));
  folders.push(result);
  return result;
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
    ...[...IDA.emails, IDA.leftOff, IDA.twin.email].flatMap((value) => of('email', value)),
    ...[...IDA.phones, IDA.twin.phone].flatMap((value) => of('phone', value)),
    ...IDA.crm.flatMap((value) => of('crm_contact_id', value)),
    ...[IDA.external, IDA.twin.external].flatMap((value) => of('external_id', value)),
    ...of('national_id', IDA.national),
    ...IDA.browsers.flatMap(browser),
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

const collect = async (app: Shop, anonymous_id: string, events: Json[]): Promise<void> => {
  const response = await fetch(new URL('/t/collect', app.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': COMPUTER_AGENT },
    body: JSON.stringify({ tracking_key: app.trackingKey, anonymous_id, events }),
  });
  assert.deepEqual(await response.json(), { data: { accepted: events.length, rejected: [] } });
};

function doorOf(app: Shop): Door {
  const taken = ({ status, body }: Json): Json => {
    assert.ok(status < 300, JSON.stringify(body));
    return body.data;
  };
  return {
    post: async (path, body) => taken(await app.owner.post(path, body)),
    get: async (path) => taken(await app.owner.get(path)),
    collect: (browser, events) => collect(app, browser, events),
    rows: async (rows) => {
      const inputs = rows.map((input) => ({ input }));
      for (const { status } of await acceptEvents(app.base, app.profileId, inputs, 'server')) assert.equal(status, 'created');
    },
    upload: async (fileName, text) => {
      const path = '/api/v1/profile/payments/import/parse';
      const sent = app.request
        .post(path)
        .set('authorization', `Bearer ${app.apiKey}`)
        .attach('file', Buffer.from(text), fileName);
      return taken(await sent).import_id;
    },
    settled: () => app.settle(),
  };
}

/** A fact that no door would let in: neither its identifiers nor its body can be read. It is set aside, and is still hers. */
async function spoil({ base, profileId, clock }: Shop): Promise<void> {
  const anonymousToken = tokenise(base, profileId, 'anonymous_id', IDA.browsers[0] as string);
  const kind = { kind: 'event', schemaVersion: 1, trust: 'server', eventType: 'note' } as const;
  const traits = base.state.keys.encrypt(profileId, 'traits', JSON.stringify({ email: IDA.spoilt }));
  const body = `{"visitor_key":"${visitorKeyOf(anonymousToken)}","origin_id":`;
  const times = { receivedAt: clock.now(), occurredAt: clock.now() * 1000 };
  await base.journal.append([{ ...kind, ...times, profileId, anonymousToken, identifierTokens: { email: '' }, traits, body }]);
}

/** Idas visits and payments beside Jon's; both on one shared browser; a guest with a click that Ida had, too. */
async function fill(app: Shop): Promise<string> {
  const boots = `https://shop.example/boots?${AD}&gclid=JonsGclid1`;
  await app.visit({ at: '2026-03-01T12:00:00Z', browser: 'jon-browser', url: boots });
  app.clock.set('2026-03-09T00:00:00Z');
  const [g2, g3] = [IDA.gclids[1], IDA.gclids[2]];
  const at = (day: number, time: string): string => `2026-03-0${day + 2}T${time}:00Z`;
  const { id, firstOrder } = await plant(doorOf(app), IDA, { guest: 'guest-browser' }, at);
  idasFirstOrder = firstOrder;
  const pay = (idempotency_key: string, day: number, amount: string, more: Json): Promise<string> =>
    app.outcome({
      event_type: 'payment_received',
      idempotency_key,
      occurred_at: at(day, '12:00'),
      value: { amount, currency: 'USD' },
      ...more,
    });
  const traits = { external_id: 'jon-1', email: 'jon@example.org' };
  await pay('jon-order-1', 3, '40', { anonymous_id: 'jon-browser', user_traits: traits });
  // Jon, once, on Ida's browser.
  await pay('jon-order-2', 4, '30', { anonymous_id: IDA.browsers[0], user_traits: { external_id: 'jon-1' } });
  await pay('guest-1', 4, '10', {
    anonymous_id: 'guest-browser',
    click_ids: { gclid: g3 },
    properties: { seen: `was ${g3}, not ${g2}` },
  });
  await key.post('/customers', { rows: [{ email: 'mia@example.org', first_name: 'Mia' }] });
  await spoil(app);
  await stitch(app.base, app.profileId);
  assert.ok(await landAroundPoison(app.base, app.profileId));
  await app.settle();
  await app.outcome({ event_type: 'note', user_traits: { external_id: IDA.external }, properties: { last: IDA.unsealed } });
  await app.settle();
  return id;
}

before(async () => {
  shop = await startShop({ config: { sealRows: 6 } });
  owner = shop.api(shop.session);
  key = shop.owner;
  ida = await fill(shop);
  jon = (await key.get('/customers/search', { q: 'jon@example.org' })).body.data[0].customer_profile_id;
  await publishMarts(shop.base, shop.profileId);
  const kept = beginCall(shop.base, KEPT_CALL);
  assert.ok('lease' in kept);
  finishCall(shop.base, kept.lease, { status: 200, text: JSON.stringify({ data: { name: IDA.first, id: 1 } }) });
  olderBackup = join(folder(), 'older');
  await backup(shop.base, olderBackup);
  figuresBefore = await figuresOf(shop);
});
after(async () => {
  await shop.close();
  for (const result of folders) rmSync(result, { recursive: true, force: true });
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

test('exportCustomerData', async (t) => {
  const file = async (named: Json, by: Api = owner) =>
    by.post(`/workspaces/${shop.workspaceId}/customer-files`, { profile_id: shop.profileId, ...named });
  await t.test('refuses strangers, keys and other profiles, and more than one name', async () => {
    assert.equal((await file({ email: 'nobody@example.org' })).status, 404);
    assert.equal((await file({ profile_id: 'b1f9a3f0-0000-4000-8000-000000000000', email: IDA.emails[0] })).status, 404);
    assert.equal((await file({ email: IDA.emails[0], customer_profile_id: ida })).status, 422);
    assert.equal((await file({ customer_profile_id: ida }, key)).status, 403);
  });
  const byId = await file({ customer_profile_id: ida });
  const text = JSON.stringify(byId.body);
  await t.test('has every planted word of the person, and none of anybody else', () => {
    assert.equal(byId.status, 200, text.slice(0, 500));
    // Nothing says that a file that waits to be imported is about the person.
    const inOthersFiles = new Set([IDA.uploaded, IDA.files[1]]);
    assert.deepEqual(
      WORDS.filter((word) => !text.includes(word) && !inOthersFiles.has(word)),
      [],
    );
    for (const other of ['jon-1', 'jon@', 'guest-browser']) assert.ok(!text.includes(other), other);
  });
  await t.test('is the same by each name of the person', async () => {
    const byMail = await file({ email: IDA.emails[0] });
    assert.deepEqual(byMail.body.data.facts, byId.body.data.facts);
    assert.ok(byId.body.data.facts.length > 0 && byId.body.data.figures.journey.length > 0);
  });
  await t.test('each making is in the audit log', async () => {
    const log = await owner.get(`/workspaces/${shop.workspaceId}/audit`);
    const made = log.body.data.filter(({ action }: Json) => action === 'customer.file_made');
    assert.equal(made.length, 2, JSON.stringify(log.body).slice(0, 400));
  });
});

test('eraseCustomer', async (t) => {
  const { base, profileId, dataDir } = shop;
  const tokens = tokensOf(shop);

  await t.test('refuses strangers, other profiles, and whoever is named in two ways or not at all', async () => {
    assert.equal((await erase({ email: 'nobody@example.org' })).status, 404);
    assert.equal((await erase({ profile_id: 'b1f9a3f0-0000-4000-8000-000000000000', customer_profile_id: ida })).status, 404);
    assert.equal((await erase({})).status, 422);
    assert.equal((await erase({ email: IDA.emails[0], customer_profile_id: ida })).status, 422);
    assert.equal((await erase({ customer_profile_id: ida }, key)).status, 403);
  });

  await t.test('every planted word, token and key is found before, each in its place', async () => {
    assert.ok(WORDS.length >= 50, String(WORDS.length));
    await base.warehouse.checkpoint(profileId);
    const found = await foundIn(dataDir, [...WORDS, ...tokens, ...IDA.never], openedTexts(base, profileId));
    const missed = PLANTS.filter(([word, place]) => !found.get(word)?.some((where) => where.endsWith(place)));
    assert.deepEqual(
      missed.map(([word, place]) => [word, place, found.get(word)]),
      [],
    );
    assert.deepEqual(
      tokens.filter((word) => !found.has(word)),
      [],
    );
    const places = [...found.values()].flat();
    assert.deepEqual(
      STORES.filter((store) => !places.some((place) => store.test(place))),
      [],
    );
    assert.deepEqual(
      IDA.never.filter((word) => found.has(word)),
      [],
      'what is left at the door is kept nowhere',
    );
    t.diagnostic(`${WORDS.length} words and ${tokens.length} tokens and keys, in ${new Set(places).size} places`);
  });

  await t.test('and none of them afterwards, while events of the person and a replay come in between', async () => {
    const replaying = replay(base, profileId);
    const erasing = erase({ email: IDA.emails[1] });
    const twice = erase({ customer_profile_id: ida });
    const [{ status, body }, again] = await Promise.all([erasing, twice]);
    await replaying;
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(again.body.data.erasure_id, body.data.erasure_id);
    assert.equal(body.data.customer_profile_id, ida);
    assert.ok(body.data.erased.archive_segments > 0, JSON.stringify(body.data));
    assert.equal(body.data.figures.net_USD, '252.000000');
    await base.warehouse.checkpoint(profileId);
    assert.deepEqual([...(await foundIn(dataDir, [...WORDS, ...tokens], openedTexts(base, profileId)))], []);
  });

  await t.test('totals and everybody else stay, also when all is built anew', async () => {
    assert.deepEqual(await figuresOf(shop), figuresBefore);
    await rebuild(base, profileId);
    assert.deepEqual(await figuresOf(shop), figuresBefore);
    assert.deepEqual(await base.archive.verify(profileId), []);
    const nothing = { events: [], total_count: 0 };
    for (const former of [ida, ...IDA.browsers])
      assert.deepEqual((await key.get(`/customers/${encodeURIComponent(former)}/journey`)).body.data, nothing, former);
    assert.deepEqual((await key.get('/customers/journey', { customer_key: IDA.external })).body.data, nothing);
    assert.deepEqual((await key.get(`/conversions/${IDA.orders[0]}/journey`)).body.data, nothing);
    assert.equal((await key.get(`/customers/${ida}/journey-summary`)).body.data.summary, null);
    assert.deepEqual((await key.get('/tracking/events', { customer_profile_id: ida })).body.data, []);
    assert.deepEqual((await key.get('/customers/search', { q: IDA.last })).body.data, []);
  });

  await t.test('what was sent before and comes again is a duplicate; who comes anew is somebody new', async () => {
    const payment = {
      event_type: 'payment_received',
      idempotency_key: IDA.orders[0],
      value: { amount: '100', currency: 'USD' },
    };
    const again = await key.post('/events', idasFirstOrder);
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.equal((await key.post('/events', { ...payment, user_traits: { email: IDA.emails[0] } })).status, 409);
    const row = { event_type: 'page_view', event_id: IDA.eventIds[0], anonymous_id: 'anybody' };
    const [repeated] = await acceptEvents(base, profileId, [{ input: row }], 'server');
    assert.equal(repeated?.status, 'duplicate');
    const { data } = (await key.post('/customers', { rows: [{ email: IDA.emails[0] }] })).body;
    assert.equal(data.results[0].status, 'created');
    assert.notEqual(data.results[0].customer_profile_id, ida);
    const anew = (await erase({ email: IDA.emails[0] })).body.data;
    assert.deepEqual([anew.status, anew.customer_profile_id], ['done', data.results[0].customer_profile_id]);
  });

  await t.test('an answer that is kept for a retry says nothing of the person', () => {
    const kept = beginCall(base, KEPT_CALL);
    assert.deepEqual('replay' in kept && JSON.parse(kept.replay.text), { data: { name: 'erased', id: 1 } });
  });

  await t.test('a later backup holds nothing, and an older one is erased from when it is restored', async () => {
    const later = join(folder(), 'later');
    await backup(base, later);
    const [opened, openedLater] = [folder(), folder()];
    await openInto(later, keyText(base), openedLater);
    assert.deepEqual([...(await foundIn(openedLater, [...WORDS, ...tokens]))], []);
    assert.deepEqual([...(await foundIn(olderBackup, [...WORDS, ...tokens]))], [], 'it is sealed');
    await openInto(olderBackup, keyText(base), opened);
    assert.notEqual((await foundIn(opened, WORDS)).size, 0);
    const restored = join(folder(), 'restored');
    assert.equal((await restoreAndErase(olderBackup, testConfig(restored), { masterKey: keyText(base) })).erased, 2);
    const other = await startTestApp({ dataDir: restored, installation: { email: 'other@shop.example', workspace: 'Another' } });
    assert.deepEqual([...(await foundIn(restored, [...WORDS, ...tokens], openedTexts(other.base, profileId)))], []);
    const figures = await figuresOf({ api: other.api, apiKey: shop.apiKey });
    await other.close();
    assert.deepEqual(figures, figuresBefore);
  });

  await t.test('a visitor whom nobody knows is erased by the id of the browser', async () => {
    const { status, body } = await erase({ anonymous_id: 'guest-browser' });
    assert.equal(status, 200);
    assert.deepEqual([body.data.erased.browsers, body.data.figures.net_USD], [1, '252.000000']);
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
        visitors: 0,
        pageviews: 0,
        bounce_rate: 0,
        avg_engaged_seconds: 0,
      },
    );
    assert.equal((await foundIn(dataDir, ['jon@example.org', 'JonsGclid1'])).size, 0);
  });
});
