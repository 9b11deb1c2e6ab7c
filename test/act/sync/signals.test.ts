// Signals of browsers: a website's conversion reaches Meta, TikTok and Snap as one, and what a browser showed of itself is in no place but sealed, and
// there only as long as a delivery needs it. Each planted word is looked for in every file, in what is sealed, in answers, logs and events.
// It takes more than 10 s of processor time, as each look reads every file and opens every table of the folder.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { backup } from '../../../src/base/backup/backup.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { signalsUpkeep } from '../../../src/collect/events/signals.ts';
import { eraseDue } from '../../../src/collect/identity/index.ts';
import { openInto } from '../../base/clear-backup.ts';
import { keyText } from '../../base/folder.ts';
import { foundIn, openedTexts } from '../../collect/identity/whole-folder.ts';
import { receiverSettings, startConversionReceiver } from '../../fakes/conversions/platforms.ts';
import { type Receiver, TOKEN } from '../../fakes/conversions/receiver.ts';
import { recordEvents } from '../webhooks/events.ts';
import { type Json, openSyncWorld, type SyncWorld } from './sync-world.ts';

const IDS = ['meta', 'tiktok', 'snap'] as const;
type Id = (typeof IDS)[number];
const DAYS = { date_from: '2026-01-01', date_to: '2026-12-31' };
const ANSWERS: readonly (readonly [string, Record<string, string>?])[] = [
  ...([['/conversion-sync/deliveries'], ['/conversion-sync/wiring'], ['/conversion-sync/catalog']] as const),
  ...([['/exports/destinations'], ['/webhooks/deliveries'], ['/tracking/events'], ['/trust']] as const),
  ...([
    ['/customers', { ...DAYS, goal: 'payment_received' }],
    ['/customers/search', { q: 'ana@planted' }],
    ['/overview', DAYS],
  ] as const),
  ...([['/quality'], ['/quality/utm'], ['/quality/attribution']] as const),
];
const PAGE = 'https://shop.example/thanks';

const closers: (() => Promise<void> | void)[] = [];
let world: SyncWorld;
const receivers = new Map<Id, Receiver>();
const destinations = new Map<Id, string>();
const lines: string[] = [];
let announced: () => unknown[];

before(async () => {
  const closing = { after: (close: () => Promise<void> | void) => void closers.push(close) };
  for (const id of IDS) receivers.set(id, await startConversionReceiver(closing as unknown as TestContext, id));
  const providers = Object.assign({}, ...[...receivers].map(([id, { url }]) => receiverSettings(id, url)));
  world = await openSyncWorld(closing, { providers, trustedProxies: '127.0.0.0/8' });
  const { owner, base, profileId, clock } = world;
  announced = recordEvents(base, profileId);
  for (const level of ['info', 'warn', 'error', 'debug'] as const) {
    const log = base.log[level].bind(base.log);
    base.log[level] = (...args: Parameters<typeof log>) => {
      lines.push(JSON.stringify(args));
      return log(...args);
    };
  }
  for (const [id, receiver] of receivers) {
    receiver.now = () => clock.now();
    const made = await owner.post('/exports/destinations', { kind: id, settings: { target_id: '777' }, access_token: TOKEN });
    destinations.set(id, made.body.data.id);
  }
});
after(async () => {
  for (const close of closers.reverse()) await close();
});

async function enable(...ids: Id[]): Promise<void> {
  const events = [{ goal: 'payment_received' }];
  const catalog = [...destinations].map(([id, destination_id]) => ({ destination_id, events: ids.includes(id) ? events : [] }));
  const { status } = await world.put('/conversion-sync/catalog', { destinations: catalog });
  assert.equal(status, 200);
  world.clock.advance(60_000);
}

/** What one browser shows, each word unlike every other. */
const browserOf = (name: string) => {
  const number = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_000_007;
  return {
    user_agent: `Mozilla/5.0 (Planted ${name}) Firefox/140.0`,
    ip: `203.0.113.${number % 250}`,
    fbp: `fb.1.1774000000000.${number}`,
    ttp: `plantedttp${name}`,
    sc_cookie1: `plantedscid${name}`,
  };
};
const wordsOf = (name: string): string[] => Object.values(browserOf(name));

