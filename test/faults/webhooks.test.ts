// Webhooks while receivers fail in every way and while the service is killed: each delivery ends in a named state, the bytes of its attempts
// are the same, and a receiver that compares ids accepts it once. ROUNDS says how many times, TEST_SEED which.
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { mock, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createSession, findPerson } from '../../src/account/people/index.ts';
import { laneJob } from '../../src/act/webhooks/lane.ts';
import { announceEvent } from '../../src/base/contract/announce-event.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { type HookWorld, openHookWorld, type Received, type Reply } from '../act/webhooks/hook-world.ts';
import { seededRandom } from '../base/random.ts';
import { until } from '../until.ts';
import { asOwner, ENV, killWhileSending, startReceiver } from './tools/receiver-kills.ts';
import { rounds, tell } from './tools/results.ts';
import { install, startService } from './tools/service.ts';

const ROUNDS = rounds(20);
/** Of these, with a service that is killed. */
const KILLS = Math.max(2, Math.ceil(ROUNDS / 25));
const TYPE = 'connection.reconnect_required';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OK: Reply = { status: 204 };

type Random = (below: number) => number;

/** How a receiver behaves, from the time since its first request; what it does to its name beside that. */
interface Scenario {
  name: string;
  reply: (sinceMs: number, random: Random) => Reply | Promise<Reply>;
  /** Addresses of its name at a time. */
  addresses?: (sinceMs: number) => string[];
  /** How long attempts wait for it at a time. */
  timeoutMs?: (sinceMs: number) => number;
  /** Events come over so long. */
  spreadMs?: number;
  /** How deliveries may end; `delivered` alone where absent. */
  ends?: readonly string[];
}

/** So long that no machine is too busy for it. */
const TIMEOUT_MS = 15_000;
const isSilent = (sinceMs: number): boolean => sinceMs < 3 * HOUR_MS;

const failing = (random: Random): Reply => (random(2) === 0 ? { status: 500 + random(5) } : 'hang up');

const SCENARIOS: readonly Scenario[] = [
  { name: 'steady', reply: () => OK },
  { name: 'down for a day', reply: (since, random) => (since < DAY_MS ? failing(random) : OK) },
  { name: 'down for ever', reply: (_, random) => failing(random), ends: ['exhausted'] },
  { name: 'down for a week', reply: (_, random) => failing(random), spreadMs: 7 * DAY_MS, ends: ['exhausted', 'cancelled'] },
  { name: 'flapping', reply: (_, random) => (random(3) === 0 ? OK : failing(random)), ends: ['delivered', 'exhausted'] },
  {
    name: 'silent',
    reply: (since) => (isSilent(since) ? new Promise<Reply>(() => undefined) : OK),
    timeoutMs: (since) => (isSilent(since) ? 30 : TIMEOUT_MS),
  },
  {
    name: 'redirecting',
    reply: (since) => (since < HOUR_MS ? { status: 307, headers: { location: '/elsewhere' } } : OK),
  },
  {
    name: 'gone',
    reply: (since) => (since < 10 * MINUTE_MS ? { status: 500 } : { status: 410 }),
    ends: ['cancelled'],
  },
  {
    name: 'rebinding',
    reply: () => OK,
    addresses: (since) => (since < 6 * HOUR_MS ? ['10.1.2.3'] : ['127.0.0.1']),
  },
  {
    name: 'throttling',
    reply: (since, random) =>
      since < HOUR_MS && random(3) > 0 ? { status: 429, headers: { 'retry-after': String(random(600)) } } : OK,
    ends: ['delivered', 'exhausted'],
  },
];

interface Round {
  scenario: Scenario;
  announced: number;
  received: Received[];
  /** By webhook-id, how often it was answered with a success. */
  accepted: Map<string, number>;
  states: Map<string, number>;
}

/** Lanes run whenever one is due, until nothing waits. */
async function untilNothingWaits({ base, clock }: HookWorld, each: () => void): Promise<void> {
  const next = base.state.db
    .prepare<[], number | null>("select min(run_at) from jobs where kind = 'webhook_lane' and status = 'waiting'")
    .pluck();
  for (let step = 0; step < 2_000; step += 1) {
    each();
    await runDue(base, [laneJob]);
    const at = next.get();
    if (at === null || at === undefined) return;
    clock.set(new Date(Math.max(at, clock.now() + 1)).toISOString());
  }
  assert.fail('deliveries wait for ever');
}

