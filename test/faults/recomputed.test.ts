// Orders that arrive while figures are recomputed: goals, windows, privacy modes and merges change under load, once or twice in a row, and the
// service is killed in between. Every order is announced once with its customer, and reaches every destination with it. ROUNDS says how many
// times, TEST_SEED which.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { startConversionReceiver } from '../fakes/conversions/platforms.ts';
import { TOKEN } from '../fakes/conversions/receiver.ts';
import { letPass, until } from '../until.ts';
import { call, settled } from './tools/figures.ts';
import { Load } from './tools/load.ts';
import { asOwner, ENV, startReceiver } from './tools/receiver-kills.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Json, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(20);
/** Of these, with a service that is killed. */
const KILL_EVERY = 5;
const ORDERS = 4;

type Random = (below: number) => number;

interface World {
  service: Running;
  installed: Installed;
  random: Random;
  /** Of acknowledged orders, by their keys. */
  orders: Map<string, string>;
  /** Orders that arrived while decisions waited for a replay. */
  behind: number;
}

const REGULARS = 20;
const regular = (random: Random): string => `regular-${random(REGULARS)}`;

/** What is changed; each has all figures computed again, but the last, which only moves customers. */
const CHANGES: readonly ((world: World, round: number) => Promise<unknown>)[] = [
  ({ service, installed, random }) =>
    asOwner(service, installed, '/profile/attribution-settings', { click_window_days: 7 + random(80) }, 'PATCH'),
  ({ service, installed, random }, round) => {
    const goal = { conversion_key: `goal-${random(4)}`, event_types: ['lead_created'], lookback_window_days: 1 + (round % 90) };
    return asOwner(service, installed, '/goals/definitions', goal);
  },
  ({ service, installed }, round) => {
    const mode = { privacy_mode: round % 2 === 0 ? 'standard' : 'platform_safe' };
    return asOwner(service, installed, '/conversion-sync/catalog', mode, 'PUT');
  },
  async ({ service, installed }) => {
    const [proposal] = (await asOwner(service, installed, '/identity/merge-proposals')).data;
    if (proposal)
      await asOwner(service, installed, `/identity/merge-proposals/${proposal.proposal_id}/decide`, { action: 'merge' });
  },
];

const traits = (name: string) => ({ external_id: name, email: `${name}@example.com` });
const send = async (world: World, event: Json): Promise<Json> =>
  call(world.service, world.installed, '/events', 'POST', event).catch(() => ({ status: 0, body: {} }));

/** The service may be killed meanwhile. Some customers come again. */
async function order(world: World, name: string, person = world.random(4) === 0 ? regular(world.random) : name): Promise<void> {
  const { status, body } = await send(world, {
    event_type: 'payment_received',
    idempotency_key: name,
    value: { amount: '5', currency: 'USD' },
    user_traits: traits(person),
  });
  if (status === 200 || status === 201) world.orders.set(name, body.data.outcome_event_id);
}

/** An event that names two customers: a proposal to merge them. */
const nameTwo = (world: World, name: string): Promise<Json> =>
  send(world, {
    event_type: 'lead_created',
    idempotency_key: name,
    user_traits: { ...traits(regular(world.random)), email: traits(regular(world.random)).email },
  });

async function isBehind({ service, installed }: World): Promise<boolean> {
  const { body } = await call(service, installed, '/profile/freshness');
  return body.data?.replay_status === 'waiting' || body.data?.replay_status === 'running';
}

async function play(world: World, round: number, restart: () => Promise<void>): Promise<void> {
  const { random } = world;
  const change = () => CHANGES[random(CHANGES.length)]?.(world, round);
  const names = Array.from({ length: ORDERS }, (_, n) => `round-${round}-${n}`);
  const post = async (each: readonly string[]): Promise<void> => {
    const wasBehind = await isBehind(world);
    await Promise.all(each.map((name) => order(world, name)));
    if (wasBehind && (await isBehind(world))) world.behind += each.length;
  };
  await change();
  if (random(2) === 0) await nameTwo(world, `two-${round}`);
  await post(names.slice(0, 2));
  if (random(3) === 0) await change();
  await post(names.slice(2));
  if (round % KILL_EVERY !== KILL_EVERY - 1) return;
  void letPass(random(400)).then(() => world.service.kill());
  await letPass(random(400));
  await restart();
  await until(async () => {
    await Promise.all(names.filter((name) => !world.orders.has(name)).map((name) => order(world, name)));
    return names.every((name) => world.orders.has(name));
  }, 'each order is acknowledged in the end');
}