const orderOf = (name: string): Record<string, unknown> => ({
  occurred_at: new Date(world.clock.now() - 1_000).toISOString(),
  action_source: 'website',
  event_source_url: `${PAGE}/${name}`,
  user_traits: { email: `${name}@planted.example` },
  context: browserOf(name),
});
const order = (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  world.outcome(`order ${name}`, { ...orderOf(name), ...more });

const kept = (id: Id): Json[] => (receivers.get(id)?.kept ?? []).map(({ event }) => Object(event));
const last = (id: Id): Json => kept(id).at(-1);
const endOf = async (id: Id): Promise<unknown[]> => {
  const [first] = await world.deliveries({ destination_id: destinations.get(id) });
  return [first.status, first.reason, first.action_source];
};

/** Of these words those that are anywhere in the data folder, also sealed. */
const inFolder = (words: readonly string[]): Promise<Map<string, string[]>> =>
  foundIn(world.base.config.dataDir, words, openedTexts(world.base, world.profileId));
/** Of these words those that are kept for deliveries. */
function inStore(words: readonly string[]): string[] {
  const { shortLived } = world.base;
  const names = shortLived.names(world.profileId, '', 1_000);
  const texts = [...shortLived.get(world.profileId, names).values()].map(({ text }) => text).join();
  return words.filter((word) => texts.includes(word)).sort();
}
const SEALED = 'short-lived.sqlite entries.sealed opened';

async function view(
  anonymous_id: string,
  properties: Record<string, unknown>,
  name: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const { user_agent, ip } = browserOf(name);
  const event = { event_type: 'page_view', url: `https://shop.example/${name}`, properties };
  const response = await fetch(new URL('/t/collect', world.baseUrl), {
    method: 'POST',
    headers: { 'user-agent': user_agent, 'x-forwarded-for': ip, ...headers },
    body: JSON.stringify({ tracking_key: world.trackingKey, anonymous_id, events: [event] }),
  });
  assert.equal(response.status, 204);
}

test('createEvent: without a destination that uses them, signals are stored nowhere', async () => {
  await order('nobody', { click_ids: { fbp: browserOf('nobody').fbp, _ttp: browserOf('nobody').ttp, gclid: 'seen-gclid' } });
  await world.sync();
  const found = await inFolder([...wordsOf('nobody'), 'seen-gclid']);
  assert.deepEqual([...found.keys()], ['seen-gclid'], 'the test sees what is stored');
});

test('createEvent: an order of a website is one at Meta, TikTok and Snap, and nothing of the browser stays', async (t) => {
  await enable('meta', 'tiktok', 'snap');
  for (const receiver of receivers.values()) receiver.fail('error_once');
  await order('ana');
  await world.settle();
  const before = await inFolder(wordsOf('ana'));
  assert.deepEqual([...new Set([...before.values()].flat())], [SEALED], 'sealed until it is sent');
  assert.equal(before.size, wordsOf('ana').length);
  await world.sync();
  assert.equal(inStore(wordsOf('ana')).length, wordsOf('ana').length, 'and until it has ended');
  world.clock.advance(120_000);
  await world.sync();
  const { user_agent, ip, fbp, ttp, sc_cookie1 } = browserOf('ana');

  await t.test('with its browser and its page', async () => {
    for (const id of IDS) assert.deepEqual(await endOf(id), ['accepted', null, 'website'], id);
    const meta = last('meta');
    assert.deepEqual([meta.action_source, meta.event_source_url], ['website', `${PAGE}/ana`]);
    const { client_user_agent, client_ip_address, fbp: sent } = meta.user_data;
    assert.deepEqual([client_user_agent, client_ip_address, sent], [user_agent, ip, fbp]);
    const tiktok = last('tiktok');
    assert.deepEqual(
      [tiktok.user.user_agent, tiktok.user.ip, tiktok.user.ttp, tiktok.page.url],
      [user_agent, ip, ttp, `${PAGE}/ana`],
    );
    const snap = last('snap');
    assert.deepEqual([snap.action_source, snap.event_source_url], ['WEB', `${PAGE}/ana`]);
    assert.deepEqual([snap.user_data.client_user_agent, snap.user_data.client_ip_address], [user_agent, ip]);
    assert.equal(snap.user_data.sc_cookie1, sc_cookie1);
  });

  await t.test('in no file, answer, log or event', async () => {
    assert.deepEqual(await inFolder(wordsOf('ana')), new Map());
    const answers = await Promise.all(ANSWERS.map(([path, query]) => world.owner.get(path, query)));
    assert.deepEqual(
      answers.flatMap(({ status, body }, at) => (status === 200 ? [] : [ANSWERS[at]?.[0], body.error.message])),
      [],
    );
    const metrics = await (await fetch(new URL('/metrics', world.baseUrl))).text();
    const said = [JSON.stringify(answers), metrics, JSON.stringify(announced()), lines.join('\n')].join('\n');
    assert.deepEqual(
      wordsOf('ana').filter((word) => said.includes(word)),
      [],
    );
    const [delivery] = await world.deliveries({ destination_id: destinations.get('meta') });
    assert.ok(delivery.match_keys.includes('user_agent') && delivery.match_keys.includes('fbp'), 'names alone');
  });
});

test('createEvent: the words of the sender, in every mode, with what the mode allows', async () => {
  await enable('meta');
  for (const privacy_mode of ['platform_safe', 'hipaa'] as const) {
    await world.put('/conversion-sync/catalog', { privacy_mode });
    await world.settle();
    await order(privacy_mode.slice(0, 5));
    const words = wordsOf(privacy_mode.slice(0, 5));
    const { user_agent, fbp } = browserOf(privacy_mode.slice(0, 5));
    assert.deepEqual(inStore(words), [fbp, user_agent].sort(), `${privacy_mode}: no address is kept`);
    await world.sync();
    assert.deepEqual(await endOf('meta'), ['accepted', null, 'website'], privacy_mode);
    const { action_source, event_source_url, user_data } = last('meta');
    assert.deepEqual([action_source, event_source_url, user_data.client_ip_address], ['website', undefined, undefined]);
    assert.deepEqual([user_data.client_user_agent, user_data.fbp], [user_agent, fbp]);
    assert.deepEqual(inStore(words), []);
  }
  await world.put('/conversion-sync/catalog', { privacy_mode: 'standard' });
  await world.settle();
  await order('phone', { action_source: 'phone_call' });
  await world.sync();
  const { action_source, event_source_url, user_data } = last('meta');
  assert.deepEqual(
    [action_source, event_source_url, user_data.client_user_agent],
    ['phone_call', undefined, browserOf('phone').user_agent],
  );
  for (const ip of ['10.1.2.3', '::ffff:192.168.0.9', 'fd00::7', 'no address']) {
    const context = { ...browserOf('proxied'), ip };
    await order(`proxied ${ip}`, { context, user_traits: { email: 'proxied@planted.example' } });
    await world.sync();
    const { client_user_agent: agent, client_ip_address: address } = last('meta').user_data;
    assert.deepEqual([agent, address], [context.user_agent, undefined], `${ip} is not the visitor's`);
  }
  await order('bare', { context: {} });
  await world.sync();
  assert.deepEqual(await endOf('meta'), ['skipped', 'no_user_agent', null]);
  await order('unsaid', { action_source: undefined });
  await world.sync();
  assert.deepEqual(await endOf('meta'), ['accepted', null, 'website'], 'a page and a browser are a website');
});

test('createEvent: what is refused leaves nothing, and a repetition changes nothing', async () => {
  await enable('meta');
  const { api, apiKey } = world;
  const sent = orderOf('first');
  await order('first', sent);
  await order('refusing', { properties: { ad_user_data: 'denied' } });
  assert.deepEqual(inStore(wordsOf('refusing')), []);
  const reused = { event_type: 'payment_received', idempotency_key: 'order first', value: { amount: '1', currency: 'USD' } };
  const conflict = await api(apiKey).post('/events', { ...reused, context: browserOf('second') });
  assert.equal(conflict.body.error.code, 'idempotency_key_conflict');
  const bad = { ...reused, idempotency_key: 'order bad', value: { amount: '1', currency: 'XYZ1' }, context: browserOf('bad') };
  assert.equal((await api(apiKey).post('/events', bad)).status, 422);
  const batch = await api(apiKey).post('/events/batch', {
    events: [bad, { ...bad, idempotency_key: 'order 3', refund_of: 'order 3' }],
  });
  assert.equal(batch.body.data.summary.rejected, 2, JSON.stringify(batch.body));
  const twice = {
    ...reused,
    idempotency_key: 'order twice',
    action_source: 'website',
    user_traits: { email: 'one@planted.example' },
  };
  const both = [
    { ...twice, context: browserOf('one') },
    { ...twice, value: { amount: '2', currency: 'USD' }, context: browserOf('two') },
  ];
  const { summary } = (await api(apiKey).post('/events/batch', { events: both })).body.data;
  assert.deepEqual([summary.created, summary.rejected], [1, 1], JSON.stringify(summary));
  assert.deepEqual([inStore(wordsOf('one')).length, inStore(wordsOf('two'))], [3, []], 'of the one that was taken in');
  const { fbp, ip, user_agent } = browserOf('first');
  assert.deepEqual(inStore(['first', 'second', 'bad'].flatMap(wordsOf)), [fbp, ip, user_agent].sort());
  await world.sync();
  const browsers = kept('meta').map(({ user_data }) => user_data.fbp);
  assert.deepEqual(browsers.slice(-2).sort(), [browserOf('first').fbp, browserOf('one').fbp].sort());
  assert.deepEqual(inStore(wordsOf('first')), []);
  const value = { amount: '49.90', currency: 'USD' };
  const again = await api(apiKey).post('/events', { ...reused, value, ...sent });
  assert.equal(again.body.data.status, 'duplicate', JSON.stringify(again.body));
  assert.deepEqual(inStore(wordsOf('first')), [], 'after its delivery too');
});

test('collectEvents: a browser that agreed, one that did not say, and one that refuses', async () => {
  await enable('meta', 'tiktok');
  const ids = (name: string) => ({ fbp: browserOf(name).fbp, ttp: browserOf(name).ttp });
  await view('b-agreed', { ...ids('agreed'), ad_user_data: 'granted' }, 'agreed');
  await view('b-silent', ids('silent'), 'silent');
  await view('b-private', { ...ids('private'), ad_user_data: 'granted' }, 'private', { 'sec-gpc': '1' });
  await view('b-denied', { ...ids('denied'), ad_user_data: 'granted' }, 'denied');
  await view('b-denied', { ad_user_data: 'denied' }, 'denied');
  const names = ['agreed', 'silent', 'private', 'denied'];
  await world.settle();
  const found = await inFolder(names.flatMap(wordsOf));
  const { user_agent, ip, fbp, ttp } = browserOf('agreed');
  assert.deepEqual([...found.keys()].sort(), [user_agent, ip, fbp, ttp].sort());
  assert.deepEqual([...new Set([...found.values()].flat())], [SEALED]);
  const traits = { email: 'agreed@planted.example' };
  await order('agreed', { context: undefined, anonymous_id: 'b-agreed', user_traits: traits });
  await world.sync();
  assert.deepEqual([last('meta').user_data.client_user_agent, last('meta').user_data.fbp], [user_agent, fbp]);
  assert.deepEqual([last('tiktok').user.ip, last('tiktok').user.ttp], [ip, ttp]);
  await order('silent', { context: undefined, anonymous_id: 'b-silent' });
  await world.sync();
  assert.deepEqual(await endOf('meta'), ['skipped', 'no_user_agent', null]);
});

test('eraseCustomer: signals of a person go at once, of their orders and of their browsers', async () => {
  const { owner, profileId, workspaceId, api, session, base } = world;
  await enable('meta');
  const settings = { kind: 'meta', settings: { target_id: '777' } };
  await owner.post('/exports/destinations', { ...settings, status: 'paused' });
  await view('b-erin', { fbp: 'fb.1.1774000000000.4242', ad_user_data: 'granted' }, 'erin-home');
  await order('erin', { anonymous_id: 'b-erin' });
  await order('fred');
  await world.settle();
  const words = [...wordsOf('erin').slice(0, 3), browserOf('erin-home').user_agent, 'fb.1.1774000000000.4242'];
  assert.equal((await inFolder(words)).size, words.length);
  const found = await owner.get('/customers/search', { q: 'erin@planted' });
  const customer = { profile_id: profileId, customer_profile_id: found.body.data[0].customer_profile_id };
  assert.ok((await api(session).post(`/workspaces/${workspaceId}/customer-erasures`, customer)).status < 300);
  await eraseDue(base, profileId);
  assert.deepEqual(await inFolder(words), new Map());
  assert.equal((await inFolder([browserOf('fred').user_agent])).size, 1, "others' stay");
  await owner.post('/exports/destinations', { ...settings, status: 'active' });
  await world.sync();
  assert.equal(last('meta').user_data.client_user_agent, browserOf('fred').user_agent);
});

test('resendConversionDeliveries: an order that was rejected is sent again with its browser', async () => {
  await enable('meta', 'tiktok', 'snap');
  for (const receiver of receivers.values()) receiver.refuse = () => 'refused';
  await order('iris');
  await world.sync();
  for (const id of IDS) assert.equal((await endOf(id))[0], 'rejected', id);
  for (const receiver of receivers.values()) delete receiver.refuse;
  assert.equal(inStore(wordsOf('iris')).length, wordsOf('iris').length, 'kept as long as it can be sent again');
  const { user_agent, ip, ttp } = browserOf('iris');
  for (const [id, destination_id] of destinations) {
    const resent = await world.owner.post('/conversion-sync/deliveries/resend', { destination_id });
    assert.deepEqual([resent.status, resent.body.data?.queued], [202, 1], id);
  }
  await world.sync();
  for (const id of IDS) assert.deepEqual(await endOf(id), ['accepted', null, 'website'], id);
  assert.deepEqual([last('meta').user_data.client_user_agent, last('tiktok').user.ttp], [user_agent, ttp]);
  assert.equal(last('snap').user_data.client_ip_address, ip);
  assert.deepEqual(inStore(wordsOf('iris')), []);
});

test('signals end after seven days, with the last destination that uses them, and are in no backup', async () => {
  const { base, clock, owner } = world;
  const upkeep = async (): Promise<void> => {
    scheduleNext(base, signalsUpkeep, '', true);
    clock.advance(3_600_000);
    await runDue(base, [signalsUpkeep]);
  };
  await enable('meta');
  const settings = { kind: 'meta', settings: { target_id: '777' } };
  await owner.post('/exports/destinations', { ...settings, status: 'paused' });
  await order('gina');
  const folder = mkdtempSync(join(tmpdir(), 'tributary-signals-'));
  try {
    await backup(base, join(folder, 'backup'));
    await openInto(join(folder, 'backup'), keyText(base), join(folder, 'opened'));
    const names = readdirSync(folder, { recursive: true }).map(String);
    assert.deepEqual(
      names.filter((name) => name.includes('short-lived')),
      [],
    );
    assert.deepEqual(await foundIn(folder, wordsOf('gina')), new Map());
  } finally {
    rmSync(folder, { recursive: true });
  }
  await upkeep();
  assert.equal(inStore(wordsOf('gina')).length, 3);
  clock.advance(7 * 86_400_000);
  await upkeep();
  assert.deepEqual(inStore(wordsOf('gina')), []);
  await order('hugo');
  await world.put('/conversion-sync/catalog', { privacy_mode: 'hipaa' });
  await upkeep();
  assert.deepEqual(inStore(wordsOf('hugo')), [browserOf('hugo').fbp, browserOf('hugo').user_agent].sort());
  await owner.post('/exports/destinations', { ...settings, status: 'removed' });
  await upkeep();
  assert.deepEqual(inStore(wordsOf('hugo')), []);
});