let count = 0;
function announce({ base, clock, ann }: HookWorld): void {
  const data = {
    connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11',
    provider: 'meta',
    status: 'reconnect_required',
    reason: 'grant_ended',
  };
  count += 1;
  const event = { type: TYPE, key: `event ${count}`, profileId: ann.profile_id, occurredAt: clock.now(), data };
  base.state.tx(() => announceEvent(base, event));
}

async function play(world: HookWorld, scenario: Scenario, random: Random): Promise<Round> {
  const { receiver, zone, clock, limit, subscribe, asAnn, base, ann } = world;
  // Sessions end while the clock goes on for months.
  const owner = findPerson(base, 'ann@north.example')?.personId ?? '';
  ann.session_token = createSession(base, { personId: owner, actor: 'system' }).token;
  const { id, secret } = await subscribe([TYPE]);
  const began = clock.now();
  const round: Round = { scenario, announced: 1 + random(6), received: [], accepted: new Map(), states: new Map() };
  receiver.reply = async (request) => {
    round.received.push(request);
    assert.equal(request.path, '/in', 'nothing else is asked for');
    verify(world, secret, request);
    const reply = await scenario.reply(clock.now() - began, random);
    const message = String(request.headers['webhook-id']);
    if (reply !== 'hang up' && reply.status < 300) round.accepted.set(message, (round.accepted.get(message) ?? 0) + 1);
    return reply;
  };
  const moments = Array.from({ length: round.announced }, () => began + random(1 + (scenario.spreadMs ?? HOUR_MS)));
  for (const at of moments.sort((a, b) => a - b)) {
    await untilNothingWaitsBefore(world, at, arrange);
    clock.set(new Date(Math.max(at, clock.now())).toISOString());
    announce(world);
  }
  await untilNothingWaits(world, arrange);
  zone.set('hooks.example', { addresses: ['127.0.0.1'] });
  for (const { state } of base.ledger.lanePage({ ledger: 'webhooks', lane: id }, { states: STATES, limit: 1_000 }))
    round.states.set(state, (round.states.get(state) ?? 0) + 1);
  await asAnn('delete', `/webhooks/subscriptions/${id}`);
  return round;

  /** What the world is like now. */
  function arrange(): void {
    const since = clock.now() - began;
    zone.set('hooks.example', { addresses: scenario.addresses?.(since) ?? ['127.0.0.1'] });
    limit(scenario.timeoutMs?.(since) ?? TIMEOUT_MS);
  }
}

const STATES = ['pending', 'delivered', 'exhausted', 'cancelled'];

/** Lanes run as they are due before a moment. */
async function untilNothingWaitsBefore({ base, clock }: HookWorld, until: number, each: () => void): Promise<void> {
  const next = base.state.db
    .prepare<[], number | null>("select min(run_at) from jobs where kind = 'webhook_lane' and status = 'waiting'")
    .pluck();
  for (;;) {
    each();
    await runDue(base, [laneJob]);
    const at = next.get();
    if (at === null || at === undefined || at > until) return;
    clock.set(new Date(Math.max(at, clock.now() + 1)).toISOString());
  }
}

/** As a receiver that uses the published library, at the service's time. */
function verify({ clock }: HookWorld, secret: string, { headers, body }: Received): void {
  mock.timers.enable({ apis: ['Date'], now: clock.now() });
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    mock.timers.reset();
  }
}

/** What is wrong with a round. */
function faultsOf({ scenario, announced, received, accepted, states }: Round): string[] {
  const faults: string[] = [];
  const ended = [...states].reduce((sum, [, n]) => sum + n, 0);
  const { ends = ['delivered'] } = scenario;
  // What came while the subscription was disabled is queued for nobody.
  if (scenario.name === 'gone' || scenario.spreadMs ? ended > announced : ended !== announced)
    faults.push(`${ended} of ${announced} ended`);
  for (const state of states.keys()) if (!ends.includes(state)) faults.push(`ended as ${state}`);
  const bytes = new Map<string, string>();
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id']);
    if ((bytes.get(id) ?? body) !== body) faults.push('other bytes');
    bytes.set(id, body);
  }
  for (const [id, times] of accepted) if (times !== 1) faults.push(`${id} accepted ${times} times`);
  if (accepted.size !== (states.get('delivered') ?? 0))
    faults.push(`${accepted.size} accepted, ${states.get('delivered')} delivered`);
  return faults.map((fault) => `${scenario.name}: ${fault}`);
}