/** What a receiver has of an order: its conversions and the customer of each. */
interface Books {
  /** Message ids and customers by payment. */
  payments: Map<string, Map<string, unknown>>;
  /** Conversions by outcome. */
  conversions: Map<string, string>;
  /** Addresses by conversion. */
  events: Map<string, number>;
}

test(`orders arrive in ${ROUNDS} rounds while figures are recomputed, and keep their customers`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const snap = await startConversionReceiver(t, 'snap');
  snap.now = () => Date.now();
  const env = { ...ENV, TRIBUTARY_SNAP_URL: snap.url };
  const world: World = {
    service: await startService(t, installed.dataDir, env),
    installed,
    random,
    orders: new Map(),
    behind: 0,
  };
  const load = new Load(t, installed, random);
  load.address = world.service.address;
  // A past that a replay takes a while for.
  await load.fill(40);
  await settled(world.service, installed);
  for (let n = 0; n < REGULARS; n += 1) await order(world, `first-${n}`, `regular-${n}`);
  await settled(world.service, installed);
  world.orders.clear();
  const books: Books = { payments: new Map(), conversions: new Map(), events: new Map() };
  await listen(t, world, books);
  // A fast replay can be over before an order arrives: rounds are added until one has met a replay.
  let played = 0;
  for (; played < ROUNDS || (world.behind === 0 && played < 20 * ROUNDS); played += 1)
    await play(world, played, async () => {
      await world.service.kill();
      world.service = await startService(t, installed.dataDir, env);
    });
  const toSnap = (): Map<string, number> =>
    new Map(snap.kept.map(({ event }) => [String(Object(event).event_id), Object(event).user_data.em?.length ?? 0]));
  const missing = (): number =>
    [...world.orders.values()].filter((id) => {
      const conversion = books.conversions.get(id) ?? '';
      return !books.payments.has(id) || !books.events.has(conversion) || !toSnap().has(conversion);
    }).length;
  await until(() => missing() === 0, 'all orders are announced', 200);
  await world.service.terminate();
  const customers = [...world.orders.values()].flatMap((id) => [...(books.payments.get(id)?.values() ?? [])]);
  const ofOrders = new Set([...world.orders.values()].map((id) => books.conversions.get(id)));
  const addresses = [...books.events, ...toSnap()].filter(([id]) => ofOrders.has(id)).map(([, count]) => count);
  const nobody = customers.filter((each) => each === null).length + addresses.filter((count) => count === 0).length;
  const twice = customers.length - world.orders.size + (snap.repeated.length > 0 ? 0 : snap.kept.length - toSnap().size);
  tell(t, {
    name: 'orders that arrive while figures are recomputed',
    figure: `${world.orders.size} orders, ${world.behind} of them while a replay waited or ran, ${Math.floor(played / KILL_EVERY)} kills: ${missing()} lost, ${nobody} without a customer, ${Math.max(0, twice)} announced twice`,
    target: '0 lost, 0 without a customer, 0 twice, some while a replay waited',
    rounds: played,
    holds: missing() === 0 && nobody === 0 && twice <= 0 && world.behind > 0,
  });
});

/** A subscription and two destinations: an endpoint, and a platform that takes no event without a match key. */
async function listen(t: Parameters<typeof install>[0], { service, installed }: World, books: Books): Promise<void> {
  const hooks = await startReceiver(t, (body, headers) => {
    const { type, data }: Json = JSON.parse(body);
    if (type === 'conversion.created' && data.goal === 'payment_received')
      books.conversions.set(data.outcome_event_id, data.conversion_id);
    if (type !== 'payment.recorded') return;
    const messages = books.payments.get(data.payment_id) ?? new Map<string, unknown>();
    books.payments.set(data.payment_id, messages.set(String(headers['webhook-id']), data.customer_profile_id));
  });
  const endpoint = await startReceiver(t, (body) => {
    for (const { event_id, person, kind } of JSON.parse(body).events)
      if (kind === 'conversion') books.events.set(event_id, person.email_sha256?.length ?? 0);
  });
  const event_types = ['payment.recorded', 'conversion.created'];
  await asOwner(service, installed, '/webhooks/subscriptions', { url: hooks.url, event_types });
  const put = async (body: Json): Promise<string> => (await asOwner(service, installed, '/exports/destinations', body)).data.id;
  const ids = [
    await put({ kind: 'https', settings: { target_id: endpoint.url } }),
    await put({ kind: 'snap', settings: { target_id: '777' }, access_token: TOKEN }),
  ];
  const events = [{ goal: 'payment_received' }];
  const catalog = { destinations: ids.map((destination_id) => ({ destination_id, events })) };
  const enabled = await asOwner(service, installed, '/conversion-sync/catalog', catalog, 'PUT');
  assert.equal(enabled.data?.destinations?.length, 2, JSON.stringify(enabled));
}