test(`receivers fail in ${ROUNDS} rounds, and each delivery ends in a named state`, async (t) => {
  const random = seededRandom(t);
  const world = await openHookWorld(t);
  const played: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const scenario = SCENARIOS[n % SCENARIOS.length];
    if (scenario) played.push(await play(world, scenario, random));
  }
  const faults = played.flatMap(faultsOf);
  const totals = new Map<string, number>();
  for (const { states } of played) for (const [state, n] of states) totals.set(state, (totals.get(state) ?? 0) + n);
  const attempts = played.reduce((sum, { received }) => sum + received.length, 0);
  const ended = [...totals].map(([state, n]) => `${state} ${n}`).join(', ');
  tell(t, {
    name: 'receivers that fail',
    figure: `${attempts} requests of ${SCENARIOS.length} kinds of receivers: ${ended}; ${[`${faults.length} faults`, ...faults.slice(0, 3)].join('; ')}`,
    target: 'every delivery in a named end, same bytes, accepted once, 0 faults',
    rounds: ROUNDS,
    holds: faults.length === 0,
  });
});

/** What a receiver that compares ids has, and what it found wrong. */
interface Collected {
  /** The bytes by webhook-id. */
  bytes: Map<string, string>;
  repeats: number;
  faults: string[];
}

test(`the service is killed ${KILLS} times while it sends, and every event arrives`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const started = await startService(t, installed.dataDir, ENV);
  let secret = '';
  const collected: Collected = { bytes: new Map(), repeats: 0, faults: [] };
  const receiver = await startReceiver(t, (body, headers) => collect(collected, secret, body, headers));
  const subscription = { url: receiver.url, event_types: ['conversion.created', 'payment.recorded'] };
  secret = (await asOwner(started, installed, '/webhooks/subscriptions', subscription)).data.secret;
  const options = { service: started, installed, receiver, random, kills: KILLS, passing: 6 };
  const { service, paid, hits } = await killWhileSending(t, options);
  const expected = paid * 2;
  const isThrough = async (): Promise<boolean> =>
    collected.bytes.size >= expected &&
    (await asOwner(service, installed, '/webhooks/deliveries?state=pending')).data.length === 0;
  await until(isThrough, 'all webhooks are delivered');
  const pending = (await asOwner(service, installed, '/webhooks/deliveries?state=pending')).data.length;
  const names = [...collected.bytes.values()]
    .map((body) => JSON.parse(body))
    .map(({ type, data }) => `${type} ${data.conversion_id ?? data.payment_id}`);
  assert.equal((await service.terminate()).code, 0);
  const events = new Set(names).size;
  tell(t, {
    name: 'kill -9 while webhooks are sent',
    figure: `${paid} payments, ${expected} events: ${expected - events} lost, ${names.length - events} under a second id, ${pending} pending, ${collected.faults.length} other bytes or signatures; ${collected.repeats} repeats under the same id. Hit: ${hits}`,
    target: '0 lost, one id an event, 0 pending, 0 other bytes',
    rounds: KILLS,
    holds: events === expected && names.length === events && pending === 0 && collected.faults.length === 0,
  });
});

/** Each request is verified; a repeat has the same bytes. */
function collect(collected: Collected, secret: string, body: string, headers: IncomingHttpHeaders): void {
  const id = String(headers['webhook-id']);
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch (error) {
    collected.faults.push(`${id}: ${error instanceof Error ? error.message : error}`);
  }
  const cached = collected.bytes.get(id);
  if (cached !== undefined) collected.repeats += 1;
  if (cached !== undefined && cached !== body) collected.faults.push(`${id}: other bytes`);
  collected.bytes.set(id, body);
}
